"""Django looks for admin pages here; they are defined in games/operators."""

from games.operators import players, tables, tournaments

__all__ = ["players", "tables", "tournaments"]
