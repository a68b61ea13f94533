"""An arena at its tables: waiting entrants, waves by the clock, and the results of each entrant so
far (5.8)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from django.db.models import Count, F

from games.tournaments import checks, lots, terms
from games.tournaments.declared import MINUTE_MS
from games.tournaments.models import Contender, Entrant, Pairing, Place, Round, Stage
from games.tournaments.pairing import arena as waves
from games.tournaments.pairing import seats
from games.tournaments.pairing.draw import Draw, Drawn
from games.tournaments.reading.arena import history_of, points_now, running_arena, standing_now
from games.tournaments.reading.overlap import at_other_tables
from games.tournaments.reading.record import field_of, settings_of, tables_of
from games.tournaments.scoring import arena, record
from games.tournaments.scoring.arena import Tally
from games.tournaments.settings import MOST_SEATS, Settings
from games.tournaments.writer import results, tables
from games.tournaments.writer.deadlines import end_of_grace, is_due
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.rounds import STATES, round_args, store
from games.tournaments.writer.stage_play import Args, Rows, StagePlay, register

WAVE_MS = 2_000
LEFT_MS = 5_000  # after a table, before the next one
STATUS = Pairing.Status


class WavePlay(StagePlay):
    """Waves, which overlap, until the time is over."""

    def open(self, ledger: Ledger, stage: Stage, s: Settings) -> None:
        """Start the clock; the whole field waits."""
        assert s.minutes is not None
        stage.ends_ms = ledger.now + s.minutes * MINUTE_MS
        stage.wave_ms = ledger.now
        stage.save(update_fields=["ends_ms", "wave_ms"])
        field = stage.field.order_by("number").values_list("entrant", flat=True)
        Contender.objects.bulk_create(Contender(stage=stage, entrant_id=one) for one in field)

    def first_round(self, stage: Stage) -> int:
        return 1

    def join(
        self, ledger: Ledger, stage: Stage, entrant: Entrant, missed: Sequence[record.Unpaired]
    ) -> None:
        Contender.objects.create(stage=stage, entrant=entrant)
        self.welcome_back(stage, entrant, ledger.now)

    def welcome_back(self, stage: Stage, entrant: Entrant, now: int) -> None:
        """Let an entrant wait from now on, and make a wave due at once, which may seat them."""
        stage.contenders.filter(entrant=entrant).update(waiting_ms=None)
        stage.wave_ms = now
        stage.save(update_fields=["wave_ms"])

    def due(self, ledger: Ledger, stage: Stage) -> int | None:
        """The next moment (epoch ms) at which a wave begins, a grace period ends, or tables open;
        after the end of the time only tables still in play count."""
        if stage.rounds.filter(state=STATES.OPENING).exists():
            return ledger.now
        assert stage.ends_ms and stage.wave_ms
        moments = [end_of_grace(stage, ledger.terms, ledger.now)]
        if ledger.now < stage.ends_ms and stage.wave_ms < last_wave_ms(ledger, stage):
            moments.append(stage.wave_ms)
        elif ledger.now < stage.ends_ms or not stage.rounds.filter(state=STATES.PLAYING).exists():
            moments.append(stage.ends_ms)
        return min((moment for moment in moments if moment is not None), default=None)

    def go_on(self, stage: Stage, now: int, present: Collection[int]) -> None:
        """Settle tables at which somebody is missing; then begin a wave, or end the stage."""
        order = Order(stage.tournament_id, now=now)
        if is_due(end_of_grace(stage, terms.resolve(stage.tournament.terms), now), now):
            tables.settle_absent(order)
        if stage.ends_ms and now >= stage.ends_ms:
            results.end_if_decided(order)
        else:
            wave(order, present=present)

    def postpone(self, stage: Stage, lost_ms: int) -> None:
        later = {"ends_ms": F("ends_ms") + lost_ms, "wave_ms": F("wave_ms") + lost_ms}
        Stage.objects.filter(pk=stage.pk).update(**later)
        waiting = stage.contenders.exclude(waiting_ms=None)
        waiting.update(waiting_ms=F("waiting_ms") + lost_ms)

    def count(self, ledger: Ledger, pairings: Sequence[Pairing], acts: Sequence[Args]) -> None:
        for act, gained in zip(acts, release(ledger, pairings), strict=True):
            act["points"] = gained

    def count_anew(self, ledger: Ledger, pairing: Pairing, act: Args, *, was_open: bool) -> None:
        if was_open:
            release(ledger, [pairing])
        else:
            seated = pairing.places.values_list("entrant__number", flat=True)
            recount(pairing.round.stage, list(seated))
        act["points"] = points_now(pairing)

    def points(self, pairing: Pairing) -> list[str]:
        return points_now(pairing)

    def is_over(self, ledger: Ledger, stage: Stage) -> bool:
        return ledger.now >= (stage.ends_ms or 0)

    def standing(self, ledger: Ledger, stage: Stage, after: int, *, is_over: bool) -> Rows:
        known = lots.tie_lots(bytes(ledger.tournament.key), field_of(stage))
        rows: Rows = standing_now(stage, known).rows
        return rows


# Waves -----------------------------------------------------------------------------------


def running(ledger: Ledger) -> Stage | None:
    """The stage that is running, if it is an arena."""
    stage = ledger.stage
    return running_arena([stage]) if stage else None


def last_wave_ms(ledger: Ledger, stage: Stage) -> int:
    """The time from which no wave begins (5.8.5)."""
    assert stage.ends_ms
    return stage.ends_ms - checks.last_start_ms(settings_of(stage), ledger.terms)


def wave(order: Order, *, present: Collection[int]) -> Round | None:
    """Seat the waiting players if there are enough of them.  `present`: the players who are on the
    tournament's pages or at its tables; bots always are."""
    with acting(order) as ledger:
        stage = running(ledger)
        if stage is None:
            return None
        now = ledger.now
        stage.wave_ms = now + WAVE_MS
        stage.save(update_fields=["wave_ms"])
        waiting = who_waits(stage, present, now)
        if now >= last_wave_ms(ledger, stage):
            return None
        s, pool = settings_of(stage), pool_of(ledger, waiting)
        active = stage.contenders.filter(
            entrant__status=Entrant.Status.PLAYING, entrant__away=False
        )
        seating = waves.draw(s, pool, active.count())
        ledger.is_quiet = not seating.tables
        return begin(ledger, stage, pool, seating) if seating.tables else None


def who_waits(stage: Stage, present: Collection[int], now: int) -> list[Any]:
    """The contenders who are here, at no table and not on a break.  Stores since when each has
    waited."""
    free = stage.contenders.filter(free_ms__lte=now - LEFT_MS, entrant__away=False)
    free = free.filter(entrant__status=Entrant.Status.PLAYING).annotate(
        number=F("entrant__number"),
        player=F("entrant__player"),
        is_bot=F("entrant__player__is_bot"),
    )
    arrived, left, waiting = [], [], []
    elsewhere = at_other_tables(stage.tournament_id, [contender.player for contender in free])
    for contender in free:
        if (contender.is_bot or contender.player in present) and contender.player not in elsewhere:
            waiting.append(contender)
            if contender.waiting_ms is None:
                contender.waiting_ms = now
                arrived.append(contender.pk)
        elif contender.waiting_ms is not None:
            left.append(contender.pk)
    Contender.objects.filter(pk__in=arrived).update(waiting_ms=now)
    Contender.objects.filter(pk__in=left).update(waiting_ms=None)
    return waiting


def pool_of(ledger: Ledger, waiting: Iterable[Any]) -> list[waves.Waiting]:
    """The waiting entrants, in the order of the standing."""
    by_number = {one.number: one for one in waiting}
    tie_lots = lots.tie_lots(bytes(ledger.tournament.key), by_number)
    order = arena.by_standing(
        {number: tally_of(one) for number, one in by_number.items()}, tie_lots
    )
    return [
        waves.Waiting(number, ledger.now - (entrant.waiting_ms or ledger.now), entrant.last_id)
        for number, entrant in ((number, by_number[number]) for number in order)
    ]


def begin(ledger: Ledger, stage: Stage, pool: list[waves.Waiting], seating: waves.Wave) -> Round:
    """Store the round of a wave, which begins at once."""
    number = stage.rounds.count() + 1
    seated = [entrant for table in seating.tables for entrant in table]
    counts = seat_counts(stage, seated)
    key, label = bytes(ledger.tournament.key), f"seats|{stage.number}|{number}"
    tables = [
        Drawn(seats.seating(table, counts, lots.lot(key, f"{label}|{place}")).seats)
        for place, table in enumerate(seating.tables, 1)
    ]
    new = store(ledger, stage, Draw("arena", tuple(tables), ()))
    new.pool = {
        "pool": [{"entrant": one.entrant, "waited": one.waited} for one in pool],
        "duel": seating.duel,
    }
    ledger.act("publish", round_args(new))
    ledger.act("begin", round_args(new))
    new.published_ms = new.begins_ms = new.begun_ms = ledger.now
    new.state = STATES.OPENING
    new.save()
    stage.contenders.filter(entrant__number__in=seated).update(free_ms=None, waiting_ms=None)
    return new


def seat_counts(stage: Stage, entrants: Collection[int]) -> Mapping[int, list[int]]:
    """How often each of these entrants has played in seat 1, 2, ... (3.6)."""
    played = Place.objects.filter(round__stage=stage, entrant__number__in=entrants)
    played = played.exclude(place=None).exclude(pairing__status__in=(STATUS.NOSHOW, STATUS.VOID))
    counts: dict[int, list[int]] = {}
    rows = played.values_list("entrant__number", "seat").annotate(times=Count("pk"))
    for entrant, seat, times in rows:
        counts.setdefault(entrant, [0] * MOST_SEATS)[seat - 1] = times
    return counts


# Results ---------------------------------------------------------------------------------


def tally_of(contender: Contender) -> Tally:
    return Tally(
        contender.points * checks.SMALLEST_PART, contender.wins, contender.games, contender.in_a_row
    )


def keep(contender: Contender, tally: Tally) -> None:
    contender.points, contender.wins = int(tally.points / checks.SMALLEST_PART), tally.wins
    contender.games, contender.in_a_row = tally.games, tally.in_a_row


def release(ledger: Ledger, pairings: Sequence[Pairing]) -> list[list[str]]:
    """Count the results of tables that are over, read with their places, and free their players.
    Return the points of each table by seat, doubled in a series (5.8.3)."""
    stage = pairings[0].round.stage
    seated = stage.contenders.filter(entrant__places__pairing__in=pairings)
    contenders = {one.entrant_id: one for one in seated}
    tables = tables_of(Pairing.objects.filter(pk__in=[pairing.pk for pairing in pairings]))
    s = settings_of(stage)
    gained = [free(one, tables[one.pk], contenders, s, ledger.now) for one in pairings]
    fields = ["points", "wins", "games", "in_a_row", "last", "free_ms", "waiting_ms"]
    Contender.objects.bulk_update(contenders.values(), fields)
    return gained


def free(
    pairing: Pairing,
    result: record.Table,
    contenders: Mapping[int, Contender],
    s: Settings,
    now: int,
) -> list[str]:
    """Free the players of a table, and return their points by seat.  If the table was called off,
    the players who came keep the time they have waited (5.8.4)."""
    gained: list[str] = []
    lines = arena.results(s, [record.Round((result,))])
    was_called_off = pairing.status == STATUS.NOSHOW
    pool = (pairing.round.pool or {}).get("pool", ())
    waited = {row["entrant"]: row["waited"] for row in pool}
    for place in pairing.places.all():
        contender, number = contenders[place.entrant_id], place.entrant.number
        before = tally_of(contender)
        tally = arena.add(before, lines[number][0], streaks=s.streaks)
        keep(contender, tally)
        gained.append(str(tally.points - before.points))
        contender.free_ms = 0 if was_called_off else now
        if not was_called_off:
            contender.last = pairing
        elif place.place is not None:
            contender.waiting_ms = now - waited.get(number, 0)
    return gained


def recount(stage: Stage, entrants: Collection[int]) -> None:
    """Count all results of these entrants (their numbers) again, after one was corrected."""
    s, lines = settings_of(stage), history_of(stage, entrants)
    contenders = list(
        stage.contenders.filter(entrant__number__in=entrants).annotate(number=F("entrant__number"))
    )
    for contender in contenders:
        own = lines.get(contender.number, [])
        keep(contender, reduce(lambda t, line: arena.add(t, line, streaks=s.streaks), own, Tally()))
    Contender.objects.bulk_update(contenders, ["points", "wins", "games", "in_a_row"])


register(WavePlay(), in_waves=True)
