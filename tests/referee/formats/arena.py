"""Arenas: waves, points with streaks, the standing (5.8)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

from tests.referee.file import Fault, Faults, File, Round, Stage, compare
from tests.referee.lots import tie_lots
from tests.referee.results import points_of, without_series
from tests.referee.scores import ZERO, Line, Rows, lines_of, ranked
from tests.referee.standings import compare_rows, is_over
from tests.referee.timeline import (
    complete,
    drawn_by,
    results_before,
    results_now,
)

STREAK = 2  # sole first places, after which results count double
MOST_TRIED = 9  # who wait: of so many every way to seat them is tried


def faults(file: File) -> Faults:
    for stage in file.stages:
        if stage.settings.format != "arena":
            continue
        for round_ in stage.rounds:
            where = f"stage {stage.no} wave {round_.no}"
            yield from _wave(where, stage, round_, _last_tables(file, stage, round_.no))
        if file.counts_series:
            yield from _series(stage)
        for block in stage.standings:
            yield from compare_rows(f"stage {stage.no}", block, standing(file, stage))


def _series(stage: Stage) -> Faults:
    """Points of tables count double after two sole first places in a row (5.8.3, 17.9)."""
    row: Counter[int] = Counter()
    for round_ in stage.rounds:
        for pairing in round_.pairings:
            base, places = without_series(stage.settings, pairing).points, pairing.places or []
            if base is None or pairing.points is None:
                continue
            is_played = pairing.places is not None and None not in places
            double = {
                e
                for e in pairing.seats
                if is_played and stage.settings.streaks and row[e] >= STREAK
            }
            right = [p * 2 if e in double else p for e, p in zip(pairing.seats, base, strict=True)]
            where = f"stage {stage.no} wave {round_.no} table {pairing.no}"
            yield from compare(where, "the points that count", pairing.points, right)
            for entrant, place in zip(pairing.seats, places, strict=False):
                if is_played:
                    row[entrant] = row[entrant] + 1 if place == 1 and places.count(1) == 1 else 0


def _last_tables(file: File, stage: Stage, wave: int) -> dict[int, str]:
    """The table each entrant last sat at when this wave was drawn; one that was called off is
    none (5.8.4)."""
    known = results_before(file, drawn_by(file, stage.no, wave).no)
    last: dict[int, str] = {}
    for round_ in stage.rounds[: wave - 1]:
        for pairing in round_.pairings:
            result = known.get((stage.no, round_.no, pairing.no))
            if result is None or None not in (result.places or ()):
                last |= dict.fromkeys(pairing.seats, f"{round_.no}.{pairing.no}")
    return last


def _wave(where: str, stage: Stage, round_: Round, last: Mapping[int, str]) -> Faults:
    """The players seated come from the pool, and nobody meets those of their last table again
    unless both have waited long, or nobody else is there (5.8.2)."""
    s = stage.settings
    waited = {row.entrant: row.waited for row in round_.pool}
    yield from compare(where, "how it was drawn", round_.method, "arena")
    if round_.unpaired:
        yield Fault(where, "somebody has no table")
    if not {*waited} <= {*round_.active}:
        yield Fault(where, "somebody waits who has paused")
    duel = len(waited) == len(round_.active) == s.least
    yield from compare(where, "duel", round_.duel, duel)
    urgent = {e for e, ms in waited.items() if ms >= s.patience * 1000}
    for pairing in round_.pairings:
        own = f"{where} table {pairing.no}"
        if not {*pairing.seats} <= {*waited}:
            yield Fault(own, "somebody did not wait")
        if not s.least <= len(pairing.seats) <= s.most:
            yield Fault(own, f"{len(pairing.seats)} sit at it")
        if len(pairing.seats) != s.size and not duel and not urgent:
            yield Fault(own, "it is not full, though nobody has waited long")
        if not duel:
            yield from _apart(own, pairing.seats, last, urgent)
    if len(waited) >= s.least and not round_.pairings:
        yield Fault(where, "a wave without a table")
    if not (duel or urgent) and len(waited) <= MOST_TRIED:
        yield from _neighbours(where, s.size, round_, [*waited], last)


def _neighbours(
    where: str, size: int, round_: Round, pool: Sequence[int], last: Mapping[int, str]
) -> Faults:
    """The tables are full as far as can be, and of players who stand next to each other (5.8.2)."""

    @cache
    def best(line: tuple[int, ...]) -> tuple[int, int]:
        """The number of tables, below zero, and the sum of best minus worst place at them."""
        if len(line) < size:
            return 0, 0
        first, *rest = line
        least = best(tuple(rest))  # the first stays away
        for others in combinations(rest, size - 1):
            if not any(_apart(where, [pool[at] for at in (first, *others)], last, set())):
                tables, length = best(tuple(at for at in rest if at not in others))
                least = min(least, (tables - 1, length + others[-1] - first))
        return least

    place = {e: at for at, e in enumerate(pool)}
    ranks = [[place[e] for e in pairing.seats if e in place] for pairing in round_.pairings]
    recorded = -len(ranks), sum(max(table) - min(table) for table in ranks if table)
    yield from compare(
        where, "the tables (below zero) and their length", recorded, best(tuple(range(len(pool))))
    )


def _apart(where: str, seats: Sequence[int], last: Mapping[int, str], urgent: set[int]) -> Faults:
    for at, a in enumerate(seats):
        for b in seats[at + 1 :]:
            met = a in last and last[a] == last.get(b)
            if met and not {a, b} <= urgent:
                yield Fault(where, f"{a} and {b} come from one table")


def standing(file: File, stage: Stage) -> Rows:
    """Points with streaks, sole first places, fewer games, lot (5.8.3, 5.8.6)."""
    results = {
        key: result._replace(
            status="annulled" if None in (result.places or ()) else result.status,
            points=points_of(
                stage.settings, result.status, result.places or [None] * len(result.points)
            ),
        )
        for key, result in results_now(stage).items()
    }  # a table that was called off is for nobody (5.8.4)
    every = lines_of(stage, complete(stage), results)
    lines = {e: every.get(e, []) for e in stage.field}
    points = {e: scored(own, stage.settings.streaks) for e, own in lines.items()}
    played = {e: [x for x in own if x.kind == "played"] for e, own in lines.items()}
    lots = tie_lots(file, stage) if is_over(file, stage) else {}
    values: dict[str, dict[int, Fraction | None]] = {
        "wins": {e: Fraction(sum(x.is_win for x in own)) for e, own in played.items()},
        "games": {e: Fraction(len(own)) for e, own in played.items()},
        "lot": {e: Fraction(lots[e]) if lots else None for e in stage.field},
    }
    out = {one.no for one in file.entrants if one.status == "disqualified"}
    return ranked(
        stage.field,
        points,
        ["wins", "games", "lot"],
        lambda key, level: {e: values[key][e] for e in level},
        out,
        smaller={"games", "lot"},
    )


def scored(lines: Sequence[Line], streaks: bool) -> Fraction:
    """After two sole first places in a row results count double, until a game is not won alone."""
    total, row = ZERO, 0
    for line in lines:
        double = streaks and row >= STREAK and line.kind == "played"
        total += line.points * (2 if double else 1)
        if line.kind == "played":
            row = row + 1 if line.is_win else 0
    return total
