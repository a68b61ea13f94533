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
    """Facts of each table, by seat: `points` at the draw, how often each has had each of the seats;
    `met`: [a, b, how often], and `before`: at which [round, table] these two have met."""
    lines = history(record.settings, record.rounds)
    points = {e: sum((line.points for line in own), Fraction(0)) for e, own in lines.items()}
    counts, met = seat_counts(record.rounds), meetings(record.rounds)
    facts = []
    for seated in tables:
        pairs = [(a, b) for a, b in combinations(seated, 2) if frozenset((a, b)) in met]
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
    """The [round, table] at which two have played each other."""
    met: defaultdict[frozenset[int], list[list[int]]] = defaultdict(list)
    for number, played in enumerate(rounds, 1):
        for position, table in enumerate(played.tables, 1):
            seats = zip(table.seats, table.places, strict=True)
            players = [entrant for entrant, place in seats if place is not None]
            if table.kind == Kind.PLAYED:
                for pair in combinations(players, 2):
                    met[frozenset(pair)].append([number, position])
    return met


def of_dutch(record: StageRecord, draw: DutchDraw) -> tuple[list[Facts], list[Facts]]:
    """Facts of each pair and of the bye.  `natural`: whom the better of the two would have met, and
    the first `reason` why not."""
    explained = explain(record, draw)
    pairs = [
        row | ({"natural": pair.natural, "reason": str(pair.reason)} if pair.reason else {})
        for row, pair in zip(facts(record, draw.pairs), explained.pairs, strict=True)
    ]
    bye = explained.bye
    return pairs, [] if bye is None else [_bye(bye.entrant, bye.points, bye.passed_over)]


def of_cost(
    record: StageRecord, tables: Tables, byes: Iterable[int], passed_over: Iterable[int] = ()
) -> tuple[list[Facts], list[Facts]]:
    """The facts of `of_hand`, and for each table the cheapest `exchange` that changes it, with what
    it costs `more`.  A first round goes by seeds and has none."""
    by_table, free = of_hand(record, tables, byes)
    if record.rounds and len(by_table) > 1:
        seeds, s = record.seeds, record.settings
        seated = [[seeds[entrant] for entrant in table] for table in tables]
        strict = s.repeats == "strict"
        exchanges = cheapest_exchanges(past(record), seated, s.size, strict)
        for fact, exchange in zip(by_table, exchanges, strict=True):
            fact["exchange"] = exchange and _exchange(exchange, record.field)
    over = [[entrant, str(Reason.BYE)] for entrant in passed_over]
    return by_table, [fact | {"over": over} for fact in free]


def of_hand(
    record: StageRecord, tables: Tables, byes: Iterable[int]
) -> tuple[list[Facts], list[Facts]]:
    """Facts of each table and each bye, whoever decided them.  `cost` is that of the table."""
    before, s, seeds = past(record), record.settings, record.seeds
    by_table = facts(record, tables)
    seated = [[seeds[entrant] for entrant in table] for table in tables]
    most = max(map(len, seated), default=0)
    for fact, table in zip(by_table, seated, strict=True):
        fact["cost"] = cost_json(table_cost(before, s.size, table, len(table) < most))
    return by_table, [_bye(e, before.points[seeds[e]], ()) for e in byes]


def cost_json(cost: Cost) -> Facts:
    """A cost as it is stored and exported (5.7.5)."""
    return {"rep": cost.rep, "short": cost.short, "spread": str(cost.spread)}


def _exchange(exchange: Exchange, field: Sequence[int]) -> Facts:
    leaving, coming = field[exchange.leaves - 1], field[exchange.comes - 1]
    return {"one": leaving, "other": coming, "more": cost_json(exchange.more)}


def _bye(entrant: int, points: Fraction, over: Iterable[tuple[int, Reason]]) -> Facts:
    """The facts of a bye; `over`: those further down who have no bye, and why."""
    passed_over = [[one, str(reason)] for one, reason in over]
    return {"entrant": entrant, "points": str(points), "over": passed_over}
