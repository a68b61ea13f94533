"""Told after a commit; doors listen."""

from django.dispatch import Signal

run_wanted = Signal()  # simulation_id, chunks: numbers of the chunks to play next
