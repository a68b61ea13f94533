"""Settings as they come from JSON: each reader gives the value, or says in a ValueError what is
wrong."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

Reader = Callable[[Any], Any]


class BadSettings(ValueError):
    """A setting is refused: `setting` names it, `reason` is a sentence for the director."""

    def __init__(self, setting: str, reason: str, code: str = "BAD_SETTING") -> None:
        super().__init__(f"{setting}: {reason}")
        self.setting, self.reason, self.code = setting, reason, code


def read_all(given: Mapping[str, Any], readers: Mapping[str, Reader]) -> dict[str, Any]:
    """The values of the settings that are given.

    Raises:
        BadSettings: there is no such setting, or this is no value of it.
    """
    chosen = {}
    for key, value in given.items():
        if key not in readers:
            raise BadSettings(key, "there is no such setting.")
        try:
            chosen[key] = readers[key](value)
        except (ValueError, TypeError) as refused:
            raise BadSettings(key, str(refused)) from None
    return chosen


def choice(*allowed: str) -> Reader:
    def read(value: Any) -> str:
        if value not in allowed:
            raise ValueError(f"choose one of {', '.join(allowed)}.")
        return str(value)

    return read


def whole(low: int, high: int) -> Reader:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high} is needed.")
        return value

    return read


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("text is needed.")
    return value


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("yes or no is needed.")
    return value


def amount(value: Any) -> Fraction:
    try:
        amount = Fraction(value)
    except (TypeError, ValueError, ZeroDivisionError):
        raise ValueError("a number of points such as 2 or 1/2 is needed.") from None
    if isinstance(value, float) or amount < 0:
        raise ValueError("points are exact, and never below zero.")
    return amount


def or_none(read: Reader) -> Reader:
    return lambda value: None if value is None else read(value)
