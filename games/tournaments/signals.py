"""Signals sent after a commit.  Entry points receive them; this layer never calls those."""

from django.dispatch import Signal

# Arguments: tournament_id, code, revision, due_ms (epoch ms or None), acts (the names of the new).
tournament_changed = Signal()
