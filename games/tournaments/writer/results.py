"""Results: collected from finished tables, and rounds completed with them (6, 11.5)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import QuerySet, prefetch_related_objects

from games.table.models import Table
from games.table.reasons import Reason
from games.table.writer import arranged
from games.tournaments import lots
from games.tournaments.acts import Role
from games.tournaments.log import Act
from games.tournaments.models import Entrant, Pairing, Place, Round, Stage, Standing, TournamentGame
from games.tournaments.reading.record import (
    HIDDEN,
    KINDS,
    PENDING,
    annulled,
    has_places,
    read_rounds,
    record_of,
    round_of,
    settings_of,
    tables_of,
    with_places,
)
from games.tournaments.scoring import points, record
from games.tournaments.scoring.record import Kind
from games.tournaments.settings import Settings
from games.tournaments.writer.deadlines import OVERDUE, restated
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.rounds import STATES, current, round_args
from games.tournaments.writer.stage_play import play_of

STATUS = Pairing.Status
DECIDED = {
    "walkover": STATUS.WALKOVER, "noshow": STATUS.NOSHOW, "annulled": STATUS.ANNULLED
}  # fmt: skip


class Decision(NamedTuple):
    """The result of a pairing: `places` by entrant, without those who did not come."""

    pairing: Pairing
    places: Mapping[int, int]
    status: str


def collect(*, tournament: int, now: int) -> list[TournamentGame]:
    """Collect results: one act for each table that has ended since; a round is complete when no
    pairing is open.  Return the games after which a match continues."""
    going_on: list[TournamentGame] = []
    if not uncollected().filter(pairing__round__stage__tournament=tournament).exists():
        return []
    with acting(Order(tournament, now=now)) as ledger:
        ended = ended_matches(ledger.stage) if ledger.stage else []
        last = [games[-1] for games in ended]
        tables = tables_of(Pairing.objects.filter(games__in=last))
        decisions = []
        for games in ended:
            if decision := decision_of(games, tables[games[-1].pairing_id]):
                decisions.append(decision)
            else:
                going_on.append(games[-1])
        decide_all(ledger, decisions)
        for round_ in {game.pairing.round for game in last}:
            complete(ledger, round_)
    return going_on


def uncollected() -> QuerySet[TournamentGame]:
    """Finished games of open pairings."""
    return TournamentGame.objects.filter(
        pairing__status=STATUS.OPEN, void=False, table__status="finished"
    )


def ended_matches(stage: Stage) -> list[list[TournamentGame]]:
    """The games of each open pairing whose last one is over, in the order in which they ended."""
    running = stage.rounds.filter(state__in=(STATES.OPENING, STATES.PLAYING))
    rounds = {one.pk: one for one in running}  # each with this stage, and once for all its tables
    over = uncollected().filter(pairing__round__in=rounds).values("pairing")
    games = TournamentGame.objects.filter(pairing__in=over, void=False).order_by("number")
    columns = [f"pairing__{name}" for name in ("round", "number", "status")]
    columns += [f"table__{name}" for name in ("status", "end", "ended_at")]
    matches = defaultdict[int, list[TournamentGame]](list)
    for game in games.select_related("pairing", "table").only("number", *columns):
        game.pairing.round = rounds[game.pairing.round_id]
        matches[game.pairing_id].append(game)
    ended = [games for games in matches.values() if games[-1].table.status == "finished"]
    return sorted(ended, key=lambda games: (games[-1].table.ended_at, games[-1].pairing.number))


def decision_of(games: Sequence[TournamentGame], table: record.Table) -> Decision | None:
    """The result of a pairing whose last game is over; None if another game follows."""
    pairing = games[-1].pairing
    s = settings_of(pairing.round.stage)
    outcome = s.format.outcome(s, table.seats, table.games)
    if outcome is None:
        return None
    status = STATUS.LOT if outcome.by_lot else STATUS.PLAYED
    if status == STATUS.PLAYED and any(game.table.end == "limit" for game in games):
        status = STATUS.ADJUDICATED
    return Decision(pairing, outcome.places, status)


def decide(ledger: Ledger, pairing: Pairing, places: Mapping[int, int], status: str) -> None:
    """Write the result of one pairing, as in `Decision`."""
    decide_all(ledger, [Decision(pairing, places, status)])


def decide_all(ledger: Ledger, decisions: Iterable[Decision]) -> None:
    """Write the results of undecided pairings of one stage, with an act for each."""
    new = [one for one in decisions if one.pairing.status in PENDING]
    pairings, acts = [one.pairing for one in new], list[dict[str, Any]]()
    prefetch_related_objects(pairings, with_places())
    for pairing, places, name in new:
        status = DECIDED.get(name, name)
        if status == STATUS.LOT:
            tie_lots = lots.tie_lots(bytes(ledger.tournament.key), places)
            places = {e: n for n, e in enumerate(sorted(places, key=tie_lots.__getitem__), 1)}
        by_seat = [places.get(place.entrant.number) for place in pairing.places.all()]
        acts.append(set_result(pairing, by_seat, status))
    save_results(pairings)
    if pairings:
        play_of(pairings[0].round.stage).count(ledger, pairings, acts)
    for args in acts:
        ledger.act("result", args, role=Role.SYSTEM)


def store_result(pairing: Pairing, places: Sequence[int | None], status: str) -> dict[str, Any]:
    """Write the result of a pairing, `places` by seat; return the arguments of the act (14.6)."""
    prefetch_related_objects([pairing], with_places())
    stored = set_result(pairing, places, status)
    save_results([pairing])
    return stored


def save_results(pairings: Iterable[Pairing]) -> None:
    """Store results; rows with the same result are written at once, so many take few statements."""
    alike: dict[tuple[int | None, str], list[int]] = defaultdict(list)
    decided: dict[str, list[int]] = defaultdict(list)
    for pairing in pairings:
        decided[pairing.status].append(pairing.pk)
        for row in pairing.places.all():
            alike[row.place, row.points].append(row.pk)
    for (place, gained), rows in alike.items():
        Place.objects.filter(pk__in=rows).update(place=place, points=gained)
    for status, rows in decided.items():
        Pairing.objects.filter(pk__in=rows).update(status=status)


def set_result(pairing: Pairing, places: Sequence[int | None], status: str) -> dict[str, Any]:
    """Set a result on the pairing and its places, without saving them, and return the arguments of
    the act.  The places are prefetched."""
    rows = list(pairing.places.all())
    pairing.status = Pairing.Status(status)
    gained = gains(settings_of(pairing.round.stage), places, pairing.status)
    for row, place, gain in zip(rows, places, gained or [""] * len(rows), strict=True):
        row.place, row.points = place, gain
    absent = [row.entrant.number for row in rows if row.place is None]
    return pairing_args(pairing) | {
        "status": str(status),
        "places": list(places) if has_places(pairing.round.stage, status) else None,
        "points": gained,
        "absent": [] if status in KINDS else absent,
    }


def pairing_args(pairing: Pairing) -> dict[str, Any]:
    """The arguments by which an act names a pairing."""
    return round_args(pairing.round) | {"pairing": pairing.number}


def gains(s: Settings, by_seat: Sequence[int | None], status: Pairing.Status) -> list[str] | None:
    """The points by seat; None if they follow from all tables of the round."""
    if s.duplicate:
        return None
    table = record.Table(
        tuple(range(len(by_seat))), tuple(by_seat), kind=KINDS.get(status, Kind.PLAYED)
    )
    return [str(gain) for gain in s.format.gains(s, table)]


# Rounds and stages that are over -----------------------------------------------------------


def complete(ledger: Ledger, round_: Round) -> None:
    """Complete the round when no pairing is open."""
    if round_.state != STATES.PLAYING or round_.pairings.filter(status__in=PENDING).exists():
        return
    ledger.act("complete", round_args(round_), role=Role.SYSTEM)
    round_.state, round_.ended_ms = STATES.COMPLETE, ledger.now
    round_.save()
    share_points(round_)
    if settings_of(round_.stage).duplicate:
        show_tables(ledger, [round_])
    if ledger.tournament.question == OVERDUE:
        ledger.tournament.question = ""
    play_of(round_.stage).completed(ledger, round_)


def share_points(round_: Round) -> None:
    """Store everybody's points of a complete round of duplicate, from all its tables."""
    s = settings_of(round_.stage)
    if not s.duplicate or round_.state != STATES.COMPLETE:
        return
    played = round_of(round_.pk, read_rounds([round_.pk]))
    gained = points.of_round(s, played.tables)
    places = round_.places.exclude(pairing=None).order_by("pairing__number", "seat")
    rows = list(places)
    for row, gain in zip(rows, chain.from_iterable(gained), strict=True):
        row.points = str(gain)
    Place.objects.bulk_update(rows, ["points"])


def show_tables(ledger: Ledger, rounds: Iterable[Round]) -> None:
    """Show the tables of these rounds to everybody, once nobody else has to play the same cards."""
    held_back = Table.objects.filter(
        tournament_game__pairing__round__in=rounds, held_back=True
    ).values_list("pk", flat=True)
    private = ledger.terms.link_only or ledger.tournament.private
    arranged.show(list(held_back), private=private)


def end_stage(ledger: Ledger, stage: Stage) -> None:
    """End a stage: no round follows; the standing after the last one is final."""
    stage.state = Stage.State.OVER
    stage.save(update_fields=["state"])
    last = stage.rounds.filter(state=STATES.COMPLETE).order_by("number").last()
    if last is not None:
        save_standing(ledger, stage, last.number, is_over=True)


def end_if_decided(order: Order) -> bool:
    """End the stage if nothing is left to play, because the time is over, too few entrants are
    left, or a director wants fewer rounds.  Return whether the stage ended."""
    with acting(order) as ledger:
        stage = ledger.stage
        if stage is None or stage.state != Stage.State.RUNNING or current(stage) is not None:
            return False
        if is_over := play_of(stage).is_over(ledger, stage):
            end_stage(ledger, stage)
        return is_over


def stage_is_over(stage: Stage, number: int) -> bool:
    """Whether nothing is left to play after round `number`."""
    s = settings_of(stage)
    return s.format.is_over(s, number, partial(record_of, stage))


def restate(stage: Stage, since: int = 1) -> None:
    """Have a worker compute the standings after this round and later ones again: in a large field
    that takes seconds, and no request waits for it."""
    stage.refresh_from_db(fields=["restate_from"])
    stage.restate_from = min(stage.restate_from or since, since)
    stage.save(update_fields=["restate_from"])


def restate_next(order: Order) -> None:
    """Compute the first outdated standing again."""
    with acting(order) as ledger:
        next_standing(ledger)


def restate_all(ledger: Ledger) -> None:
    """Compute all outdated standings again, before something depends on them."""
    while next_standing(ledger):
        pass


def next_standing(ledger: Ledger) -> bool:
    """Compute one outdated standing again; return False if there is none."""
    stage = restated(ledger.tournament).first()
    if stage is None:
        return False
    stored = list(stage.standings.filter(after__gte=stage.restate_from).order_by("after"))
    if stored:
        is_over = stage.state == Stage.State.OVER and len(stored) == 1
        save_standing(ledger, stage, stored[0].after, is_over=is_over)
    stage.restate_from = stored[0].after + 1 if len(stored) > 1 else None
    stage.save(update_fields=["restate_from"])
    return True


def save_standing(ledger: Ledger, stage: Stage, after: int, *, is_over: bool) -> None:
    """Store the standing after this round.  It shows lots that decide something, and all lots once
    the tournament has ended (4.4)."""
    rows = play_of(stage).standing(ledger, stage, after, is_over=is_over)
    Standing.objects.update_or_create(stage=stage, after=after, defaults={"rows": rows})


def without_place(stage: Stage) -> set[int]:
    """The numbers of entrants without a place, who are listed last (7.8)."""
    out = Entrant.objects.filter(seeds__stage=stage, status=Entrant.Status.DISQUALIFIED)
    return {*out.values_list("number", flat=True), *annulled(stage)}


def annul(ledger: Ledger, stage: Stage, entrant: Entrant, left: Act) -> None:
    """Annul the pairings of this entrant, who has `left`, and call off open games (2.9)."""
    mine = Pairing.objects.filter(round__stage=stage, places__entrant=entrant)
    mine = mine.exclude(round__state__in=HIDDEN)
    for pairing in mine.select_related("round__stage").order_by("round__number"):
        call_off(pairing.games.all(), left, Reason.ENTRANT_LEFT)
        nobody = [None] * pairing.places.count()
        if pairing.status in PENDING:
            decide(ledger, pairing, {}, "annulled")
            complete(ledger, pairing.round)
        elif pairing.status != STATUS.ANNULLED:
            store_result(pairing, nobody, STATUS.ANNULLED)
            share_points(pairing.round)
    restate(stage)


def call_off(games: QuerySet[TournamentGame], act: Act, reason: str) -> None:
    """Call games off because of this act: they end, and do not count (17.2)."""
    for game in games.filter(table__status__in=("open", "running")):
        arranged.call_off(table=game.table_id, reason=reason, now=act.at_ms)
    make_void(games.filter(table__status="aborted"), act)


def make_void(games: QuerySet[TournamentGame], act: Act) -> None:
    """Make these games void because of this act."""
    games.filter(void=False).update(void=True, void_by=act.number)
