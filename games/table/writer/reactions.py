"""Races: what the server measures before the rules judge (section 1.9 of the rules)."""

from games.rules.game import Act
from games.table.models import Seat, Status
from games.table.writer.ledger import Ledger

PROGRAM_MS = 250  # the bot of a program never counts as faster
CREDIT_MS, MOST_CREDIT_MS = 30, 250
LEAD_MS, MOST_LEAD_MS = 50, 400
NOTICED_MS = 20  # smaller changes of the lead are not worth a move


def timed(book: Ledger, seat: Seat, act: Act, *, by_bot: bool, arrival: int) -> Act:
    """An act of a race with its arrival (game time) and the credit for its connection.  A bot's
    reaction is drawn, not measured: it arrives when it happens."""
    name, args = book.game.write_act(act)
    if "arr" not in args:
        return act
    reveal = book.game.view(book.state, book.o, None)["reveal"]
    shown = reveal["show_at"] if reveal else book.at
    arrival = args["rt"] if by_bot or seat.bot else arrival - shown
    credit = 0 if by_bot or seat.bot else min(seat.rtt_ms + CREDIT_MS, MOST_CREDIT_MS)
    arrival, claimed = max(-60_000, min(arrival, 600_000)), args["rt"]
    if book.table.outside_bots and seat.player.owner_id is not None:
        arrival, claimed, credit = max(arrival, PROGRAM_MS), max(claimed, PROGRAM_MS), 0
    judged = {"rt": claimed, "arr": arrival, "credit": credit}
    return book.game.read_move(name, args | judged)


def set_lead(book: Ledger) -> None:
    """Set how early cards are sent before they are shown, so that the slowest seat has them in
    time.  Only for tables where reactions are measured."""
    table = book.table
    if table.status != Status.RUNNING or table.paused_ms is not None or not book.game.races(book.o):
        return
    slowest = max((seat.rtt_ms for seat in book.seats if not seat.plays_itself), default=0)
    lead = min(slowest // 2 + LEAD_MS, MOST_LEAD_MS)
    if abs(lead - book.table.lead_ms) >= NOTICED_MS:
        book.change(lead_ms=lead)
        book.play(None, book.game.read_move("lead", {"ms": lead}))
