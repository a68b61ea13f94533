"""The curve of a game: the chances of every seat at each place, and what follows from these
chances.

A curve is computed in parts: first some games at each place, then more games where the chances
change most, one place at a time.  The next part depends only on the counts, however many parts are
played at once, so a curve is the same on every machine."""

import csv
import json
import zlib
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import islice
from typing import Any, NamedTuple, Self

from games.lab.chances.tally import COUNTED, Playouts, Tally
from games.lab.counting.accumulator import WHOLE

FIRST, TIMES, MOST = 400, 4, 16  # games at each place; how much more, step by step
SURE = 0.03  # half-width at the largest changes
LARGEST = 10  # changes that are played so often
MORE = 2 * LARGEST * (MOST - 1) * FIRST  # most games after the first ones, roughly
DECIDED = 0.9
POINTS, SMALLEST = 7, 0.05  # turning points: how many at most, and how large at least


class Place(NamedTuple):
    """A place of the replay, such as `64` or `12.2`, and the counts of games from this place."""

    at: str
    tally: Tally


class Part(NamedTuple):
    """The next games to play: `games` games at the place with index `place`, from game number
    `first` on."""

    place: int
    first: int
    games: int


class Change(NamedTuple):
    """The change of the chance from the previous place to the place with index `place`, for the
    seat (from 1) whose chance changed most."""

    place: int
    at: str
    seat: int
    before: float
    after: float

    @property
    def size(self) -> float:
        return abs(self.after - self.before)


class Low(NamedTuple):
    """The lowest chance of the winner, and its place."""

    at: str
    chance: float


class Curve(NamedTuple):
    """The chances in a game as one viewer (`all`, `watcher`, or a seat) knows them.  While the
    curve is computed, places may have no games yet."""

    playouts: Playouts
    view: str
    places: tuple[Place, ...]

    @property
    def games(self) -> int:
        return sum(place.tally.games for place in self.places)

    @property
    def winner(self) -> int | None:
        """The seat (from 1) that won alone; None: several seats won, or the end has not been
        computed yet."""
        last = self.places[-1].tally
        return last.wins.index(1) + 1 if last.exact and sum(last.wins) == 1 else None

    @property
    def changes(self) -> list[Change]:
        """The changes from each place to the next."""
        return [
            largest_change(index, self.places[index - 1], self.places[index])
            for index in range(1, len(self.places))
        ]

    @property
    def turning_points(self) -> list[Change]:
        """The largest changes, in the order of the game."""
        largest = sorted(self.changes, key=lambda change: -change.size)[:POINTS]
        return sorted(change for change in largest if change.size >= SMALLEST)

    @property
    def decided_at(self) -> str | None:
        """The place from which the winner was nearly certain to win.  None: the winner was certain
        from the beginning, or nobody won alone."""
        if self.winner is None:
            return None
        seat = self.winner - 1
        chances = [place.tally.chances[seat] for place in self.places]
        open_at = [index for index, chance in enumerate(chances) if chance < DECIDED]
        return self.places[open_at[-1] + 1].at if open_at else None

    @property
    def comeback(self) -> Low | None:
        if self.winner is None:
            return None
        chances = [(place.tally.chances[self.winner - 1], place.at) for place in self.places]
        chance, at = min(chances, key=lambda low: low[0])
        return Low(at, chance)

    @property
    def luck_of_the_deal(self) -> tuple[float, ...] | None:
        """The chances at the deal, with all cards known."""
        return self.places[0].tally.chances if self.view == "all" else None

    @property
    def exact_from(self) -> str | None:
        """The first place from which nothing was left to chance; None if there is none."""
        open_until = [i for i, place in enumerate(self.places) if not place.tally.exact]
        first = open_until[-1] + 1 if open_until else 0
        return self.places[first].at if first < len(self.places) else None

    def serialise(self) -> dict[str, Any]:
        """The curve, ready for JSON."""
        return {
            "game": self.playouts.game,
            "options": self.playouts.options,
            "view": self.view,
            "policies": list(self.playouts.policies),
            "rules_version": self.playouts.version % COUNTED,
            "places": [
                {
                    "at": place.at,
                    "games": place.tally.games,
                    "wins": list(place.tally.wins),
                    "shared": list(place.tally.shared),
                    "parts": [round(part / WHOLE, 3) for part in place.tally.parts],
                    "exact": place.tally.exact,
                }
                for place in self.places
                if place.tally.games
            ],
        }

    @property
    def csv(self) -> str:
        """The curve as CSV, a row for each place; chances and half-widths of their intervals in
        percent."""
        text, numbers = StringIO(), range(1, len(self.playouts.policies) + 1)
        table = csv.writer(text)
        names = ("wins", "shared", "parts", "chance", "plus_minus")
        table.writerow(["at", "games", "exact", *(f"{a}_{n}" for a in names for n in numbers)])
        for at, tally in self.places:
            if tally.games:
                widths = [tally.half_width(number - 1) for number in numbers]
                shares = [f"{100 * value:.2f}" for value in (*tally.chances, *widths)]
                parts = [f"{part / WHOLE:.3f}" for part in tally.parts]
                counts = [tally.games, int(tally.exact), *tally.wins, *tally.shared, *parts]
                row = [at, *counts, *shares]
                table.writerow(row)
        return text.getvalue()

    def packed(self) -> bytes:
        """The counts, compressed to a few kilobytes."""
        rows = [[at, t.games, int(t.exact), *t.wins, *t.shared, *t.parts] for at, t in self.places]
        columns = [list(column) for column in zip(*rows, strict=True)]
        return zlib.compress(json.dumps(columns, separators=(",", ":")).encode(), 9)

    @classmethod
    def unpacked(cls, playouts: Playouts, view: str, data: bytes) -> Self:
        columns = json.loads(zlib.decompress(data))
        players = len(playouts.policies)
        places = []
        for at, games, exact, *row in zip(*columns, strict=True):
            wins, shared, parts = (tuple(row[i : i + players]) for i in range(0, len(row), players))
            places.append(Place(at, Tally(games, wins, shared, parts, bool(exact))))
        return cls(playouts, view, tuple(places))


def largest_change(index: int, before: Place, after: Place) -> Change:
    """The change of the seat whose chance changed most at this place."""
    pairs = list(zip(before.tally.chances, after.tally.chances, strict=True))
    seat = max(range(len(pairs)), key=lambda p: abs(pairs[p][1] - pairs[p][0]))
    return Change(index, after.at, seat + 1, *pairs[seat])


# What to play next ---------------------------------------------------------------------------


def next_parts(curve: Curve, budget: int, first: int = FIRST) -> list[Part]:
    """The next games to play, about `budget` games at several places; empty if the curve is
    complete."""
    untouched = [index for index, place in enumerate(curve.places) if not place.tally.games]
    if untouched:
        return [Part(index, 0, first) for index in untouched[: -(-budget // first)]]
    return list(islice(unsure(curve, first), 1))  # after it others may be largest


def unsure(curve: Curve, first: int) -> Iterator[Part]:
    """The parts that quadruple the games on both sides of the largest changes, until the chances at
    these places are precise enough."""
    tallies = [place.tally for place in curve.places]
    largest = sorted(curve.changes, key=lambda change: -change.size)[:LARGEST]
    beside = {place for change in largest for place in (change.place - 1, change.place)}
    for index in sorted(beside):
        tally = tallies[index]
        if not is_sure(tally) and tally.games < MOST * first:
            yield Part(index, tally.games, (TIMES - 1) * tally.games)


def is_sure(tally: Tally) -> bool:
    return max(map(tally.half_width, range(len(tally.wins)))) <= SURE


def with_played(curve: Curve, played: Sequence[tuple[int, Tally]]) -> Curve:
    """The curve with more games at some places."""
    places = list(curve.places)
    for index, tally in played:
        places[index] = places[index]._replace(tally=places[index].tally.plus(tally))
    return curve._replace(places=tuple(places))
