"""The adapters with which the lab plays and counts each game.  They use no database, and are
compiled in workers."""
