"""The rules of the games: pure functions that use no Django, clock, I/O or global random
numbers."""
