"""The next round of a stage, in every format (section 5).  The same position, the same draw."""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.tournaments import lots
from games.tournaments.pairing import berger, dutch, seats
from games.tournaments.pairing import explanation as why
from games.tournaments.pairing.by_cost import draw as by_cost
from games.tournaments.pairing.by_cost.cost import Cost, past, round_cost
from games.tournaments.pairing.elimination.advance import advance
from games.tournaments.pairing.elimination.nodes import Absence, History, Progress, State, Status
from games.tournaments.pairing.snapshot import Snapshot
from games.tournaments.scoring.attendance import announced_absence
from games.tournaments.scoring.history import history, seat_counts
from games.tournaments.scoring.points import unpaired
from games.tournaments.scoring.record import Kind, Round, Unpaired
from games.tournaments.settings import Settings


class TooFew(Exception):
    """Fewer are here than sit at the smallest table (2.11)."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a stage stands before a round is drawn.

    `field`: entrants, best seed first.  `rounds`: all before this one.  `missing`: why somebody
    is not drawn: gone, ABSENT, HALF announced, FULL by a director.  `nodes`: in an elimination
    the places at each node by seed, and `gone` which seeds were not drawn at which nodes.  `key`:
    of the lots."""

    settings: Settings
    stage: int
    number: int
    field: tuple[int, ...]
    rounds: tuple[Round, ...]
    missing: Mapping[int, Kind]
    key: bytes
    plan: Sequence[Sequence[Sequence[int]]] = ()
    nodes: Mapping[str, Mapping[int, int | None]] = dataclasses.field(default_factory=dict)
    gone: Collection[Absence] = frozenset()

    @property
    def present(self) -> tuple[int, ...]:
        """Who is drawn, best seed first."""
        return tuple(entrant for entrant in self.field if entrant not in self.missing)

    @property
    def tie_lots(self) -> dict[int, int]:
        """The lot of every entrant, for those who are level."""
        return lots.tie_lots(self.key, self.field)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table: entrants by seat, and why they meet (8.1)."""

    seats: tuple[int, ...]
    node: str = ""
    why: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bye:
    """An entrant without a table; the node is that of an elimination."""

    unpaired: Unpaired
    node: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """A round: its tables in order, and who sits at none."""

    method: str
    tables: tuple[Drawn, ...]
    byes: tuple[Bye, ...]
    cost: Mapping[str, Any] | None = None
    why: Mapping[str, Any] = dataclasses.field(default_factory=dict)  # of the byes


def draw(position: Position) -> Draw:
    """The round.

    Raises:
        TooFew: too few are present.
        NoDraw: forbidden pairs cannot be kept apart.
    """
    s = position.settings
    if s.is_elimination:
        return _bracket(position)
    if len(position.present) < s.least:
        raise TooFew
    if s.format == "roundrobin":
        return _berger(position) if s.two else _planned(position)
    return _dutch(position) if s.engine == "dutch" else _by_cost(position, "cost")


def progress(position: Position) -> Progress:
    """How far an elimination is."""
    return _progress(position)[0]


def _progress(position: Position) -> tuple[Progress, set[Absence]]:
    """The same, and who is missing in the next round: they are out (2.10)."""
    tie_lots = position.tie_lots
    by_seed = {seed: tie_lots[entrant] for seed, entrant in enumerate(position.field, 1)}
    missing = {s for s, entrant in enumerate(position.field, 1) if entrant in position.missing}
    absent: set[Absence] = set()
    while True:
        gone = {*position.gone, *absent}
        known = History(len(position.field), position.nodes, by_seed, gone)
        found = advance(position.settings, known)
        new = _absences(position.settings, found, missing) - absent
        if not new:
            return found, absent
        absent |= new  # another round may be the next one now


def _absences(s: Settings, found: Progress, missing: Collection[int]) -> set[Absence]:
    """Who of the missing was to come to which node of the next round."""
    states = found.in_round(found.round) if found.round else ()
    return {
        (seed, (state.name or "") if s.two else f"K{state.round}")
        for state in states
        for seed in state.entrants
        if seed in missing
    }


def _missing(position: Position) -> tuple[Bye, ...]:
    """Who is not drawn, with the points of that (2.5, 2.7)."""
    s, lines = position.settings, history(position.settings, position.rounds)
    found = []
    for entrant, kind in position.missing.items():
        one = unpaired(s, entrant, kind)
        if kind == Kind.HALF:
            had = sum(line.kind == Kind.HALF for line in lines.get(entrant, ()))
            one = announced_absence(s, entrant, position.number, had)
        found.append(Bye(one))
    return tuple(found)


# Formats ---------------------------------------------------------------------------------


def _dutch(position: Position) -> Draw:
    """By py4swiss; where it knows no legal round, opponents repeat (5.6.5)."""
    snapshot = _snapshot(position)
    try:
        drawn = dutch.draw(snapshot)
    except dutch.NoLegalPairing:
        return _by_cost(position, "fallback")
    reasons, byes = why.of_dutch(snapshot, drawn)
    return _swiss(position, "dutch", drawn.pairs, reasons, byes)


def _by_cost(position: Position, method: str) -> Draw:
    snapshot = _snapshot(position)
    drawn = by_cost.draw(
        snapshot, lots.lot(position.key, f"search|{position.stage}|{position.number}")
    )
    reasons, byes = why.of_cost(snapshot, drawn.tables, drawn.byes, drawn.passed_over)
    return _swiss(position, method, drawn.tables, reasons, byes, drawn.cost)


def by_hand(position: Position, tables: Sequence[Sequence[int]], byes: Sequence[int]) -> Draw:
    """The round of a Swiss as a director has set it: entrants by seat, and who has a bye."""
    snapshot = _snapshot(position)
    seeds = snapshot.seeds
    seated = [[seeds[entrant] for entrant in table] for table in tables]
    cost = round_cost(past(snapshot), position.settings.size, seated)
    reasons, bye_reasons = why.of_hand(snapshot, tables, byes)
    return _swiss(position, "manual", tables, reasons, bye_reasons, cost)


def _swiss(
    position: Position,
    method: str,
    tables: Sequence[Sequence[int]],
    reasons: Sequence[why.Facts],
    byes: Sequence[why.Facts],
    cost: Cost | None = None,
) -> Draw:
    drawn = [Drawn(tuple(t), why=one) for t, one in zip(tables, reasons, strict=True)]
    free = [Bye(unpaired(position.settings, bye["entrant"], Kind.BYE)) for bye in byes]
    return Draw(
        method,
        tuple(drawn),
        (*free, *_missing(position)),
        None if cost is None else why.cost_json(cost),
        {"byes": byes} if byes else {},
    )


def _snapshot(position: Position) -> Snapshot:
    return Snapshot(position.settings, position.field, position.rounds, position.present)


def _berger(position: Position) -> Draw:
    """The schedule stands: who has left stays in it (5.4.3)."""
    s, everybody = position.settings, position.field
    rounds = berger.schedule(len(everybody), s.cycles)
    pairs = [(everybody[a - 1], everybody[b - 1]) for a, b in rounds[position.number - 1]]
    seated = {entrant for pair in pairs for entrant in pair}
    free = [Bye(unpaired(s, entrant, Kind.FREE)) for entrant in everybody if entrant not in seated]
    return Draw("berger", tuple(map(Drawn, pairs)), tuple(free))


def _planned(position: Position) -> Draw:
    """Whoever is not here is taken out of their table (5.5.5)."""
    tables = [
        tuple(position.field[seed - 1] for seed in table)
        for table in position.plan[position.number - 1]
    ]
    seated = {entrant for table in tables for entrant in table}
    here = [[e for e in table if e not in position.missing] for table in tables]
    byes = [
        Bye(unpaired(position.settings, entrant, Kind.BYE))
        for entrant in position.present
        if entrant not in seated
    ]
    drawn = tuple(Drawn(tuple(table)) for table in here if table)
    return Draw("design", drawn, (*byes, *_missing(position)))


def _bracket(position: Position) -> Draw:
    """All nodes of the next round; byes go on without points (5.1.1)."""
    found, absent = _progress(position)
    if found.round is None:
        raise TooFew
    tables, byes = [], []
    for state in found.in_round(found.round):
        entrants = [position.field[seed - 1] for seed in state.entrants]
        if state.status == Status.READY:
            tables.append(Drawn(_seats(position, state, entrants), state.name or ""))
        elif state.status == Status.BYE:
            goes_on = position.field[state.onward[0] - 1]
            byes.append(Bye(Unpaired(goes_on, Kind.BYE), state.name or ""))
    byes += [_absent(position, seed, node) for seed, node in sorted(absent)]
    return Draw("bracket", tuple(tables), tuple(byes))


def _absent(position: Position, seed: int, node: str) -> Bye:
    """Out of the elimination, without points; a cut has seated the others without them."""
    entrant = position.field[seed - 1]
    kind = position.missing[entrant]
    left = kind if kind in (Kind.WITHDRAWN, Kind.DISQUALIFIED) else Kind.ABSENT
    return Bye(Unpaired(entrant, left), node if position.settings.two else "")


def _seats(position: Position, state: State, entrants: Sequence[int]) -> tuple[int, ...]:
    """Of two the better seed has seat 1; at larger tables the seats least had (3.6)."""
    if position.settings.two:
        return tuple(entrants)
    lot = lots.lot(position.key, f"seats|{position.stage}|{position.number}|{state.name}")
    return seats.seating(entrants, seat_counts(position.rounds), lot).seats
