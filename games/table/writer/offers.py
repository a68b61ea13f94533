"""Offers to finish now or to play fast; every player must agree (section 0.6 of the rules)."""

from uuid import UUID

from django.utils.translation import gettext

from games.accounts.models import Player
from games.rules.game import BadAct, Reject
from games.table.models import Seat
from games.table.refusals import Refused
from games.table.writer.ledger import Ledger

OFFER_MS = 15_000  # no answer means no
BETWEEN_MS = 180_000  # between two offers of the same player
# What can be offered, and the server's act when everyone agrees.
OFFERS: dict[str, tuple[str, dict[str, object]]] = {
    "finish": ("stop", {"end": "agreed"}),
    "fast": ("hurry", {}),
}


def in_play(ledger: Ledger) -> set[int]:
    """The numbers of the seats still in the game; other players have no vote."""
    view = ledger.game.view(ledger.state, ledger.o, None)
    return {row["seat"] for row in view["seats"] if not row["out"]}


def make(ledger: Ledger, player: Player, what: str, command: UUID | None) -> None:
    seat = ledger.seat_of(player)
    if what not in OFFERS:
        raise Refused("UNKNOWN_OFFER")
    try:
        ledger.game.read_move(*OFFERS[what])
    except BadAct:
        raise Refused("NO_SUCH_OFFER") from None
    if what == "finish" and not ledger.table.agree:
        raise Refused("NO_SUCH_OFFER")
    if seat.number not in in_play(ledger):
        raise Refused("YOU_ARE_OUT", gettext(Reject.YOU_ARE_OUT.sentence))
    if ledger.table.offer:
        raise Refused("OFFER_OPEN")
    if seat.offered_ms and ledger.now - seat.offered_ms < BETWEEN_MS:
        raise Refused("OFFER_TOO_SOON")
    offer = {"what": what, "by": seat.number, "until": ledger.now + OFFER_MS, "yes": [seat.number]}
    ledger.change_seat(seat, offered_ms=ledger.now)
    ledger.change(offer=offer)
    ledger.log("offer", seat=seat.number, player=player, args={"what": what}, command=command)
    settle(ledger)


def answer(ledger: Ledger, player: Player, yes: bool, command: UUID | None) -> None:
    seat, offer = ledger.seat_of(player), ledger.table.offer
    if not offer:
        raise Refused("NO_OFFER")
    if seat.number == offer["by"]:
        raise Refused("YOUR_OFFER")
    if seat.number in offer["yes"]:
        raise Refused("ANSWERED")
    if seat.number not in in_play(ledger):
        raise Refused("YOU_ARE_OUT", gettext(Reject.YOU_ARE_OUT.sentence))
    ledger.change(offer=offer | {"yes": [*offer["yes"], seat.number]} if yes else None)
    ledger.log("answer", seat=seat.number, player=player, args={"yes": int(yes)}, command=command)
    settle(ledger)


def settle(ledger: Ledger) -> None:
    """Carry out the offer once everyone in play agrees.  Bots always agree, as they gain nothing by
    refusing."""
    offer = ledger.table.offer
    if not offer:
        return
    voters = in_play(ledger)
    agreed = {seat.number for seat in ledger.seats if agrees(seat, offer["yes"])}
    if voters <= agreed:
        ledger.change(offer=None)
        name, args = OFFERS[offer["what"]]
        ledger.play(None, ledger.game.read_move(name, args))


def agrees(seat: Seat, yes: list[int]) -> bool:
    return seat.plays_itself or seat.number in yes
