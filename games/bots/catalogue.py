"""Who plays which game."""

from games.bots.players import Players
from games.rules.catalogue import Parts

BOTS: Parts[Players] = Parts("bots")
