"""Readers of numbers and JSON from untrusted sources, and the writer of JSON as it is sent."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

_encoder = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
LARGEST = 2**63 - 1  # the largest integer a database stores
MOST_DIGITS = 50  # Python reads thousands slowly, or not at all
MOST_LEVELS = 16  # nested lists and objects


class BadJson(ValueError):
    """The text is not JSON, is nested too deeply, or has a number or text that cannot be stored."""


def whole_number(text: str, low: int = 0, high: int = LARGEST) -> int | None:
    """The number written in this text in plain digits; None if it is not one, or is out of
    range."""
    plain = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return number if plain and low <= (number := int(text)) <= high else None


def parse_json(text: str | bytes) -> Any:
    """The value of a text as JSON.  The caller limits its length.  Raises BadJson."""
    try:
        written = text.decode() if isinstance(text, bytes) else text
        value = json.loads(written, parse_int=_int, parse_float=_float, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadJson(str(error)) from None
    _verify(value, MOST_LEVELS)
    return value


def encode(message: Mapping[str, Any]) -> str:
    """A message as it is sent: compact, and the same for the same content."""
    return _encoder.encode(message)


def is_text(text: str) -> bool:
    """Whether a text can be stored: it has neither NUL nor half of a surrogate pair."""
    return not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in text)


def _verify(value: Any, levels: int) -> None:
    if levels < 0:
        raise BadJson("too deep")
    if isinstance(value, str) and not is_text(value):
        raise BadJson("not a text")
    if isinstance(value, dict):
        _verify([*value, *value.values()], levels)
    elif isinstance(value, list):
        for item in value:
            _verify(item, levels - 1)


def _int(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise BadJson("too large")
    return int(text)


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise BadJson("too large")
    return number


def _no_constant(name: str) -> NoReturn:
    raise BadJson(name)
