"""Replaying a stored game, for its state and for the replay viewer."""
