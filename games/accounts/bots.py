"""Bots: the site's own, with one player row for each bot at a table, created on demand; and bots of
accounts, which programs play."""

import secrets
from collections import Counter
from collections.abc import Collection
from itertools import count

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.accounts.emblems import of_bot
from games.accounts.models import Player
from games.accounts.names import BadName, fold
from games.accounts.people import TAKEN, verify_name
from games.rules.catalogue import BOTS

MOST_OWNED = 3  # bots of an account
# Names for the second bot of a level and those after it.
GIVEN = (
    *("Ada", "Bruno", "Clara", "Dante", "Edda", "Fabio", "Greta", "Hugo", "Ines", "Jonas", "Kaya"),
    *("Leon", "Mira", "Nils", "Olga", "Pablo", "Quinn", "Rosa", "Sven", "Tara", "Ugo", "Vera"),
    *("Willa", "Yann"),
)


def bot_player(level: str, exclude: Collection[int] = (), game: str = "war") -> Player:
    """A bot of this level that is not in `exclude`: "Recruit", "Recruit Ada", ...  A level's key
    names the same bots in every game.

    Raises:
        KeyError: no bot plays this game at this level.
    """
    name = BOTS[game].find(level).name
    known = Player.objects.bots().filter(level=level).order_by("id")
    free = known.exclude(pk__in=exclude).first()
    return free or new_bot(level, name, start=known.count() + 1)


def make_missing(levels: Collection[str], game: str) -> None:
    """Create the bots that are missing for a table of this game with bots of these levels."""
    known = Counter(Player.objects.bots().filter(level__in=levels).values_list("level", flat=True))
    for level, needed in Counter(levels).items():
        for number in range(known[level], needed):
            new_bot(level, BOTS[game].find(level).name, start=number + 1)


def called(level: str, number: int) -> str:
    """The name of a bot: the name of its level, followed by a given name from the second bot on."""
    if number == 1:
        return level
    given_name = GIVEN[number - 2] if number - 2 < len(GIVEN) else str(number)
    return f"{level} {given_name}"


def new_bot(level: str, title: str, *, start: int) -> Player:
    for number in count(start):
        name = called(title, number)
        bot = Player(
            username=f"bot:{level}:{number}",
            name=name,
            name_key=fold(name),
            is_bot=True,
            level=level,
            emblem=of_bot(level, number),
        )
        bot.set_unusable_password()
        try:
            with transaction.atomic():
                bot.save(force_insert=True)
        except IntegrityError:  # created by another process just now
            continue
        return bot
    raise AssertionError("there is always another number")


@transaction.atomic
def make_owned(*, owner: Player, name: str) -> Player:
    """Create a bot of this account.  The bot cannot sign in; programs play it with its tokens.
    Raises BadName."""
    Player.objects.select_for_update().get(pk=owner.pk)  # two tabs do not make a fourth
    if owner.owned_bots.filter(erased=False).count() >= MOST_OWNED:
        words = _("You have {most} bots, which is the limit. Delete one first.")
        raise BadName(words.format(most=MOST_OWNED))
    name = verify_name(name)
    username = f"bot:of:{owner.pk}:{secrets.token_hex(8)}"
    bot = Player(username=username, name=name, name_key=fold(name), is_bot=True, owner=owner)
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            bot.save(force_insert=True)
    except IntegrityError:
        raise BadName(TAKEN) from None
    return bot
