"""Eliminations at tables of k: sizes, the serpentine that looks out, who goes on, places (5.2)."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tests.referee.file import Faults, File, Round, Stage, compare
from tests.referee.formats.bracket import end_of, in_order, places_at
from tests.referee.lots import tie_lots
from tests.referee.rounds import sizes
from tests.referee.timeline import (
    Presence,
    Results,
    drawn_by,
    results_before,
    results_now,
)

Exit = tuple[int, float]  # round, and how good it is to leave there
Met = Mapping[int, set[int]]


def faults(file: File) -> Faults:
    for stage in file.stages:
        if stage.settings.format == "elimination" and not stage.settings.two:
            for round_ in stage.rounds:
                yield from _round(file, stage, round_)
            yield from _places(file, stage)


def _round(file: File, stage: Stage, round_: Round) -> Faults:
    where, act = f"stage {stage.no} round {round_.no}", drawn_by(file, stage.no, round_.no).no
    results = results_before(file, act)
    presence = Presence(file, stage.no, round_.no, act)
    order = [e for e in going_on(file, stage, round_.no, results) if not presence.kind(e)]
    byes, tables = drawn(stage, order, met_before(stage, round_.no, results))
    if round_.method == "manual":
        return
    recorded = {pairing.node: sorted(pairing.seats) for pairing in round_.pairings}
    right = {f"K{round_.no}.{t}": sorted(table) for t, table in enumerate(tables, 1)}
    yield from compare(where, "its tables", recorded, right)
    given = [u.entrant for u in round_.unpaired if u.kind == "bye"]
    yield from compare(where, "who has byes", sorted(given), sorted(byes))


def drawn(stage: Stage, order: Sequence[int], met: Met) -> tuple[list[int], list[list[int]]]:
    """Byes and tables of those present, in order (5.2.1, 5.2.2); one alone has a bye (17.4)."""
    if len(order) == 1:
        return list(order), []
    if len(order) <= stage.settings.size:
        return [], [list(order)]
    free, by_size = sizes(stage.settings, len(order))
    return list(order[:free]), serpentine(order[free:], sorted(by_size), met)


def serpentine(order: Iterable[int], tables: Sequence[int], met: Met) -> list[list[int]]:
    """Row by row, to and fro; everybody takes, of the tables free in the row, the one with fewest
    they have met."""
    seated: list[list[int]] = [[] for _ in tables]
    row: list[int] = []
    number = 0
    for entrant in order:
        if not row:
            row = [t for t in range(len(tables)) if len(seated[t]) < tables[t]]
            row = row[::-1] if number % 2 else row
            number += 1
        table = min(row, key=lambda t: len({*seated[t]} & met.get(entrant, set())))
        row.remove(table)
        seated[table].append(entrant)
    return seated


def met_before(stage: Stage, number: int, results: Results) -> dict[int, set[int]]:
    """The seeds that each seed has met in earlier rounds."""
    met: dict[int, set[int]] = defaultdict(set)
    for round_ in stage.rounds[: number - 1]:
        for pairing in round_.pairings:
            placed = results[stage.no, round_.no, pairing.no].places_of(pairing.seats)
            present = {e for e, place in placed.items() if place is not None}
            for entrant in present:
                met[entrant] |= present - {entrant}
    return met


def going_on(file: File, stage: Stage, number: int, results: Results) -> list[int]:
    """The seeds still in before this round, by place, where a bye counts as the first, and seed
    (5.2.3)."""
    if number == 1:
        return list(stage.field)
    lots, round_ = tie_lots(file, stage), stage.rounds[number - 2]
    staying = [(1, stage.seeds[u.entrant]) for u in round_.unpaired if u.kind == "bye"]
    for pairing in round_.pairings:
        placed = results[stage.no, round_.no, pairing.no].places_of(pairing.seats)
        ranks = [(p, lots.get(e, 0), stage.seeds[e]) for e, p in placed.items() if p is not None]
        best = sorted(ranks)[: stage.settings.advance]
        staying += [(place, seed) for place, _, seed in best]
    return [stage.field[seed - 1] for _, seed in sorted(staying)]


def _places(file: File, stage: Stage) -> Faults:
    disqualified = {one.no for one in file.entrants if one.status == "disqualified"}
    for block in stage.standings:
        where = f"stage {stage.no} after {block.after}"
        left = exits(file, stage, block.after)
        if block is stage.standings[-1] and (end := end_of(file, stage)):
            left |= at_end(file, stage, block.after, end)
        passed = disqualified if file.has_rulings else set()  # those behind move up (17.5)
        everybody = [left.get(e, (math.inf, 0)) for e in stage.field if e not in passed]
        for row in block.rows:
            own = left.get(row.entrant)
            place = 1 + sum(other > own for other in everybody) if own else None
            right = None if row.entrant in disqualified else place
            yield from compare(f"{where}, entrant {row.entrant}", "the place", row.place, right)
        yield from in_order(where, [row.place for row in block.rows])
        recorded = sorted(row.entrant for row in block.rows)
        yield from compare(where, "who stands in it", recorded, sorted(stage.field))


def exits(file: File, stage: Stage, after: int) -> dict[int, Exit]:
    """The seeds that are out after this round: the later the better, then the better place
    (5.2.4)."""
    results, gone = results_now(stage, after), dict[int, Exit]()
    for round_ in stage.rounds[:after]:
        stay = (
            set() if is_final(stage, round_) else {*going_on(file, stage, round_.no + 1, results)}
        )
        for entrant in going_on(file, stage, round_.no, results):
            if entrant not in round_.present:
                gone[entrant] = (round_.no, -math.inf)
        if is_final(stage, round_):  # nobody else came to it
            gone |= {free.entrant: (round_.no, 0) for free in round_.unpaired if free.kind == "bye"}
        placed = places_at(stage, results)
        for pairing in round_.pairings:
            own = placed[pairing.node or ""]
            for entrant in pairing.seats:
                if entrant not in stay:
                    place = own[stage.seeds[entrant]]
                    gone[entrant] = (round_.no, -place if place else -math.inf)
    return gone


def is_final(stage: Stage, round_: Round) -> bool:
    return len(round_.present) <= stage.settings.size


def at_end(file: File, stage: Stage, after: int, end: int) -> dict[int, Exit]:
    """The seeds that leave in a round that is not played, because fewer than two are still
    there."""
    if is_final(stage, stage.rounds[after - 1]):
        return {}
    presence = Presence(file, stage.no, after + 1, end)
    order = going_on(file, stage, after + 1, results_now(stage, after))
    present = [entrant for entrant in order if not presence.kind(entrant)]
    if len(present) > 1:
        return {}
    return {e: (after + 1, 0 if e in present else -math.inf) for e in order}
