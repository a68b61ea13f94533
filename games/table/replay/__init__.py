"""Playing a stored game again, for its state and for the replay viewer."""
