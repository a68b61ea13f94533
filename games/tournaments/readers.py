"""Settings as they come from JSON: each reader gives the value, or says in `Unreadable` what is
wrong."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _

Reader = Callable[[Any], Any]


class BadSettings(ValueError):
    """A setting is refused: `setting` names it, `reason` is a sentence for the director."""

    def __init__(self, setting: str, reason: Phrase, code: str = "BAD_SETTING") -> None:
        super().__init__(f"{setting}: {reason}")
        self.setting, self.reason, self.code = setting, reason, code


class Unreadable(Exception):
    """This is no value of the setting; the text may have fields."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self.reason = Phrase(text, **values)


def need(holds: bool, setting: str, text: str, code: str = "BAD_SETTING", **values: object) -> None:
    """Refuse the setting with this text unless that holds.  Raises BadSettings."""
    if not holds:
        raise BadSettings(setting, Phrase(text, **values), code)


def read_all(given: Mapping[str, Any], readers: Mapping[str, Reader]) -> dict[str, Any]:
    """The values of the settings that are given.

    Raises:
        BadSettings: there is no such setting, or this is no value of it.
    """
    chosen = {}
    for key, value in given.items():
        if key not in readers:
            raise BadSettings(key, Phrase(_("There is no such setting.")))
        try:
            chosen[key] = readers[key](value)
        except Unreadable as refused:
            raise BadSettings(key, refused.reason) from None
        except (ValueError, TypeError):
            raise BadSettings(key, Phrase(_("This value was not understood."))) from None
    return chosen


def choice(*allowed: str) -> Reader:
    def read(value: Any) -> str:
        if value not in allowed:
            raise Unreadable(_("Choose one of {choices}."), choices=", ".join(allowed))
        return str(value)

    return read


def whole(low: int, high: int) -> Reader:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise Unreadable(_("Choose a whole number from {low} to {high}."), low=low, high=high)
        return value

    return read


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise Unreadable(_("This must be text."))
    return value


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Unreadable(_("This is either on or off."))
    return value


def amount(value: Any) -> Fraction:
    try:
        amount = Fraction(value)
    except (TypeError, ValueError, ZeroDivisionError):
        raise Unreadable(_("Points are numbers such as 2 or 1/2.")) from None
    if isinstance(value, float) or amount < 0:
        raise Unreadable(_("Points are exact and never below zero."))
    return amount


def or_none(read: Reader) -> Reader:
    return lambda value: None if value is None else read(value)
