"""Told after a commit; doors listen, this station never calls them."""

from django.dispatch import Signal

# Argument: player_id.  His name or his right to play is another one.
player_changed = Signal()
