"""Players: people, guests and bots, and the rules for their names."""
