"""The recording of every game shows each viewer what the live protocol sent them."""

import json
import re

import pytest

from games.accounts.models import Player
from games.rules.cards import NONE
from games.rules.catalogue import rules_of
from games.rules.events import read_event, seen_by
from games.rules.words import worded
from games.table import words
from games.table.models import Move, Table
from games.table.replay import moves_log, stored
from games.table.replay.rebuild import Replayed, key_of
from games.table.replay.recording import LIVE_ONLY, expand
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import demo
from tests.each import each
from tests.pages.replays import page, recording_of
from tests.rules.live import NAMES

pytestmark = pytest.mark.django_db
START = 1_700_000_000_000
PRESETS = {(game.key, preset.key): (game, preset) for game, preset in demo.kinds()}
RECORDED = (("war", "arsenal"), ("ww3", "standard"), ("ww3", "solo"), ("ultimate", "family"))


def by_bots(game, preset, minutes=3):
    """A game of bots, over after this many minutes at the latest."""
    table = demo.begin(*PRESETS[game, preset], now=START)
    play.play_out(table=table, decide=demo.wishes, until=START + minutes * 60_000)
    return Table.objects.get(pk=table.pk)


@each(RECORDED, "client")
def test_a_game_without_a_move_shows_its_deal(client, kind):
    table = demo.begin(*PRESETS[kind], now=START)
    boss = Player.objects.create_superuser("boss")
    play.abort(Order(table, boss, now=START), reason="fire alarm")
    html = page(client, table)
    assert "fire alarm" in html and "data-replay" in html


def positions(table):
    """Version -> the state after it."""
    game, version = Replayed(table, key_of(table, list(table.seats.order_by("number")))), 0
    for move, _ in game.steps(Move.objects.filter(table=table).order_by("number")):
        version += not move.sealed
        yield version, game.state


def eyes_of(table):
    return ["all", "watcher", *map(str, range(1, table.players + 1))]


def still(game, state, o, seat):
    """The parts of a view and its words that a recording keeps."""
    view = game.view(state, o, seat)
    view = worded(view, game.prompts(state, o, view, NAMES))
    return json.loads(json.dumps({k: v for k, v in view.items() if k not in LIVE_ONLY}))


def verify_frames(recorded):
    """Each frame shows what was seen live."""
    game, o = rules_of(recorded.game, recorded.options)
    recordings = {eyes: stored.recording(recorded, eyes) for eyes in eyes_of(recorded)}
    frames = {frame["m"][-1][0]: i for i, frame in enumerate(recordings["all"].frames)}
    assert len(frames) == len(recordings["all"].frames) > 20
    for version, state in positions(recorded):
        if version not in frames:
            continue
        seen = {eyes: told.view(frames[version], NAMES) for eyes, told in recordings.items()}
        assert seen.pop("watcher") == still(game, state, o, None)
        assert "??" not in json.dumps(seen.pop("all")["seats"])
        for seat, view in seen.items():
            assert view == still(game, state, o, int(seat) - 1)


def verify_lines(client, recorded):
    """Every event and line is told as it was told live."""
    names = moves_log.MARKS[: recorded.players]
    game, _ = rules_of(recorded.game, recorded.options)
    for eyes in eyes_of(recorded):
        recording = recording_of(client, recorded, eyes)
        frames = [*expand([*recording["frames"], recording["rest"]])]
        moves = [move for frame in frames for move in frame["m"]]
        expected, version, battle = [], 0, 0
        for move in Move.objects.filter(table=recorded).order_by("number"):
            version += not move.sealed
            rows, seat = move.events, int(eyes) - 1 if eyes.isdecimal() else None
            if eyes != "all":
                rows = [seen_by(read_event(recorded.game, row), seat) for row in rows]
            events = [read_event(recorded.game, row) for row in rows]
            you = NONE if seat is None else seat
            lines = words.lines_of(game, move, events, names, battle, you=you)
            battle = lines[-1].number if lines else battle
            if rows or lines:
                expected.append([version, move.at_ms, rows, [list(line) for line in lines]])
        assert moves == expected


def verify_numbers(client, recorded):
    """Frames and lines have the same numbers."""
    recording = stored.recording(recorded)
    html = page(client, recorded, f"?at={recording.length}&view=1")
    assert f'max="{recording.length}"' in html
    assert len(recording.front) == recording.length + 1
    assert recording.front[-1] == recorded.counts


@each(RECORDED, "client")
def test_a_recording_tells_what_was_told_live(client, kind):
    recorded = by_bots(*kind)
    verify_frames(recorded)
    verify_lines(client, recorded)
    verify_numbers(client, recorded)


def test_a_place_without_a_frame_shows_the_one_before(client):
    game = by_bots("ultimate", "standard")
    recording = stored.recording(game)
    first = min(recording.places)
    gap = next(n for n in range(first, recording.length) if n not in recording.places)
    before = max(n for n in recording.places if n < gap)
    assert recording.steps(gap) == recording.places[before]
    slider = re.search(r'max="\d+" value="(\d+)"', page(client, game, f"?at={gap}"))
    assert slider[1] == str(before)
    assert client.get(f"/g/{game.code}/?at={recording.length + 1}").status_code == 404
