"""The adapters by which the lab plays and counts each game.  No database; compiled in workers."""
