"""Verifiable dealing (section 0.2).  This module uses hashes only, and never a random number
generator.

Every hashed message is ASCII text, with its parts joined by `|` and entropies in lower-case hex:

    commitment = SHA-256(secret)                                       shown when the table opens
    key        = HMAC-SHA256(secret, "<table>|<entropy 1>|...|<entropy n>")
    draw i     = first 8 bytes, big-endian, of HMAC-SHA256(key, "deal|<i>"), i = 0, 1, ...
    hand key s = HMAC-SHA256(key, "hand|<s>")     of a deal by hand, for the hand of seat s
    word n     = first 8 bytes, big-endian, of HMAC-SHA256(key, "<n>")   before move number n

The shuffle is Fisher-Yates from the last index down.  A draw that would favour low numbers is
discarded."""

import hashlib
import hmac
from collections.abc import Sequence


def commitment(secret: bytes) -> str:
    """The hash of the secret (64 hex digits), shown before the deal."""
    return hashlib.sha256(secret).hexdigest()


def key(secret: bytes, table: str, entropies: Sequence[bytes]) -> bytes:
    """The game's key (32 bytes), from the server's secret and every seat's random bytes."""
    message = "|".join([table, *(entropy.hex() for entropy in entropies)])
    return hmac.digest(secret, message.encode("ascii"), "sha256")


def hand_key(key: bytes, seat: int) -> bytes:
    """The key that shuffles the hand of a seat (from 1) in a deal by hand."""
    return hmac.digest(key, b"hand|%d" % seat, "sha256")


def word(key: bytes, number: int) -> int:
    """The random word (64 bits) that the state gets before move `number` is applied."""
    return int.from_bytes(hmac.digest(key, b"%d" % number, "sha256")[:8], "big")


def shuffle(key: bytes, pack: Sequence[int]) -> list[int]:
    """The pack shuffled with this key, in the order of the deal."""
    deck, used = list(pack), 0
    for last in range(len(deck) - 1, 0, -1):
        size = last + 1
        limit = 2**64 - 2**64 % size
        draw = limit
        while draw >= limit:
            draw = int.from_bytes(hmac.digest(key, b"deal|%d" % used, "sha256")[:8], "big")
            used += 1
        other = draw % size
        deck[last], deck[other] = deck[other], deck[last]
    return deck
