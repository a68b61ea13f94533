"""Django looks for models here; they are defined in the layers."""

from games.accounts.answers import Answer
from games.accounts.models import Player
from games.accounts.tokens import Token
from games.lab.runs.models import Simulation
from games.ratings.models import Pool, Rating, RatingChange
from games.table.models import Move, Pulse, Seat, Table
from games.tournaments.models import (
    Act,
    Entrant,
    Game,
    Pairing,
    Place,
    Round,
    Seed,
    Stage,
    Standing,
    Tournament,
)

__all__ = [
    "Act",
    "Answer",
    "Entrant",
    "Game",
    "Move",
    "Pairing",
    "Place",
    "Player",
    "Pool",
    "Pulse",
    "Rating",
    "RatingChange",
    "Round",
    "Seat",
    "Seed",
    "Simulation",
    "Stage",
    "Standing",
    "Table",
    "Token",
    "Tournament",
]
