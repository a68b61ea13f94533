"""The points of every entrant in every round, and the numbers that order a standing (7.4-7.8)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.referee.file import Game, Pairing, Round, Settings, Stage
from tests.referee.timeline import Result, Results

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
VOLUNTARY = {"half", "late", "absent", "withdrawn", "disqualified", "noshow"}
SILENT = {"free", "annulled"}


class Line(NamedTuple):
    """A round of an entrant; `others` are the places of those who came to the same table."""

    kind: str
    points: Fraction
    place: int | None = None
    others: Mapping[int, int] = {}
    games: Sequence[Game] = ()

    @property
    def is_win(self) -> bool:
        """First alone."""
        alone = 1 not in self.others.values()
        return self.kind == "played" and self.place == 1 and alone


Lines = dict[int, list[Line]]


def lines_of(stage: Stage, rounds: Iterable[Round], results: Results) -> Lines:
    """The lines of everybody who stands in these rounds, with these results."""
    lines: Lines = defaultdict(list)
    for round_ in rounds:
        for pairing in round_.pairings:
            result = results[stage.no, round_.no, pairing.no]
            for entrant, line in _of_table(pairing, result):
                lines[entrant].append(line)
        for free in round_.unpaired:
            lines[free.entrant].append(Line(free.kind, free.points))
    return lines


def _of_table(pairing: Pairing, result: Result) -> Iterable[tuple[int, Line]]:
    placed = result.places_of(pairing.seats)
    present = {entrant: place for entrant, place in placed.items() if place is not None}
    games = [game for game in pairing.games if game.status == "counted" and game.places]
    for entrant, points in zip(pairing.seats, result.points, strict=True):
        others = {other: place for other, place in present.items() if other != entrant}
        if result.status in ("void", "annulled"):
            yield entrant, Line(result.status, points)
        elif entrant not in present:
            yield entrant, Line("noshow", points)
        elif not others:
            yield entrant, Line("walkover", points)
        else:
            yield entrant, Line("played", points, present[entrant], others, games)


class Scores:
    """The numbers of 7.5-7.7 for everybody in the field."""

    def __init__(self, s: Settings, field: Sequence[int], lines: Lines) -> None:
        self.lines = {entrant: lines.get(entrant, []) for entrant in field}
        self.win, self.half = s.win, s.half
        self.points = {e: sum((x.points for x in own), ZERO) for e, own in self.lines.items()}
        self.adjusted = {e: self._adjusted(e) for e in field}
        self.dummy = {e: min(self.points[e], self.half * len(self._counted(e))) for e in field}

    def _counted(self, entrant: int) -> list[Line]:
        return [line for line in self.lines[entrant] if line.kind not in SILENT]

    def _adjusted(self, entrant: int) -> Fraction:
        """A of 7.5."""
        total = self.points[entrant]
        for line in reversed(self._counted(entrant)):
            if line.kind not in VOLUNTARY:
                break
            if line.kind != "noshow":
                total += self.half - line.points
        return total

    def contributions(self, entrant: int) -> list[tuple[Fraction, str]]:
        """The contributions of the counted rounds, each with its kind (7.7)."""
        return [
            (
                sum((self.adjusted[o] for o in line.others), ZERO) / len(line.others)
                if line.kind == "played"
                else self.dummy[entrant],
                line.kind,
            )
            for line in self._counted(entrant)
        ]

    def buchholz(self, entrant: int) -> Fraction:
        return sum((value for value, _ in self.contributions(entrant)), ZERO)

    def buchholz1(self, entrant: int) -> Fraction:
        parts = self.contributions(entrant)
        voluntary = [value for value, kind in parts if kind in VOLUNTARY]
        least = min(voluntary or [value for value, _ in parts], default=ZERO)
        return self.buchholz(entrant) - least

    def oms(self, entrant: int) -> Fraction:
        return self.buchholz(entrant) / max(1, len(self._counted(entrant)))

    def sonneborn(self, entrant: int) -> Fraction:
        total = ZERO
        for line in self._counted(entrant):
            if line.kind == "played":
                against = [beats(line.place, p) * self.adjusted[o] for o, p in line.others.items()]
                total += sum(against, ZERO) / len(line.others)
            else:
                total += min(ONE, line.points / self.win) * self.dummy[entrant]
        return total

    def wins(self, entrant: int) -> Fraction:
        return Fraction(sum(line.is_win for line in self.lines[entrant]))

    def games(self, entrant: int) -> Fraction:
        scores = []
        for game in self._own_games(entrant):
            places = {e: p for e, p in zip(game.seats, game.places or (), strict=True) if e}
            own = places.pop(entrant)
            if len(places) == 1:
                scores.append(beats(own, *places.values()))
        return mean(scores)

    def cards(self, entrant: int) -> Fraction:
        return mean(
            [
                Fraction(game.counts[game.seats.index(entrant)], sum(game.counts))
                for game in self._own_games(entrant)
                if game.counts and sum(game.counts)
            ]
        )

    def _own_games(self, entrant: int) -> list[Game]:
        lines = self.lines[entrant]
        return [game for line in lines for game in line.games if entrant in game.seats]

    def direct(self, level: Sequence[int]) -> dict[int, Fraction | None]:
        """Among those who are level on everything before, if all of them have met."""
        met = {e: {o for line in self.lines[e] for o in line.others} for e in level}
        if len(level) < 2 or any({*level} - met[e] - {e} for e in level):
            return dict.fromkeys(level)
        return {
            e: sum(
                (
                    beats(line.place, place)
                    for line in self.lines[e]
                    for other, place in line.others.items()
                    if other in level
                ),
                ZERO,
            )
            for e in level
        }


def beats(own: int | None, other: int | None) -> Fraction:
    """1, 1/2 or 0 for a better, equal or worse place."""
    assert own is not None and other is not None
    return HALF if own == other else Fraction(own < other)


def mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, ZERO) / max(1, len(numbers))


# The order -------------------------------------------------------------------------------

Values = Mapping[int, Fraction | None]
Rows = list[tuple[int, int | None, Fraction, dict[str, Fraction | None]]]
SMALLER = {"seed", "lot"}  # is better


def standing(
    s: Settings,
    field: Sequence[int],
    lines: Lines,
    lots: Mapping[int, int],
    out: Collection[int],
) -> Rows:
    """Entrant, place, points and ties of everybody, in order (7.8)."""
    scores = Scores(s, field, lines)
    known = {"seed": {e: Fraction(n) for n, e in enumerate(field, 1)}}
    known["lot"] = {e: Fraction(one) for e, one in lots.items()}

    def values(key: str, level: Sequence[int]) -> Values:
        if key == "direct":
            return scores.direct(level)
        if key in SMALLER:
            return {e: known[key].get(e) for e in level}
        return {e: getattr(scores, key)(e) for e in level}

    return ranked(field, scores.points, s.tiebreaks, values, out)


def ranked(
    field: Sequence[int],
    points: Mapping[int, Fraction],
    keys: Sequence[str],
    values: Callable[[str, Sequence[int]], Values],
    out: Collection[int] = (),
    smaller: Collection[str] = SMALLER,
) -> Rows:
    """The field by points, then by each tie-break; who is `out` comes last, without a place."""
    ties: dict[int, dict[str, Fraction | None]] = {e: {} for e in field}
    groups = split([e for e in field if e not in out], lambda e: -points[e])
    for key in keys:
        parts = []
        for group in groups:
            group_values = values(key, group)
            for e in group:
                ties[e][key] = group_values[e]
            known = {e: v for e, v in group_values.items() if v is not None}
            sign = 1 if key in smaller else -1
            is_told = len(known) == len(group)
            parts += split(group, lambda e, t=known, n=sign: n * t[e]) if is_told else [group]  # type: ignore[misc]
        groups = parts
    rows: Rows = []
    for group in groups:
        place = len(rows) + 1
        rows += [(e, place, points[e], ties[e]) for e in group]
    for e in (e for e in field if e in out):
        rows.append((e, None, points[e], {key: values(key, [e])[e] for key in keys}))
    return rows


def split(group: Sequence[int], value: Callable[[int], Fraction]) -> list[list[int]]:
    """In parts of equal value, the smallest first; within a part the order stays."""
    parts: dict[Fraction, list[int]] = defaultdict(list)
    for entrant in group:
        parts[value(entrant)].append(entrant)
    return [parts[key] for key in sorted(parts)]
