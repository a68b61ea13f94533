"""Races: what the server measures before the rules judge (section 1.9 of the rules)."""

from games.rules.game import Act
from games.table.models import Seat, Status
from games.table.writer.ledger import Ledger

PROGRAM_MS = 250  # the bot of a program never counts as faster
CREDIT_MS, MOST_CREDIT_MS = 30, 250
LEAD_MS, MOST_LEAD_MS = 50, 400
NOTICED_MS = 20  # smaller changes of the lead are not worth a move


def timed(ledger: Ledger, seat: Seat, act: Act, *, by_bot: bool, arrival: int) -> Act:
    """An act of a race with its arrival (game time) and the credit for its connection.  A bot's
    reaction is drawn, not measured: it arrives when it happens.  At one screen the device's times
    decide: there is no connection between the players."""
    name, args = ledger.game.write_act(act)
    if "arr" not in args:
        return act
    reveal = ledger.game.view(ledger.state, ledger.o, None)["reveal"]
    shown_at = reveal["show_at"] if reveal else ledger.at
    as_told = by_bot or seat.bot or ledger.table.one_screen
    arrival = args["rt"] if as_told else arrival - shown_at
    credit = 0 if as_told else min(seat.rtt_ms + CREDIT_MS, MOST_CREDIT_MS)
    arrival, claimed = max(-60_000, min(arrival, 600_000)), args["rt"]
    if ledger.table.outside_bots and seat.player.owner_id is not None:
        arrival, claimed, credit = max(arrival, PROGRAM_MS), max(claimed, PROGRAM_MS), 0
    judged = {"rt": claimed, "arr": arrival, "credit": credit}
    return ledger.game.read_move(name, args | judged)


def set_lead(ledger: Ledger) -> None:
    """Set how early cards are sent before they are shown, so that the slowest seat has them in
    time.  Only for tables where reactions are measured."""
    table = ledger.table
    if (
        table.status != Status.RUNNING
        or table.paused_ms is not None
        or not ledger.game.races(ledger.o)
    ):
        return
    slowest = max((seat.rtt_ms for seat in ledger.seats if not seat.plays_itself), default=0)
    lead = min(slowest // 2 + LEAD_MS, MOST_LEAD_MS)
    if abs(lead - ledger.table.lead_ms) >= NOTICED_MS:
        ledger.change(lead_ms=lead)
        ledger.play(None, ledger.game.read_move("lead", {"ms": lead}))
