"""For development only: scripted cases, and a long history to measure with."""
