"""Lots that nobody can choose: they come from a committed secret and the random bytes of all
starters (4.2, 4.3).

    commitment = SHA-256(secret)                                  shown when announced
    key        = HMAC-SHA256(secret, "<code>|<no>:<entropy>|...")  starters in order of number
    lot        = first 8 bytes, big-endian, of HMAC-SHA256(key, label)
    deal       = HMAC-SHA256(secret, "deal|<code>|<stage>|<round>|<n>")  of the nth draw of it

Entropies are lower-case hex, or empty.  The smaller lot comes first."""

import hashlib
import hmac
from collections.abc import Iterable, Sequence

SECRET_BYTES = 32


def commitment(secret: bytes) -> str:
    """The commitment shown before the start: the hash of the secret, 64 hex digits."""
    return hashlib.sha256(secret).hexdigest()


def key(secret: bytes, code: str, starters: Iterable[tuple[int, str]]) -> bytes:
    """The key of the tournament (32 bytes), from its starters' numbers and entropies."""
    sent = [f"{number}:{entropy}" for number, entropy in sorted(starters)]
    return hmac.digest(secret, "|".join([code, *sent]).encode(), "sha256")


def round_secret(secret: bytes, deal: str) -> bytes:
    """The secret (32 bytes) of a deal that all tables of a round share; `deal` is its label after
    "deal|"."""
    return hmac.digest(secret, f"deal|{deal}".encode(), "sha256")


def lot(key: bytes, label: str) -> int:
    """The lot for this label, a number of 64 bits."""
    return int.from_bytes(hmac.digest(key, label.encode(), "sha256")[:8], "big")


def seeding(key: bytes, entrants: Iterable[int]) -> list[int]:
    """The entrants in random order, best seed first."""
    return sorted(entrants, key=lambda number: lot(key, f"seed|{number}"))


def tie_lots(key: bytes, entrants: Iterable[int]) -> dict[int, int]:
    """The lot of each entrant, which decides between entrants who are level in everything else."""
    return {number: lot(key, f"lot|{number}") for number in entrants}


def first_seat(key: bytes, stage: int) -> int:
    """The seat (1 or 2) of the best seed in round 1 of a Dutch Swiss."""
    return 1 + lot(key, f"first seat|{stage}") % 2


def by_rating(key: bytes, rated: Sequence[tuple[int, float | None]]) -> list[int]:
    """Entrants sorted by rating: the highest first, the unrated last, ties by lot (4.1)."""
    lots = {number: place for place, number in enumerate(seeding(key, (n for n, _ in rated)))}
    worth = {number: -rating for number, rating in rated if rating is not None}
    return sorted(lots, key=lambda n: (n not in worth, worth.get(n, 0), lots[n]))
