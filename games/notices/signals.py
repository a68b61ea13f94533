"""The signals sent after a commit.  Entry points receive these signals, because lower layers never
call entry points."""

from django.dispatch import Signal

# Argument: players (ids), who have a new notice or have seen theirs, or whose invitations have
# changed.
notices_changed = Signal()
