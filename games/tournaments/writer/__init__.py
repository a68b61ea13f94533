"""The only writer of tournaments.  Each act is one function, one transaction and one line of the
log."""

from games.tournaments.writer import arena, round_play

__all__ = ["arena", "round_play"]  # each registers how it plays a stage
