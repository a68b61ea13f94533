"""The common parts of all eliminations: nodes, the entrants who come to them, and those who
continue (5.1-5.3).

Entrants are named by their seeds in the stage: 1, the best, to n.  Rounds are rounds in time, from
1.  A node is a table of the plan, such as "W1.3"; its state follows from the results alone, so a
tournament can be replayed, node by node (`flow`, 5.3.4) or round by round."""

import math
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

Result = Mapping[int, int | None]  # place at the table by seed; None: did not come
Absence = tuple[int, str]  # a seed and the node it was absent from
Exit = tuple[float, float]  # (round, rank in it) of who is out; higher is better
STILL_IN: Exit = (math.inf, 0)


@dataclass(frozen=True, slots=True)
class History:
    """The history of an elimination.  `results`: by node, including ruled and decided ones.
    `gone`: entrants who were not drawn (2.7, 2.8, 2.10), each with the node, or with the round of a
    cut, such as "K2".  `lots`: of every seed, for level places (4.3)."""

    entrants: int
    results: Mapping[str, Result]
    lots: Mapping[int, int]
    gone: Collection[Absence] = frozenset()

    def present(self, seeds: Iterable[int], node: str) -> tuple[int, ...]:
        """The entrants of `seeds` who were drawn at this node, or in this round of a cut."""
        return tuple(seed for seed in seeds if (seed, node) not in self.gone)


class Status(StrEnum):
    """The status of a node."""

    WAITING = "waiting"  # for nodes before it
    READY = "ready"  # can be played, or is being played
    DECIDED = "decided"
    BYE = "bye"  # one entrant, who goes on without a game
    EMPTY = "empty"  # nobody
    UNNEEDED = "unneeded"  # a second final that decides nothing


@dataclass(frozen=True, slots=True)
class State:
    """The state of a node.  `entrants`: those who are known to come, including any who have gone
    since, best seed first; where two play, in order of seats.  `onward`: those who continue;
    `lost`: those who came and do not continue; `after`: the nodes that must be decided before.  A
    bye of a cut has no node: its name is None."""

    name: str | None
    round: int
    status: Status
    entrants: tuple[int, ...] = ()
    onward: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the node is still to be played."""
        return self.status in (Status.WAITING, Status.READY)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of an elimination: its nodes in order of time, and the place of every seed.

    A place is None while it can still change: as long as the seed is in, or the seed's last round
    is not over."""

    states: tuple[State, ...]
    places: Mapping[int, int | None]

    @property
    def ready(self) -> tuple[State, ...]:
        """The nodes that can be played now, in whatever round they are (`flow`)."""
        return tuple(state for state in self.states if state.status is Status.READY)

    @property
    def last(self) -> int:
        """The number of the last round, as far as it is known now."""
        return max(one.round for one in self.states if one.status != Status.UNNEEDED)

    @property
    def due(self) -> tuple[State, ...]:
        """The nodes that can be played now in the earliest round that has any, for play round by
        round."""
        round_ = min((state.round for state in self.ready), default=None)
        return tuple(state for state in self.ready if state.round == round_)

    def in_round(self, round_: int) -> tuple[State, ...]:
        """The nodes of one round, byes and empty ones included."""
        return tuple(state for state in self.states if state.round == round_)

    def dependents(self, name: str) -> tuple[str, ...]:
        """All nodes that depend on this node, directly or through others (6.9)."""
        names = {name: None}  # in order
        for state in self.states:
            if state.name and not names.keys().isdisjoint(state.after):
                names[state.name] = None
        return tuple(names)[1:]


def settle(
    name: str, round_: int, entrants: Iterable[int], history: History, advance: int = 1
) -> State:
    """The state of a node whose entrants are all known; `advance` of them continue.  Between level
    places the smaller lot decides (5.1.3, 5.2.3).

    Raises ValueError if the result names other entrants than these."""
    seeds = tuple(sorted(entrants))
    present = history.present(seeds, name)
    if len(present) < 2:
        status = Status.BYE if present else Status.EMPTY
        return State(name, round_, status, seeds, onward=present)
    if name not in history.results:
        return State(name, round_, Status.READY, seeds)
    result = history.results[name]
    if set(result) != set(present):
        raise ValueError(f"{name} is for {present}, its result for {sorted(result)}")
    placed = [(place, history.lots[seed], seed) for seed, place in result.items() if place]
    order = tuple(seed for _, _, seed in sorted(placed))
    return State(name, round_, Status.DECIDED, seeds, order[:advance], order[advance:])


def final_places(
    entrants: int, exits: Mapping[int, Exit], open_rounds: Collection[int]
) -> dict[int, int | None]:
    """The place of every seed: a later exit gives a better place, equal exits share a place (5.1.4,
    5.2.4, 5.3.3).

    Entrants still in rank above all who have left.  A place is None while another entrant can still
    leave in the same round."""
    ends = {seed: exits.get(seed, STILL_IN) for seed in range(1, entrants + 1)}
    order = sorted(ends.values())
    unsettled = {*open_rounds, STILL_IN[0]} if open_rounds else set()
    return {
        seed: None if end[0] in unsettled else 1 + entrants - bisect_right(order, end)
        for seed, end in ends.items()
    }
