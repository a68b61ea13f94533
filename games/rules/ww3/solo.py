"""One player against the General (section 3.12): the deal of the day, and the score."""

import hashlib

from games.rules import fairness
from games.rules.ww3.piles import pack
from games.rules.ww3.state import Table

GENERAL = 1  # his seat


def daily_key(day: str) -> bytes:
    """The key of the deal of a day, known to all; `day` is a date such as `2026-11-20`."""
    return hashlib.sha256(f"ww3|solo|{day}".encode("ascii")).digest()


def daily_deck(day: str) -> list[int]:
    """The deck of a day, the same for everybody."""
    return fairness.shuffle(daily_key(day), pack(1))


def score(t: Table) -> int:
    """Captured cards less rounds."""
    return t.seats[0].captured - t.rounds


def solved(t: Table) -> bool:
    """Is the General out?"""
    return t.seats[GENERAL].out
