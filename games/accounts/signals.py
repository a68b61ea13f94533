"""The signals sent after a commit.  Entry points receive these signals, because lower layers never
call entry points.  One signal is sent within the transaction (see below)."""

from django.dispatch import Signal

# Argument: player_id, whose name or right to play has changed.
player_changed = Signal()
# Argument: sanction_id, which is new or was lifted.
sanction_changed = Signal()
# Arguments: player, and the name they are about to get.  Sent in the same transaction: layers that
# keep copies of the old name replace it.
player_erased = Signal()
