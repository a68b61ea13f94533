"""Contents page: Django looks for models here, they live at their stations."""

from games.accounts.models import Player
from games.lab.runs.models import Simulation
from games.table.models import Move, Pulse, Seat, Table

__all__ = ["Move", "Player", "Pulse", "Seat", "Simulation", "Table"]
