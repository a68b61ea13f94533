"""Readers and writers of acts (section 0.6), and the table of a game's acts and their
parameters."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from games.rules.game import Act, BadAct
from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _


class Reader(NamedTuple):
    """A reader of one argument of an act from JSON; it raises ValueError for a wrong value.
    `schema` is the JSON Schema of the argument."""

    read: Callable[[Any], int]
    schema: Mapping[str, Any]

    def __call__(self, value: Any) -> int:
        return self.read(value)


class Param(NamedTuple):
    """One parameter of an act: its key, its reader and writer, and the message for a wrong value.
    Parameters are in the order of the act's numbers."""

    key: str
    read: Reader
    write: Callable[[int], Any] = int
    refusal: Phrase = Phrase(_("“{key}” was not understood."))


CARD = {"type": "string", "format": "card"}  # a code such as `Kd`


def between(low: int, high: int) -> Reader:
    """A reader for whole numbers from `low` to `high`; `true` and `2.0` are refused."""

    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(value)
        return value

    return Reader(read, {"type": "integer", "minimum": low, "maximum": high})


def one_of(numbers: Mapping[str, int]) -> Reader:
    """A reader for the words that are the keys of `numbers`."""

    def read(value: Any) -> int:
        if not isinstance(value, str) or value not in numbers:
            raise ValueError(value)
        return numbers[value]

    return Reader(read, {"enum": list(numbers)})


def _flag(value: Any) -> int:
    return between(0, 1)(int(value) if isinstance(value, bool) else value)


def _stopped(value: Any) -> int:
    words = {"agreed": 5, "abandoned": 6, "limit": 7}
    return between(5, 7)(words.get(value) if isinstance(value, str) else value)


flag = Reader(_flag, {"enum": [True, False, 1, 0]})
# How the server stopped a game: AGREED, ABANDONED, LIMIT of `End`.
stopped = Reader(_stopped, {"enum": ["agreed", "abandoned", "limit", 5, 6, 7]})


def arguments(
    needed: Mapping[str, Mapping[str, Any]], optional: Mapping[str, Mapping[str, Any]] | None = None
) -> dict[str, Any]:
    """The JSON Schema of an act's arguments, as an object."""
    return {
        "type": "object",
        "properties": {**needed, **(optional or {})},
        "required": list(needed),
        "additionalProperties": False,
    }


Kinds = Mapping[Any, tuple[Param, ...]]


class ActTable:
    """The acts of a game: the acts that players may send, and all acts that are stored."""

    def __init__(self, kinds: type[IntEnum], sent: Kinds, stored: Kinds) -> None:
        self.kinds, self.sent, self.stored = kinds, sent, stored

    def read_act(self, name: str, args: Mapping[str, object]) -> Act:
        """The act that a client has sent, without the values that the server measures.

        Raises:
            BadAct: UNKNOWN_ACT or BAD_PARAM.
        """
        return self._read(name, args, self.sent)

    def read_move(self, name: str, args: Mapping[str, object]) -> Act:
        """The act that was stored, which may be an act of the server.

        Raises:
            BadAct: UNKNOWN_ACT or BAD_PARAM.
        """
        return self._read(name, args, self.stored)

    def schemas(self) -> dict[str, dict[str, Any]]:
        """The JSON Schema of the arguments, for every act that players may send."""
        return {
            kind.name.lower(): arguments({param.key: param.read.schema for param in params})
            for kind, params in self.sent.items()
        }

    def write_act(self, act: Act) -> tuple[str, dict[str, Any]]:
        """The name and arguments to store; `read_move` makes the same act of them."""
        return self._write(act, self.stored)

    def ask(self, act: Act) -> tuple[str, dict[str, Any]]:
        """The name and arguments that a client sends for this act; `read_act` makes the act of
        them."""
        return self._write(act, self.sent)

    def _write(self, act: Act, params: Kinds) -> tuple[str, dict[str, Any]]:
        kind = self.kinds(act.kind)
        rows = zip(params[kind], act[1:], strict=False)
        return kind.name.lower(), {param.key: param.write(number) for param, number in rows}

    def _read(self, name: str, args: Mapping[str, object], params: Kinds) -> Act:
        kind = self.kinds.__members__.get(name.upper()) if isinstance(name, str) else None
        if kind is None or kind not in params or name != name.lower():
            raise BadAct("UNKNOWN_ACT", Phrase(_("This game has no such move.")))
        if set(args) != {param.key for param in params[kind]}:
            reason = Phrase(_("The move “{name}” has other arguments."), name=name)
            raise BadAct("BAD_PARAM", reason)
        values = []
        for param in params[kind]:
            try:
                values.append(param.read(args[param.key]))
            except (ValueError, TypeError):
                raise BadAct(
                    "BAD_PARAM", param.refusal.with_values(key=param.key, name=name)
                ) from None
        return Act(int(kind), *values)


FASTEST_MS = 100  # nobody reacts faster than this
CREDIT_MS = 250  # the largest credit for a slow connection


def reaction(rt: int, arr: int, credit: int) -> int:
    """The reaction (ms) that counts (1.9.4): `rt`, as measured by the client, but not less than the
    arrival minus the credit for a slow connection, and not more than the arrival."""
    return min(max(rt, arr - min(credit, CREDIT_MS)), arr)
