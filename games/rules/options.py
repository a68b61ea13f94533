"""House rules as data (section 0.8): what can be chosen, what is refused and why, and the
canonical text `"auto=2;players=3"` (defaults left out, keys sorted)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple


class BadOptions(ValueError):
    """The options cannot be played together; `keys` are those concerned, `reason` a sentence."""

    code = "BAD_OPTIONS"

    def __init__(self, keys: Sequence[str], reason: str) -> None:
        super().__init__(reason)
        self.keys, self.reason = tuple(keys), reason


class Choice(NamedTuple):
    """One value of an option and its words."""

    value: str
    label: str


class Need(NamedTuple):
    """An option counts only if option `key` has (`equal`) or has not this value; `why` is said
    when it is chosen without."""

    key: str
    value: str
    equal: bool
    why: str

    def met(self, values: Mapping[str, str]) -> bool:
        """Does this set of options meet the need?"""
        return (values[self.key] == self.value) == self.equal


class Note(NamedTuple):
    """Something worth knowing about a combination that is allowed."""

    keys: tuple[str, ...]
    text: str


class Option(NamedTuple):
    """A house rule.  `choices` are offered by a form; a number has `low`..`high` (both allowed)
    and its choices are only suggestions.  `spare` values are accepted beside these."""

    key: str
    label: str
    description: str
    default: str
    choices: tuple[Choice, ...]
    low: int | None = None
    high: int | None = None
    unit: str = ""
    needs: Need | None = None
    prefix: str = ""  # `auto:` - a number may also be written behind this word
    pair: bool = False  # one value or two, joined by a comma
    spare: tuple[str, ...] = ()
    hint: str = ""

    @property
    def number(self) -> bool:
        """Is every whole number from `low` to `high` allowed?"""
        return self.low is not None and not self.prefix

    def read(self, text: str) -> str:
        """The value in its canonical spelling.

        Raises:
            BadOptions: it is none of the values of this option.
        """
        text = text.strip()
        if text in self.spare:
            return text
        if self.number:
            return self._number(text)
        if self.prefix and text.startswith(self.prefix):
            return self.prefix + self._number(text[len(self.prefix) :])
        known = {choice.value for choice in self.choices} | set(self.spare)
        if self.pair and text not in known:
            return self._pair(text, known)
        if text not in known:
            raise BadOptions((self.key,), f"{self.label}: “{text}” cannot be chosen.")
        return text

    def _number(self, text: str) -> str:
        low, high = self.low or 0, self.high or 0
        plain = text.isascii() and text.isdigit() and len(text) < 10
        if not plain or not low <= int(text) <= high:
            raise BadOptions((self.key,), f"{self.label} is a number from {low} to {high}.")
        return str(int(text))

    def _pair(self, text: str, known: set[str]) -> str:
        parts = text.replace("+", ",").split(",")
        order = [choice.value for choice in self.choices]
        if len(parts) != 2 or any(p not in known or p == self.default for p in parts):
            raise BadOptions((self.key,), f"{self.label}: “{text}” cannot be chosen.")
        if parts[0] == parts[1]:
            raise BadOptions((self.key,), f"{self.label}: the two ranks must differ.")
        return ",".join(sorted(parts, key=order.index))


class Preset(NamedTuple):
    """A ready-made set of options.  `minutes` is the usual length with the cards turned without
    waiting; `options` is canonical text; `length` marks a preset that only sets how long."""

    key: str
    name: str
    line: str
    options: str
    minutes: int
    length: bool = False


class Schema(NamedTuple):
    """All house rules of a game, in the order a form shows them."""

    options: tuple[Option, ...]

    def find(self, key: str) -> Option:
        """The option of this key.

        Raises:
            BadOptions: the game has no such option.
        """
        for option in self.options:
            if option.key == key:
                return option
        raise BadOptions((key,), f"This game has no option “{key}”.")

    def defaults(self) -> dict[str, str]:
        """What is played when nobody chooses anything."""
        return {option.key: option.default for option in self.options}

    def read(self, chosen: str | Mapping[str, str]) -> dict[str, str]:
        """Every option with its value, from canonical text or from what a form sent; an empty
        value means the default.  Combinations are the game's own business.

        Raises:
            BadOptions: an unknown key or value, a key twice, or text that is no list of pairs.
        """
        values = self.defaults()
        for key, value in pairs(chosen):
            option = self.find(key)
            values[key] = option.read(value) if value else option.default
        for option in self.options:
            need = option.needs
            if need and not need.met(values) and values[option.key] != option.default:
                raise BadOptions((option.key, need.key), f"No effect: {need.why}")
        return values

    def read_loose(
        self, chosen: str | Mapping[str, object], text: Callable[[Any], str] = str, least: int = 0
    ) -> dict[str, str]:
        """The same for a log or a scripted case: whole numbers from `least` may lie outside what
        a table offers, and needs are not judged; `text` says what a case's value is as text.

        Raises:
            BadOptions: an unknown key or a value that means nothing.
        """
        values = self.defaults()
        rows = dict(pairs(chosen)) if isinstance(chosen, str) else chosen
        for key, raw in rows.items():
            option, value = self.find(key), text(raw)
            free = option.number and value.isascii() and value.isdigit() and int(value) >= least
            values[key] = value if free else option.read(value)
        return values

    def canonical(self, values: Mapping[str, str]) -> str:
        """The text of these values: keys sorted, defaults left out, joined by `;`."""
        rows = [f"{k}={v}" for k, v in sorted(values.items()) if v != self.find(k).default]
        return ";".join(rows)


def pairs(chosen: str | Mapping[str, str]) -> list[tuple[str, str]]:
    """The keys and values of canonical text, or of a mapping.

    Raises:
        BadOptions: the text is not of the form `a=b;c=d`, or has a key twice.
    """
    if not isinstance(chosen, str):
        return [(str(key), str(value)) for key, value in chosen.items()]
    rows: list[tuple[str, str]] = []
    for part in chosen.split(";") if chosen else []:
        key, equals, value = part.partition("=")
        if not equals or not value:
            raise BadOptions((key,), f"“{part}” is not of the form key=value.")
        if key in dict(rows):
            raise BadOptions((key,), f"“{key}” is given twice.")
        rows.append((key, value))
    return rows
