"""Django looks for admin pages here; they are defined in games/operators."""

from games.operators import moderation, players, tables, tournaments

__all__ = ["moderation", "players", "tables", "tournaments"]
