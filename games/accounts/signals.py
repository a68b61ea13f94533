"""Signals sent after a commit.  Entry points receive them; this layer never calls those."""

from django.dispatch import Signal

# Argument: player_id, whose name or right to play has changed.
player_changed = Signal()
# Argument: sanction_id, which is new or was lifted.
sanction_changed = Signal()
