"""Pages for signing up and in, and for the player's own account."""
