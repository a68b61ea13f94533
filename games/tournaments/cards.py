"""Entry cards of guests who were entered by name.  A card has a link and four letters; either signs
the guest in on a phone during the tournament.  The letters, which can be guessed, work only from
check-in on.  Link and letters are derived from the site's key and from random words of the card.
They are shown until the card has been used, and never again."""

import secrets
from collections.abc import Collection

from django.utils.crypto import constant_time_compare, salted_hmac

from games.tournaments.acts import LIVE, State
from games.tournaments.models import Entrant, Tournament
from games.untrusted import whole_number

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"  # without vowels there are no words
LETTERS, KEY_DIGITS = 4, 32
WHILE_TYPED = (State.CHECKIN, *LIVE)
WHILE = (State.OPEN, *WHILE_TYPED)
GONE = (Entrant.Status.LEFT, Entrant.Status.DISQUALIFIED)


def cards_of(tournament: Tournament) -> list[Entrant]:
    """The entrants with a card that is valid now, in order of entry."""
    if tournament.state not in WHILE:
        return []
    entrants = tournament.entrants.filter(card=True, player__is_guest=True, player__is_active=True)
    return list(entrants.exclude(status__in=GONE).select_related("player").order_by("number"))


def key_of(entrant: Entrant) -> str:
    """The secret part of the card's link: 128 bits."""
    return f"{entrant.number}-{sealed('key', entrant)[:KEY_DIGITS]}"


def letters_of(entrant: Entrant) -> str:
    number, letters = int(sealed("letters", entrant), 16), ""
    for _letter in range(LETTERS):
        number, digit = divmod(number, len(ALPHABET))
        letters += ALPHABET[digit]
    return letters


def sealed(what: str, entrant: Entrant) -> str:
    """Hex digits for a purpose (`what`) and an entrant's card, which only the site can compute,
    from its key."""
    content = f"{entrant.tournament_id} {entrant.player_id} {entrant.card_seed}"
    return salted_hmac(f"games.card.{what}", content, algorithm="sha256").hexdigest()


def by_key(tournament: Tournament, key: str) -> Entrant | None:
    number = whole_number(key.partition("-")[0])
    for entrant in cards_of(tournament):
        if entrant.number == number and constant_time_compare(key, key_of(entrant)):
            return entrant
    return None


def by_letters(tournament: Tournament, letters: str) -> Entrant | None:
    if tournament.state not in WHILE_TYPED:
        return None
    typed = "".join(letters.split()).upper()
    for entrant in cards_of(tournament):
        if typed == letters_of(entrant):
            return entrant
    return None


def give(tournament: Tournament, entrants: Collection[Entrant]) -> None:
    """Give each of these entrants a new card.  Letters are unique in a tournament."""
    taken = {letters_of(other) for other in tournament.entrants.exclude(card_seed="")}
    for entrant in entrants:
        entrant.card_seed, entrant.card_used_ms = secrets.token_hex(16), None
        while letters_of(entrant) in taken:
            entrant.card_seed = secrets.token_hex(16)
        taken.add(letters_of(entrant))
    Entrant.objects.bulk_update(entrants, ["card_seed", "card_used_ms"])
