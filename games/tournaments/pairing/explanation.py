"""Draws of a Swiss with the reasons for them: facts that are stored with the draw (8.1, 8.2)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Any

from games.tournaments.pairing.by_cost.cost import Cost, past, round_cost, table_cost
from games.tournaments.pairing.by_cost.search import Exchange
from games.tournaments.pairing.byes import Byes
from games.tournaments.pairing.draw import Bye, Draw, Drawn, absences
from games.tournaments.scoring.points import history, seat_counts, unpaired
from games.tournaments.scoring.record import Kind, Round, StageRecord

Facts = dict[str, Any]
Tables = Sequence[Sequence[int]]


class Reason(StrEnum):
    """The reason why two entrants who are first for each other do not meet, or why an entrant has
    no bye."""

    MET = "met"  # they have played
    SEAT = "seat"  # both are due the same seat
    FORBIDDEN = "forbidden"  # for directors only
    BYE = "bye"  # has had a bye or a walk-over
    REST = "rest"  # else the others could not be paired as well


def facts(record: StageRecord, tables: Tables) -> list[Facts]:
    """The facts of each table, by seat.  `points`: of each entrant at the draw; `seats`: how often
    each entrant has had each of the seats; `met`: sorted pairs [a, b, number of meetings];
    `before`: the [round, table] of these meetings."""
    lines = history(record.settings, record.rounds)
    points = {e: sum((line.points for line in own), Fraction(0)) for e, own in lines.items()}
    counts, met = seat_counts(record.rounds), meetings(record.rounds)
    facts = []
    for seated in tables:
        pairs = [(a, b) for a, b in combinations(sorted(seated), 2) if frozenset((a, b)) in met]
        before = [met[frozenset(pair)] for pair in pairs]
        none = [0] * len(seated)
        facts.append(
            {
                "points": [str(points.get(entrant, 0)) for entrant in seated],
                "met": [[a, b, len(at)] for (a, b), at in zip(pairs, before, strict=True)],
                "before": before,
                "seats": [counts.get(entrant, none)[: len(seated)] for entrant in seated],
            }
        )
    return facts


def meetings(rounds: Iterable[Round]) -> Mapping[frozenset[int], list[list[int]]]:
    """The [round, table] of every earlier meeting, by pair."""
    met: defaultdict[frozenset[int], list[list[int]]] = defaultdict(list)
    for number, played in enumerate(rounds, 1):
        for position, table in enumerate(played.tables, 1):
            seats = zip(table.seats, table.places, strict=True)
            players = [entrant for entrant, place in seats if place is not None]
            if table.kind == Kind.PLAYED:
                for pair in combinations(players, 2):
                    met[frozenset(pair)].append([number, position])
    return met


def bye_facts(entrant: int, points: Fraction, over: Iterable[tuple[int, Reason]] = ()) -> Facts:
    """The facts of a bye.  `over`: the entrants lower in the order who have no bye, each with the
    reason."""
    passed_over = [[one, str(reason)] for one, reason in over]
    return {"entrant": entrant, "points": str(points), "over": passed_over}


def explained(
    record: StageRecord,
    method: str,
    tables: Tables,
    facts: Iterable[Facts],
    byes: Sequence[Facts],
    cost: Facts | None = None,
) -> Draw:
    """The draw of these tables and byes with their facts, and of all missing entrants."""
    free = [Bye(unpaired(record.settings, bye["entrant"], Kind.BYE)) for bye in byes]
    return Draw(
        method,
        tuple(Drawn(tuple(t), why=why) for t, why in zip(tables, facts, strict=True)),
        (*free, *absences(record)),
        cost,
        {"byes": byes} if byes else {},
    )


def weighed(
    record: StageRecord,
    method: str,
    tables: Tables,
    byes: Byes,
    exchanges: Sequence[Exchange | None] = (),
) -> Draw:
    """The draw of these tables and byes, by a program or a director, with costs.  In the facts of a
    table `cost` is its cost, and `exchange` the cheapest exchange that changes the table, if known,
    with the additional cost as `more`."""
    before, s, seeds = past(record), record.settings, record.seeds
    by_table = facts(record, tables)
    seated = [[seeds[entrant] for entrant in table] for table in tables]
    most = max(map(len, seated), default=0)
    for fact, table in zip(by_table, seated, strict=True):
        fact["cost"] = _cost(table_cost(before, s.size, table, len(table) < most))
    for fact, exchange in zip(by_table, exchanges, strict=False):
        fact["exchange"] = exchange and _exchange(exchange, record.field)
    over = [(entrant, Reason.BYE) for entrant in byes.passed_over]
    free = [bye_facts(entrant, before.points[seeds[entrant]], over) for entrant in byes.entrants]
    cost = _cost(round_cost(before, s.size, seated))
    return explained(record, method, tables, by_table, free, cost)


def _cost(cost: Cost) -> Facts:
    """A cost as plain JSON, as it is stored and exported (5.7.5)."""
    return {"rep": cost.rep, "short": cost.short, "spread": str(cost.spread)}


def _exchange(exchange: Exchange, field: Sequence[int]) -> Facts:
    leaving, coming = field[exchange.leaves - 1], field[exchange.comes - 1]
    return {"one": leaving, "other": coming, "more": _cost(exchange.more)}
