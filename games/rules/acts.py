"""How acts are read and written, for all games: each has a table of its kinds and what may be
said with them (section 0.6)."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from games.rules.game import Act, BadAct


class Param(NamedTuple):
    """One argument: its name, how it is read from JSON (ValueError: it cannot be), how it is
    written, and what is said to who sent something else.  Its place is its place in the act."""

    key: str
    read: Callable[[Any], int]
    write: Callable[[int], Any] = int
    refusal: str = "“{key}” was not understood."


def between(low: int, high: int) -> Callable[[Any], int]:
    """Reads a whole number of this range; true and 2.0 are none."""

    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(value)
        return value

    return read


def flag(value: Any) -> int:
    """1 or 0, from a boolean or from themselves.

    Raises:
        ValueError: it is neither.
    """
    return between(0, 1)(int(value) if isinstance(value, bool) else value)


def stopped(value: Any) -> int:
    """How the server stopped a game: 5, 6 (AGREED, ABANDONED of War and World War III) or words.

    Raises:
        ValueError: none of them.
    """
    words = {"agreed": 5, "abandoned": 6}
    return between(5, 6)(words.get(value) if isinstance(value, str) else value)


Kinds = Mapping[Any, tuple[Param, ...]]


class ActTable:
    """The acts of a game: those that players ask for, and all that are stored."""

    def __init__(self, kinds: type[IntEnum], asked: Kinds, stored: Kinds) -> None:
        self.kinds, self.asked, self.stored = kinds, asked, stored

    def read_act(self, name: str, args: Mapping[str, object]) -> Act:
        """What a player's client asked for.  What the server measures is not among it.

        Raises:
            BadAct: UNKNOWN_ACT or BAD_PARAM.
        """
        return self._read(name, args, self.asked)

    def read_move(self, name: str, args: Mapping[str, object]) -> Act:
        """The act stored like this, the server's included.

        Raises:
            BadAct: UNKNOWN_ACT or BAD_PARAM.
        """
        return self._read(name, args, self.stored)

    def write_act(self, act: Act) -> tuple[str, dict[str, Any]]:
        """Name and arguments as they are stored; `read_move` reads them back."""
        return self._write(act, self.stored)

    def ask(self, act: Act) -> tuple[str, dict[str, Any]]:
        """Name and arguments as a client sends them; `read_act` reads them back."""
        return self._write(act, self.asked)

    def _write(self, act: Act, known: Kinds) -> tuple[str, dict[str, Any]]:
        kind = self.kinds(act.kind)
        rows = zip(known[kind], act[1:], strict=False)
        return kind.name.lower(), {param.key: param.write(number) for param, number in rows}

    def _read(self, name: str, args: Mapping[str, object], known: Kinds) -> Act:
        kind = self.kinds.__members__.get(name.upper()) if isinstance(name, str) else None
        if kind is None or kind not in known or name != name.lower():
            raise BadAct("UNKNOWN_ACT", "This game has no such move.")
        if set(args) != {param.key for param in known[kind]}:
            raise BadAct("BAD_PARAM", f"The move “{name}” has other arguments.")
        values = []
        for param in known[kind]:
            try:
                values.append(param.read(args[param.key]))
            except (ValueError, TypeError):
                sentence = param.refusal.format(key=param.key, name=name)
                raise BadAct("BAD_PARAM", sentence) from None
        return Act(int(kind), *values)


FASTEST_MS = 100  # nobody reacts faster
CREDIT_MS = 250  # the most a slow line may excuse


def reaction(rt: int, arr: int, credit: int) -> int:
    """The reaction that counts (ms): what the client measured, but not earlier than the arrival
    less the credit of his line, and not later than the arrival (1.9.4)."""
    return min(max(rt, arr - min(credit, CREDIT_MS)), arr)
