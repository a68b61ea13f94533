"""The only writer of wishes besides the matchmaker.  All functions raise Refused; `now` is epoch
ms.

Pauses of players who missed their matched tables are kept in the shared cache for a day; if the
cache is lost, the pauses end."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import translation
from django.utils.translation import gettext, ngettext
from redis.exceptions import RedisError

from games.accounts.models import Player
from games.accounts.sanctions import paused_among
from games.limits.counting import verify_counting
from games.limits.declared import WISHES
from games.lobby.models import Wish, WishEnd
from games.lobby.signals import wishes_changed
from games.rules.game import Game
from games.rules.options import BadOptions, pairs
from games.table.clock import moment, now_ms
from games.table.models import Seat, Status
from games.table.rated import pool_of
from games.table.refusals import Refused
from games.table.writer.opening import preset_of, read_rules, verify_games

MOST_KINDS = 6
BOTS_AFTER_S = (10, 30)
KEPT_MS = 86_400_000
FEWEST = 2  # players
DAY_S = 86_400
PAUSES_S = (0, 120, 600, 3600)  # after the first, second, third, and any further one in a day


class BadWish(Refused):
    """An impossible wish; `field` names the wrong part of the wish."""

    def __init__(self, code: str, field: str, sentence: str = "") -> None:
        super().__init__(code, sentence, field=field)


class WishedGame(NamedTuple):
    """A game that a player wants to play; `seats`: the lowest and highest number of players."""

    game: str
    preset: str = ""
    options: str = ""
    seats: tuple[int, int] | None = None


@transaction.atomic
def make(
    *,
    player: Player,
    choices: Sequence[WishedGame],
    rated: bool = False,
    bots_after_s: int | None = None,
    outside_bots: bool = False,
    tab: str = "",
    now: int | None = None,
) -> Wish:
    """Replace the player's wish.  An equal wish only confirms that the player still waits.  Raises
    TooMany, Unavailable."""
    at = now_ms() if now is None else now
    verify_may_be_matched(player, at)
    if not 1 <= len(choices) <= MOST_KINDS:
        raise BadWish("NO_KINDS", "kinds")
    if bots_after_s is not None and (rated or bots_after_s not in BOTS_AFTER_S):
        raise BadWish("BAD_BOTS", "bots")
    if rated and not player.is_person:
        raise BadWish("GUESTS_UNRATED", "rated")
    kinds = [read_choice(choice, rated=rated) for choice in choices]
    values = {"kinds": kinds, "rated": rated, "bots_after_s": bots_after_s}
    values["outside_bots"] = outside_bots or player.is_bot
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # two tabs make one wish
    wish = Wish.objects.filter(player=player).first() or Wish(player=player)
    if wish.end or wish.pk is None or any(getattr(wish, key) != new for key, new in values.items()):
        verify_counting()
        WISHES.verify(player.pk)
        wish.made_ms, wish.end, wish.ended_ms, wish.table = at, "", None, None
    for key, new in values.items():
        setattr(wish, key, new)
    wish.confirmed_ms, wish.tab = at, tab[:36]
    wish.save()
    announce([player.pk])
    return wish


def confirm(*, player: Player, now: int | None = None) -> bool:
    """Keep a wish alive.  Return False if the wish has ended."""
    at = now_ms() if now is None else now
    done = Wish.objects.standing().filter(player=player).update(confirmed_ms=at)
    announce([player.pk])
    return bool(done)


def cancel(*, player: Player, now: int | None = None) -> None:
    end([player.pk], WishEnd.CANCELLED, now)


@transaction.atomic
def end(players: Collection[int], cause: WishEnd, now: int | None = None) -> None:
    """End the open wishes of these players."""
    at = now_ms() if now is None else now
    if Wish.objects.filter(player__in=players, end="").update(end=cause, ended_ms=at):
        announce(players)


def announce(players: Collection[int]) -> None:
    send = partial(wishes_changed.send_robust, Wish, players=list(players))
    transaction.on_commit(send)


# What may be wished -----------------------------------------------------------------------------


def verify_may_be_matched(player: Player, now: int) -> None:
    if not player.is_active:
        raise Refused("BANNED")
    if paused_among([player], at=moment(now)):
        raise Refused("PLAY_PAUSED")
    if player.pk in in_company([player.pk]):
        raise Refused("PLAYING")
    verify_games(player)
    if wait_s := pause_left(player.pk, now):
        minutes = -(-wait_s // 60)
        words = ngettext(
            "You missed games that were found for you. You can look again in {minutes} minute.",
            "You missed games that were found for you. You can look again in {minutes} minutes.",
            minutes,
        )
        raise Refused("MATCHING_PAUSED", words.format(minutes=minutes), wait_s=wait_s)


def in_company(players: Collection[int]) -> set[int]:
    """The players who are in a running game with another person."""
    others = Seat.objects.filter(table=OuterRef("table"), player__is_bot=False)
    others = others.exclude(player=OuterRef("player"))
    seats = Seat.objects.filter(Exists(others), player__in=players, ended_at=None)
    return set(seats.filter(table__status=Status.RUNNING).values_list("player", flat=True))


def read_choice(choice: WishedGame, *, rated: bool) -> dict[str, Any]:
    """Return a choice as stored.  Every number of players between the lowest and the highest must
    be possible."""
    try:
        game, o = read_rules(choice.game, choice.options, choice.preset)
    except Refused as refused:
        raise BadWish(refused.code, "kinds", refused.sentence) from None
    if choice.preset and not choice.options and not has_preset(game, choice.preset):
        raise BadWish("BAD_OPTIONS", "kinds", gettext("This game has no such preset."))
    canonical = game.canonical(o)
    values = dict(pairs(canonical))
    fixed = values.pop(game.seats_key, None)
    low, high = choice.seats or usual_seats(game, fixed)
    if not FEWEST <= low <= high <= most_seats(game):
        raise BadWish("BAD_SEATS", "seats")
    for seats in range(low, high + 1):
        verify_size(game, values, seats)
    options = without_seats(game, canonical)
    preset = preset_of(game, options)
    if rated and pool_of(game.key, preset, low) is None:
        raise BadWish("NOT_RATABLE", "rated", gettext(game.unrated))
    return {"game": game.key, "preset": preset, "options": options, "low": low, "high": high}


def has_preset(game: Game, key: str) -> bool:
    return any(preset.key == key for preset in game.presets)


def without_seats(game: Game, options: str) -> str:
    """The options as a wish stores them: without the number of players."""
    return game.schema.canonical(
        {key: value for key, value in pairs(options) if key != game.seats_key}
    )


def usual_seats(game: Game, fixed: str | None) -> tuple[int, int]:
    """The lowest and highest number of players of a wish that gives none: the number of the preset,
    or from the lowest possible to the usual number."""
    if fixed is not None:
        return int(fixed), int(fixed)
    option = game.schema.find(game.seats_key)
    return max(FEWEST, min(int(choice.value) for choice in option.choices)), int(option.default)


def most_seats(game: Game) -> int:
    return max(int(choice.value) for choice in game.schema.find(game.seats_key).choices)


def verify_size(game: Game, values: dict[str, str], seats: int) -> None:
    try:
        game.options(values | {game.seats_key: str(seats)})
    except BadOptions as bad:
        raise BadWish("BAD_OPTIONS", "seats", bad.reason.translate(translation)) from None


def forget(*, at: datetime) -> None:
    old = int(at.timestamp() * 1000) - KEPT_MS
    Wish.objects.filter(ended_ms__lt=old).delete()
    Wish.objects.filter(end="", confirmed_ms__lt=old).delete()  # of banned players


# Pauses ----------------------------------------------------------------------------------


def note_missed(player_id: int, now: int, *, times: int = 1) -> None:
    """Note that a player did not come to a table.  Leaving a rated game counts as two misses.
    `now` is epoch ms."""
    missed, until = pause_keys(player_id)
    try:
        cache.add(missed, 0, DAY_S)
        number = min(cache.incr(missed, times), len(PAUSES_S))
        cache.set(until, now + 1000 * PAUSES_S[number - 1], DAY_S)
    except (RedisError, OSError, ValueError):  # ValueError: expired between the first two lines
        pass


def pause_left(player_id: int, now: int) -> int:
    """The seconds that are left of a player's pause; 0 without a pause."""
    try:
        until = int(cache.get(pause_keys(player_id)[1], 0))
    except (RedisError, OSError):
        return 0
    return max(0, -(-(until - now) // 1000))


def pause_keys(player_id: int) -> tuple[str, str]:
    return f"missed:{player_id}", f"pause:{player_id}"
