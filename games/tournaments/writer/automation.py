"""Automatic progress: whichever worker comes first does everything that is due (10.5)."""

from collections.abc import Collection

from games.table.writer import outages
from games.table.writer.outages import OUTAGE_MS
from games.tournaments.acts import State
from games.tournaments.models import Stage, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer import life, results, rounds, stages, tables
from games.tournaments.writer.deadlines import restated
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.rounds import STATES
from games.tournaments.writer.stage_play import play_of

AGAIN_MS = 1000
ASKS_DIRECTOR = ("TOO_FEW", "NO_DRAW")  # refusals that wait for somebody to decide


def advance(*, tournament: int, now: int, present: Collection[int] = ()) -> int | None:
    """Collect results, then do everything that is due.  Return when to call this again (epoch ms).
    `present`: the players who are on the tournament's pages or at its tables."""
    tables.deal_together(tournament=tournament, now=now)
    for game in results.collect(tournament=tournament, now=now):
        tables.open_next_game(game, now=now)
    while True:
        row = Tournament.objects.get(pk=tournament)
        if row.due_ms is None or row.due_ms > now:
            return row.due_ms
        if now - row.due_ms > OUTAGE_MS and is_outage(now):
            return now + AGAIN_MS  # the lost time is given back first
        try:
            if tournament in owed():
                give_back(tournament)
            else:
                do_next(row, now, present)
        except Refused as refused:
            if refused.code == "BUSY":
                return now + AGAIN_MS
            asks = refused.code in ASKS_DIRECTOR
            if not asks and row.pending_draw is None:
                return None  # somebody was quicker; if not, the sweep comes again
            ask_director(Order(row.pk, now=now), refused.code if asks else "")


def do_next(row: Tournament, now: int, present: Collection[int]) -> None:
    """Do the next step that is due, only one.  Raises Refused."""
    order = Order(row.pk, now=now)
    if restated(row).exists():
        results.restate_next(order)
        return
    match State(row.state):
        case State.ANNOUNCED:
            life.open_entries(order)
        case State.OPEN if row.terms.get("checkin_min") is not None:
            life.open_checkin(order)
        case State.OPEN | State.CHECKIN:
            life.start(order)
        case State.RUNNING:
            go_on(row, now, present)


def go_on(row: Tournament, now: int, present: Collection[int]) -> None:
    order = Order(row.pk, now=now)
    if row.pending_draw is not None:
        rounds.draw_pending(order, row.pending_draw)
        return
    begun = row.stages.exclude(state=Stage.State.WAITING).order_by("-number")
    stage = begun.first()
    assert stage is not None
    opening = stage.rounds.filter(state=STATES.OPENING).order_by("number").first()
    if stage.state == Stage.State.OVER:
        if row.stages.filter(state=Stage.State.WAITING).exists():
            stages.next_stage(order)
        else:
            life.finish(order)
    elif opening is not None:
        while tables.open_tables(opening, now=now):
            pass
        tables.play_on(opening, now=now)
    else:
        play_of(stage).go_on(stage, now, present)


def ask_director(order: Order, question: str) -> None:
    """Wait for a director's decision; a requested draw is dropped."""
    with acting(order) as ledger:
        ledger.tournament.question, ledger.tournament.pending_draw = question, None


# Outages ---------------------------------------------------------------------------------


def is_outage(now: int) -> bool:
    """Whether the worker that was running has stopped reporting."""
    return bool(alive := outages.alive_ms()) and now - alive > OUTAGE_MS


def owed() -> list[int]:
    """The running tournaments (ids) that were not yet extended by the time of the last outage
    (10.6)."""
    outage = outages.last()
    if outage.settled == outage.outage:
        return []
    until = outage.until_ms
    running = Tournament.objects.filter(state=State.RUNNING, state_ms__lt=until, given_ms__lt=until)
    return list(running.values_list("pk", flat=True))


def give_back(tournament: int) -> None:
    """Extend a tournament by the time of the last outage, once.  Raises Refused."""
    outage = outages.last()
    with acting(Order(tournament, now=outage.until_ms)) as ledger:
        t = ledger.tournament
        since = max(outage.since_ms, t.state_ms, t.given_ms)
        if t.state == State.RUNNING and since < outage.until_ms:
            life.postpone(ledger, since)
            t.given_ms = outage.until_ms


def unattended(now: int) -> list[int]:
    """Tournaments with something due, or with finished tables that are not counted yet."""
    overdue = Tournament.objects.due(at=now).values_list("pk", flat=True)
    ended = results.uncollected()
    waiting = ended.values_list("pairing__round__stage__tournament", flat=True).distinct()
    return list({*overdue, *waiting})
