"""Twins of Ultimate War: pairs of games that differ only in what a viewer may not know.

What a viewer may not know is written down here a second time, by hand, from section 2.9 of the
rules: if the declarations in the code were wrong, these would still be right."""

import copy
import random
from typing import Any, Self

from games.rules.cards import NONE, listed, name
from games.rules.catalogue import BOTS, find
from games.table.models import Move
from tests.conformance import twins

GAME = find("ultimate")
NO_ONE = {"lay": ["down"], "take": ["cards"]}  # event -> fields nobody may know
OWN = {"draw": ["card"], "refused": ["code"]}  # ... that only the seat itself may know


class Game(twins.Game):
    rules = GAME

    def step(self) -> None:
        """Let bots or chance decide; a timer may also wait."""
        GAME.set_word(self.state, self.luck.getrandbits(63))
        seat = self.luck.randrange(self.o.players)
        level = self.luck.choice(["random", "bully", "greedy"])
        wish = BOTS["ultimate"].decide(self.state, self.o, seat, level, self.luck.getrandbits(30))
        if wish and self.luck.random() < 0.9:
            self.pass_time(100, 700)
            if self.do(seat, wish.act, wish.args):
                return
        if self.luck.random() < 0.3:
            self.fire()

    def twin(self, viewer: int | None) -> Self:
        luck = self.luck
        made = self.copied()
        mix(made.state, viewer, luck)
        made.moves = [retell(self, move, viewer) for move in self.moves]
        made.deal = self.another_deal()
        return made


def mix(state: Any, viewer: int | None, luck: random.Random) -> None:
    """Swap all cards hidden from the viewer, and change the plans of other seats."""
    piles = [state.center, *(seat.stack for seat in state.seats)]
    others = [
        seat
        for number, seat in enumerate(state.seats, start=1)
        if number != viewer and seat.hand != NONE
    ]
    pool = [c for pile in piles for c in listed(pile)] + [seat.hand for seat in others]
    luck.shuffle(pool)
    for pile in piles:
        for i in range(pile.size):
            pile.cards[(pile.top + i) & 63] = pool.pop()
    for seat in others:
        seat.hand = pool.pop()
    for number, seat in enumerate(state.seats, start=1):
        if number != viewer and seat.plan.kind != NONE:
            seat.plan.kind = 1 + seat.plan.kind % 2
    state.rng = luck.getrandbits(63)


def retell(game: Game, move: Move, viewer: int | None) -> Move:
    """The move with other cards wherever the viewer may not look."""
    told = copy.copy(move)
    told.events = copy.deepcopy(move.events)
    for row in told.events:
        fields = NO_ONE.get(row["ev"], [])
        if row.get("seat") != viewer:
            fields = [*fields, *OWN.get(row["ev"], [])]
        for field in fields:
            row[field] = another(row[field], game.luck)
    handed = any(row["ev"] == "handed" for row in told.events)
    if handed and move.seat != viewer:
        told.act, told.args = "deploy", {}
    return told


def another(value: Any, luck: random.Random) -> Any:
    if isinstance(value, list):
        pack = [name(c) for c in GAME.pack(GAME.options(""))]
        return luck.sample(pack, len(value))
    if len(value) > 2:  # the code of a refusal
        return "PLEDGED" if value == "LOCKED" else "LOCKED"
    return luck.choice([name(c) for c in range(52) if name(c) != value])
