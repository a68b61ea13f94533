"""What directors do: the console, the form of a new tournament, and the form of each act."""
