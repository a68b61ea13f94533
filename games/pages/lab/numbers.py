"""The results of a run, as its page shows them."""

from collections.abc import Sequence
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.lab.counting.accumulator import MARKS, Sums
from games.lab.counting.adapter import Terms
from games.lab.runs import statistics
from games.lab.runs.spec import RunSpec
from games.lab.runs.statistics import Share
from games.pages.presentation.base import PRESENTATIONS
from games.rules.options import BadOptions

View = dict[str, Any]
FEW = 30  # hands of a kind, below which a share says nothing
MINUTE_MS = 60_000
LENGTHS = {
    "shortest": gettext_lazy("Shortest"),
    "longest": gettext_lazy("Longest"),
    "median": gettext_lazy("Median"),
}


def numbers(spec: RunSpec, sums: Sums, seats: Sequence[str]) -> View:
    """The context of a run's results.  `seats`: the names of the seats."""
    players, terms = len(spec.policies), spec.adapter.terms.said(translation)
    length = statistics.length(sums, terms.unit)
    wins = statistics.wins(sums, players)
    return {
        "terms": terms,
        "sums": sums,
        "check": f"{sums.check:016x}",
        "length": length,
        "minutes": minutes(spec, sums, length.median),
        "acts": sums.acts / sums.games,
        "wins": wins,
        "seats": seats,
        "chances": list(zip(seats, statistics.chances(sums, players), strict=True)),
        "bias": statistics.bias(sums.wins[:players]),
        "equal": 1 / players,
        "drawn": statistics.drawn(sums),
        "by_policy": policy_rows(spec, sums),
        "ends": [(terms.ends[key], row) for key, row in statistics.ends(sums, terms)],
        "wars": statistics.wars(sums),
        "depths": [
            {"depth": depth, "battles": count, "per": count / sums.games}
            for depth, count in statistics.depths(sums)
        ],
        "comebacks": comeback_rows(sums),
        "changes": statistics.moments(sums.changes),
        "aces": [row for row in statistics.aces(sums) if row[1].of >= FEW],
        "strengths": [row for row in statistics.strengths(sums) if row[1].of >= FEW],
        "remarkable": remarkable_rows(terms, sums),
    }


def minutes(spec: RunSpec, sums: Sums, median: int) -> View | None:
    """The length of games at a table in minutes: as measured if the game has a clock, otherwise
    estimated from the number of battles or rounds."""
    if spec.adapter.terms.timed:
        mean = sums.ms / sums.games / MINUTE_MS
        half, most = (statistics.quantile(sums.minutes, share) for share in (0.5, 0.9))
        return {"median": max(1, half), "within": half + 1, "p90": most + 1, "mean": mean}
    try:
        usual = PRESENTATIONS[spec.game].usual(spec.o, median)
    except BadOptions:  # today's rules refuse them
        return None
    return {"median": usual.minutes, "mean": None}


def policy_rows(spec: RunSpec, sums: Sums) -> list[View]:
    """The wins by policy, if the seats had different policies."""
    kinds = list(dict.fromkeys(spec.policies))
    if len(kinds) < 2:
        return []
    rows = []
    for kind in kinds:
        seats = [p for p, policy in enumerate(spec.policies) if policy == kind]
        row = Share(sum(sums.wins[p] for p in seats), sums.games)
        fair = len(seats) / len(spec.policies)
        rows.append({"kind": kind, "seats": len(seats), "won": row, "of_fair": row.value / fair})
    return sorted(rows, key=lambda row: -row["of_fair"])


def comeback_rows(sums: Sums) -> list[View]:
    """The number of games by the smallest number of cards that the later winner held."""
    total = sum(sums.lowest) or 1
    edges = [
        (0 if sums.lowest[0] else 1, 1),
        (2, 3),
        (4, 6),
        (7, 10),
        (11, 15),
        (16, 20),
        (21, len(sums.lowest) - 1),
    ]
    rows = []
    for low, high in edges:
        count = sum(sums.lowest[low : high + 1])
        rows.append({"low": low, "high": high, "games": count, "share": 100 * count / total})
    rows[-1]["more"] = True
    return [row for row in rows if row["games"]]


def remarkable_rows(terms: Terms, sums: Sums) -> list[View]:
    """Games worth watching, with their numbers."""
    rows: list[View] = []
    for key, (game, value) in statistics.remarkable(sums, terms).items():
        if key in MARKS:
            mark = terms.marks[key]
            row = {"name": _(mark.title), "words": mark.said(value, translation)}
        else:
            unit = terms.unit if value != 1 else terms.singular
            row = {"name": str(LENGTHS[key]), "words": f"{value:,} {unit}"}
        rows.append(row | {"game": game})
    return rows
