"""The draw of a round, in every format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.tournaments.scoring.points import announced_absence, history, unpaired
from games.tournaments.scoring.record import Kind, StageRecord, Unpaired


class TooFew(Exception):
    """Fewer entrants are present than the smallest table seats (2.11)."""


class NoDraw(Exception):
    """No draw keeps all forbidden pairs apart; `pairs` are the forbidden pairs that sit together in
    the best draw."""

    def __init__(self, pairs: Sequence[tuple[int, int]]) -> None:
        super().__init__(f"forbidden, and cannot be kept apart: {pairs}")
        self.pairs = pairs


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table: entrants by seat, and the reasons why they meet (8.1)."""

    seats: tuple[int, ...]
    node: str = ""
    why: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bye:
    """An entrant without a table; `node` is that of an elimination."""

    unpaired: Unpaired
    node: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """A round: its tables in order, and the entrants without one."""

    method: str
    tables: tuple[Drawn, ...]
    byes: tuple[Bye, ...]
    cost: Mapping[str, Any] | None = None
    why: Mapping[str, Any] = field(default_factory=dict)  # reasons of the byes


def absences(record: StageRecord) -> tuple[Bye, ...]:
    """The entrants who are not drawn in this round, each with the points for the absence (2.5,
    2.7)."""
    s, lines = record.settings, history(record.settings, record.rounds)
    byes = []
    for entrant, kind in record.missing.items():
        line = unpaired(s, entrant, kind)
        if kind == Kind.HALF:
            had = sum(line.kind == Kind.HALF for line in lines.get(entrant, ()))
            line = announced_absence(s, entrant, record.number, had)
        byes.append(Bye(line))
    return tuple(byes)
