"""What the rules of every game promise, under random house rules, acts and times.  The promises of
one game alone, such as where its cards may be, are tested in `tests/rules`."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from games.rules.acts import CARD
from games.rules.cards import NONE, name
from games.rules.catalogue import BOTS, GAMES
from games.rules.game import BadAct, Reject
from games.rules.logs import rewrite, write_wsn
from tests.conformance.subjects import KEYS, table_of
from tests.conformance.tables import random_options
from tests.depth import seeds
from tests.rules.live import LiveTable

GAMES_EACH = 25
STEPS = 120
every = pytest.mark.parametrize("key", KEYS)


def some_value(schema: Mapping[str, Any], rng: random.Random) -> Any:
    """A value that this argument takes, or nearly."""
    if "anyOf" in schema:
        return some_value(rng.choice(schema["anyOf"]), rng)
    if "enum" in schema:
        return rng.choice(list(schema["enum"]))
    if schema == CARD:
        return name(rng.randrange(52))
    if schema.get("type") == "array":
        return [some_value(schema["items"], rng) for _ in range(rng.randrange(1, 3))]
    low = schema.get("minimum", 0)
    return rng.randint(low, min(schema.get("maximum", low + 9), low + 9))


def some_act(live: LiveTable, rng: random.Random) -> tuple[int, str, dict[str, Any]]:
    """What a bot would do, or anything anybody may send or the server may do."""
    bots, seat = BOTS[live.game.key], rng.randrange(live.o.players)
    if rng.random() < 0.5:
        level = rng.choice(list(bots.levels))
        if wish := live.decide(seat, level, rng.randrange(9)):
            race = {"arr": wish.args["rt"], "credit": 0} if "rt" in wish.args else {}
            return seat, wish.act, wish.args | race
    kind = rng.choice(list(bots.acts.stored))
    if kind.name in ("RESIGN", "STOP") and rng.random() < 0.95:
        kind = rng.choice(list(bots.acts.sent))
    args = {
        param.key: some_value(param.read.schema, rng) for param in bots.acts.stored.get(kind, ())
    }
    return rng.choice([seat, seat, seat, NONE]), kind.name.lower(), args


def check_act(live: LiveTable, silent: Any, rng: random.Random) -> str:
    """Do an act and return its name: `legal` foretells the verdict, a refused act changes nothing,
    and what is written down of it reads back.  `silent` is the same game without a tape."""
    game, o = live.game, live.o
    seat, act_name, args = some_act(live, rng)
    try:
        act = game.read_move(act_name, args)
    except BadAct as bad:
        assert bad.code == "BAD_PARAM"
        return act_name
    assert game.read_move(*game.write_act(act)) == act
    word, told = rng.getrandbits(64), len(live.tape)
    for t in (live.t, silent):
        game.set_word(t, word)
    before = live.t.to_bytes()
    asked = live.t.copy()
    if hasattr(asked, "now"):  # a game without turns keeps the time in its state
        asked.now = live.now
    unasked = asked.to_bytes()
    foreseen = game.legal(asked, o, seat, act)
    assert asked.to_bytes() == unasked
    verdict = game.apply(live.t, o, live.now, seat, act, live.tape)
    assert (verdict == Reject.OK) == (foreseen == Reject.OK)
    assert game.apply(silent, o, live.now, seat, act, None) == verdict
    if verdict != Reject.OK:
        assert live.t.to_bytes() == before and len(live.tape) == told
    return act_name


def check_state(live: LiveTable, silent: Any, act: str) -> None:
    """Both are alike and stored whole, and no timer of a running game is overdue, unless an agreed
    fast-forward has just shortened it."""
    game = live.game
    assert live.t.to_bytes() == silent.to_bytes()
    assert game.load(live.t.to_bytes()) == live.t == live.t.copy()
    due, is_over = game.deadline(live.t, live.o), game.result(live.t, live.o) is not None
    assert (due == NONE) == is_over
    assert due == NONE or due >= live.now or act == "hurry"


def played(key: str, seed: int) -> LiveTable:
    """A game of random acts at random times, checked after each, and ended by the server."""
    rng, game = random.Random(seed), GAMES[key]
    live = table_of(key).dealt(random_options(game, rng), seed)
    silent = live.t.copy()
    for _ in range(STEPS):
        due = game.deadline(live.t, live.o)
        if due == NONE:
            break
        until = live.now + rng.choice([0, 40, 300, 700, 2500])
        while 0 <= game.deadline(live.t, live.o) <= until:
            word = rng.getrandbits(64)
            live.now = game.deadline(live.t, live.o)
            for t, tape in ((live.t, live.tape), (silent, None)):
                game.set_word(t, word)
                game.fire(t, live.o, tape)
        live.now = max(live.now, until)
        act = check_act(live, silent, rng)
        check_state(live, silent, act)
    if game.result(live.t, live.o) is None:
        assert live.now_act(NONE, "stop", {"end": "agreed"}) == Reject.OK
    return live


@every
def test_random_games_keep_the_promises_and_their_logs_replay(key):
    """The same seed gives the same game, to the last byte."""
    for seed in seeds(GAMES_EACH):
        live, game = played(key, seed), GAMES[key]
        assert live.happened().count("game_over") == 1, seed
        log = write_wsn(
            game=game,
            o=live.o,
            names=[f"P{p}" for p in range(live.o.players)],
            deal=live.deal,
            events=live.tape,
            result=game.result(live.t, live.o),
        )
        assert rewrite(log) == log, seed
        if seed < 3:
            again = played(key, seed)
            assert (again.t, again.tape) == (live.t, live.tape)


@every
def test_what_a_viewer_is_told_can_be_said_and_sent(key):
    """Events travel as JSON; a finished game has its words, its open cards and a result."""
    live, game = played(key, 1), GAMES[key]
    names = [f"P{p}" for p in range(live.o.players)]
    assert game.describe(live.tape, names)[-1].kind == "end"
    result = game.result(live.t, live.o)
    assert result and game.end_words(result.end) or game.key == "toy"
    assert set(result.winners) <= set(range(1, live.o.players + 1)) and min(result.places) == 1
    for viewer in (None, *range(live.o.players)):
        assert live.view(viewer)["result"]["end"] == result.end
    assert game.open_view(live.t, live.o)["result"]["end"] == result.end
