"""Recordings of simulated games: whole or in parts, every frame shows what the rules show of the
position, for each viewer."""

import json
import random

import pytest

from games.lab.runs.games import Simulated
from games.lab.runs.spec import read_spec
from games.rules.phrases import ENGLISH
from games.rules.words import worded
from games.table.replay import moves_log
from games.table.replay.recording import LIVE_ONLY, Recording, Summary, expand
from tests.depth import WHOLE, share
from tests.rules.live import NAMES

CASES = [
    ("war", "", [], 2),
    ("war", "auto=2;faces=3;players=3;slap=5;underdog=6", ["general", "recruit", "sergeant"], 2),
    ("war", "order=winner;spoils=hidden;underdog=3;underdog_scope=all", [], 2),
    ("ww3", "", ["general", "sergeant", "recruit"], 2),
    ("ww3", "seats=1", ["recruit"], 2),
    ("ww3", "fallen=centre;hold=secret;seats=6", ["general"], 1),
    ("ultimate", "clock=300000", ["hunter", "bully", "decoy", "random"], 1),
    ("ultimate", "change=on;clock=300000;multi=on;pace=pulse;seats=8", [], 1),
    ("ultimate", "change=on;clock=300000;multi=on;seats=6", ["bully"], 1),
]
PARTS = (5, 60) if WHOLE else (60,)  # moves


@pytest.fixture(params=share(CASES), ids=lambda case: f"{case[0]}-{case[1]}")
def game(request):
    name, options, policies, index = request.param
    run = read_spec(game=name, games=10, options=options, policies=policies, seed=11)
    return Simulated(run, index)


def through_json(told):
    return json.loads(json.dumps(told))


def whole(game, eyes="all"):
    return Recording.read(through_json(game.recorded(eyes)))


def in_parts(game, moves, eyes="all"):
    """The recording put together from parts of this many moves, and its log."""
    parts = [game.part(None, game.recorder(eyes), moves)]
    while parts[-1].stop:
        parts.append(game.part(parts[-1].stop, game.recorder(eyes), moves))
    return joined([through_json(part.noted.serialise()) for part in parts], parts)


def joined(told, parts):
    frames, front, wars = [], [], {}
    for part in told:
        opened = list(expand([*part.get("frames", []), part["rest"]])) if "rest" in part else []
        if frames and opened:  # what happened after the last frame of a part belongs to the next
            opened[0]["m"] = frames.pop()["m"] + opened[0]["m"]
        frames += opened
        front[part["first"] :] = part["front"]
        wars |= dict(part["wars"])
    log = moves_log.joined(part.noted.log for part in parts)
    return Recording(frames[:-1], front, sorted(map(list, wars.items())), log, len(front) - 1)


def still(view):
    """The part of a view that recordings keep."""
    return {key: value for key, value in view.items() if key not in LIVE_ONLY}


def views(game, t):
    """The views on a position: of a spectator, of each seat, and with all cards."""
    rules, o = game.rules, game.o
    public = rules.view(t, o, None)
    own = [rules.view(t, o, p) for p in range(o.players)]
    opened = rules.open_view(t, o)["seats"]
    cards = ({k: row[k] for k in ("lane", "hand") if k in row} for row in opened)
    everything = [
        view["seats"][p] | more for p, (view, more) in enumerate(zip(own, cards, strict=True))
    ]
    shown = {"watcher": public, "all": public | {"seats": everything}}
    shown |= {str(p): view for p, view in enumerate(own, 1)}
    return {
        eyes: through_json(still(worded(view, rules.prompts(t, o, view, NAMES, ENGLISH))))
        for eyes, view in shown.items()
    }


def positions(game):
    """Move -> what each viewer may see, wherever a spectator sees something new."""
    t = game.deal()
    found, last = {}, None
    steps = game.adapter.steps(t, game.o, game.spec.levels, game.adapter.game_stats())
    opening = game.adapter.opening(t, game.o)
    for move in range(10**6):
        if move:
            step = next(steps, None)
            if step is None:
                return found
            events = step.events
        else:
            events = opening
        over = game.rules.result(t, game.o) is not None
        if not events or (found and not over and not game.rules.pictured(t, game.o)):
            continue
        shown = views(game, t)
        if shown["watcher"] != last:
            last = shown["watcher"]
            found[move] = shown
    raise AssertionError("it never ends")


def chosen(count):
    """The first and the last frames, and some in between: each is the sum of all before it."""
    some = random.Random(count).sample(range(count), min(count, 10))
    return sorted({*range(min(count, 8)), *some, count - 1})


def test_each_frame_shows_what_the_rules_show(game):
    known = positions(game)
    for eyes in ("all", "watcher", "1", str(game.o.players)):
        for recording in (whole(game, eyes), *(in_parts(game, moves, eyes) for moves in PARTS)):
            assert [frame["m"][-1][0] for frame in recording.frames] == list(known)
            for index in chosen(len(recording.frames)):
                move = recording.frames[index]["m"][-1][0]
                assert recording.view(index, NAMES) == known[move][eyes], (move, eyes)


def test_parts_tell_what_the_whole_tells(game):
    once = whole(game)
    for moves in PARTS:
        told = in_parts(game, moves)
        assert [(f["b"], f["m"]) for f in told.frames] == [(f["b"], f["m"]) for f in once.frames]
        assert (told.front, told.wars) == (once.front, once.wars)
        assert through_json(told.log) == through_json(once.log)


def test_a_summary_says_the_same_without_frames(game):
    once, parts = whole(game), []
    while not parts or parts[-1].stop:
        stop = parts[-1].stop if parts else None
        parts.append(game.part(stop, Summary(game.rules, game.o)))
    told = joined([through_json(part.noted.serialise()) for part in parts], parts)
    assert (told.front, told.wars) == (once.front, once.wars)
    assert through_json(told.log) == through_json(once.log)
