"""Entry cards of guests, and the codes on them."""

from qrcode import QRCode

from games.accounts.models import Player
from games.tournaments import cards, lists
from games.tournaments.models import Tournament
from games.tournaments.writer import bulk, life
from games.tournaments.writer.orders import Order
from tests.pages.browsing import address
from tests.tournaments.conftest import NOW, WAR


def new_event(director: Player) -> Tournament:
    """An event with one guest, Wanda, who has a card."""
    made = life.create(by=director, name="Evening", stages=[WAR], now=NOW)
    life.announce(Order(made.pk, director, now=NOW))
    event = life.open_entries(Order(made.pk, director, now=NOW))
    bulk.enter_all(Order(event.pk, director, now=NOW), bulk.plan(event, lists.read("Wanda")))
    return event


def card_of(event: Tournament) -> str:
    """The path on the guest's card."""
    (card,) = cards.cards_of(event)
    return address(event, "tournament_card", cards.key_of(card))


def code_of(link: str) -> str:
    """The squares of a link's code."""
    code = QRCode(border=3, mask_pattern=2)
    code.add_data(link)
    rows = enumerate(code.get_matrix())
    return "".join(f"M{x} {y}h1v1h-1z" for y, row in rows for x, dark in enumerate(row) if dark)
