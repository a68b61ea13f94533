"""Eliminations of two, single and double: the graph, who comes to each node, places (5.1, 5.3)."""

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from tests.referee.file import Fault, Faults, File, Round, Stage, compare
from tests.referee.lots import tie_lots
from tests.referee.timeline import (
    Presence,
    Results,
    drawn_by,
    results_before,
    results_now,
)

Source = tuple[str, int | str]  # ("seed", 3), ("winner", "W1.2"), ("loser", "W1.2")
Absences = set[tuple[int, str]]  # of a seed, from a node
Nodes = dict[str, tuple[int, Source, Source]]  # in order of time: round, and who comes
WINNER, LOSER = "winner", "loser"
SETTLED = ("over", "unneeded")


class Outcome(NamedTuple):
    """The outcome of a node: who came to it, who goes on and who lost."""

    comers: tuple[int, ...] = ()
    winner: int | None = None
    loser: int | None = None
    state: Literal["waiting", "open", "over", "unneeded"] = "over"


# The graph -------------------------------------------------------------------------------


def slots(size: int) -> list[int]:
    order = [1]
    while len(order) < size:
        order = [s for seed in order for s in (seed, 2 * len(order) + 1 - seed)]
    return order


def single(n: int, third: bool) -> Nodes:
    depth = (n - 1).bit_length()
    nodes = winners(depth, lambda r: r)
    if third and depth > 1:
        nodes["P3"] = (depth, (LOSER, f"W{depth - 1}.1"), (LOSER, f"W{depth - 1}.2"))
    return nodes


def winners(depth: int, time: Callable[[int], int]) -> Nodes:
    order, nodes = slots(2**depth), Nodes()
    for r in range(1, depth + 1):
        for j in range(1, 2 ** (depth - r) + 1):
            first, second = 2 * j - 1, 2 * j
            sources: tuple[Source, Source] = (
                ((WINNER, f"W{r - 1}.{first}"), (WINNER, f"W{r - 1}.{second}"))
                if r > 1
                else (("seed", order[first - 1]), ("seed", order[second - 1]))
            )
            nodes[f"W{r}.{j}"] = (time(r), *sources)
    return nodes


def double(n: int, reset: bool) -> Nodes:
    """W1; then W_r with L_{2r-3}, L_{2r-2}; the finals (5.3.3)."""
    depth = (n - 1).bit_length()
    nodes = winners(depth, lambda r: max(1, 2 * r - 2))
    for r in range(2, depth + 1):
        count = 2 ** (depth - r)
        fed = {into(r, j, count): j for j in range(1, count + 1)}
        for j in range(1, count + 1):
            above, kind = (f"W{r - 1}", LOSER) if r == 2 else (f"L{2 * r - 4}", WINNER)
            first = (kind, f"{above}.{2 * j - 1}"), (kind, f"{above}.{2 * j}")
            nodes[f"L{2 * r - 3}.{j}"] = (2 * r - 2, *first)
            drop = (WINNER, f"L{2 * r - 3}.{j}"), (LOSER, f"W{r}.{fed[j]}")
            nodes[f"L{2 * r - 2}.{j}"] = (2 * r - 1, *drop)
    last = f"L{2 * depth - 2}.1" if depth > 1 else ""
    other: Source = (WINNER, last) if last else (LOSER, "W1.1")
    nodes["F1.1"] = (2 * depth, (WINNER, f"W{depth}.1"), other)
    if reset:
        nodes["F2.1"] = (2 * depth + 1, (WINNER, "F1.1"), (LOSER, "F1.1"))
    return dict(sorted(nodes.items(), key=lambda item: item[1][0]))


def into(r: int, j: int, count: int) -> int:
    """The match of the losers' bracket that takes the loser of W{r}.{j} (5.3.1)."""
    if count == 1:
        return 1
    if count == 2:
        return 3 - j
    if r == 2:
        return count // 2 + 1 - j if j <= count // 2 else 3 * count // 2 + 1 - j
    if r == 3:
        return (j - 1 + count // 2) % count + 1
    return count + 1 - j


# The course ------------------------------------------------------------------------------


def follow(
    nodes: Nodes,
    placed: Mapping[str, Mapping[int, int | None]],
    out: Collection[tuple[int, str]],
    lots: Mapping[int, int],
    n: int,
) -> dict[str, Outcome]:
    """The state of every node.  `placed`: the places at those that are decided; `out`: which seed
    was not drawn at which node."""
    outcomes: dict[str, Outcome] = {}

    def comer(source: Source) -> int | None:
        kind, name = source
        if kind == "seed":
            return int(name) if int(name) <= n else None
        before = outcomes[str(name)]
        return before.winner if kind == WINNER else before.loser

    def waits(source: Source) -> bool:
        return source[0] != "seed" and outcomes[str(source[1])].state not in SETTLED

    for name, (_, *sources) in nodes.items():
        if any(map(waits, sources)):
            outcomes[name] = Outcome(state="waiting")
            continue
        beaten = outcomes["F1.1"].loser if name == "F2.1" else None
        if name == "F2.1" and (beaten is None or beaten != comer(nodes["F1.1"][1])):
            outcomes[name] = Outcome(state="unneeded")  # the winners' champion was not beaten
            continue
        comers = sorted(seed for source in sources if (seed := comer(source)) is not None)
        present = [seed for seed in comers if (seed, name) not in out]
        if len(present) < 2:
            outcomes[name] = Outcome(tuple(comers), present[0] if present else None)
        elif name not in placed:
            outcomes[name] = Outcome(tuple(comers), state="open")
        else:
            order = sorted((place, lots.get(e, 0), e) for e, place in placed[name].items() if place)
            seeds = [e for _, _, e in order] + [None, None]
            outcomes[name] = Outcome(tuple(comers), seeds[0], seeds[1])
    return outcomes


def faults(file: File) -> Faults:
    for stage in file.stages:
        s, n = stage.settings, len(stage.field)
        if not (s.knockout and s.two):
            continue
        nodes = single(n, s.third) if s.format == "elimination" else double(n, s.reset)
        out: Absences = set()
        missing: dict[int, Absences] = {}  # by round
        for round_ in stage.rounds:
            if round_.status != "planned":
                yield from _round(file, stage, round_, nodes, out)
            missing[round_.no] = {*out}
        if file.has_rulings:
            yield from _plan(file, stage, nodes, out)
        yield from _places(file, stage, nodes, missing)


def _round(file: File, stage: Stage, round_: Round, nodes: Nodes, out: Absences) -> Faults:
    """The pairings and byes of a round, as they had to be at its draw."""
    where, act = f"stage {stage.no} round {round_.no}", drawn_by(file, stage.no, round_.no).no
    placed = places_at(stage, results_before(file, act))
    known = advance(file, stage, round_.no, act, nodes, placed, out)
    time = round_.no if file.has_rulings else next_time(nodes, known)
    right, byes = {}, set()
    for name, node in nodes.items():
        if node[0] == time and known[name].state != "waiting":
            seats = [stage.field[seed - 1] for seed in known[name].comers]
            if known[name].state == "open":
                right[name] = seats
            elif (winner := known[name].winner) is not None:
                byes.add((name, stage.field[winner - 1]))
            elif file.has_rulings and known[name].state != "unneeded":
                right[name] = []
    if round_.method != "manual":
        recorded = {pairing.node or "": pairing.seats for pairing in round_.pairings}
        yield from compare(where, "who meets", recorded, right)
        given = {(u.node or "", u.entrant) for u in round_.unpaired if u.kind == "bye"}
        yield from compare(where, "who goes on without a game", given, byes)


def _plan(file: File, stage: Stage, nodes: Nodes, out: Absences) -> Faults:
    """Every round of the plan is there, drawn or not (17.4), but a second final only if it may be
    needed (17.9)."""
    where, seeds = f"stage {stage.no}", lots_by_seed(file, stage)
    known = follow(nodes, places_at(stage, results_now(stage)), out, seeds, len(stage.field))
    plan: dict[int, list[str]] = defaultdict(list)
    for name, (time, *_) in nodes.items():
        if known[name].state != "unneeded":
            plan[time].append(name)
    recorded = {round_.no: round_ for round_ in stage.rounds}
    if nodes.keys() >= {"F2.1"} and known["F2.1"].state == "waiting" and is_left(file, stage):
        plan.pop(nodes["F2.1"][0])
    yield from compare(where, "the rounds of its plan", [*recorded], [*plan])
    for number, round_ in recorded.items():
        empty = [pairing for pairing in round_.pairings if not pairing.seats]
        status = "planned" if round_.status == "planned" else "empty"
        wrong = {pairing.status for pairing in empty} - {status}
        if wrong or any(p.status == "empty" for p in round_.pairings if p.seats):
            yield Fault(f"{where} round {number}", f"nodes without entrants are {wrong}")
        if round_.status == "planned":
            names = [pairing.node for pairing in round_.pairings]
            yield from compare(f"{where} round {number}", "its nodes", names, plan.get(number))
            if is_left(file, stage) and not ended_early(file):
                yield Fault(f"{where} round {number}", "it was never drawn")


def is_left(file: File, stage: Stage) -> bool:
    """Is nothing of this stage drawn any more?"""
    return stage is not file.stages[-1] or file.tournament.status == "finished"


def ended_early(file: File) -> bool:
    """Has a director ended it?"""
    return any(act.act == "finish" and act.by.role == "director" for act in file.acts)


def advance(
    file: File,
    stage: Stage,
    number: int,
    act: int,
    nodes: Nodes,
    placed: Mapping[str, Mapping[int, int | None]],
    out: Absences,
) -> dict[str, Outcome]:
    """The state of the stage when this act is done: the missing in the round with this number are
    `out` there (2.10).  In version 1 it was the next round in which anything was played."""
    presence, lots = Presence(file, stage.no, number, act), lots_by_seed(file, stage)
    missing = {seed for e, seed in stage.seeds.items() if presence.kind(e)}
    while True:
        known = follow(nodes, placed, out, lots, len(stage.field))
        time = number if file.has_rulings else next_time(nodes, known)
        absent = {
            (seed, name)
            for name, outcome in known.items()
            if nodes[name][0] == time
            for seed in outcome.comers
            if seed in missing
        }
        if absent <= out:
            return known
        out |= absent


def next_time(nodes: Nodes, known: Mapping[str, Outcome]) -> int:
    """The first round, in time, in which something is to be played; 0: none."""
    return min((nodes[name][0] for name, one in known.items() if one.state == "open"), default=0)


def lots_by_seed(file: File, stage: Stage) -> dict[int, int]:
    return {stage.seeds[e]: one for e, one in tie_lots(file, stage).items()}


def places_at(stage: Stage, results: Results) -> dict[str, dict[int, int | None]]:
    """The places at every decided node, by seed."""
    decided: dict[str, dict[int, int | None]] = {}
    for round_ in stage.rounds:
        for pairing in round_.pairings:
            result = results.get((stage.no, round_.no, pairing.no))
            if result is not None and pairing.node:
                seeds = [stage.seeds[e] for e in pairing.seats]
                decided[pairing.node] = result.places_of(seeds)
    return decided


def _places(file: File, stage: Stage, nodes: Nodes, missing: Mapping[int, Absences]) -> Faults:
    """The places: the later one leaves, the better; in one round they share, except for the third
    place (5.1.4)."""
    disqualified = {one.no for one in file.entrants if one.status == "disqualified"}
    lots = lots_by_seed(file, stage)
    for block in stage.standings:
        placed = places_at(stage, results_now(stage, block.after))
        out = {*missing.get(block.after, ())}
        end = end_of(file, stage)
        if end and block is stage.standings[-1]:
            known = advance(file, stage, block.after + 1, end, nodes, placed, out)
            to_come: set[int] = set()
        else:
            known = follow(nodes, placed, out, lots, len(stage.field))
            later = [one for name, one in known.items() if nodes[name][0] > block.after]
            to_come = {seed for one in later for seed in one.comers if file.has_rulings}
        passed = {stage.seeds[e] for e in disqualified & {*stage.field} if file.has_rulings}
        right = places(nodes, known, len(stage.field), passed) | dict.fromkeys(to_come)
        for row in block.rows:
            place = None if row.entrant in disqualified else right[stage.seeds[row.entrant]]
            own = f"stage {stage.no} after {block.after}, entrant {row.entrant}"
            yield from compare(own, "the place", row.place, place)
            yield from compare(own, "points and tie-breaks", (row.points, row.ties), (0, {}))
        yield from in_order(f"stage {stage.no} after {block.after}", [r.place for r in block.rows])
        everybody = sorted(row.entrant for row in block.rows)
        yield from compare(f"stage {stage.no}", "who stands in it", everybody, sorted(stage.field))


def end_of(file: File, stage: Stage) -> int:
    """The act that shows that the stage is over: the next one begins, or the tournament is
    finished; 0 if none does."""
    if stage is not file.stages[-1]:
        return next(a.no for a in file.acts if a.act == "stage" and a.args["stage"] == stage.no + 1)
    ends = [act.no for act in file.acts if act.act == "finish"]
    return ends[-1] if ends and file.tournament.status == "finished" else 0


def in_order(where: str, places: Sequence[int | None]) -> Faults:
    recorded = [place if place is not None else math.inf for place in places]
    yield from compare(where, "the order of its rows", recorded, sorted(recorded))


def places(
    nodes: Nodes, known: Mapping[str, Outcome], n: int, passed: Collection[int]
) -> dict[int, int | None]:
    """The places by seed; None while somebody may still leave in the same round, or before.  Who is
    `passed` over has none, and those behind move up (17.5)."""
    left: dict[int, tuple[float, int]] = {}
    for name, outcome in known.items():
        for seed in outcome.comers:
            left.pop(seed, None)
        if outcome.state not in SETTLED:
            continue
        for seed in outcome.comers:
            if name == "P3":
                left[seed] = (nodes[name][0], 1 if seed == outcome.winner else 0)
            elif seed != outcome.winner:
                left[seed] = (nodes[name][0], 2)
    open_rounds = {nodes[name][0] for name, one in known.items() if one.state not in SETTLED}
    exits = {seed: left.get(seed, (math.inf, 0)) for seed in range(1, n + 1)}
    return {
        seed: None
        if open_rounds and (own[0] in open_rounds or own[0] == math.inf)
        else 1 + sum(other > own for e, other in exits.items() if e not in passed)
        for seed, own in exits.items()
    }
