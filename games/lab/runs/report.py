"""A run and its result as one JSON object."""

from typing import Any

from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import Terms
from games.lab.runs import answer, statistics
from games.lab.runs.spec import RunSpec
from games.lab.runs.statistics import Share

Row = dict[str, Any]


def share(row: Share) -> Row:
    return {"count": row.hits, "share": row.value, "low": row.low, "high": row.high}


def policies(spec: RunSpec, sums: Sums) -> Row:
    """The seats of each policy, and the share of games that these seats won alone."""
    rows: Row = {}
    for kind in dict.fromkeys(spec.policies):
        seats = [p for p, policy in enumerate(spec.policies) if policy == kind]
        won = Share(sum(sums.wins[p] for p in seats), sums.games)
        rows[kind] = {"seats": [p + 1 for p in seats], "won": share(won)}
    return rows


def minutes(sums: Sums) -> Row:
    return {
        "mean": sums.ms / sums.games / 60_000 if sums.games else 0.0,
        "games_by_minutes": {str(n): count for n, count in enumerate(sums.minutes) if count},
    }


def wars(sums: Sums) -> Row:
    """The wars per game, and the number of battles by depth of their wars."""
    mean, sd = statistics.wars(sums)
    depths = {str(depth): n for depth, n in statistics.depths(sums)}
    return {"mean": mean, "sd": sd, "total": sums.wars, "battles_by_depth": depths}


def deal(sums: Sums, terms: Terms) -> Row:
    """The share of hands that win, by the cards dealt."""
    return {
        f"by_{terms.prized}": {str(n): share(row) for n, row in statistics.aces(sums)},
        "by_strength": {str(n): share(row) for n, row in statistics.strengths(sums)},
    }


def report(spec: RunSpec, sums: Sums) -> Row:
    """The facts of a run's page, with the exact counts."""
    players = len(spec.policies)
    terms = spec.adapter.terms
    length = statistics.length(sums, terms.unit)
    bias = statistics.bias(sums.wins[:players])
    return {
        "answer": " ".join(answer.of_run(spec, sums)),
        "definition": spec.row() | {"command": spec.command},
        "games": sums.games,
        "units": {"length": terms.unit, "share": "of all games", "wars": "per game"},
        "length": length._asdict()
        | {"counts": {str(n): count for n, count in enumerate(sums.lengths) if count}},
        "wins": {
            str(seat): share(row) for seat, row in enumerate(statistics.wins(sums, players), 1)
        },
        "drawn": share(statistics.drawn(sums)),
        "seat_bias": {"chi2": bias.chi2, "p": bias.p},
        "ends": {name: share(row) for name, row in statistics.ends(sums, terms)},
        "wars": wars(sums),
        "comebacks": {str(size): n for size, n in enumerate(sums.lowest) if n},
        "lead_changes": {
            "mean": statistics.moments(sums.changes)[0],
            "games_by_changes": {str(n): count for n, count in enumerate(sums.changes) if count},
        },
        "deal": None if spec.start else deal(sums, terms),
        "remarkable": {
            name: {"game": game, "value": value}
            for name, (game, value) in statistics.remarkable(sums, terms).items()
        },
        "policies": policies(spec, sums),
        "minutes": minutes(sums) if terms.timed else None,
        "acts": sums.acts / sums.games if terms.timed and sums.games else None,
        "check": f"{sums.check:016x}",
    }
