"""Entry cards: signing in with one, and replacing one.  Both are acts in the public log, and both
end all earlier sessions of the card: it seats one device at a time."""

from django.contrib.auth.hashers import make_password

from games.accounts.models import Player
from games.limits.declared import CARD_SIGN_INS
from games.tournaments import cards
from games.tournaments.acts import Role
from games.tournaments.log import Act
from games.tournaments.models import Entrant
from games.tournaments.refusals import Refused
from games.tournaments.writer.orders import Order, acting


def sign_in(order: Order, key: str) -> tuple[Entrant, Act]:
    """Sign a guest in with the key of a card.  Raises Refused."""
    with acting(order) as ledger:
        entrant = cards.by_key(ledger.tournament, key)
        if entrant is None:
            raise Refused("NO_CARD")
        if not CARD_SIGN_INS.take(entrant.card_seed):
            raise Refused("CARD_TOO_OFTEN")
        again = {"again": True} if entrant.card_used_ms else {}
        act = ledger.act("card", {"entrant": entrant.number} | again, role=Role.ENTRANT)
        entrant.card_used_ms = entrant.card_used_ms or ledger.now
        entrant.save(update_fields=["card_used_ms"])
        end_sessions(entrant.player)
    return entrant, act


def renew(order: Order, number: int | None) -> Entrant:
    """Make a new card for the entrant of this number; directors only.  Raises Refused."""
    with acting(order) as ledger:
        valid = cards.cards_of(ledger.tournament)
        entrant = next((one for one in valid if one.number == number), None)
        if entrant is None:
            raise Refused("NO_CARD")
        ledger.act("newcard", {"entrant": entrant.number})
        cards.give(ledger.tournament, [entrant])
        end_sessions(entrant.player)
    return entrant


def end_sessions(guest: Player) -> None:
    """End all sessions of a guest, who has no password.  Raises Refused for an account."""
    guest.password = make_password(None)
    if not Player.objects.guests().filter(pk=guest.pk).update(password=guest.password):
        raise Refused("NO_CARD")
