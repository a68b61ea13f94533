"""Twins of World War III: pairs of games that differ only in what a viewer may not know: other
players' hands, the order of every face-down pile, who gets which unknown card, the order of spoils,
what was called in a window that is not judged yet, and whether anything was called at all.

What a viewer may know is written down here a second time, by hand, from sections 3.2 and 3.10 of
the rules: if the declarations in the code were wrong, these would still be right."""

import copy
import random
from typing import Any, Self

from games.rules.cards import NONE, BigPile, card, listed, name
from games.rules.catalogue import find
from games.rules.ww3.state import Answer, Phase, Row, row
from games.table.models import Move
from tests.conformance import twins
from tests.conformance.twins import renamed

GAME = find("ww3")
PUBLIC = {  # event -> fields whose cards everyone sees
    "declare": ["card"],
    "play": ["card"],
    "decline": ["card"],
    "war_draw": ["cards"],
    "hold": ["card"],
    "out": ["removed"],
    "resign": ["removed"],
}
OWN = {"refill": ["cards"]}
WINDOWS = (Phase.HOLD, Phase.JOKER)
RACES = ("hold", "reset")


class Game(twins.Game):
    rules = GAME

    def __init__(self, options: str, luck: random.Random) -> None:
        super().__init__(options, luck)
        self.first = [row(seat.hand) for seat in self.state.seats]

    def step(self) -> None:
        GAME.set_word(self.state, self.luck.getrandbits(64))
        for seat in self.luck.sample(range(self.o.players), self.o.players):
            asks = self.view(seat)["asks"]
            if asks and self.luck.random() < 0.8:
                self.pass_time(1, 400)
                if self.do(seat, *self.choose(asks)):
                    return
        self.fire()

    def choose(self, asks: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        act = self.luck.choice(asks["acts"])
        if act == "decline":
            return act, {"card": self.luck.choice(asks["declines"])}
        if act == "target":
            return act, {"opponent": self.luck.choice(asks["targets"])}
        return act, self.called() if act in RACES else {}

    def called(self) -> dict[str, int]:
        rt = self.luck.randrange(150, 2400)
        return {"reveal": self.state.reveal, "rt": rt, "arr": rt, "credit": 0}

    def twin(self, viewer: int | None) -> Self:
        luck = self.luck
        unknown = sorted(set(GAME.pack(self.o)) - known_to(self, viewer))
        other = dict(zip(unknown, luck.sample(unknown, len(unknown)), strict=True))
        made = self.copied()
        exchange(made.state, other)
        shuffle_piles(made.state, luck)
        names = {name(one): name(another) for one, another in other.items()}
        made.moves = [retell(move, names, luck) for move in self.moves]
        call_otherwise(made, viewer)
        made.state.rng = luck.getrandbits(63)
        made.deal = self.another_deal()
        return made


def known_to(game: Game, viewer: int | None) -> set[int]:
    """The cards this viewer (a seat from 1, or None) has seen."""
    seen = [] if viewer is None else [name(one) for one in game.first[viewer - 1]]
    for told in (told for move in game.moves for told in move.events):
        fields = list(PUBLIC.get(told["ev"], []))
        if viewer is not None and told.get("seat") == viewer:
            fields += OWN.get(told["ev"], [])
        for field in fields:
            value = told[field]
            seen += value if isinstance(value, list) else [value]
    return {card(code) for code in seen if code and code != "??"}


def exchange(state: Any, other: dict[int, int]) -> None:
    """Replace each unknown card by another one, wherever it is."""
    for pile in (state.centre, *(seat.pickup for seat in state.seats)):
        replace(pile, [other.get(one, one) for one in listed(pile)])
    for seat in state.seats:
        for at in range(seat.hand.size):
            seat.hand.cards[at] = other.get(seat.hand.cards[at], seat.hand.cards[at])


def replace(pile: BigPile, cards: list[int]) -> None:
    for at, one in enumerate(cards):
        pile.cards[(pile.top + at) & 127] = one


def shuffle_piles(state: Any, luck: random.Random) -> None:
    """Shuffle all face-down piles: it may be known which cards are in them, but not where."""
    for pile in (state.centre, *(seat.pickup for seat in state.seats)):
        replace(pile, luck.sample(listed(pile), pile.size))
    for seat in state.seats:
        shuffle_row(seat.hand, luck)


def shuffle_row(hand: Row, luck: random.Random) -> None:
    hand.cards[: hand.size] = luck.sample(row(hand), hand.size)


def retell(move: Move, names: dict[str, str], luck: random.Random) -> Move:
    """The move with the other cards; the order of spoils is secret too."""
    told = copy.copy(move)
    told.events = [renamed(one, names) for one in move.events]
    for one in told.events:
        if one["ev"] == "take":
            luck.shuffle(one["cards"])
    return told


def call_otherwise(game: Game, viewer: int | None) -> None:
    """Other seats called something else in the open window, or nothing, or not yet."""
    state, luck = game.state, game.luck
    if state.phase not in WINDOWS:
        return
    asked = [p for p in (state.duel.a, state.duel.b) if not state.seats[p].holds]
    others = [p for p in asked if viewer is None or p != viewer - 1]
    mine = [p for p in asked if p not in others]
    if len(asked) < 2 or any(state.seats[p].answer != Answer.OPEN for p in mine):
        return  # another answer would have closed the window
    game.moves = [m for m in game.moves if not (m.sealed and m.seat - 1 in others)]
    for p in others:
        state.seats[p].answer, state.seats[p].eff = Answer.OPEN, NONE
    caller = luck.choice([None, *others])
    if caller is not None:
        joker = state.phase == Phase.JOKER
        act = luck.choice(["hold", "draw"])
        if joker:
            act = "reset" if caller == state.duel.joker else "hold"
        args = game.called() if act in RACES else {}
        state.until = max(game.now, state.until) + luck.randrange(1, 500)
        seat = state.seats[caller]
        seat.answer = Answer[act.upper()]
        seat.eff = args.get("rt", 0)
        game.log(act, caller + 1, [], args, sealed=True)
    renumber(game)


def renumber(game: Game) -> None:
    for number, move in enumerate(game.moves, 1):
        game.moves[number - 1] = copy.copy(move)
        game.moves[number - 1].number = number
