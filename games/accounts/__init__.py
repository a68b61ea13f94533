"""Players: people, guests and bots, and the names they may bear."""
