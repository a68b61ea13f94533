"""The chain of hashes over a whole log of acts."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from games.tournaments.acts import FIRST_HASH, next_hash


def hashes(acts: Iterable[Mapping[str, Any]]) -> list[str]:
    """The hashes of a log from its first act on."""
    return list(accumulate(acts, next_hash, initial=FIRST_HASH))[1:]


def first_break(acts: Sequence[Mapping[str, Any]]) -> int | None:
    """The number of the first act whose number or hash does not follow; None in a whole log."""
    for number, (act, digest) in enumerate(zip(acts, hashes(acts), strict=True), 1):
        if act["no"] != number or act["hash"] != digest:
            return number
    return None
