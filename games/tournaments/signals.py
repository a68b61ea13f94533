"""Told after a commit; doors listen, this station never calls them."""

from django.dispatch import Signal

# Arguments: tournament_id, code, revision, due_ms (epoch ms or None), acts (the names of the new).
tournament_changed = Signal()
