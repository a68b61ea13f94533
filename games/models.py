"""Django looks for models here; they are defined in the layers."""

from games.accounts.models import Player
from games.lab.runs.models import Simulation
from games.table.models import Move, Pulse, Seat, Table

__all__ = ["Move", "Player", "Pulse", "Seat", "Simulation", "Table"]
