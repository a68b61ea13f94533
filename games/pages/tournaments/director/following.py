"""The plan of an event before its start, for the entrants so far."""

from typing import NamedTuple

from games.pages.tournaments.director.sketch import Sketch
from games.pages.tournaments.director.tournament_form import chosen_in
from games.tournaments.models import Tournament
from games.tournaments.writer.entries import BEFORE

MOST_ROUNDS = 200


class Plan(NamedTuple):
    """The plan in words.  `rounds`: the number of rounds to propose, if another number is better
    for this many entrants."""

    words: str
    rounds: int | None


def plan_for(tournament: Tournament, entrants: int) -> Plan | None:
    """The plan for the entrants so far; None if it is too early or too late to plan."""
    if tournament.state not in BEFORE or entrants < 2:
        return None
    sketch = Sketch(chosen_in(tournament) | {"entrants": str(entrants)})
    return Plan(sketch.words, proposed_rounds(sketch))


def proposed_rounds(sketch: Sketch) -> int | None:
    """The number of rounds to propose: more than planned if there are too few to separate the
    entrants, fewer if not all can be played; otherwise None."""
    s = sketch.attempt(sketch.format) if "rounds" in sketch.choices else None
    if s is None:
        return None
    rounds = sketch.format.proposed_rounds(s, sketch.entrants, MOST_ROUNDS)
    is_settled = rounds is None or sketch.settings is not None and (sketch.rounds or 0) >= rounds
    return None if is_settled else rounds
