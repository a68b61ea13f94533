"""Pages about the past: history, players, replays, downloads."""
