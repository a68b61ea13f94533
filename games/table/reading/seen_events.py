"""The events of a move as a viewer may see them, and the lines about these events in the log."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils import translation

from games.rules.cards import NONE
from games.rules.events import Event, read_event
from games.rules.game import Game, Line
from games.table.reading.packed_moves import PackedMove
from games.table.words import is_of_table, language_of, lines_of


class SeenEvents(NamedTuple):
    """Events as a viewer sees them, as JSON and as objects.  Lines about them are cached by
    language and by the seat addressed as *you* (None: nobody).  All viewers share one object if
    nothing is masked."""

    rows: list[dict[str, Any]]
    events: list[Event]
    lines: dict[tuple[int | None, str], list[Line]]

    def lines_for(
        self,
        you: int | None,
        language: str,
        game: Game,
        move: PackedMove,
        names: Sequence[str],
        battle: int,
    ) -> list[Line]:
        """The lines about the move.  Lines from the rules are built once and cached; `battle` is
        the number for lines about the table."""
        known = self.lines.get((you, language))
        if known is not None:
            return known
        own, texts = NONE if you is None else you - 1, language_of(language)
        if is_of_table(move):
            with translation.override(language):
                return lines_of(game, move, self.events, names, battle, texts, own)
        lines = lines_of(game, move, self.events, names, battle, texts, own)
        self.lines[you, language] = lines
        return lines


def read_events(game: str, rows: list[dict[str, Any]]) -> SeenEvents:
    return SeenEvents(rows, [read_event(game, row) for row in rows], {})
