"""Why a round of a Swiss is as it is: facts that are stored with the draw (8.1, 8.2)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from games.tournaments.pairing.by_cost.cost import Cost, past, table_cost
from games.tournaments.pairing.by_cost.search import Exchange, cheapest_exchanges
from games.tournaments.pairing.dutch import Draw as DutchDraw
from games.tournaments.pairing.dutch import Reason, explain
from games.tournaments.scoring.history import history, seat_counts
from games.tournaments.scoring.record import Kind, Round, StageRecord

Facts = dict[str, Any]
Tables = Sequence[Sequence[int]]


def facts(record: StageRecord, tables: Tables) -> list[Facts]:
    """Of each table, by seat: `points` at the draw and how often each has had each of the seats;
    `met`: [a, b, how often], and `before`: at which [round, table] these two have met."""
    lines = history(record.settings, record.rounds)
    points = {e: sum((line.points for line in own), Fraction(0)) for e, own in lines.items()}
    counts, met = seat_counts(record.rounds), meetings(record.rounds)
    found = []
    for seated in tables:
        pairs = [(a, b) for a, b in combinations(seated, 2) if frozenset((a, b)) in met]
        before = [met[frozenset(pair)] for pair in pairs]
        none = [0] * len(seated)
        found.append(
            {
                "points": [str(points.get(entrant, 0)) for entrant in seated],
                "met": [[a, b, len(at)] for (a, b), at in zip(pairs, before, strict=True)],
                "before": before,
                "seats": [counts.get(entrant, none)[: len(seated)] for entrant in seated],
            }
        )
    return found


def meetings(rounds: Iterable[Round]) -> Mapping[frozenset[int], list[list[int]]]:
    """At which [round, table] two have played each other."""
    met: defaultdict[frozenset[int], list[list[int]]] = defaultdict(list)
    for number, played in enumerate(rounds, 1):
        for place, table in enumerate(played.tables, 1):
            seats = zip(table.seats, table.places, strict=True)
            came = [entrant for entrant, place in seats if place is not None]
            if table.kind == Kind.PLAYED:
                for pair in combinations(came, 2):
                    met[frozenset(pair)].append([number, place])
    return met


def of_dutch(record: StageRecord, drawn: DutchDraw) -> tuple[list[Facts], list[Facts]]:
    """Of each pair and of the bye.  `natural`: whom the better of the two would have met, and the
    first `reason` why not."""
    explained = explain(record, drawn)
    pairs = [
        one | ({"natural": pair.natural, "reason": str(pair.reason)} if pair.reason else {})
        for one, pair in zip(facts(record, drawn.pairs), explained.pairs, strict=True)
    ]
    bye = explained.bye
    return pairs, [] if bye is None else [_bye(bye.entrant, bye.points, bye.passed_over)]


def of_cost(
    record: StageRecord, tables: Tables, byes: Iterable[int], passed_over: Iterable[int] = ()
) -> tuple[list[Facts], list[Facts]]:
    """As `of_hand`, and of each table the cheapest `exchange` that changes it, with what it costs
    `more`.  A first round goes by seeds and has none."""
    found, free = of_hand(record, tables, byes)
    if record.rounds and len(found) > 1:
        seeds, s = record.seeds, record.settings
        seated = [[seeds[entrant] for entrant in table] for table in tables]
        strict = s.repeats == "strict"
        exchanges = cheapest_exchanges(past(record), seated, s.size, strict)
        for one, exchange in zip(found, exchanges, strict=True):
            one["exchange"] = exchange and _exchange(exchange, record.field)
    over = [[entrant, str(Reason.BYE)] for entrant in passed_over]
    return found, [one | {"over": over} for one in free]


def of_hand(
    record: StageRecord, tables: Tables, byes: Iterable[int]
) -> tuple[list[Facts], list[Facts]]:
    """Of each table and of each bye, whoever decided them.  `cost` is that of the table."""
    before, s, seeds = past(record), record.settings, record.seeds
    found = facts(record, tables)
    seated = [[seeds[entrant] for entrant in table] for table in tables]
    most = max(map(len, seated), default=0)
    for one, table in zip(found, seated, strict=True):
        one["cost"] = cost_json(table_cost(before, s.size, table, len(table) < most))
    return found, [_bye(e, before.points[seeds[e]], ()) for e in byes]


def cost_json(cost: Cost) -> Facts:
    """As it is stored and exported (5.7.5)."""
    return {"rep": cost.rep, "short": cost.short, "spread": str(cost.spread)}


def _exchange(exchange: Exchange, field: Sequence[int]) -> Facts:
    one, other = field[exchange.one - 1], field[exchange.other - 1]
    return {"one": one, "other": other, "more": cost_json(exchange.more)}


def _bye(entrant: int, points: Fraction, over: Iterable[tuple[int, Reason]]) -> Facts:
    """`over`: those further down who have no bye, and why."""
    passed_over = [[one, str(reason)] for one, reason in over]
    return {"entrant": entrant, "points": str(points), "over": passed_over}
