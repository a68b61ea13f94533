"""Twins of War: pairs of games that differ only in what nobody at the table may know.

What a viewer may know is written down here a second time, by hand, from section 1.10 of the rules:
if the declarations in the code were wrong, these would still be right."""

import copy
import random
from typing import Any, Self

from games.rules.cards import card, listed, name
from games.rules.catalogue import find
from games.table.models import Move
from tests.conformance import twins
from tests.conformance.twins import renamed

GAME = find("war")
PUBLIC = {  # event -> fields whose cards everyone sees
    "flip": ["cards"],
    "slap_open": ["cards"],
    "lay": ["up"],
    "underdog_check": ["shown"],
    "win": ["spoils"],
}
OWN = {"underdog_check": ["cards"]}


class Game(twins.Game):
    rules = GAME

    def step(self) -> None:
        GAME.set_word(self.state, self.luck.getrandbits(64))
        seat = self.luck.randrange(self.o.players)
        asks = self.view(seat)["asks"]
        if asks and self.luck.random() < 0.8:
            act = self.luck.choice(asks["acts"])
            args = self.reaction() if act == "slap" else {}
            self.pass_time(1, 400)
            if self.do(seat, act, args):
                return
        self.fire()

    def reaction(self) -> dict[str, int]:
        rt = self.luck.randrange(50, 900)
        return {"reveal": self.view(None)["reveal"]["id"], "rt": rt, "arr": rt + 20, "credit": 50}

    def twin(self, viewer: int | None) -> Self:
        """Hidden cards swapped, piles and packets in a different order."""
        luck = self.luck
        unknown = sorted(set(GAME.pack(self.o)) - known_to(self, viewer))
        other = dict(zip(unknown, luck.sample(unknown, len(unknown)), strict=True))
        made = self.copied()
        exchange(made.state, other)
        shuffle_piles(made.state, luck)
        made.moves = [retell(move, other, luck) for move in self.moves]
        made.deal = self.another_deal()
        return made


def known_to(game: Game, viewer: int | None) -> set[int]:
    """The cards this viewer (a seat from 1, or None) has seen."""
    seen: list[str] = []
    for row in (row for move in game.moves for row in move.events):
        fields = list(PUBLIC.get(row["ev"], []))
        if viewer is not None and row.get("seat") == viewer:
            fields += OWN.get(row["ev"], [])
        for field in fields:
            value = row[field]
            seen += value if isinstance(value, list) else [value]
    return {card(code) for code in seen if code and code != "??"}


def exchange(state: Any, other: dict[int, int]) -> None:
    """Replace each unknown card by another one, wherever it is."""
    twins.exchange_in(state.center, other)
    for seat in state.seats:
        twins.exchange_in(seat.pile, other)
        twins.exchange_in(seat.played, other)
    state.face_down = exchanged(state.face_down, other)
    for seat in state.seats:
        seat.down = exchanged(seat.down, other)


def exchanged(cards: int, other: dict[int, int]) -> int:
    members = (i for i in range(64) if cards >> i & 1)
    return sum(1 << other.get(member, member) for member in members)


def shuffle_piles(state: Any, luck: random.Random) -> None:
    """Shuffle all face-down piles: any card may be in any of them; only their sizes are known."""
    pool = [c for seat in state.seats for c in listed(seat.pile)]
    luck.shuffle(pool)
    for seat in state.seats:
        for i in range(seat.pile.size):
            seat.pile.cards[(seat.pile.top + i) & 63] = pool.pop()
    state.rng = luck.getrandbits(63)


def retell(move: Move, other: dict[int, int], luck: random.Random) -> Move:
    """The move with the other cards; the order of a packet is secret too."""
    told = copy.copy(move)
    names = {name(one): name(another) for one, another in other.items()}
    told.events = [renamed(row, names) for row in move.events]
    for row in told.events:
        if row["ev"] == "take":
            luck.shuffle(row["cards"])
    return told
