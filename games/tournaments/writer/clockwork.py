"""What happens by itself: everything that is due, by whichever worker comes first (10.5)."""

from collections.abc import Collection

from games.table.writer.outages import OUTAGE_MS, alive_ms
from games.tournaments import terms
from games.tournaments.acts import State
from games.tournaments.models import Round, Stage, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer import arena, life, results, rounds, stages, tables
from games.tournaments.writer.due import OVERDUE, end_of_grace, overdue_ms, restated
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.rounds import STATES

AGAIN_MS = 1000
ASKS_DIRECTOR = ("TOO_FEW", "NO_DRAW")  # refusals that wait for somebody to decide


def advance(*, tournament: int, now: int, here: Collection[int] = ()) -> int | None:
    """Collect results, then do everything that is due.  When to come again (epoch ms).  `here`: the
    players who are on the tournament's pages or at its tables."""
    for game in results.collect(tournament=tournament, now=now):
        tables.open_next_game(game, now=now)
    while True:
        row = Tournament.objects.get(pk=tournament)
        if row.due_ms is None or row.due_ms > now:
            return row.due_ms
        if now - row.due_ms > OUTAGE_MS and is_outage(alive_ms(), now):
            return now + AGAIN_MS  # the lost time is given back first
        try:
            do_next(row, now, here)
        except Refused as refused:
            if refused.code == "BUSY":
                return now + AGAIN_MS
            asks = refused.code in ASKS_DIRECTOR
            if not asks and row.pending_draw is None:
                return None  # somebody was quicker; if not, the sweep comes again
            ask_director(Order(row.pk, now=now), refused.code if asks else "")


def do_next(row: Tournament, now: int, here: Collection[int]) -> None:
    """The one thing that comes next.  Raises Refused."""
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
            go_on(row, now, here)


def go_on(row: Tournament, now: int, here: Collection[int]) -> None:
    order = Order(row.pk, now=now)
    if row.pending_draw is not None:
        rounds.draw_pending(order, row.pending_draw)
        return
    begun = row.stages.exclude(state=Stage.State.WAITING).order_by("-number")
    stage = begun.first()
    assert stage is not None
    opening = stage.rounds.filter(state=STATES.OPENING).order_by("number").first()
    one = rounds.current(stage)
    if stage.state == Stage.State.OVER:
        if row.stages.filter(state=Stage.State.WAITING).exists():
            stages.next_stage(order)
        else:
            life.finish(order)
    elif opening is not None:
        while tables.open_tables(opening, now=now):
            pass
        tables.play_on(opening, now=now)
    elif stage.format.in_waves:
        go_on_in_arena(row, stage, now, here)
    elif one is None:
        if not results.end_if_decided(order):
            rounds.draw_round(order)
    elif one.state == STATES.PUBLISHED:
        rounds.begin(order)
    elif is_due(end_of_grace(stage, terms.resolve(row.terms), now), now):
        tables.settle_absent(order)
    else:
        notice_overdue(order, one)


def go_on_in_arena(row: Tournament, stage: Stage, now: int, here: Collection[int]) -> None:
    """Tables that somebody is missing at, then the next wave, or the end."""
    order = Order(row.pk, now=now)
    if is_due(end_of_grace(stage, terms.resolve(row.terms), now), now):
        tables.settle_absent(order)
    if stage.ends_ms and now >= stage.ends_ms:
        results.end_if_decided(order)
    else:
        arena.wave(order, here=here)


def is_due(moment: int | None, now: int) -> bool:
    return moment is not None and moment <= now


def ask_director(order: Order, question: str) -> None:
    """Something waits until a director has decided; a draw that was wanted is not made."""
    with acting(order) as ledger:
        ledger.tournament.question, ledger.tournament.pending_draw = question, None


def notice_overdue(order: Order, one: Round) -> None:
    """Tell directors if the next round should have begun."""
    with acting(order) as ledger:
        if is_due(overdue_ms(ledger, one), ledger.now):
            ledger.tournament.question = OVERDUE


# Outages ---------------------------------------------------------------------------------


def is_outage(alive: int, now: int) -> bool:
    """Has no worker reported since `alive` (epoch ms; 0: never)?"""
    return bool(alive) and now - alive > OUTAGE_MS


def give_back(*, alive: int, now: int) -> int:
    """Give every running tournament the time since the last report back, if that was an outage
    (10.6).  Tables get theirs with the next report.  Returns how many got some.  If it breaks
    off it is repeated: who got theirs gets only what was lost since then.  Raises Refused."""
    if not is_outage(alive, now):
        return 0
    running = list(Tournament.objects.filter(state=State.RUNNING).values_list("pk", flat=True))
    for pk in running:
        with acting(Order(pk, now=now)) as ledger:
            t = ledger.tournament
            life.postpone(ledger, max(alive, t.given_ms))
            t.given_ms = now
    return len(running)


def unattended(now: int) -> list[int]:
    """Tournaments with something due, or with tables that have ended and are not counted."""
    overdue = Tournament.objects.due(at=now).values_list("pk", flat=True)
    ended = results.uncollected()
    waiting = ended.values_list("pairing__round__stage__tournament", flat=True).distinct()
    return list({*overdue, *waiting})
