"""The signals that are sent after a commit.  Entry points receive them, so that this layer never
calls entry points."""

from django.dispatch import Signal

# Arguments: tournament_id, code, version, due_ms (epoch ms or None), players (the ids of those who
# are concerned; None: everybody).
tournament_changed = Signal()
