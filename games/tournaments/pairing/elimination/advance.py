"""Every elimination by one function: what can be played next, and the places (5.1-5.3)."""

from games.tournaments.pairing.elimination import bracket, cut
from games.tournaments.pairing.elimination.bracket import Node, double
from games.tournaments.pairing.elimination.nodes import History, Progress
from games.tournaments.settings import Settings


def advance(settings: Settings, history: History) -> Progress:
    """How far the stage is.

    Raises ValueError for fewer than two entrants, and if a result of the history names others
    than those who were to come."""
    if not settings.two:
        return cut.follow(settings, history)
    return bracket.follow(graph(settings, history.entrants), history)


def graph(settings: Settings, entrants: int) -> list[Node]:
    """The nodes of an elimination of two, in order of time.  Raises ValueError for fewer than
    two entrants."""
    if settings.format == "double":
        return double(entrants, settings.reset)
    return bracket.knockout(entrants, settings.third)
