"""House rules (section 0.8).  Each house rule is declared once, on the field that holds it:

    class Options(NamedTuple):
        peace: Annotated[bool, Option("Which card wins", "In Peace the lowest.", ...)] = False

    SCHEMA = Schema(Options)

The schema reads text such as `"auto=2;players=3"`, refuses invalid combinations, and writes the
canonical text: keys sorted, defaults left out.  A form shows the options in the order of the
fields.  A field without an option cannot be chosen."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, Self, get_args, get_type_hints

from games.rules.cards import NONE, RANK_PLURALS, RANKS
from games.rules.phrases import ENGLISH, Language, Phrase
from games.rules.phrases import gettext_noop as _
from games.untrusted import whole_number

Values = Mapping[str, str]  # every option by its key, in canonical spelling
Chosen = str | Mapping[str, str]  # canonical text, or form data


class BadOptions(ValueError):
    """Options that are invalid or cannot be combined; `keys` names them, `reason` is a sentence."""

    code = "BAD_OPTIONS"

    def __init__(self, keys: Sequence[str], reason: Phrase) -> None:
        super().__init__(str(reason))
        self.keys, self.reason = tuple(keys), reason


class Choice(NamedTuple):
    """A value of an option, its label in a form, and the phrase for games played with it."""

    value: str
    label: str
    phrase: str = ""


class Need(NamedTuple):
    """A condition of an option: the option has an effect only if option `key` has this value
    (`equal`), or does not have it.  `why` explains a choice that breaks the condition."""

    key: str
    value: str
    equal: bool
    why: str

    def met(self, values: Values) -> bool:
        """Whether these options meet the need."""
        return (values[self.key] == self.value) == self.equal


class Note(NamedTuple):
    """A remark on a combination of options that is allowed."""

    keys: tuple[str, ...]
    text: Phrase


class Preset(NamedTuple):
    """A ready-made set of options.  `minutes` is the typical length without waiting; `options` is
    canonical text; `length` marks a preset that only sets the length."""

    key: str
    name: str
    line: str
    options: str
    minutes: int
    length: bool = False


class Option:
    """A house rule with a few choices.

    The field is an IntEnum (its members are the values, in lower case), a bool (two choices, the
    first is the default) or an int (the values are numbers).  `main`: a form shows it first.
    `phrase` describes the rule in a few words where the choice has no phrase of its own: text with
    `{value}`, left out for the default, or a function of all options and the language."""

    low: int | None = None
    high: int | None = None
    unit = ""
    number = False  # whether every whole number from `low` to `high` is allowed
    prefix = ""  # a number may follow this word
    pair = False  # one value or two, joined by a comma
    spare: tuple[str, ...] = ()  # words that are accepted besides numbers

    def __init__(
        self,
        label: str,
        description: str,
        *choices: Choice,
        key: str = "",
        needs: Need | None = None,
        hint: str = "",
        main: bool = False,
        phrase: str | Callable[[Any, Language], str] = "",
    ) -> None:
        self.label, self.description, self.choices = label, description, choices
        self.key, self.needs, self.hint, self.main, self.words = key, needs, hint, main, phrase
        self.field, self.kind, self.usual, self.default = "", int, 0, ""

    def bind(self, field: str, kind: type[int], usual: int) -> Self:
        """Set the field, its type and its default, and return this option."""
        self.field, self.kind, self.usual = field, kind, usual
        self.key = self.key or field
        return self

    def read(self, text: str) -> str:
        """The value in its canonical spelling.

        Raises:
            BadOptions: this option has no such value.
        """
        text = text.strip()
        if text not in {choice.value for choice in self.choices}:
            raise self.refusal(text)
        return text

    def refusal(self, text: str) -> BadOptions:
        """The error for a value that is not one of the choices."""
        return self.bad(_("{option}: “{value}” cannot be chosen."), value=text)

    def bad(self, text: str, **values: object) -> BadOptions:
        """An error with this text, which names this option."""
        return BadOptions((self.key,), Phrase(text, option=Phrase(self.label), **values))

    def parse(self, value: str) -> int:
        """The number that the field stores for a canonical value."""
        if issubclass(self.kind, IntEnum):
            member: int = getattr(self.kind, value.upper())
            return member
        if self.kind is bool:
            return bool(self.usual) is (value == self.choices[0].value)
        return int(value)

    def write(self, number: int) -> str:
        """The canonical value for the number that the field stores."""
        if isinstance(number, IntEnum):
            return number.name.lower()
        if self.kind is bool:
            return self.choices[number != self.usual].value
        return str(number)

    def fields(self, values: Values) -> dict[str, int]:
        """The fields that this option sets, with their numbers."""
        return {self.field: self.parse(values[self.key])}

    def value(self, o: Any) -> str:
        """The option's value in these options."""
        return self.write(getattr(o, self.field))

    def spell(self, number: int, lang: Language) -> str:
        """The number of the field as phrases write it."""
        return str(number)

    def phrase(self, o: Any, lang: Language = ENGLISH) -> str:
        """The chosen value in a few words; "" if it is the default."""
        if callable(self.words):
            return self.words(o, lang)
        value = self.value(o)
        phrase = next((choice.phrase for choice in self.choices if choice.value == value), "")
        if not phrase and value != self.default:
            phrase = self.words
        if not phrase:
            return ""
        return lang.gettext(phrase).format(value=self.spell(getattr(o, self.field), lang))


class Number(Option):
    """A house rule that is a number from `low` to `high`; its choices are only suggestions.
    `named` maps words to numbers outside the range."""

    number = True

    def __init__(
        self,
        label: str,
        description: str,
        *choices: Choice,
        low: int,
        high: int,
        unit: str = "",
        named: Mapping[str, int] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(label, description, *choices, **more)
        self.low, self.high, self.unit, self.named = low, high, unit, dict(named or {})
        self.spare = self.spare or tuple(self.named)

    def read(self, text: str) -> str:
        """The value in its canonical spelling: a word, or a number without leading zeros."""
        text = text.strip()
        return text if text in self.spare else self.read_number(text)

    def read_number(self, text: str) -> str:
        """The number in its canonical spelling.

        Raises:
            BadOptions: the text is not a number, or out of range.
        """
        low, high = self.low or 0, self.high or 0
        number = whole_number(text, low, high)
        if number is None:
            raise self.bad(_("{option} is a number from {low} to {high}."), low=low, high=high)
        return str(number)

    def parse(self, value: str) -> int:
        return self.named[value] if value in self.named else int(value)

    def write(self, number: int) -> str:
        return next((word for word, value in self.named.items() if value == number), str(number))

    def spell(self, number: int, lang: Language) -> str:
        """The number as phrases write it; times (ms) are written in seconds."""
        return f"{number / 1000:g} s" if self.unit == "ms" else str(number)


class Rank(Option):
    """A house rule that is a rank up to `last`, or none."""

    def __init__(self, label: str, description: str, *, last: str = "A", **more: Any) -> None:
        upto = RANKS.index(last) + 1
        ranks = [Choice(RANKS[r], RANK_PLURALS[r]) for r in range(upto)]
        super().__init__(label, description, Choice("none", _("not played")), *ranks, **more)

    def parse(self, value: str) -> int:
        """The rank of a canonical value: 0 (two) .. 12 (ace), or NONE."""
        return NONE if value == "none" else RANKS.index(value)

    def write(self, number: int) -> str:
        """The letter of the rank, or `none`."""
        return "none" if number == NONE else RANKS[number]

    def spell(self, number: int, lang: Language) -> str:
        """The rank in words, such as `threes`."""
        return lang.gettext(RANK_PLURALS[number])


class RankPair(Rank):
    """A house rule that is a rank, two ranks, or none.  The second rank has a field of its own,
    such as `slap2` next to `slap`."""

    pair = True

    def read(self, text: str) -> str:
        """The value in its canonical spelling: two ranks are sorted, and joined by a comma; a plus
        sign is also accepted."""
        text = text.strip()
        known = [choice.value for choice in self.choices]
        if text in known:
            return text
        parts = text.replace("+", ",").split(",")
        if len(parts) != 2 or any(p not in known or p == self.default for p in parts):
            raise self.refusal(text)
        if parts[0] == parts[1]:
            raise self.bad(_("{option}: the two ranks must differ."))
        return ",".join(sorted(parts, key=known.index))

    def fields(self, values: Values) -> dict[str, int]:
        first, _, second = values[self.key].partition(",")
        return {self.field: self.parse(first), f"{self.field}2": self.parse(second or "none")}

    def value(self, o: Any) -> str:
        ranks = [getattr(o, self.field), getattr(o, f"{self.field}2")]
        return ",".join([self.write(ranks[0]), *(RANKS[r] for r in ranks[1:] if r != NONE)])


def numbers(*counts: int) -> list[Choice]:
    return [Choice(str(n), str(n)) for n in counts]


def seconds(*times: int) -> list[Choice]:
    """The choices for these times (ms), labelled in seconds."""
    return [Choice(str(ms), f"{ms / 1000:g} s") for ms in times]


def _nothing(values: Values) -> None:
    """Accept every combination."""


class Schema:
    """All house rules of a game, in the order of a form.  `refuse` raises BadOptions for invalid
    combinations.  Numbers in a log may be outside the range for tables, but not less than
    `least`."""

    def __init__(
        self, made: type[Any], *, refuse: Callable[[Values], None] = _nothing, least: int = 0
    ) -> None:
        self.made, self.refuse, self.least = made, refuse, least
        usual = made()
        self.options = tuple(
            note.bind(field, get_args(hint)[0], getattr(usual, field))
            for field, hint in get_type_hints(made, include_extras=True).items()
            for note in get_args(hint)
            if isinstance(note, Option)
        )
        for option in self.options:
            option.default = option.value(usual)

    def find(self, key: str) -> Option:
        """The option with this key.

        Raises:
            BadOptions: the game has no such option.
        """
        for option in self.options:
            if option.key == key:
                return option
        raise BadOptions((key,), Phrase(_("This game has no option “{key}”."), key=key))

    def defaults(self) -> dict[str, str]:
        return {option.key: option.default for option in self.options}

    def read(self, chosen: Chosen) -> dict[str, str]:
        """The value of every option, by key; an empty value means the default.

        Raises:
            BadOptions: an unknown key or value, a duplicate key, text that is not a list of
                pairs, or an invalid combination.
        """
        values = self.defaults()
        for key, value in pairs(chosen):
            option = self.find(key)
            values[key] = option.read(value) if value else option.default
        for option in self.options:
            need = option.needs
            if need and not need.met(values) and values[option.key] != option.default:
                reason = Phrase(_("No effect: {why}"), why=Phrase(need.why))
                raise BadOptions((option.key, need.key), reason)
        self.refuse(values)
        return values

    def read_log(self, chosen: Chosen) -> dict[str, str]:
        """The value of every option in a log, by key.  Combinations are not checked.

        Raises:
            BadOptions: an unknown key or an invalid value.
        """
        values = self.defaults()
        for key, value in dict(pairs(chosen)).items():
            option = self.find(key)
            plain = option.number and whole_number(value, self.least) is not None
            values[key] = value if plain else option.read(value)
        return values

    def build(self, values: Values) -> Any:
        """The options with these values, which must be complete and in canonical spelling."""
        fields: dict[str, int] = {}
        for option in self.options:
            fields |= option.fields(values)
        return self.made(**fields)

    def values(self, o: Any) -> dict[str, str]:
        """The canonical value of every option in these options, by key."""
        return {option.key: option.value(o) for option in self.options}

    def phrases(self, o: Any, lang: Language = ENGLISH) -> list[str]:
        """The options that differ from the default, in short phrases."""
        values = self.values(o)
        counting = [
            option for option in self.options if option.needs is None or option.needs.met(values)
        ]
        return [phrase for phrase in (option.phrase(o, lang) for option in counting) if phrase]

    def canonical(self, values: Values) -> str:
        """The text of these values: keys sorted, defaults left out, joined by `;`."""
        rows = [f"{k}={v}" for k, v in sorted(values.items()) if v != self.find(k).default]
        return ";".join(rows)


def pairs(chosen: Chosen) -> list[tuple[str, str]]:
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
            raise BadOptions((key,), Phrase(_("“{part}” is not of the form key=value."), part=part))
        if key in dict(rows):
            raise BadOptions((key,), Phrase(_("“{key}” is given twice."), key=key))
        rows.append((key, value))
    return rows
