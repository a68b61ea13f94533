"""Pages for looking back: history, players, replays, downloads."""
