"""Whatever the rules say to people can be said in another language, whole."""

from collections.abc import Iterator
from dataclasses import fields, replace
from enum import IntEnum
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest

from games.rules.cards import NONE, UNKNOWN
from games.rules.catalogue import GAMES
from games.rules.events import KINDS, Event
from games.rules.phrases import ENGLISH
from tests.rules.pseudo import PSEUDO, unmarked

NAMES = [*"①②③④⑤⑥⑦⑧"]
SILENT = {"take", "handed", "refill"}  # events nobody is told in words


def value_of(hint: Any) -> Any:
    """Something a field of this type may hold."""
    if get_origin(hint) is Annotated:
        return value_of(get_args(hint)[0])
    if get_origin(hint) is tuple:
        return (0, 1)
    return list(hint)[-1] if issubclass(hint, IntEnum) else hint(1)


def events_of(key: str) -> Iterator[Event]:
    """Every event of a game, with every value of each enumeration in it, and with few and
    several of what is counted."""
    for kind in KINDS[key].values():
        hints = get_type_hints(kind, include_extras=True)
        usual: Any = kind(**{field.name: value_of(hints[field.name]) for field in fields(kind)})
        yield usual
        paired = any(field.name == "seats" for field in fields(kind))
        for field in fields(kind):
            value, others = getattr(usual, field.name), list[Any]()
            if isinstance(value, IntEnum):
                others = [one for one in type(value) if one.name != "PLAYING"]
            elif isinstance(value, bool):
                others = [not value]
            elif isinstance(value, int):
                others = [NONE, UNKNOWN] if field.name in ("card", "up") else [0, 2]
            elif isinstance(value, str):
                others = [code.name for code in GAMES[key].rejects]
            elif isinstance(value, tuple):
                others = [(0, 0)] if paired or field.name != "cards" else [(0, 0), (), (0,)]
            for other in others:
                yield replace(usual, **{field.name: other})


@pytest.mark.parametrize("key", GAMES)
def test_every_event_is_told_in_another_language(key):
    game, left, told = GAMES[key], list[str](), set[str]()
    for event in events_of(key):
        for line in game.describe([event], NAMES, PSEUDO):
            told.add(event.ev)
            left += [line.text] if unmarked(line.text) else []
        english = game.describe([event], NAMES)
        assert english == game.describe([event], NAMES, ENGLISH)
    assert not left
    assert set(KINDS[key]) - told <= SILENT


@pytest.mark.parametrize("key", GAMES)
def test_every_end_is_told_in_another_language(key):
    game = GAMES[key]
    for end in game.ends:
        assert not unmarked(game.end_words(end.name.lower(), PSEUDO))
        assert game.end_words(end.name.lower())
