"""Demo data: a number of finished games, and one running game of each kind.

Bots play these games through the writer, like every game.  The time is an argument there, so a game
of half an hour takes a second."""

import time
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef

from games.accounts.bots import make_missing
from games.rules.catalogue import BOTS, GAMES
from games.rules.game import Game
from games.rules.options import Preset
from games.table import clock
from games.table.models import Seat, Table
from games.table.querysets import SHOWN, TableQuerySet
from games.table.writer import play
from games.work.tables import wishes

APART_MS = 53 * 60_000  # between the starts of two finished games
AHEAD_MS = 20_000  # shown games have been played for so long when they open; none is over by then
LONGEST_MS = 12 * 60_000  # a game that takes longer is finished by agreement
KEPT = timedelta(days=7)
PORTION = 500  # deleted at once
BREATH_S = 0.3  # SQLite has one writer: visitors come first


def fill(*, games: int, now: int | None = None) -> Iterator[Table]:
    """Add games of all presets in turn, dated within the last hours, until there are `games`."""
    at = clock.now_ms() if now is None else now
    done, ready_made = Table.objects.finished().count(), kinds()
    for number in range(done, games):
        start = at - (games - number) * APART_MS
        game, preset = ready_made[number % len(ready_made)]
        make_bots(game, preset, number)
        with transaction.atomic():  # invisible until it is over
            table = begin(game, preset, number, now=start)
            play.play_out(table=table, decide=wishes, until=start + LONGEST_MS)
        yield Table.objects.get(pk=table.pk)
        time.sleep(BREATH_S)


def kinds() -> list[tuple[Game, Preset]]:
    """All presets, alternating between the games: the first preset of each game, then the second
    ones ..."""
    places = [
        (place, game, preset)
        for game in GAMES.values()
        for place, preset in enumerate(game.presets)
    ]
    return [(game, preset) for _, game, preset in sorted(places, key=lambda place: place[0])]


def begin(game: Game, preset: Preset, number: int = 0, *, now: int | None = None) -> Table:
    """Start a game of bots; `number` chooses their levels."""
    bots = levels_of(game, preset, number)
    return play.open_table(by=None, game=game.key, options=preset.options, bots=bots, now=now)


def levels_of(game: Game, preset: Preset, number: int) -> list[str]:
    """The levels of the bots for the free seats, chosen by `number` so that over time all levels
    meet."""
    levels, fixed = list(BOTS[game.key].levels)[::-1], fixed_levels(game, preset)
    seats = range(1, game.options(preset.options).players + 1)
    return [levels[(number + seat) % len(levels)] for seat in seats if seat not in fixed]


def fixed_levels(game: Game, preset: Preset) -> Mapping[int, str]:
    return BOTS[game.key].fixed(game.options(preset.options))


def make_bots(game: Game, preset: Preset, number: int) -> None:
    """Create the bots of this game before the transaction that plays the game.  Otherwise people
    who invite one of these bots would have to wait until the transaction ends."""
    fixed = fixed_levels(game, preset).values()
    make_missing([*levels_of(game, preset, number), *fixed], game.key)


def keep_showing() -> list[Table]:
    """Make sure that bots play one public game of each kind; beat calls this every few seconds."""
    if not settings.SHOW_GAME:
        return []
    running = set(shows().running().values_list("game", flat=True))
    return [show(game) for game in GAMES.values() if game.key not in running]


def show(game: Game) -> Table:
    """Open the next game of bots, with every preset in turn.  The beginning of the game is already
    played, so that the game is worth watching from the first moment."""
    now, key = clock.now_ms(), f"shows:{game.key}"
    cache.add(key, -1, None)
    number, place = divmod(cache.incr(key), len(game.presets))
    preset = game.presets[place]
    make_bots(game, preset, number)
    with transaction.atomic():
        table = begin(game, preset, number, now=now - AHEAD_MS)
        play.play_ahead(table=table, decide=wishes, until=now)
    return table


def shows() -> TableQuerySet:
    """Games of bots that the site opened for spectators, without games of matched players."""
    return Table.objects.public().filter(SHOWN)


def forget(*, at: datetime) -> None:
    """Delete old games among bots that were shown.  Games of people are kept for ever, and games
    with branches as long as the branches."""
    branches = Table.objects.filter(branch_of=OuterRef("pk"))
    old = shows().filter(~Exists(branches), ended_at__lt=at - KEPT).order_by("ended_at")
    oldest = list(old.values_list("pk", flat=True)[:PORTION])
    people = Seat.objects.people().filter(table=OuterRef("pk"))  # a safeguard: there are none
    Table.objects.filter(~Exists(people), pk__in=oldest, rating_changes=None).delete()
