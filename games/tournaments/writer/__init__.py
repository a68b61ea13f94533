"""The one writer of tournaments: each act is one function, one transaction, one line of the log."""

from games.tournaments.writer import arena, round_play

__all__ = ["arena", "round_play"]  # each registers how it plays a stage
