"""Rounds as the cases write them and rounds by chance.

Short writing: `t` tables, `p` places by seat (null: did not come),
`u` unpaired, `c` cards of those who came."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from games.tournaments.pairing.byes import of_round
from games.tournaments.pairing.draw import Draw
from games.tournaments.scoring.points import places_by, unpaired
from games.tournaments.scoring.record import Game, Kind, Round, StageRecord, Table
from games.tournaments.settings import Settings

AWAY = (Kind.HALF, Kind.ABSENT, Kind.WITHDRAWN, Kind.FULL, Kind.FREE)


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


def random_rounds(
    settings: Settings, entrants: int, rounds: int, random: Random, *, missing: float = 0.1
) -> list[Round]:
    """Rounds of tables drawn by chance, with shared places, no-shows, byes and absences."""
    return [_random_round(settings, entrants, random, missing) for _ in range(rounds)]


def _random_round(settings: Settings, entrants: int, random: Random, missing: float) -> Round:
    present = random.sample(range(1, entrants + 1), entrants)
    away = [
        unpaired(settings, e, random.choice(AWAY)) for e in present if random.random() < missing
    ]
    present = [e for e in present if e not in {one.entrant for one in away}]
    byes, tables = of_round(settings, len(present))
    away += [unpaired(settings, present.pop(), Kind.BYE) for _ in range(byes)]
    seated = iter(present)
    played = [
        _random_table([next(seated) for _ in range(size)], random, missing) for size in tables
    ]
    return Round(tuple(played), tuple(away))


def _random_table(seats: list[int], random: Random, missing: float) -> Table:
    if random.random() < missing / 4:
        return _table(seats, random.choice(("void", "annulled")), [])
    worth = {e: random.randrange(5) for e in seats if random.random() > missing / 2}
    places = places_by(worth)
    cards = [random.randrange(1, 30) for _ in worth]
    return _table(seats, [places.get(seat) for seat in seats], cards)


def seats_of(draw: Draw) -> list[tuple[int, ...]]:
    """The tables of a draw: entrants by seat."""
    return [table.seats for table in draw.tables]


def byes_of(draw: Draw) -> list[int]:
    """The entrants with a bye in a draw."""
    return [bye.unpaired.entrant for bye in draw.byes if bye.unpaired.kind == Kind.BYE]


def record_with(
    settings: Settings, field: Iterable[int], rounds: Iterable[Round], present: Iterable[int]
) -> StageRecord:
    """The record of a stage of which the others are absent."""
    field, here = tuple(field), set(present)
    missing = {entrant: Kind.ABSENT for entrant in field if entrant not in here}
    return StageRecord(settings, field, tuple(rounds), missing)
