"""The place where Django looks for admin pages; they are defined in games/operators."""

from games.operators import moderation, people, players, tables, tournaments

__all__ = ["moderation", "people", "players", "tables", "tournaments"]
