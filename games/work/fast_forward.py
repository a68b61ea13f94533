"""Plays games on without waiting once only bots are left in them."""

from games.table.writer import play
from games.work.demo import wishes


def fast_forward(table_id: int) -> None:
    """A part of the game; its change reminds of the next one."""
    play.fast_forward(table=table_id, decide=wishes)
