"""The signals sent after a commit.  Entry points receive them; this layer never calls entry
points."""

from django.dispatch import Signal

# Arguments: tournament_id, code, version, due_ms (epoch ms or None), players (the ids of those who
# are concerned; None: everybody).
tournament_changed = Signal()
