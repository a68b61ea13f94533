"""Matches of several games between two entrants (3.7, 5.1.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from games.tournaments.scoring.points import among_entrants
from games.tournaments.scoring.record import Game

EXTRA_GAMES = 2  # of a knock-out match that is level after all its games
SHARED = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Match:
    """How a match stands.  `next`: another game is played, with these `seats`; `lot`: level after
    the extra games, so the lot decides; `over`: with these `places`."""

    state: Literal["next", "over", "lot"]
    score: tuple[Fraction, Fraction]
    seats: tuple[int, int] | None = None
    places: tuple[int, int] | None = None


def match(seats: tuple[int, int], games: Sequence[Game], best_of: int, *, knockout: bool) -> Match:
    """The match of these two, seated like this in game 1, after its counted games.

    It is over as soon as one has more than half of `best_of` games and is ahead."""
    first, second = seats
    won = sum((_score(game, first, second) for game in games), Fraction(0))
    score = (won, len(games) - won)
    if score[0] != score[1] and max(score) > Fraction(best_of, 2):
        return Match("over", score, places=(1, 2) if score[0] > score[1] else (2, 1))
    if len(games) < best_of + EXTRA_GAMES * knockout:
        return Match("next", score, seats=(second, first) if len(games) % 2 else seats)
    return Match("lot", score) if knockout else Match("over", score, places=(1, 1))


def _score(game: Game, first: int, second: int) -> Fraction:
    """What a game gives the first of the two: 1, 1/2 or 0."""
    place = among_entrants(game.seats, game.places)
    if place[first] == place[second]:
        return SHARED
    return Fraction(place[first] < place[second])
