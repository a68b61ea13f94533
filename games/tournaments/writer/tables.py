"""The tables of a round: opened in portions, and begun without absent players (6.5, 11.4)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q

from games.accounts.models import Player
from games.notices.kinds import Kind
from games.notices.writer import notify_all
from games.relations.circles import Circle
from games.rules.catalogue import find
from games.table.clock import now_ms
from games.table.models import Seat, Table
from games.table.reasons import Reason
from games.table.writer import arranged
from games.tournaments import checks, lots, terms
from games.tournaments.acts import State
from games.tournaments.models import Entrant, Pairing, Place, Round, Tournament, TournamentGame
from games.tournaments.reading.overlap import at_other_tables
from games.tournaments.reading.record import annulled, settings_of, with_places
from games.tournaments.refusals import Refused
from games.tournaments.scoring.points import Attendance, attendance
from games.tournaments.settings import Settings
from games.tournaments.terms import Terms
from games.tournaments.writer.deadlines import grace_ms, waiting_pairings
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.results import complete, decide
from games.tournaments.writer.rounds import STATES, round_args

PORTION = 50  # tables of one transaction
Seating = list[Player | None]  # by seat; None: a bot
STATUS = Pairing.Status


def open_tables(round_: Round, *, now: int | None = None) -> int:
    """Open the next portion of tables of this round; return how many were opened.  Several workers
    take different pairings."""
    at = now_ms() if now is None else now
    s, t = settings_of(round_.stage), round_.stage.tournament
    conditions = terms.resolve(t.terms)
    with transaction.atomic():
        opening = Round.objects.filter(pk=round_.pk, state=STATES.OPENING)  # it may be undone
        planned = round_.pairings.filter(status=STATUS.PLANNED).order_by("number")
        if connection.features.has_select_for_update:
            opening, planned = opening.select_for_update(no_key=True), planned.select_for_update()
        if not opening.exists():
            return 0
        portion = list(planned.prefetch_related(with_places("entrant__player"))[:PORTION])
        elsewhere = busy_of(t.pk, portion)
        of_size: dict[int, list[tuple[Pairing, Seating]]] = defaultdict(list)
        for pairing in portion:
            places = list(pairing.places.all())
            coming = sum(can_come(place, elsewhere) for place in places)
            if coming > 1 and (coming == len(places) or not s.format.needs_all):
                seating = seating_of(places, s, elsewhere)
                of_size[len(seating)].append((pairing, seating))
        shared = shared_deal(round_)
        for seatings in of_size.values():
            open_games(seatings, s, conditions, at, circle=private_circle(t), shared=shared)
        rows = Pairing.objects.filter(pk__in=[pairing.pk for pairing in portion])
        rows.update(status=STATUS.OPEN)
        if not s.format.in_waves:  # where somebody gets a table every minute
            announce(round_, chain.from_iterable(of_size.values()))
    return len(portion)


def busy_of(tournament: int, pairings: Iterable[Pairing]) -> set[int]:
    """The players of these pairings who are at a table of another tournament, which began first
    (17.6)."""
    players = [place.entrant.player_id for one in pairings for place in one.places.all()]
    return at_other_tables(tournament, players)


def can_come(place: Place, elsewhere: Collection[int]) -> bool:
    return not place.entrant.is_gone and place.entrant.player_id not in elsewhere


def seating_of(places: Iterable[Place], s: Settings, elsewhere: Collection[int]) -> Seating:
    """The players by seat, with bots in the empty seats (6.6).  Players who can come move up to the
    first seats, unless each seat is compared with the same seat at other tables."""
    seating = [p.entrant.player if can_come(p, elsewhere) else None for p in places]
    if not s.duplicate:
        seating = [player for player in seating if player is not None]
    return seating + [None] * (dealt_to(s) - len(seating))


def dealt_to(s: Settings) -> int:
    """The fewest seats, those of bots included, to which cards are dealt."""
    return s.size if s.duplicate else checks.seats_of(s.game, s.options)[0]


def shared_deal(round_: Round) -> arranged.SharedDeal | None:
    """The cards of all tables of a round of duplicate; a round that is drawn again after an undo
    gets new ones."""
    stage = round_.stage
    if not settings_of(stage).duplicate:
        return None
    draws = stage.rounds.filter(number=round_.number).count()
    name = f"{stage.tournament.code}|{stage.number}|{round_.number}|{draws}"
    secret = lots.round_secret(bytes(stage.tournament.secret), name)
    return arranged.SharedDeal(name, secret)


def announce(round_: Round, seatings: Iterable[tuple[Pairing, Seating]]) -> None:
    """Notify the players of these tables, wherever they are."""
    code = round_.stage.tournament.code
    players = [player.pk for _, seated in seatings for player in seated if player is not None]
    subject = f"{code}-{round_.stage.number}-{round_.number}"
    notify_all(players, Kind.ROUND, subject, {"code": code, "round": round_.number})


def open_games(
    seatings: Sequence[tuple[Pairing, Seating]],
    s: Settings,
    conditions: Terms,
    now: int,
    number: int = 1,
    circle: Circle | None = None,
    shared: arranged.SharedDeal | None = None,
) -> None:
    """Open a game for each of these pairings, which have the same number of seats.  Only members of
    the `circle` see them; all play the `shared` deal, if there is one."""
    game, size = find(s.game), len(seatings[0][1])
    o = game.options(arranged.seated(s.game, s.options, size))
    away_s = conditions.absent_after_min * 60 if game.has_decisions(o) else None
    tables = arranged.open_arranged(
        game=s.game,
        options=s.options,
        seatings=[arranged.with_bots(s.game, seating) for _, seating in seatings],
        agree=conditions.agree,
        forfeit_after_s=away_s,
        limit_ms=checks.limit_ms(s, conditions, size),
        private=conditions.link_only,
        circle=circle,
        shared=shared,
        rated=conditions.rated,
        now=now,
    )
    TournamentGame.objects.bulk_create(
        TournamentGame(pairing=pairing, number=number, table=table, opened_ms=now)
        for (pairing, _), table in zip(seatings, tables, strict=True)
    )


def private_circle(tournament: Tournament) -> Circle | None:
    """The circle whose members alone see the tables; None: everybody may."""
    return tournament.circle if tournament.private else None


def play_on(opened: Round, *, now: int) -> None:
    """Mark a round as being played once all its tables are open, and complete it if nobody
    plays."""
    with acting(Order(opened.stage.tournament_id, now=now)) as ledger:
        round_ = Round.objects.get(pk=opened.pk)
        if round_.state != STATES.OPENING:
            return
        round_.state = STATES.PLAYING
        round_.save()
        miss_unseated(ledger, round_)
        complete(ledger, round_)


def miss_unseated(ledger: Ledger, round_: Round) -> None:
    """Mark the players as absent who were called to another tournament before (17.6).  The other
    players at their tables play without them."""
    games = TournamentGame.objects.filter(pairing=OuterRef("pairing"))
    seats = games.filter(table__seats__player=OuterRef("entrant__player"))
    missing = round_.places.filter(Exists(games), ~Exists(seats), pairing__status=STATUS.OPEN)
    missing = missing.filter(entrant__status=Entrant.Status.PLAYING).order_by("pairing__number")
    by_table: dict[int, list[Entrant]] = defaultdict(list)
    for place in missing.select_related("entrant", "pairing"):
        assert place.pairing is not None
        by_table[place.pairing.number].append(place.entrant)
    for number, absent in by_table.items():
        note_absent(ledger, round_, number, absent)


def note_absent(ledger: Ledger, round_: Round, pairing: int, absent: Sequence[Entrant]) -> None:
    mark_away(absent)
    numbers = sorted(entrant.number for entrant in absent)
    ledger.act("noshow", round_args(round_) | {"pairing": pairing, "absent": numbers})


def open_next_game(last: TournamentGame, *, now: int) -> None:
    """Open the next game of a match, in exchanged seats (3.7)."""
    pairing = last.pairing
    stage = pairing.round.stage
    with acting(Order(stage.tournament_id, now=now)) as ledger:
        if pairing.games.filter(number__gt=last.number).exists():
            return
        seats = last.table.seats.order_by("-number").select_related("player")
        players: Seating = [seat.player for seat in seats]
        seatings = [(pairing, players)]
        circle = private_circle(ledger.tournament)
        open_games(seatings, settings_of(stage), ledger.terms, ledger.now, last.number + 1, circle)


def deal_together(*, tournament: int, now: int) -> None:
    """Deal at all tables of a round of duplicate once everybody is ready and no table is paused;
    after the grace period they begin without absent players."""
    games = TournamentGame.objects.filter(
        pairing__round__stage__tournament=tournament,
        pairing__round__stage__tournament__state=State.RUNNING,
        pairing__round__state=STATES.PLAYING,
        void=False,
        table__status="open",
    ).exclude(table__shared_deal="")
    tables = list(games.order_by("pairing__number").values_list("table", flat=True))
    waiting = Seat.objects.filter(Q(ready=False) | Q(table__paused_ms__isnull=False))
    if tables and not waiting.filter(table__in=tables).exists():
        with acting(Order(tournament, now=now)) as ledger:
            arranged.deal_together(tables, now=ledger.now)


# Absent players --------------------------------------------------------------------------


def settle_absent(order: Order) -> int:
    """End the grace period: tables begin with the players who came, or are decided.  Return the
    number of these tables."""
    with acting(order) as ledger:
        stage = ledger.stage
        playing = stage.rounds.filter(state=STATES.PLAYING) if stage else Round.objects.none()
        if stage is None or not playing:
            raise Refused("NO_ROUND")
        since = ledger.now - grace_ms(stage, ledger.terms)
        waiting = [
            (pairing, game.table if game else None)
            for pairing, game in waiting_pairings(playing)
            if game is None or game.opened_ms <= since
        ]
        arrivals = arranged.came([table for _, table in waiting if table is not None])
        for pairing, table in waiting:
            present = arrivals.get(table.pk, set()) if table is not None else set()
            settle(ledger, pairing, table, present)
        for round_ in {pairing.round for pairing, _ in waiting}:
            complete(ledger, round_)
        return len(waiting)


def settle(ledger: Ledger, pairing: Pairing, table: Table | None, present: Collection[int]) -> None:
    """Settle one pairing at the end of the grace period (6.5, 6.6)."""
    round_ = pairing.round
    s = settings_of(round_.stage)
    places = list(pairing.places.all())
    seats = seats_at(table) if table else {}
    there = {seats[number] for number in present}
    if table is None:  # nobody need prove to be here
        there = there_without_table(ledger, pairing, places)
    absent = [p.entrant for p in places if p.entrant.player_id not in there]
    if table is None and annulled(round_.stage) & {e.number for e in absent}:
        decide(ledger, pairing, {}, "annulled")
        return
    outcome = attendance(
        [p.entrant.number for p in places],
        {e.number for e in absent},
        dealt_to(s),
        keep_seats=s.duplicate,
    )
    if absent and s.format.needs_all:
        waiting = [p.entrant.number for p in places if p.entrant not in absent]
        call_off(ledger, pairing, table, waiting)
    elif outcome.status == "play" and table is not None:
        begin_without(places, table, outcome, ledger.now)
    else:
        if table is not None:
            arranged.call_off(table=table, reason=Reason.TOO_FEW_CAME, now=ledger.now)
        decide(ledger, pairing, {outcome.winner: 1} if outcome.winner else {}, outcome.status)
    if absent:
        note_absent(ledger, round_, pairing.number, absent)


def there_without_table(ledger: Ledger, pairing: Pairing, places: Sequence[Place]) -> set[int]:
    """The players of a pairing without a table who count as present.  Players who came back after
    the round began do not count; if enough players for a table are here now, nobody counts."""
    elsewhere = busy_of(pairing.round.stage.tournament_id, [pairing])
    returns = ledger.tournament.acts.filter(act="return", at_ms__gte=pairing.round.begun_ms)
    late = {act.args["entrant"] for act in returns}
    there = {
        place.entrant.player_id
        for place in places
        if can_come(place, elsewhere) and place.entrant.number not in late
    }
    most = len(places) - 1 if pairing.round.stage.format.needs_all else 1
    return there if len(there) <= most else set()


def call_off(
    ledger: Ledger, pairing: Pairing, table: Table | None, present: Collection[int]
) -> None:
    """Call off a table at which somebody is missing, for a format that needs all (5.8.4)."""
    if table is not None:
        arranged.call_off(table=table, reason=Reason.NOT_ALL_CAME, now=ledger.now)
    decide(ledger, pairing, dict.fromkeys(present, 1), "noshow")


def seats_at(table: Table) -> dict[int, int]:
    """The players at a table (keys), by the number of their seat."""
    return dict(table.seats.values_list("number", "player_id"))


def begin_without(places: Iterable[Place], table: Table, outcome: Attendance, now: int) -> None:
    players = {p.entrant.number: p.entrant.player for p in places}
    playing = [players.get(number) for number in outcome.seats]
    arranged.deal_to(table=table, players=playing, now=now)


def mark_away(absent: Iterable[Entrant]) -> None:
    """Mark entrants as away: they are not drawn until they come back (2.6)."""
    numbers = [entrant.pk for entrant in absent]
    Entrant.objects.filter(pk__in=numbers, status=Entrant.Status.PLAYING).update(away=True)
