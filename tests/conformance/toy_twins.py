"""Twins of Beggar-my-neighbour: what nobody may know is every card that was never laid."""

from typing import Self

from games.rules.cards import card
from tests.conformance import twins
from tests.toy.game import game


class Game(twins.Game):
    rules = game

    def step(self) -> None:
        game.set_word(self.state, self.luck.getrandbits(64))
        asked = [p for p in range(2) if self.view(p)["asks"]]
        if asked and self.luck.random() < 0.9:
            self.pass_time(1, 400)
            assert self.do(asked[0], "lay", {})
        else:
            self.fire()

    def twin(self, viewer: int | None) -> Self:
        """Cards that were never laid swapped."""
        rows = [row for move in self.moves for row in move.events]
        unknown = sorted({*game.pack(self.o)} - {card(r["card"]) for r in rows if r["ev"] == "lay"})
        other = dict(zip(unknown, self.luck.sample(unknown, len(unknown)), strict=True))
        made = self.copied()
        for seat in made.state.seats:
            twins.exchange_in(seat.pile, other)
        made.state.rng = self.luck.getrandbits(63)
        made.deal = self.another_deal()
        return made
