"""The deadlines of a table: which one is next, and what happens then.  The next one is stored as
`due_ms`."""

from typing import NamedTuple

from games.table.models import Seat, Status
from games.table.reasons import Reason
from games.table.writer import deal, outages
from games.table.writer.ledger import Ledger

OPEN_MS = 30 * 60_000  # how long an open table waits for players


class Deadline(NamedTuple):
    """A deadline at `at` (epoch ms); sorted by time, then in the order of the kinds below."""

    at: int
    rank: int
    kind: str
    seat: Seat | None = None


def next_due(ledger: Ledger) -> Deadline | None:
    return min(deadlines(ledger), default=None, key=lambda deadline: deadline[:2])


def deadlines(ledger: Ledger) -> list[Deadline]:
    if ledger.table.paused_ms is not None:
        return []
    if ledger.table.status == Status.OPEN:
        return waiting(ledger)
    if ledger.table.status == Status.RUNNING:
        return playing(ledger)
    return []


def waiting(ledger: Ledger) -> list[Deadline]:
    """Yield the deadlines before the deal."""
    table = ledger.table
    deadlines: list[Deadline] = []
    if table.arranged:
        return deadlines
    if table.deal_ms is not None:
        deadlines.append(Deadline(table.deal_ms, 0, "deal"))
    away = [seat.away_ms for seat in ledger.seats if not seat.bot]
    if None not in away:
        last = max((ms for ms in away if ms is not None), default=table.moved_ms or ledger.now)
        deadlines.append(Deadline(last + OPEN_MS, 1, "expire"))
    if table.vacate_after_s is not None:
        for seat in ledger.seats:
            if seat.away_ms is not None and not seat.bot:
                at = seat.away_ms + table.vacate_after_s * 1000
                deadlines.append(Deadline(at, 2, "vacate", seat))
    return deadlines


def playing(ledger: Ledger) -> list[Deadline]:
    table, deadlines = ledger.table, []
    timer = ledger.game.deadline(ledger.state, ledger.o)
    if timer >= 0:
        deadlines.append(Deadline(table.epoch_ms(timer), 0, "timer"))
    if table.offer:
        deadlines.append(Deadline(table.offer["until"], 1, "offer"))
    if table.limit_ms is not None:
        deadlines.append(Deadline(table.epoch_ms(table.limit_ms), 4, "limit"))
    for seat in ledger.seats:
        if seat.away_ms is None or seat.bot or seat.number in out_of(ledger):
            continue
        if table.substitute and not seat.substitute:
            until = seat.away_ms + table.away_after_s * 1000
            deadlines.append(Deadline(until, 2, "substitute", seat))
        if table.forfeit_after_s is not None:
            until = seat.away_ms + table.forfeit_after_s * 1000
            deadlines.append(Deadline(until, 3, "forfeit", seat))
    return deadlines


def out_of(ledger: Ledger) -> set[int]:
    """Seats whose players are out of the game, so that no substitute is needed."""
    view = ledger.game.view(ledger.state, ledger.o, None)
    return {seat["seat"] for seat in view["seats"] if seat["out"]}


def fire_due(ledger: Ledger) -> None:
    """Handle all deadlines up to now, in order, each at its own time."""
    outages.give_back_if_late(ledger)
    deadline = next_due(ledger) if ledger.table.due_ms is not None else None
    while deadline is not None and deadline.at <= ledger.now:
        fire(ledger, deadline)
        deadline = next_due(ledger)


def fire(ledger: Ledger, deadline: Deadline) -> None:
    at = ledger.table.game_ms(deadline.at)
    match deadline.kind:
        case "timer":
            ledger.fire()
        case "deal":
            deal.deal(ledger, at=deadline.at)
        case "expire":
            ledger.abort(Reason.ABANDONED)
        case "vacate":
            assert deadline.seat is not None
            give_up_on(ledger, deadline.seat)
        case "offer":
            ledger.change(offer=None)
            ledger.log("lapse", at=at)
        case "substitute":
            assert deadline.seat is not None
            ledger.change_seat(deadline.seat, substitute=True)
            ledger.log("substitute", seat=deadline.seat.number, at=at)
        case "forfeit":
            assert deadline.seat is not None
            ledger.play(deadline.seat, ledger.game.read_act("resign", {}), at=at)
        case "limit":
            ledger.play(None, ledger.game.read_move("stop", {"end": "limit"}), at=at)


def give_up_on(ledger: Ledger, seat: Seat) -> None:
    """Free the seat of a player who never connected."""
    ledger.vacate(seat, act="missed", by=seat.player)
    if all(other.bot for other in ledger.seats):
        ledger.abort(Reason.NOBODY_CAME)
    else:
        deal.deal_when_ready(ledger)
