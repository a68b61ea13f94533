"""Demo data: a number of finished games, and one running game of each kind.

Bots play them through the writer, like every game.  Time is an argument there, so a game of half
an hour takes a second."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games.rules.catalogue import BOTS, GAMES
from games.rules.game import Game
from games.rules.options import Preset
from games.table import clock
from games.table.models import Table
from games.table.writer import play
from games.table.writer.ledger import Ledger
from games.table.writer.playout import Wish
from games.work.bots import plan_of

APART_MS = 53 * 60_000  # between the starts of two finished games
LONGEST_MS = 12 * 60_000  # a game that takes longer is finished by agreement
KEPT = timedelta(days=7)
PORTION = 500  # deleted at once
BREATH_S = 0.3  # SQLite has one writer: visitors come first


def fill(*, games: int, now: int | None = None) -> Iterator[Table]:
    """Add games of all presets in turn, over the last hours, until there are `games`."""
    at = clock.now_ms() if now is None else now
    done, ready_made = Table.objects.finished().count(), kinds()
    for number in range(done, games):
        start = at - (games - number) * APART_MS
        with transaction.atomic():  # invisible until it is over
            table = begin(*ready_made[number % len(ready_made)], number, now=start)
            play.play_out(table=table, decide=wishes, until=start + LONGEST_MS)
        yield Table.objects.get(pk=table.pk)
        time.sleep(BREATH_S)


def kinds() -> list[tuple[Game, Preset]]:
    """All presets, alternating between the games: the first of each, then the second ..."""
    places = [
        (place, game, preset)
        for game in GAMES.values()
        for place, preset in enumerate(game.presets)
    ]
    return [(game, preset) for _, game, preset in sorted(places, key=lambda one: one[0])]


def begin(game: Game, preset: Preset, number: int = 0, *, now: int | None = None) -> Table:
    """Start a game of bots; `number` chooses the levels so that over time all of them meet."""
    o, players = game.options(preset.options), BOTS[game.key]
    levels, fixed = list(players.levels)[::-1], players.fixed(o)
    seats = [seat for seat in range(1, o.players + 1) if seat not in fixed]
    bots = [levels[(number + seat) % len(levels)] for seat in seats]
    return play.open_table(by=None, game=game.key, options=preset.options, bots=bots, now=now)


def wishes(ledger: Ledger) -> list[Wish]:
    """What the bots of a table will do, earliest first; each knows only what its seat may know."""
    plans = (plan_of(seat, ledger.table, ledger.state, ledger.o) for seat in ledger.seats)
    found = [
        Wish(plan.seat, plan.decision.act, plan.decision.args, plan.due_ms, plan.command)
        for plan in filter(None, plans)
    ]
    return sorted(found, key=lambda wish: wish.due_ms)


def keep_showing() -> list[Table]:
    """Every few seconds (from beat): make sure that bots play one public game of each kind."""
    if not settings.SHOW_GAME:
        return []
    with transaction.atomic():
        shown = Table.objects.running().public().filter(opened_by=None)
        running = set(shown.values_list("game", flat=True))
        return [show(game) for game in GAMES.values() if game.key not in running]


def show(game: Game) -> Table:
    """The next game of bots: every preset in turn."""
    last = shows().filter(game=game.key).order_by("pk").last()
    ready_made = [game.canonical(game.options(preset.options)) for preset in game.presets]
    if last is None or last.options not in ready_made:
        return begin(game, game.presets[0])
    place = (ready_made.index(last.options) + 1) % len(ready_made)
    return begin(game, game.presets[place], last.pk)


def shows() -> QuerySet[Table]:
    """Games of bots that the site itself opened, to be watched."""
    return Table.objects.filter(opened_by=None, arranged=False)


def forget(*, at: datetime) -> None:
    """Delete games among bots that were shown long ago; those of people stay for ever."""
    old = shows().filter(ended_at__lt=at - KEPT, rating_changes=None)
    oldest = old.order_by("ended_at").values_list("pk", flat=True)[:PORTION]
    Table.objects.filter(pk__in=list(oldest)).delete()
