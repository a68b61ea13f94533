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


def in_play(book: Ledger) -> set[int]:
    """Numbers of the seats still in the game; players who are out are not asked."""
    view = book.game.view(book.state, book.o, None)
    return {row["seat"] for row in view["seats"] if not row["out"]}


def make(book: Ledger, player: Player, what: str, command: UUID | None) -> None:
    seat = book.seat_of(player)
    if what not in OFFERS:
        raise Refused("UNKNOWN_OFFER")
    try:
        book.game.read_move(*OFFERS[what])
    except BadAct:
        raise Refused("NO_SUCH_OFFER") from None
    if what == "finish" and not book.table.agree:
        raise Refused("NO_SUCH_OFFER")
    if seat.number not in in_play(book):
        raise Refused("YOU_ARE_OUT", gettext(Reject.YOU_ARE_OUT.sentence))
    if book.table.offer:
        raise Refused("OFFER_OPEN")
    if seat.offered_ms and book.now - seat.offered_ms < BETWEEN_MS:
        raise Refused("OFFER_TOO_SOON")
    offer = {"what": what, "by": seat.number, "until": book.now + OFFER_MS, "yes": [seat.number]}
    book.change_seat(seat, offered_ms=book.now)
    book.change(offer=offer)
    book.log("offer", seat=seat.number, player=player, args={"what": what}, command=command)
    settle(book)


def answer(book: Ledger, player: Player, yes: bool, command: UUID | None) -> None:
    seat, offer = book.seat_of(player), book.table.offer
    if not offer:
        raise Refused("NO_OFFER")
    if seat.number == offer["by"]:
        raise Refused("YOUR_OFFER")
    if seat.number in offer["yes"]:
        raise Refused("ANSWERED")
    if seat.number not in in_play(book):
        raise Refused("YOU_ARE_OUT", gettext(Reject.YOU_ARE_OUT.sentence))
    book.change(offer=offer | {"yes": [*offer["yes"], seat.number]} if yes else None)
    book.log("answer", seat=seat.number, player=player, args={"yes": int(yes)}, command=command)
    settle(book)


def settle(book: Ledger) -> None:
    """Do what is offered once everyone in play agrees.  Bots always do: they gain nothing."""
    offer = book.table.offer
    if not offer:
        return
    voters = in_play(book)
    agreed = {seat.number for seat in book.seats if agrees(seat, offer["yes"])}
    if voters <= agreed:
        book.change(offer=None)
        name, args = OFFERS[offer["what"]]
        book.play(None, book.game.read_move(name, args))


def agrees(seat: Seat, yes: list[int]) -> bool:
    return seat.plays_itself or seat.number in yes
