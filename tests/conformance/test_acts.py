"""Acts of every game, as clients send them and as they are stored (rules sheet 0.5, 0.6): read,
written and read again, and nothing else is an act.  The wrong values follow from the schemas."""

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from games.rules.acts import CARD
from games.rules.catalogue import BOTS, GAMES
from games.rules.game import BadAct
from tests.conformance.subjects import KEYS

every = pytest.mark.parametrize("key", KEYS)
NOTHING = (None, "", "?", "??", "K", "2x", 1.5, [1], [["2c"]], {}, -(10**7), 10**12)


def taken(schema: Mapping[str, Any]) -> list[Any]:
    """Values that an argument takes, its bounds among them."""
    if "anyOf" in schema:
        return [value for one in schema["anyOf"] for value in taken(one)]
    if "enum" in schema:
        return list(schema["enum"])
    if schema == CARD:
        return ["2c", "Kd", "4h"]
    if schema["type"] == "boolean":
        return [True, False]
    if schema["type"] == "array":
        items = taken(schema["items"])
        return [items[:1], items[1:]]
    low, high = schema["minimum"], schema["maximum"]
    return [low, (low + high) // 2, high]


def wrong(schema: Mapping[str, Any]) -> list[Any]:
    """Values that it does not take."""
    if "anyOf" in schema:
        kinds = {type(value) for value in taken(schema)}
        return [
            value
            for one in schema["anyOf"]
            for value in wrong(one)
            if type(value) not in kinds or one.get("type") == "integer"
        ]
    if "enum" in schema:
        words = [value.upper() for value in schema["enum"] if isinstance(value, str)]
        numbers = [value for value in range(-1, 10) if value not in schema["enum"]]
        return [*NOTHING, *words, *numbers]
    if schema == CARD:
        return [*NOTHING, "hand", "stack", 5, ["2c"]]
    if schema["type"] == "boolean":
        return [*NOTHING, 0, 1, "yes"]
    if schema["type"] == "array":
        one, other, *_ = taken(schema["items"])
        return [*NOTHING, one, [one, one], [one, other] * schema["maxItems"]]
    low, high = schema["minimum"], schema["maximum"]
    return [*NOTHING, low - 1, high + 1, str(high), float(high), True]


def refusal(read: Any, name: Any, args: Mapping[str, Any]) -> str:
    with pytest.raises(BadAct) as bad:
        read(name, args)
    return bad.value.code


def of_kind(params: Any) -> list[dict[str, Any]]:
    """Arguments of acts of this kind, in all combinations."""
    values = product(*(taken(param.read.schema) for param in params))
    return [dict(zip([param.key for param in params], row, strict=True)) for row in values]


@every
def test_an_act_is_read_written_and_read_again(key):
    game, acts = GAMES[key], BOTS[key].acts
    assert set(acts.stored) == set(acts.kinds)
    for kind, params in acts.stored.items():
        name = kind.name.lower()
        for args in of_kind(params):
            act = game.read_move(name, args)
            assert act.kind == kind and all(type(number) is int for number in act), (name, args)
            written = game.write_act(act)
            assert (written[0], written[1].keys()) == (name, args.keys())
            assert game.read_move(*written) == act, (name, args)
            assert game.write_act(game.read_move(*written)) == written
            if acts.sent.get(kind) == params:
                assert game.read_act(name, args) == act and acts.ask(act) == written


@every
def test_different_values_are_different_acts(key):
    """Words and numbers may be two ways to write one value."""
    for params in BOTS[key].acts.stored.values():
        for param in params:
            values = taken(param.read.schema)
            words = [value for value in values if isinstance(value, str)]
            for alike in (words, [value for value in values if not isinstance(value, str)]):
                if not any(isinstance(value, list) for value in alike):
                    assert len({param.read(value) for value in alike}) == len(set(alike)), param


@every
def test_nothing_else_is_an_act(key):
    """Players have none of the acts of the server."""
    game, acts = GAMES[key], BOTS[key].acts
    own = {kind.name.lower() for kind in acts.sent}
    server = {kind.name.lower() for kind in acts.stored} - own
    assert "stop" in server and "resign" in own
    others = {kind.name.lower() for other in KEYS for kind in BOTS[other].acts.stored}
    spelled = [name for one in own for name in (one.upper(), one.capitalize(), f"{one} ")]
    for name in [*(server | others) - own, *spelled, "", "fly", "__class__", None, 5]:
        assert refusal(game.read_act, name, {}) == "UNKNOWN_ACT", name
    for name in ["", "fly", "STOP", "stop ", None]:
        assert refusal(game.read_move, name, {}) == "UNKNOWN_ACT", name


@every
def test_arguments_are_checked(key):
    game, acts = GAMES[key], BOTS[key].acts
    for kind, params in acts.sent.items():
        name, args = kind.name.lower(), of_kind(params)[0]
        more = of_kind(acts.stored[kind])[0]
        unknown = [args | {"really": True}, *([more] if more != args else [])]
        missing = [{k: v for k, v in args.items() if k != left_out} for left_out in args]
        other = [args | {p.key: value} for p in params for value in wrong(p.read.schema)]
        for bad in unknown + missing + other:
            assert refusal(game.read_act, name, bad) == "BAD_PARAM", (name, bad)
    for kind, params in acts.stored.items():
        for param in params:
            for value in wrong(param.read.schema):
                bad = of_kind(params)[0] | {param.key: value}
                assert refusal(game.read_move, kind.name.lower(), bad) == "BAD_PARAM", bad
