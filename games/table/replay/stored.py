"""Recordings of stored games, computed once from the deal and the log, then cached."""

import json
from functools import partial
from typing import Any

import brotli  # type: ignore[import-untyped]
from django.core.cache import caches
from django.utils.translation import get_language

from games.rules.events import read_event
from games.table import words
from games.table.models import Table
from games.table.moves import moves_of
from games.table.replay import moves_log
from games.table.replay.rebuild import Replayed, key_of
from games.table.replay.recording import ALL, FORMAT, WATCHER, Recorder, Recording

KEPT_S = 7 * 24 * 3600
QUALITY = 6  # of 11: a tenth of the time of the best, for a few percent more space
FIRST = 200  # moves with which a page begins


def record(table: Table, eyes: str = ALL, most: int | None = None) -> dict[str, Any]:
    """Replay the game, or at most `most` of its moves, and record the view of this viewer."""
    game = Replayed(table, key_of(table, list(table.seats.order_by("number"))))
    recorder = Recorder(game.game, game.o, eyes)
    if table.is_branch:
        recorder.begin(game.state, game.at)
    names = moves_log.MARKS[: table.players]
    version, battle = 0, table.first_place
    for move, _ in game.steps(moves_of(table, most=most)):
        version += not move.sealed
        events = [read_event(table.game, row) for row in move.events]
        describe = partial(
            words.lines_of, game.game, move, names=names, battle=battle, you=recorder.you
        )
        recorder.record(game.state, version, move.at_ms, events, describe)
        battle = recorder.lines[-1].number if recorder.lines else battle
    if not recorder.frames:  # dealt, but ended before the first move
        recorder.frame(game.state)
    return recorder.serialise()


def move_of(table: Table, index: int) -> int:
    """The number of the move after which a recording has its frame `index`; 0: the beginning of the
    game."""
    game = Replayed(table, key_of(table, list(table.seats.order_by("number"))))
    recorder = Recorder(game.game, game.o, WATCHER)
    if table.is_branch:
        recorder.begin(game.state, game.at)
    number = 0
    for move, events in game.steps(moves_of(table)):
        if len(recorder.frames) > index:
            break
        recorder.record(game.state, 0, move.at_ms, events, lambda _: ())
        number = move.number
    return number


def address(path: str, table: Table) -> str:
    """The URL of a recording without its viewer.  The URL changes whenever the recording would,
    because browsers cache the recording for ever."""
    return f"{path}?v={table.rules_version}.{FORMAT}.{table.version}&lang={get_language()}&view="


def key_in_cache(table: Table, eyes: str) -> str:
    version = f"{table.rules_version}:{FORMAT}:{table.version}"
    return f"replay:{table.code}:{version}:{eyes}:{get_language()}"


def packed(table: Table, eyes: str = ALL) -> bytes:
    """The recording as JSON, compressed with brotli."""
    key = key_in_cache(table, eyes)
    packed_text: bytes | None = caches["copies"].get(key)
    if packed_text is None:
        text = json.dumps(record(table, eyes), separators=(",", ":"))
        packed_text = brotli.compress(text.encode(), quality=QUALITY)
        caches["copies"].set(key, packed_text, KEPT_S)
    return packed_text


def text(table: Table, eyes: str = ALL) -> bytes:
    """The recording as JSON."""
    plain: bytes = brotli.decompress(packed(table, eyes))
    return plain


def recording(table: Table, eyes: str = ALL) -> Recording:
    return Recording.read(json.loads(text(table, eyes)))


def beginning(table: Table, eyes: str = ALL) -> Recording:
    """The beginning of a recording: enough for a page to show the start and the first landmark
    before the whole game is recorded.  If the whole recording is cached or the game is short, the
    whole recording."""
    if table.version <= FIRST or caches["copies"].get(key_in_cache(table, eyes)) is not None:
        return recording(table, eyes)
    first = Recording.read(record(table, eyes, FIRST))
    if not first.wars:
        return recording(table, eyes)
    first.length = table.length
    return first
