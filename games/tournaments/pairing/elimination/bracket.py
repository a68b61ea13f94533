"""Brackets of two, in which one loss or two eliminate: a fixed graph of nodes through which results
move entrants (5.1, 5.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.tournaments.pairing.elimination.nodes import (
    Exit,
    History,
    Progress,
    State,
    Status,
    final_places,
    settle,
)


@dataclass(frozen=True, slots=True)
class Seed:
    """A source of an entrant: this seed, or nobody if the field is smaller."""

    seed: int


@dataclass(frozen=True, slots=True)
class Winner:
    """A source of an entrant: the winner of a node."""

    node: str


@dataclass(frozen=True, slots=True)
class Loser:
    """A source of an entrant: the loser of a node, or nobody if the loser was absent there
    (2.10)."""

    node: str


Source = Seed | Winner | Loser


@dataclass(frozen=True, slots=True)
class Node:
    """A meeting of two entrants in the graph.  `third`: the match for the third place.
    `if_beaten`: the node is played only if the winner of the named node lost the meeting before
    this one (the reset of 5.3.2)."""

    name: str
    round: int
    sources: tuple[Source, Source]
    third: bool = False
    if_beaten: str | None = None

    @property
    def after(self) -> tuple[str, ...]:
        """The nodes from which the entrants of this node come."""
        return tuple(dict.fromkeys(s.node for s in self.sources if not isinstance(s, Seed)))


def slots(size: int) -> list[int]:
    """The seeds in the order of the slots of a bracket; `size` is a power of two.  A bracket of 8
    has 1 8 4 5 2 7 3 6 (5.1.1)."""
    order = [1]
    while len(order) < size:
        order = [slot for seed in order for slot in (seed, 2 * len(order) + 1 - seed)]
    return order


def rounds_of(entrants: int) -> int:
    """The number of rounds r of a bracket with 2^r slots.

    Raises ValueError for fewer than two entrants."""
    if entrants < 2:
        raise ValueError("an elimination needs two entrants")
    return (entrants - 1).bit_length()


def winners_bracket(rounds: int) -> list[Node]:
    """The nodes of the winners' bracket, W{r}.{j}, round after round."""
    order = slots(2**rounds)
    pairs = zip(order[::2], order[1::2], strict=True)
    first = [Node(f"W1.{j}", 1, (Seed(a), Seed(b))) for j, (a, b) in enumerate(pairs, start=1)]
    return first + [
        Node(f"W{r}.{j}", r, (Winner(f"W{r - 1}.{2 * j - 1}"), Winner(f"W{r - 1}.{2 * j}")))
        for r in range(2, rounds + 1)
        for j in range(1, 2 ** (rounds - r) + 1)
    ]


def knockout(entrants: int, third: bool = False) -> list[Node]:
    """The graph of a single elimination; `third`: the losers of the semi-finals meet in P3.

    Raises ValueError for fewer than two entrants."""
    rounds = rounds_of(entrants)
    nodes = winners_bracket(rounds)
    if third and rounds > 1:
        losers = (Loser(f"W{rounds - 1}.1"), Loser(f"W{rounds - 1}.2"))
        nodes.append(Node("P3", rounds, losers, third=True))
    return nodes


def follow(nodes: Sequence[Node], history: History) -> Progress:
    """Move entrants through the graph by their results; `nodes` are in order of time.

    Raises ValueError if a result names other entrants than those expected at its node."""
    states: dict[str, State] = {}
    exits: dict[int, Exit] = {}
    for node in nodes:
        state = states[node.name] = _state(node, states, history)
        for seed in state.entrants:  # an entrant who comes to another node was not out
            exits.pop(seed, None)
        if not state.is_open:
            exits |= _exits(node, state)
    open_rounds = {state.round for state in states.values() if state.is_open}
    return Progress(tuple(states.values()), final_places(history.entrants, exits, open_rounds))


def _state(node: Node, states: Mapping[str, State], history: History) -> State:
    comers = [comers_from(source, states, history) for source in node.sources]
    known = sorted(seed for seeds in comers if seeds is not None for seed in seeds)
    if None in comers:
        return State(node.name, node.round, Status.WAITING, tuple(known), after=node.after)
    if node.if_beaten and not _is_beaten(node.if_beaten, node.after[0], states):
        return State(node.name, node.round, Status.UNNEEDED, after=node.after)
    return replace(settle(node.name, node.round, known, history), after=node.after)


def comers_from(
    source: Source, states: Mapping[str, State], history: History
) -> tuple[int, ...] | None:
    """The entrants who come from a source, nobody or one; None while the source is undecided."""
    if isinstance(source, Seed):
        return (source.seed,) if source.seed <= history.entrants else ()
    before = states[source.node]
    if before.is_open:
        return None
    return before.onward if isinstance(source, Winner) else before.lost


def _is_beaten(champion_of: str, meeting: str, states: Mapping[str, State]) -> bool:
    lost = states[meeting].lost
    return bool(lost) and lost == states[champion_of].onward


def _exits(node: Node, state: State) -> dict[int, Exit]:
    """The exits of entrants at this node, for those whom no later node takes in.  The exits of the
    match for the third place rank below those of the final."""
    leaving: Exit = (node.round, 0 if node.third else 2)
    exits = {seed: leaving for seed in state.entrants if seed not in state.onward}
    if node.third:
        exits |= dict.fromkeys(state.onward, (node.round, 1))
    return exits


def double(entrants: int, reset: bool = True) -> list[Node]:
    """The graph of a double elimination, in order of time (5.3.3); `reset`: the winner of the
    winners' bracket must be beaten twice.  Raises ValueError for fewer than two entrants."""
    rounds = rounds_of(entrants)
    winners = winners_bracket(rounds)
    nodes = [replace(node, round=max(1, 2 * (node.round - 1))) for node in winners]
    for r in range(2, rounds + 1):
        nodes += _losers_rounds(r, matches=2 ** (rounds - r))
    nodes.sort(key=lambda node: node.round)  # within a round as they were
    return nodes + _finals(rounds, reset)


def drop(round_: int, match: int, matches: int) -> int:
    """The number of the match in the losers' bracket for the loser of W{round_}.{match}; `matches`
    is the number of matches in that round, which is round 2 or later (5.3.1)."""
    half = matches // 2
    if matches == 1:
        return 1
    if matches == 2:
        return 3 - match
    if round_ == 2:
        return (half if match <= half else 3 * half) + 1 - match
    if round_ == 3:
        return (match - 1 + half) % matches + 1
    return matches + 1 - match


def _losers_rounds(r: int, matches: int) -> list[Node]:
    """The two rounds of the losers' bracket after W{r}: in the first its own entrants meet, in the
    second they meet the losers of W{r}."""
    first, second = 2 * r - 3, 2 * r - 2
    below, kind = (f"W{r - 1}", Loser) if r == 2 else (f"L{first - 1}", Winner)
    among = [
        Node(f"L{first}.{j}", first + 1, (kind(f"{below}.{2 * j - 1}"), kind(f"{below}.{2 * j}")))
        for j in range(1, matches + 1)
    ]
    dropping = {drop(r, j, matches): f"W{r}.{j}" for j in range(1, matches + 1)}
    against = [
        Node(f"L{second}.{x}", second + 1, (Winner(f"L{first}.{x}"), Loser(dropping[x])))
        for x in range(1, matches + 1)
    ]
    return among + against


def _finals(rounds: int, reset: bool) -> list[Node]:
    champion = f"W{rounds}.1"
    other = Winner(f"L{2 * rounds - 2}.1") if rounds > 1 else Loser(champion)
    final = Node("F1.1", 2 * rounds, (Winner(champion), other))
    again = Node("F2.1", 2 * rounds + 1, (Winner("F1.1"), Loser("F1.1")), if_beaten=champion)
    return [final, again] if reset else [final]
