"""The signals sent after a commit.  Entry points receive these signals, because lower layers never
call entry points."""

from django.dispatch import Signal

# Argument: players, the ids of those whose wish has changed.
wishes_changed = Signal()
