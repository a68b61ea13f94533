"""Elimination at tables of k: the best `advance` of each table continue (5.2)."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from games.tournaments.pairing.byes import of_round
from games.tournaments.pairing.elimination.nodes import (
    Exit,
    History,
    Progress,
    Result,
    State,
    Status,
    final_places,
    settle,
)
from games.tournaments.settings import Settings

Met = defaultdict[int, set[int]]  # seeds that each seed has sat with in this stage


def follow(settings: Settings, history: History) -> Progress:
    """Follow the rounds as far as results are known; a round is drawn when the one before is over.

    Raises ValueError if a result names other entrants than those expected at its table."""
    order: Sequence[int] = range(1, history.entrants + 1)
    states: list[State] = []
    exits: dict[int, Exit] = {}
    met: Met = defaultdict(set)
    for round_ in range(1, history.entrants + 1):  # somebody leaves in each
        present = history.present(order, f"K{round_}")
        exits |= dict.fromkeys(set(order).difference(present), (round_, -math.inf))
        tables = _round(settings, round_, present, met, history)
        after = tuple(state.name for state in states if state.name and state.round == round_ - 1)
        states += [replace(state, after=after) for state in tables]
        if any(state.is_open for state in tables):
            break
        for state in tables:
            exits |= _exits(state, history.results)
            _remember(met, state)
        order = _next_order(tables, history.results)
        if len(present) <= settings.size:
            break
    open_rounds = {state.round for state in states if state.is_open}
    return Progress(tuple(states), final_places(history.entrants, exits, open_rounds))


def serpentine(
    order: Iterable[int], tables: Sequence[int], met: Mapping[int, set[int]]
) -> list[list[int]]:
    """Fill tables of these sizes row by row, alternately from the first table and from the last.
    In each row an entrant takes, among the tables still free, the one with the fewest entrants met
    before (5.2.2)."""
    seated: list[list[int]] = [[] for _ in tables]
    row: list[int] = []
    rows = 0
    for seed in order:
        if not row:
            row = [t for t, size in enumerate(tables) if len(seated[t]) < size]
            row = row[::-1] if rows % 2 else row
            rows += 1
        table = min(row, key=lambda t: len(met[seed].intersection(seated[t])))
        row.remove(table)
        seated[table].append(seed)
    return seated


def _round(
    settings: Settings, round_: int, order: Sequence[int], met: Met, history: History
) -> list[State]:
    """The byes and tables of a round; the final if all entrants fit at one table (5.2.1)."""
    if len(order) <= settings.size:
        return [settle(f"K{round_}.1", round_, order, history, advance=0)]
    byes, tables = of_round(settings, len(order))
    states = [State(None, round_, Status.BYE, (seed,), onward=(seed,)) for seed in order[:byes]]
    for t, seeds in enumerate(serpentine(order[byes:], sorted(tables), met), start=1):
        states.append(settle(f"K{round_}.{t}", round_, seeds, history, settings.advance))
    return states


def _exits(state: State, results: Mapping[str, Result]) -> dict[int, Exit]:
    """The exits of the entrants who are eliminated at this table: a better place is a better exit,
    and absent entrants are last (5.2.4)."""
    result = results.get(state.name or "", {})
    out = set(state.entrants) - set(state.onward)
    return {seed: (state.round, -(result.get(seed) or math.inf)) for seed in out}


def _remember(met: Met, state: State) -> None:
    players = {*state.onward, *state.lost}
    for seed in players:
        met[seed] |= players - {seed}


def _next_order(states: Iterable[State], results: Mapping[str, Result]) -> list[int]:
    """The entrants who continue, by place at the table, where a bye counts as the first, and by
    seed (5.2.3)."""
    placed = [
        (results.get(state.name or "", {}).get(seed) or 1, seed)
        for state in states
        for seed in state.onward
    ]
    return [seed for _, seed in sorted(placed)]
