"""Declarations of settings: each is declared once, on the field that holds it, as house rules are.

    @dataclass(frozen=True, kw_only=True, slots=True)
    class Terms:
        break_s: Annotated[int, Whole(0, 86_400, _("Break between rounds (seconds)"))] = 60

The field has the default; the declaration reads and writes plain JSON, and describes the setting
for a form.  A setting without a label is in no form.  A form has the order of the fields; a setting
with a heading begins a group of them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, get_args

from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _

MINUTE_MS = 60_000
FAR_MS = 10**14  # later than any date


class Labelled(StrEnum):
    """Stored words with their labels for people.  Members are `value, label`, the label marked for
    translation: Django's TextChoices for pure modules."""

    label: str

    def __new__(cls, value: str, label: str = "") -> "Labelled":
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member


class BadSettings(ValueError):
    """A setting is refused: `setting` names it, `reason` is a sentence for the director."""

    def __init__(self, setting: str, reason: Phrase, code: str = "BAD_SETTING") -> None:
        super().__init__(f"{setting}: {reason}")
        self.setting, self.reason, self.code = setting, reason, code


class Unreadable(Exception):
    """A text is not a value of the setting.  The message may contain fields, which are filled in
    with `values`."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self.reason = Phrase(text, **values)


def need(holds: bool, setting: str, text: str, code: str = "BAD_SETTING", **values: object) -> None:
    """Raise BadSettings for this setting, with this text, unless `holds`."""
    if not holds:
        raise BadSettings(setting, Phrase(text, **values), code)


class Setting(ABC):
    """A setting.  `optional`: None is also a value; `heading`: the title of the group that begins
    with this setting; `late`: the setting may still be changed after the announcement (1.9);
    `kept`: the setting is copied when the tournament is held again."""

    def __init__(
        self,
        label: str = "",
        hint: str = "",
        *,
        optional: bool = False,
        heading: str = "",
        late: bool = False,
        kept: bool = False,
    ) -> None:
        self.label, self.hint, self.optional, self.heading = label, hint, optional, heading
        self.late, self.kept = late, kept

    def read(self, value: Any) -> Any:
        """The value of the setting from plain JSON.  Raises Unreadable, ValueError or TypeError."""
        return None if self.optional and value is None else self.convert(value)

    @abstractmethod
    def convert(self, value: Any) -> Any:
        """Convert a value that is not None."""

    def write(self, value: Any) -> Any:
        """The value as plain JSON that `read` reads back."""
        return list(value) if isinstance(value, tuple) else value


class Text(Setting):
    def convert(self, value: Any) -> str:
        if not isinstance(value, str):
            raise Unreadable(_("This must be text."))
        return value


class Flag(Setting):
    def convert(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise Unreadable(_("This is either on or off."))
        return value


class Whole(Setting):
    """A whole number in a range."""

    def __init__(self, low: int, high: int, label: str = "", hint: str = "", **more: Any) -> None:
        super().__init__(label, hint, **more)
        self.low, self.high = low, high

    def convert(self, value: Any) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            text = _("Choose a whole number from {low} to {high}.")
            raise Unreadable(text, low=self.low, high=self.high)
        return value


class Moment(Whole):
    """A moment in epoch ms, or None while nothing is planned."""

    def __init__(self, label: str, **more: Any) -> None:
        super().__init__(0, FAR_MS, label, _("Time zone:"), optional=True, **more)


class Choice(Setting):
    """A choice between values, each with its words; a value without words is not offered."""

    def __init__(self, choices: Mapping[Any, str], label: str = "", **more: Any) -> None:
        super().__init__(label, **more)
        self.choices = choices

    def convert(self, value: Any) -> Any:
        if value not in self.choices:
            raise Unreadable(_("Choose one of {choices}."), choices=", ".join(self.choices))
        return value


class Amount(Setting):
    """An exact number of points."""

    def convert(self, value: Any) -> Fraction:
        try:
            amount = Fraction(value)
        except (TypeError, ValueError, ZeroDivisionError):
            raise Unreadable(_("Points are numbers such as 2 or 1/2.")) from None
        if isinstance(value, float) or amount < 0:
            raise Unreadable(_("Points are exact and never below zero."))
        return amount

    def write(self, value: Fraction | None) -> str | None:
        return None if value is None else str(value)


@cache
def declared(holder: type) -> dict[str, Setting]:
    """The settings of a dataclass, by their keys."""
    return {field.name: get_args(field.type)[1] for field in fields(holder)}


@cache
def headings(holder: type) -> dict[str, str]:
    """The heading of the group to which each setting of a dataclass belongs."""
    heading, belongs = "", {}
    for key, setting in declared(holder).items():
        belongs[key] = heading = setting.heading or heading
    return belongs


def read_all(given: Mapping[str, Any], holder: type) -> dict[str, Any]:
    """The values of the settings that are given.

    Raises:
        BadSettings: there is no such setting, or the value does not fit it.
    """
    settings, chosen = declared(holder), {}
    for key, value in given.items():
        if key not in settings:
            raise BadSettings(key, Phrase(_("There is no such setting.")))
        try:
            chosen[key] = settings[key].read(value)
        except Unreadable as refused:
            raise BadSettings(key, refused.reason) from None
        except (ValueError, TypeError):
            raise BadSettings(key, Phrase(_("This value was not understood."))) from None
    return chosen


def to_json(held: Any) -> dict[str, Any]:
    """The settings as plain JSON that `read_all` reads back: exact numbers as text (14.2)."""
    return {key: one.write(getattr(held, key)) for key, one in declared(held.__class__).items()}
