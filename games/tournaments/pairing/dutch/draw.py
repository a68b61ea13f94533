"""A round by the FIDE Dutch system, C.04.3 in force until 31 January 2026 (section 5.6)."""

from dataclasses import dataclass

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError

from games.tournaments.pairing.dutch.trf import feed
from games.tournaments.pairing.snapshot import Snapshot


class NoLegalPairing(Exception):
    """However they are paired, two meet again, have a second bye or may not meet (5.6.5)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Pairs (seat 1, seat 2) in order of the tables, and who has the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None


def draw(snapshot: Snapshot) -> Draw:
    """The round; the same snapshot gives the same on every machine.

    Raises NoLegalPairing if there is none, ValueError for points that are no tenths."""
    try:
        drawn = DutchEngine.generate_pairings(feed(snapshot))
    except PairingError as refused:
        raise NoLegalPairing from refused
    entrant = dict(enumerate(snapshot.field, start=1))
    return Draw(
        tuple((entrant[pair.white], entrant[pair.black]) for pair in drawn if pair.black),
        next((entrant[pair.white] for pair in drawn if not pair.black), None),
    )
