"""Why a round of the Dutch system is as it is, in facts that anybody can check (8.1, 8.2)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from py4swiss.trf.results import ColorToken, ResultToken

from games.tournaments.pairing.dutch.draw import Draw
from games.tournaments.pairing.dutch.trf import feed
from games.tournaments.pairing.snapshot import Snapshot

LIKE_BYES = {ResultToken.PAIRING_ALLOCATED_BYE, ResultToken.FORFEIT_WIN}


class Reason(StrEnum):
    """Why two who come first for each other do not meet, or why somebody has no bye."""

    MET = "met"  # they have played
    SEAT = "seat"  # both are due the same seat
    FORBIDDEN = "forbidden"  # for directors only
    BYE = "bye"  # has had a bye or a walk-over
    REST = "rest"  # else the others could not be paired as well


@dataclass(frozen=True, slots=True)
class Side:
    """One of a pair.  `floats`: 1 down to a group with fewer points, -1 up, 0 in their own.
    `seats`: how often in seat 1 and 2 so far."""

    entrant: int
    points: Fraction
    floats: int
    seats: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair, in order of seats.

    `natural`: whom the better of them would meet if nothing stood against it; `reason`: what does,
    None if they do meet."""

    sides: tuple[Side, Side]
    natural: int
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Bye:
    """Who has the bye, with how many points, and why not those who stand below."""

    entrant: int
    points: Fraction
    passed_over: tuple[tuple[int, Reason], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Of a whole round, its pairs in order of the tables."""

    pairs: tuple[Pair, ...]
    bye: Bye | None


@dataclass(frozen=True, slots=True)
class Record:
    """What the draw knew of an entrant; `met` by seed, `seats` of the rounds played, in order."""

    entrant: int
    seed: int
    points: Fraction
    met: frozenset[int]
    seats: tuple[int, ...]
    had_bye: bool

    @property
    def due(self) -> int | None:
        """The seat that evens out, or alternates with the last one; None before the first game."""
        ones, twos = self.seats.count(1), self.seats.count(2)
        if ones != twos:
            return 1 if ones < twos else 2
        return 3 - self.seats[-1] if self.seats else None


def by_rank(record: Record) -> tuple[Fraction, int]:
    """The order of the draw: more points, then the better seed."""
    return -record.points, record.seed


def explain(snapshot: Snapshot, draw: Draw) -> Explanation:
    """The reasons for this draw of this snapshot."""
    records = {record.entrant: record for record in _records(snapshot)}
    forbidden = {frozenset(pair) for pair in snapshot.settings.forbidden}
    pairs = [(records[a], records[b]) for a, b in draw.pairs]
    naturals = _naturals(pairs)
    return Explanation(
        tuple(_pair(a, b, naturals, forbidden) for a, b in pairs),
        None if draw.bye is None else _bye(records[draw.bye], snapshot.present, records),
    )


def _records(snapshot: Snapshot) -> Iterator[Record]:
    for entrant, player in zip(snapshot.field, feed(snapshot).player_sections, strict=True):
        played = [one for one in player.results if one.result.is_played()]
        yield Record(
            entrant,
            player.starting_number,
            Fraction(player.points_times_ten, 10),
            frozenset(one.id for one in played),
            tuple(1 if one.color is ColorToken.WHITE else 2 for one in played),
            any(one.result in LIKE_BYES for one in player.results),
        )


def _naturals(pairs: Sequence[tuple[Record, Record]]) -> dict[int, Record]:
    """Whom everybody comes first to.  In a group those who float down meet its best; of the rest
    the upper half meets the lower half, each in order."""
    naturals: dict[int, Record] = {}
    ranked = [sorted(pair, key=by_rank) for pair in pairs]
    for points in {low.points for _, low in ranked}:
        group = [pair for pair in ranked if pair[1].points == points]
        everybody = sorted((one for pair in group for one in pair), key=by_rank)
        floating = sum(one.points > points for one in everybody)
        rest = everybody[2 * floating :]
        upper = everybody[:floating] + rest[: len(rest) // 2]
        lower = everybody[floating : 2 * floating] + rest[len(rest) // 2 :]
        for one, other in zip(upper, lower, strict=True):
            naturals |= {one.entrant: other, other.entrant: one}
    return naturals


def _pair(
    a: Record, b: Record, naturals: Mapping[int, Record], forbidden: Collection[frozenset[int]]
) -> Pair:
    better, other = sorted((a, b), key=by_rank)
    natural = naturals[better.entrant]
    reason = None if natural is other else _reason(better, natural, forbidden)
    return Pair((_side(a, b), _side(b, a)), natural.entrant, reason)


def _side(own: Record, other: Record) -> Side:
    floats = (own.points > other.points) - (own.points < other.points)
    return Side(own.entrant, own.points, floats, (own.seats.count(1), own.seats.count(2)))


def _reason(one: Record, other: Record, forbidden: Collection[frozenset[int]]) -> Reason:
    if other.seed in one.met:
        return Reason.MET
    if one.due and one.due == other.due:
        return Reason.SEAT
    if {one.entrant, other.entrant} in forbidden:
        return Reason.FORBIDDEN
    return Reason.REST


def _bye(chosen: Record, present: Collection[int], records: Mapping[int, Record]) -> Bye:
    below = [one for one in records.values() if by_rank(one) > by_rank(chosen)]
    passed_over = [
        (one.entrant, Reason.BYE if one.had_bye else Reason.REST)
        for one in sorted(below, key=by_rank, reverse=True)
        if one.entrant in present
    ]
    return Bye(chosen.entrant, chosen.points, tuple(passed_over))
