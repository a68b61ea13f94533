"""Points, tie-breaks and standings.  Pure: no Django, clock, I/O or global random numbers."""
