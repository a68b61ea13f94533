"""Signals sent after a commit.  Entry points receive them; this layer never calls those.  One is
sent within the transaction, see below."""

from django.dispatch import Signal

# Argument: player_id, whose name or right to play has changed.
player_changed = Signal()
# Argument: sanction_id, which is new or was lifted.
sanction_changed = Signal()
# Arguments: player, name.  Sent before the player gets this name for good, in the same transaction:
# layers that keep copies of the old one replace them.
player_erased = Signal()
