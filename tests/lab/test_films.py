"""Films of simulated games: whole or in parts, every picture is what the rules show of the
position, to whoever looks."""

import json
import random

import pytest

from games.lab.runs.games import Simulated
from games.lab.runs.spec import define
from games.table.replay import captions
from games.table.replay.film import LIVE_ONLY
from games.table.replay.films import Film

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


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def game(request):
    name, options, policies, index = request.param
    run = define(game=name, games=10, options=options, policies=policies, seed=11)
    return Simulated(run, index)


def spooled(told):
    """A film as it is after its way through JSON."""
    return json.loads(json.dumps(told))


def in_parts(game, moves):
    """The film in parts of so many moves, put together again."""
    told = [game.part(None, game.camera(), moves)]
    while told[-1].stop:
        told.append(game.part(told[-1].stop, game.camera(), moves))
    return joined([part.told for part in told])


def joined(told):
    frames, front, wars = [], [], {}
    for part in map(spooled, told):
        frames += part["frames"]
        front[part["first"] :] = part["front"]
        wars |= dict(part["wars"])
    log = captions.joined(part["log"] for part in map(spooled, told))
    return {"frames": frames, "front": front, "wars": sorted(map(list, wars.items())), "log": log}


def still(view):
    """What a picture keeps of a view."""
    return {key: value for key, value in view.items() if key not in LIVE_ONLY}


def views(game, t):
    """What everybody may see of a position: a spectator, each seat itself, and with all cards."""
    rules, o = game.rules, game.o
    shown = {"watcher": spooled(still(rules.view(t, o, None)))}
    rows = shown["watcher"]["seats"]
    opened = rules.open_view(t, o)["seats"]
    own = [rules.view(t, o, p)["seats"][p] for p in range(o.players)]
    for p in range(o.players):
        mine = [own[q] if q == p else rows[q] for q in range(o.players)]
        shown[str(p + 1)] = shown["watcher"] | {"seats": spooled(mine)}
    cards = ({k: row[k] for k in ("lane", "hand") if k in row} for row in opened)
    everything = [row | more for row, more in zip(own, cards, strict=True)]
    shown["all"] = shown["watcher"] | {"seats": spooled(everything)}
    return shown


def positions(game):
    """Move -> what everybody may see, wherever a spectator sees something new."""
    t = game.deal()
    found, last = {}, None
    steps = game.adapter.steps(t, game.o, game.definition.levels, game.adapter.course())
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
    """The first and the last pictures, and some between: each is the sum of all before it."""
    some = random.Random(count).sample(range(count), min(count, 30))
    return sorted({*range(min(count, 8)), *some, count - 1})


def test_each_picture_shows_what_the_rules_show(game):
    known = positions(game)
    for told in (spooled(game.film), in_parts(game, 5), in_parts(game, 60)):
        film = Film(told)
        assert [frame["m"] for frame in film.frames] == list(known)
        for index in chosen(len(film.frames)):
            move = film.frames[index]["m"]
            for eyes, expected in known[move].items():
                assert still(film.view(index, eyes)) == expected, (move, eyes)


def test_parts_tell_what_the_whole_film_tells(game):
    whole = spooled(game.film)
    for moves in (5, 60):
        told = in_parts(game, moves)
        for key in ("front", "wars", "log"):
            assert spooled(told[key]) == whole[key]
        assert [(f["m"], f["t"], f["b"]) for f in told["frames"]] == [
            (f["m"], f["t"], f["b"]) for f in whole["frames"]
        ]


def test_an_outline_says_the_same_without_pictures(game):
    whole, stop, told = spooled(game.film), None, []
    while True:
        part = game.part(stop, game.outline())
        told.append(part.told | {"frames": []})
        stop = part.stop
        if stop is None:
            break
    outline = spooled(joined(told)) | {"frames": whole["frames"]}
    assert outline == {key: whole[key] for key in outline}
