"""Pairings: who plays whom at which table, in every format.  Pure: no Django, clock, I/O or global
random numbers."""
