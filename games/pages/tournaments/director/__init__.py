"""Pages of directors: the console, the form of a new tournament, and a form for each act."""
