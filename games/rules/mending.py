"""Repair of house rules that were written by another version of a game, so that they can be
played."""

from typing import NamedTuple

from games.rules.options import BadOptions, Schema
from games.rules.phrases import Phrase
from games.untrusted import whole_number


class Mended(NamedTuple):
    """The nearest options that can be played, as canonical text, and the reasons why values of the
    original options were lost."""

    options: str
    lost: tuple[Phrase, ...]


def mend(schema: Schema, text: str) -> Mended:
    """Find the nearest playable options to this canonical text.  Refused values are brought into
    range or left out, one option after the other, until all remaining options are accepted."""
    chosen, lost = dict(part.split("=", 1) for part in text.split(";") if part), list[Phrase]()
    while True:
        try:
            return Mended(schema.canonical(schema.read(chosen)), tuple(lost))
        except BadOptions as bad:
            lost.append(bad.reason)
            key = next((key for key in bad.keys if key in chosen), next(iter(chosen)))
            value = chosen.pop(key)
            nearest = within(schema, key, value)
            if nearest not in ("", value):
                chosen[key] = nearest


def within(schema: Schema, key: str, value: str) -> str:
    """The number nearest to this value that the option allows; "" if the option takes no
    numbers."""
    option = next((option for option in schema.options if option.key == key), None)
    number = whole_number(value)
    if option is None or not option.number or number is None:
        return ""
    return str(min(max(number, option.low or 0), option.high or 0))
