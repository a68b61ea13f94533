"""The history of results: a line for each round of each entrant, from which tie-breaks and
standings are made."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.tournaments.scoring import points
from games.tournaments.scoring.record import Game, Kind, Round, Table
from games.tournaments.settings import MOST_SEATS, Settings


@dataclass(frozen=True, slots=True)
class Line:
    """One round of one entrant.  `others` are those who came to the table, with their places."""

    round: int
    kind: Kind
    points: Fraction
    place: int | None = None
    others: tuple[tuple[int, int], ...] = ()
    games: tuple[Game, ...] = ()

    @property
    def is_win(self) -> bool:
        """Whether the round was played, and won alone."""
        alone = all(place > 1 for _, place in self.others)
        return self.kind == Kind.PLAYED and self.place == 1 and alone


History = dict[int, list[Line]]  # by entrant, rounds in order


def history(settings: Settings, rounds: Sequence[Round]) -> History:
    """The lines of everybody who stands in these rounds, the first of which is round 1."""
    lines: defaultdict[int, list[Line]] = defaultdict(list)
    for number, played in enumerate(rounds, 1):
        gained = points.of_round(settings, played.tables)
        for table, gains in zip(played.tables, gained, strict=True):
            for entrant, line in _of_table(number, table, gains):
                lines[entrant].append(line)
        for unpaired in played.unpaired:
            lines[unpaired.entrant].append(Line(number, unpaired.kind, unpaired.points))
    return dict(lines)


def _of_table(number: int, table: Table, gained: Sequence[Fraction]) -> Iterator[tuple[int, Line]]:
    """The line of everybody who was paired at this table, with these points by seat."""
    players = [(e, p) for e, p in zip(table.seats, table.places, strict=True) if p is not None]
    for entrant, place, gain in zip(table.seats, table.places, gained, strict=True):
        kind = _kind(table, place, len(players))
        if kind != Kind.PLAYED:
            yield entrant, Line(number, kind, gain)
            continue
        others = tuple(one for one in players if one[0] != entrant)
        yield entrant, Line(number, kind, gain, place, others, table.games)


def _kind(table: Table, place: int | None, players: int) -> Kind:
    """The kind of a round at a table: played by two or more; alone a walk-over; absent a no-show
    (6.5)."""
    if table.kind != Kind.PLAYED:
        return table.kind
    if place is None:
        return Kind.NOSHOW
    return Kind.PLAYED if players > 1 else Kind.WALKOVER


def seat_counts(rounds: Sequence[Round]) -> dict[int, list[int]]:
    """How often each entrant has played in seat 1, 2, ... of the pairing (3.6)."""
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0] * MOST_SEATS)
    for table in (table for played in rounds for table in played.tables):
        has_played = [place is not None for place in table.places]
        for seat, entrant in enumerate(table.seats):
            kind = _kind(table, table.places[seat], sum(has_played))
            if has_played[seat] and kind == Kind.PLAYED:
                counts[entrant][seat] += 1
    return dict(counts)
