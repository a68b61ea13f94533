"""What concerns a player: its words, and the connections that tell it."""
