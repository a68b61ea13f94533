"""Pages about tournaments: for everybody, and the console of directors."""
