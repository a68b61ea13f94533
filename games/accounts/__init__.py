"""Players, who are people, guests or bots, and the rules for their names."""
