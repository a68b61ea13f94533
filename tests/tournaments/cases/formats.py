"""Brackets, cuts, schedules and the Dutch draw."""

from collections.abc import Callable
from typing import Any

from games.tournaments.pairing.dutch import NoLegalPairing, draw
from games.tournaments.pairing.elimination.nodes import History, Progress, State, Status
from games.tournaments.pairing.plans import plan
from games.tournaments.scoring.record import Kind, Round, Table, Unpaired
from games.tournaments.settings import resolve
from tests.tournaments.results import byes_of, record_with, seats_of

Play = Callable[[State], dict[int, int | None]]


def play_on(given: dict[str, Any], entrants: int, play: Play) -> list[Progress]:
    """Play an elimination round by round: how it stood before each round, and at the end."""
    settings = resolve(given)
    lots = {seed: seed for seed in range(1, entrants + 1)}
    results: dict[str, dict[int, int | None]] = {}
    told = [settings.format.advance(settings, History(entrants, results, lots))]
    while told[-1].due:
        results |= {state.name or "": play(state) for state in told[-1].due}
        told.append(settings.format.advance(settings, History(entrants, results, lots)))
    return told


def two(upsets: dict[str, int]) -> Play:
    """The better seed wins, where nobody else is named."""

    def play(state: State) -> dict[int, int | None]:
        winner = upsets.get(state.name or "", min(state.entrants))
        return {seed: 1 if seed == winner else 2 for seed in state.entrants}

    return play


def by_round(told: list[Progress]) -> list[dict[str, list[int]]]:
    return [
        {state.name or "": list(state.entrants) for state in before.due} for before in told[:-1]
    ]


def bracket(given: dict[str, Any], asked: Any) -> Any:
    s = resolve({"format": "elimination"})
    first = s.format.advance(s, History(asked["n"], {}, {})).in_round(1)
    return {
        "pairs": {s.name: list(s.entrants) for s in first if s.status is Status.READY},
        "byes": {s.name: s.onward[0] for s in first if s.status is Status.BYE},
    }


def elimination(format: str) -> Callable[[dict[str, Any], Any], Any]:
    def answer(given: dict[str, Any], asked: Any) -> Any:
        play = two(asked.get("upsets", {}))
        told = play_on(given | {"format": format}, asked["n"], play)
        places = {str(seed): place for seed, place in told[-1].places.items()}
        return {"rounds": by_round(told), "places": places}

    return answer


def cut(given: dict[str, Any], asked: Any) -> Any:
    def play(state: State) -> dict[int, int | None]:
        order = asked.get("order", {}).get(state.name, state.entrants)
        return {seed: place for place, seed in enumerate(order, start=1)}

    told = play_on(given | {"format": "elimination"}, asked["n"], play)
    return [
        {
            "byes": [s.onward[0] for s in before.in_round(round_) if s.name is None],
            "tables": [list(s.entrants) for s in before.due],
        }
        for round_, before in enumerate(told[:-1], start=1)
    ]


def schedule(given: dict[str, Any], asked: Any) -> Any:
    rounds = plan.schedule(asked["n"], asked.get("cycles", 1))
    return [[list(pair) for pair in pairs] for pairs in rounds]


def round_(told: dict[str, Any]) -> Round:
    """A round of a case: `t` tables, `p` places by seat, `u` unpaired."""
    tables = zip(told["t"], told["p"], strict=True)
    return Round(
        tuple(Table(tuple(seats), tuple(places)) for seats, places in tables),
        tuple(Unpaired(int(e), Kind(kind)) for e, kind in told.get("u", {}).items()),
    )


def dutch(given: dict[str, Any], asked: Any) -> Any:
    field = range(1, asked["n"] + 1)
    snapshot = record_with(
        settings=resolve(given),
        field=field,
        rounds=[round_(told) for told in asked["rounds"]],
        present=set(field) - set(asked.get("away", [])),
    )
    try:
        drawn = draw(snapshot)
    except NoLegalPairing:
        return {"pairs": None, "bye": None}
    return {
        "pairs": [list(pair) for pair in seats_of(drawn)],
        "bye": next(iter(byes_of(drawn)), None),
    }


ANSWERS = {
    "bracket": bracket,
    "knockout": elimination("elimination"),
    "double": elimination("double"),
    "cut": cut,
    "berger": schedule,
    "dutch": dutch,
}
