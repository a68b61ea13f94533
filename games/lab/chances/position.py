"""Positions: states of games as a viewer knows them, from which games can be played.  A viewer is
`all` (every card is known), `watcher` or a seat such as `2`.  Unknown cards are dealt again for
each game from the position (`Position.start`).  A position holds what the table shows at that
moment, and what this proves, but nothing that a viewer might remember."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.lab.chances.hidden import Hidden
from games.lab.counting.adapter import BadRun, find
from games.lab.counting.driver import Start
from games.rules import catalogue
from games.rules.cards import NONE, UNKNOWN, card
from games.rules.game import Game, Options, State
from games.table.replay.recording import ALL, WATCHER

_CARD = re.compile(r"[2-9TJQKA][cdhsCDHS]|X[1-8]")


class Position(NamedTuple):
    """A state of a game as a viewer knows it.  `state` holds only what affects the rest of the
    game, so equal positions from different sources have the same bytes."""

    game: str
    options: str  # canonical
    rules_version: int
    state: bytes  # Record.to_bytes
    view: str  # `all`, `watcher` or a seat from 1

    @property
    def rules(self) -> Game:
        return catalogue.find(self.game)

    @property
    def o(self) -> Options:
        return self.rules.options(self.options)

    @property
    def table(self) -> State:
        """The state of the game.  Raises StaleLayout if another version of the site stored it."""
        return self.rules.load(self.state)

    @property
    def viewer(self) -> int | None:
        """The viewer's seat, from 0; None for viewers without a seat."""
        return int(self.view) - 1 if self.view.isdecimal() else None

    @property
    def start(self) -> Start:
        """The start of games from this position: the state, and the cards that the viewer does not
        know."""
        t, o = self.table, self.o
        if self.view == ALL or t.end:
            return Start(t)
        bots, rules = catalogue.BOTS[self.game], self.rules
        values, known = t.values(), bots.blind(t, o, self.viewer).values()
        cells = [i for i, card in enumerate(known) if card == UNKNOWN and values[i] >= 0]
        in_play = {card(code) for code in codes(rules.open_view(t, o))}
        hidden = Hidden(
            cells={values[cell]: cell for cell in cells},
            shown=[card(code) for code in codes(rules.view(t, o, self.viewer))],
            removed=[number for number in rules.pack(o) if number not in in_play],
            proven=bots.proven(t, o),
        )
        return hidden.start(find(self.game), t, self.viewer)


def position_of(rules: Game, o: Options, version: int, state: State, view: str = ALL) -> Position:
    """The position of a state, as this viewer knows it."""
    t = state.copy()
    find(rules.key).settle_state(t, o)
    t.rng = 0
    tidy(t)
    return Position(rules.key, rules.canonical(o), version, t.to_bytes(), view)


def read_view(view: str, players: int) -> str:
    """The viewer in this text, checked.  Raises BadRun if the game has no such viewer."""
    if view in (ALL, WATCHER) or view in [str(seat + 1) for seat in range(players)]:
        return view
    words = _("There is no viewer “%(view)s”: choose all, watcher, or a seat from 1 to %(seats)s.")
    raise BadRun("BAD_VIEW", words % {"view": view[:20], "seats": players})


def tidy(record: Any) -> None:
    """Clear the unused cells of piles and rows, and move the start of each pile to its first
    cell."""
    is_pile = "size" in {field.name for field in record.fields}
    for field in record.fields:
        value = getattr(record, field.name)
        if field.is_record:
            for part in value if field.count else [value]:
                tidy(part)
        elif field.count and is_pile:
            top = getattr(record, "top", 0)
            lying = [value[(top + i) % field.count] for i in range(record.size)]
            empty = NONE if field.name == "cards" else 0
            setattr(record, field.name, lying + [empty] * (field.count - record.size))
    if hasattr(record, "top") and is_pile:
        record.top = 0


def codes(view: Any) -> Iterator[str]:
    """The codes of all cards in a view."""
    if isinstance(view, str) and _CARD.fullmatch(view):
        yield view
    elif isinstance(view, dict):
        for value in view.values():
            yield from codes(value)
    elif isinstance(view, list | tuple):
        for value in view:
            yield from codes(value)
