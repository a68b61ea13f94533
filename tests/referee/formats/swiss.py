"""The draws of a Swiss: the Dutch system against py4swiss, by cost against a search of its own,
with the results as they stood at the draw (5.6, 5.7, 8.1)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from tests.referee.file import Act, Fault, Faults, File, Pairing, Round, Stage, compare
from tests.referee.formats import search
from tests.referee.formats.dutch import NoPairing, drawn
from tests.referee.rounds import byes
from tests.referee.scores import ZERO, Line, lines_of
from tests.referee.timeline import (
    drawn_by,
    field_before,
    results_before,
    rounds_before,
)

UNEARNED = ("bye", "walkover")


class Draw:
    """The record on which a draw was made."""

    def __init__(self, file: File, stage: Stage, round_: Round) -> None:
        act = drawn_by(file, stage.no, round_.no).no
        self.stage, self.round = stage, round_
        self.field = field_before(file, stage, act)
        self.results = results_before(file, act)
        self.rounds = [other for other in stage.rounds if other.no < round_.no]
        lines = lines_of(stage, self.rounds, self.results)
        self.lines: dict[int, list[Line]] = {e: lines.get(e, []) for e in self.field}
        self.points = {e: sum((x.points for x in own), ZERO) for e, own in self.lines.items()}
        self.present = [e for e in self.field if e in round_.present]
        later = _forbidden(file.acts[act:]) - _forbidden(file.acts[:act])
        self.forbidden = [
            pair for pair in stage.settings.forbidden if tuple(sorted(pair)) not in later
        ]
        self.total = rounds_before(file, stage, act)

    @property
    def met(self) -> Counter[tuple[int, int]]:
        """How often two have played at one table in this stage."""
        return Counter(
            (e, other)
            for e, own in self.lines.items()
            for line in own
            for other in line.others
            if e < other
        )

    @property
    def had_bye(self) -> dict[int, int]:
        return {e: sum(x.kind in UNEARNED for x in own) for e, own in self.lines.items()}


def _forbidden(acts: Iterable[Act]) -> set[tuple[int, ...]]:
    """The pairs that these acts forbid."""
    return {tuple(sorted(act.args["pair"])) for act in acts if act.act == "forbid"}


def faults(file: File) -> Faults:
    for stage in file.stages:
        if stage.settings.format != "swiss":
            continue
        for round_ in stage.rounds:
            where = f"stage {stage.no} round {round_.no}"
            draw = Draw(file, stage, round_)
            yield from explanations(where, draw)
            if round_.method == "dutch":
                yield from dutch(where, draw)
            elif round_.method in ("cost", "fallback"):
                yield from by_cost(where, draw)
            if round_.method in ("fallback", "manual", "cost"):
                yield from costs(where, draw)


def explanations(where: str, draw: Draw) -> Faults:
    """The points and earlier meetings stored with a table are true (8.1)."""
    met = draw.met
    for pairing in draw.round.pairings:
        own = f"{where} table {pairing.no}"
        points = [draw.points[e] for e in pairing.seats]
        yield from compare(own, "the points at the draw", pairing.why.points, points)
        pairs = {pair: met[pair] for pair in combinations(sorted(pairing.seats), 2) if met[pair]}
        recorded = {(min(a, b), max(a, b)): times for a, b, times in pairing.why.met}
        yield from compare(own, "who has met", recorded, pairs)


def dutch(where: str, draw: Draw) -> Faults:
    given = [free.entrant for free in draw.round.unpaired if free.kind == "bye"]
    recorded = [tuple(pairing.seats) for pairing in draw.round.pairings], given
    totals = [draw.total] if draw.total else [draw.round.no, draw.round.no + 1]
    try:
        legal = [drawn(draw, total) for total in totals]
    except NoPairing:
        yield Fault(where, "py4swiss finds no legal draw")
        return
    if recorded not in legal:
        yield from compare(where, "the draw", recorded, legal[0])


def by_cost(where: str, draw: Draw) -> Faults:
    """Byes, first round, cost, order of the tables, seats."""
    round_, s = draw.round, draw.stage.settings
    if round_.method == "fallback" and draw.total:
        try:
            drawn(draw, draw.total)
            yield Fault(where, "py4swiss finds a legal draw")
        except NoPairing:
            pass
    given = {free.entrant for free in round_.unpaired if free.kind == "bye"}
    right = byes(len(given), draw.present, draw.had_bye, draw.points)
    yield from compare(where, "who has byes", given, right)
    if not draw.rounds and not draw.forbidden:
        yield from first_round(where, draw, given)
    elif round_.cost is not None:
        problem = search.Problem(draw.points, draw.met, last(draw), shorts(draw), s)
        tables = [pairing.seats for pairing in round_.pairings]
        yield from search.faults(where, problem, tables, draw.forbidden)
    yield from numbers(where, draw)
    yield from seats(where, draw)


def last(draw: Draw) -> set[tuple[int, int]]:
    """The pairs that met in the round before."""
    if not draw.rounds:
        return set()
    return {
        (e, other)
        for e, own in draw.lines.items()
        for other in (own[-1].others if own else ())
        if e < other
    }


def shorts(draw: Draw) -> Counter[int]:
    """How often everybody has played at a table with fewer seats than the largest of its round."""
    counts: Counter[int] = Counter()
    for number, round_ in enumerate(draw.rounds):
        most = max((len(pairing.seats) for pairing in round_.pairings), default=0)
        small = {e for p in round_.pairings if len(p.seats) < most for e in p.seats}
        counts.update(
            e for e in small if e in draw.lines and draw.lines[e][number].kind == "played"
        )
    return counts


def first_round(where: str, draw: Draw, given: set[int]) -> Faults:
    """Table t gets t, T+t, 2T+t ... of those seated (5.7.1)."""
    seated = [e for e in draw.present if e not in given]
    count = len(draw.round.pairings)
    right = [set(seated[at::count]) for at in range(count)]
    recorded = [set(pairing.seats) for pairing in draw.round.pairings]
    yield from compare(where, "the first round", recorded, right)


def costs(where: str, draw: Draw) -> Faults:
    """REP, SHORT and SPREAD of the round as it is (5.7.2)."""
    cost = draw.round.cost
    if cost is None:
        yield Fault(where, "its cost is not told")
        return
    problem = search.Problem(draw.points, draw.met, last(draw), shorts(draw), draw.stage.settings)
    right = problem.cost([pairing.seats for pairing in draw.round.pairings])
    yield from compare(where, "the cost", (cost.rep, cost.short, cost.spread), right)


def numbers(where: str, draw: Draw) -> Faults:
    """The tables are ordered by the points of the best, the sum of points, the seed of the best
    (5.7.5)."""
    seed = {e: place for place, e in enumerate(draw.field)}

    def order(pairing: Pairing) -> tuple[Fraction, Fraction, int]:
        best = min(pairing.seats, key=lambda e: (-draw.points[e], seed[e]))
        return -draw.points[best], -sum((draw.points[e] for e in pairing.seats), ZERO), seed[best]

    recorded = [pairing.seats for pairing in draw.round.pairings]
    right = [pairing.seats for pairing in sorted(draw.round.pairings, key=order)]
    yield from compare(where, "the order of its tables", recorded, right)


def seats(where: str, draw: Draw) -> Faults:
    """Everybody sits where they have sat least, all together (3.6)."""
    counts: Counter[tuple[int, int]] = Counter()
    for number, round_ in enumerate(draw.rounds):
        for pairing in round_.pairings:
            for seat, e in enumerate(pairing.seats):
                played = e in draw.lines and draw.lines[e][number].kind == "played"
                counts[e, seat] += played
    for pairing in draw.round.pairings:
        yield from fair_seats(f"{where} table {pairing.no}", pairing.seats, counts)


def fair_seats(where: str, seats: Sequence[int], counts: Counter[tuple[int, int]]) -> Faults:
    def cost(order: Sequence[int]) -> int:
        return sum(counts[e, seat] for seat, e in enumerate(order))

    least = min(map(cost, permutations(seats))) if cost(seats) else 0
    yield from compare(where, "what its seats cost", cost(seats), least)
