"""The place where Django looks for models; they are defined in the layers."""

from games.accounts.answers import Answer
from games.accounts.models import FreedName, Player
from games.accounts.preferences import Preferences
from games.accounts.sanctions import AuditEntry, Sanction
from games.accounts.tokens import Token
from games.chat.models import LastLine, Line, ListedWord
from games.favourites.models import Favourite, Playlist, PlaylistGame
from games.lab.chances.models import GameLuck, StoredCurve
from games.lab.forecasts.models import Forecast
from games.lab.runs.models import Simulation
from games.lab.training.models import RatedPlace, TrainingAnswer, TrainingRecord
from games.lobby.models import Invitation, Wish
from games.moderation.models import Appeal, Report, SeatNetwork, Signal
from games.notices.models import Notice
from games.ratings.models import Pool, Rating, RatingChange
from games.relations.circles import Circle, Member
from games.relations.models import Block, Follow, Mute
from games.rule_sets.models import RuleSet
from games.table.beginnings import Beginning
from games.table.models import Move, Pulse, SealedDay, Seat, Table
from games.tournaments.log import Act
from games.tournaments.models import (
    Entrant,
    Pairing,
    Place,
    Round,
    Season,
    Seed,
    Stage,
    Standing,
    Tournament,
    TournamentGame,
)

__all__ = [
    "Beginning",
    "Forecast",
    "FreedName",
    "GameLuck",
    "Act",
    "Answer",
    "Appeal",
    "Block",
    "Circle",
    "AuditEntry",
    "Entrant",
    "Favourite",
    "Follow",
    "TournamentGame",
    "Invitation",
    "LastLine",
    "Line",
    "ListedWord",
    "Member",
    "Move",
    "Mute",
    "Notice",
    "Pairing",
    "Place",
    "Player",
    "Playlist",
    "PlaylistGame",
    "Pool",
    "Preferences",
    "Pulse",
    "Rating",
    "RatedPlace",
    "RatingChange",
    "Report",
    "Round",
    "RuleSet",
    "Season",
    "Sanction",
    "SealedDay",
    "Seat",
    "SeatNetwork",
    "Seed",
    "Signal",
    "Simulation",
    "StoredCurve",
    "Stage",
    "Standing",
    "Table",
    "Token",
    "Tournament",
    "TrainingAnswer",
    "TrainingRecord",
    "Wish",
]
