"""The cards that a viewer of a position does not know, and the places where each of these cards may
be."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from games.lab.counting.accumulator import MOST_CARDS
from games.lab.counting.adapter import Adapter
from games.lab.counting.driver import Start
from games.rules.bots import Proven
from games.rules.game import State


class Hidden(NamedTuple):
    """The hidden cards of a position: `cells` are the indices of `Record.values` that hold the
    face-down cards, by card; `shown` are all cards that the table shows, even if some of them lie
    face down now; `removed` are cards that left the game unseen."""

    cells: Mapping[int, int]
    shown: Collection[int]
    removed: Sequence[int]
    proven: Proven

    def start(self, adapter: Adapter, t: State, viewer: int | None) -> Start:
        """The start of the games from this state.  Hidden cards are stored in a fixed order, so the
        start does not reveal them."""
        fixed, mixed, ends = self.kept()
        pool = [*sorted(card for card in self.cells if card not in fixed.values()), *self.removed]
        free = [cell for cell in self.cells.values() if cell not in fixed]
        cells, cards, reach = self.fitted(free, pool)
        values, names = t.values(), list(range(MOST_CARDS))
        for cell, card in chain(fixed.items(), zip(cells, cards, strict=False)):
            names[values[cell]] = card
            values[cell] = card
        state = type(t).of(values)
        adapter.conceal(state, viewer, names)
        return Start(state, cells, cards, reach, mixed, ends)

    def kept(self) -> tuple[dict[int, int], list[int], list[int]]:
        """The cells of face-down cards that the table has shown, with their cards; these cards are
        not dealt again.  Also the cells of packets in which cards are mixed, and for each of these
        cells the end of its packet."""
        gone = {card: cell for card, cell in self.cells.items() if card in set(self.shown)}
        fixed: dict[int, int] = {}
        mixed: list[int] = []
        ends: list[int] = []
        for packet in self.proven.packets:
            places = sorted(self.cells[card] for card in packet if card in self.cells)
            seen = sorted(card for card in packet if card in gone)
            if seen:
                mixed += places
                ends += [len(mixed)] * len(places)
                fixed.update(zip(places, seen, strict=False))
        packed = set(fixed.values())
        fixed.update((cell, card) for card, cell in gone.items() if card not in packed)
        return fixed, mixed, ends

    def fitted(
        self, free: Sequence[int], pool: Sequence[int]
    ) -> tuple[list[int], list[int], list[int]]:
        """The cells, sorted by the number of cards that can be in the cell; the cards, sorted so
        that each cell can hold only the first ones; and for each cell the number of these."""
        limits = {self.cells.get(card): cards for card, cards in self.proven.limits.items()}
        fits = {
            cell: [card for card in pool if card in limits[cell]] for cell in free if cell in limits
        }
        cells = sorted(free, key=lambda cell: (len(fits.get(cell, pool)), cell))
        cards = [*dict.fromkeys(chain(*(fits[cell] for cell in cells if cell in fits), pool))]
        reach = [len(fits.get(cell, pool)) for cell in cells]
        assert all(set(fits[cell]) == set(cards[: len(fits[cell])]) for cell in fits), "not nested"
        if any(end <= i for i, end in enumerate(reach)):  # a hand may grow after a rare resignation
            return cells, cards, [len(cards)] * len(cells)
        return cells, cards, reach
