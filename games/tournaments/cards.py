"""Cards of guests who were entered by name: a link and four letters, either of which signs them in
on any phone during their tournament.  Both follow from the site's key and from the random password
of the guest: a new password makes a new card and ends the sessions of the old one."""

from collections.abc import Iterable

from django.utils.crypto import constant_time_compare, salted_hmac

from games.accounts.models import Player
from games.tournaments.acts import LIVE, State
from games.tournaments.models import Entrant, Tournament
from games.untrusted import whole_number

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # nobody mistakes one for a digit
LETTERS, KEY_DIGITS = 4, 32
WHILE = (State.OPEN, State.CHECKIN, *LIVE)
GONE = (Entrant.Status.LEFT, Entrant.Status.DISQUALIFIED)


def cards_of(tournament: Tournament) -> list[Entrant]:
    """The entrants with a card that is valid now, in order of entry."""
    if tournament.state not in WHILE:
        return []
    entrants = tournament.entrants.filter(card=True, player__is_guest=True, player__is_active=True)
    return list(entrants.exclude(status__in=GONE).select_related("player").order_by("number"))


def key_of(entrant: Entrant) -> str:
    """The secret part of the link: 128 bits."""
    return f"{entrant.number}-{sealed('key', entrant)[:KEY_DIGITS]}"


def letters_of(entrant: Entrant) -> str:
    number, letters = int(sealed("letters", entrant), 16), ""
    for _letter in range(LETTERS):
        number, digit = divmod(number, len(ALPHABET))
        letters += ALPHABET[digit]
    return letters


def sealed(what: str, entrant: Entrant) -> str:
    """Hex digits that only the site can make."""
    content = f"{entrant.tournament_id} {entrant.player_id} {entrant.player.password}"
    return salted_hmac(f"games.card.{what}", content, algorithm="sha256").hexdigest()


def by_key(tournament: Tournament, key: str) -> Entrant | None:
    number = whole_number(key.partition("-")[0])
    for entrant in cards_of(tournament):
        if entrant.number == number and constant_time_compare(key, key_of(entrant)):
            return entrant
    return None


def by_letters(tournament: Tournament, letters: str) -> Entrant | None:
    typed = "".join(letters.split()).upper()
    for entrant in cards_of(tournament):
        if typed == letters_of(entrant):
            return entrant
    return None


def renew(entrant: Entrant) -> None:
    """A new card; letters are unique in a tournament."""
    taken = {letters_of(other) for other in cards_of(entrant.tournament) if other != entrant}
    give([entrant], taken)


def give(entrants: Iterable[Entrant], taken: set[str]) -> None:
    """A card for each of these new entrants."""
    players: list[Player] = []
    for entrant in entrants:
        entrant.player.set_unusable_password()
        while letters_of(entrant) in taken:
            entrant.player.set_unusable_password()
        taken.add(letters_of(entrant))
        players.append(entrant.player)
    Player.objects.bulk_update(players, ["password"])
