"""Rounds in the short writing of the cases: `t` tables, `p` places by seat (null: did not come),
`u` unpaired, `c` cards of those who came."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.tournaments.scoring.points import unpaired
from games.tournaments.scoring.record import Game, Kind, Round, Table
from games.tournaments.settings import Settings


def read_rounds(settings: Settings, rounds: Iterable[Mapping[str, Any]]) -> list[Round]:
    """The rounds that are written like this."""
    return [_round(settings, told) for told in rounds]


def _round(settings: Settings, told: Mapping[str, Any]) -> Round:
    cards = told.get("c", [()] * len(told["t"]))
    tables = map(_table, told["t"], told["p"], cards)
    rest = told.get("u", {}).items()
    return Round(tuple(tables), tuple(unpaired(settings, int(e), Kind(kind)) for e, kind in rest))


def _table(seats: list[int], places: Any, cards: list[int]) -> Table:
    """A table at which one game was played, by those who came."""
    if isinstance(places, str):
        return Table(tuple(seats), (None,) * len(seats), kind=Kind(places))
    came = [(seat, place) for seat, place in zip(seats, places, strict=True) if place]
    game = Game(tuple(s for s, _ in came), tuple(p for _, p in came), tuple(cards))
    return Table(tuple(seats), tuple(places), (game,) if len(came) > 1 else ())
