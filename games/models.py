"""Django looks for models here; they are defined in the layers."""

from games.accounts.answers import Answer
from games.accounts.models import Player
from games.accounts.preferences import Preferences
from games.accounts.tokens import Token
from games.lab.runs.models import Simulation
from games.lobby.models import Invitation
from games.notices.models import Notice
from games.ratings.models import Pool, Rating, RatingChange
from games.relations.models import Block, Follow
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
    "Block",
    "Entrant",
    "Follow",
    "Game",
    "Invitation",
    "Move",
    "Notice",
    "Pairing",
    "Place",
    "Player",
    "Pool",
    "Preferences",
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
