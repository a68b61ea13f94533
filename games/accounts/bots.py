"""The pool of bots: one player row for each that has a seat, created on demand."""

from collections.abc import Collection
from itertools import count

from django.db import IntegrityError, transaction

from games.accounts.models import Player
from games.accounts.names import fold
from games.rules.catalogue import BOTS


def bot_player(level: str, exclude: Collection[int] = (), game: str = "war") -> Player:
    """A bot of this level that is not in `exclude`: "Recruit", "Recruit 2", ...  Levels with the
    same key are the same bots in every game.

    Raises:
        KeyError: no bot plays this game at this level.
    """
    name = BOTS[game].find(level).name
    known = Player.objects.bots().filter(level=level).order_by("id")
    free = known.exclude(pk__in=exclude).first()
    return free or new_bot(level, name, start=known.count() + 1)


def new_bot(level: str, called: str, *, start: int) -> Player:
    for number in count(start):
        name = called if number == 1 else f"{called} {number}"
        bot = Player(
            username=f"bot:{level}:{number}",
            name=name,
            name_key=fold(name),
            is_bot=True,
            level=level,
        )
        bot.set_unusable_password()
        try:
            with transaction.atomic():
                bot.save(force_insert=True)
        except IntegrityError:  # created by another process just now
            continue
        return bot
    raise AssertionError("there is always another number")
