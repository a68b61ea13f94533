"""The plan of an event before its start, for as many as have entered."""

from typing import NamedTuple

from games.pages.tournaments.director.sketch import Sketch
from games.pages.tournaments.director.tournament_form import chosen_in
from games.tournaments.models import Tournament
from games.tournaments.writer.entries import BEFORE

MOST_ROUNDS = 200


class Plan(NamedTuple):
    """The plan as it is settled, in words; `rounds`: how many to propose instead, if others fit so
    many players."""

    words: str
    rounds: int | None


def plan_for(tournament: Tournament, entrants: int) -> Plan | None:
    """The plan for so many; None where nothing can be planned any more, or yet."""
    if tournament.state not in BEFORE or entrants < 2:
        return None
    sketch = Sketch(chosen_in(tournament) | {"entrants": str(entrants)})
    return Plan(sketch.words, proposed_rounds(sketch))


def proposed_rounds(sketch: Sketch) -> int | None:
    """More rounds if there are too few to tell so many apart, fewer if they cannot be played."""
    s = sketch.attempt(sketch.format) if "rounds" in sketch.choices else None
    if s is None:
        return None
    rounds = sketch.format.proposed_rounds(s, sketch.entrants, MOST_ROUNDS)
    is_settled = rounds is None or sketch.settings is not None and (sketch.rounds or 0) >= rounds
    return None if is_settled else rounds
