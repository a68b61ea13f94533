"""The rules of the games: pure functions without Django, clock, I/O or global random numbers."""
