"""Events of a game as nobody plays them: one of each kind and of each of its cases."""

from collections.abc import Iterator
from dataclasses import fields, replace
from enum import IntEnum
from itertools import count
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from games.rules.cards import NONE, UNKNOWN
from games.rules.catalogue import find
from games.rules.events import KINDS, SEAT, Event


def value_of(hint: Any) -> Any:
    """Something a field of this type may hold."""
    if get_origin(hint) is Annotated:
        return value_of(get_args(hint)[0])
    if get_origin(hint) is tuple:
        return (0, 1)
    return list(hint)[-1] if issubclass(hint, IntEnum) else hint(1)


def seats_in(kind: type[Event]) -> list[str]:
    """The fields of an event that hold one seat."""
    hints = get_type_hints(kind, include_extras=True)
    return [name for name, hint in hints.items() if get_args(hint)[:2] == (int, SEAT)]


def events_of(key: str) -> Iterator[Event]:
    """Every event of a game, with every value of each enumeration in it, and with few and
    several of what is counted."""
    for kind in KINDS[key].values():
        hints = get_type_hints(kind, include_extras=True)
        values = {field.name: value_of(hints[field.name]) for field in fields(kind)}
        usual: Any = kind(**values | dict(zip(seats_in(kind), count(1))))
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
                others = [code.name for code in find(key).rejects]
            elif isinstance(value, tuple):
                others = [(0, 0)] if paired or field.name != "cards" else [(0, 0), (), (0,)]
            for other in others:
                yield replace(usual, **{field.name: other})
