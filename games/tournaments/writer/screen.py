"""The key that opens the screen of a room without an account."""

from games.tournaments.writer.orders import Order, acting


def renew(order: Order) -> None:
    """Make a new key, by a director; the address with the former one stops working.  Raises
    Refused."""
    with acting(order) as ledger:
        ledger.act("newscreen", {})
        ledger.tournament.screen_keys += 1
