"""A live table without a server: a clock, acts by name, timers fired when they are due.  What a
position looks like is each game's own."""

import random
from typing import Any, ClassVar, Self

from games.rules.cards import NONE
from games.rules.events import Event
from games.rules.game import Game, Options, Reject, State

SERVER = NONE


class LiveTable:
    """A table; `now` is its clock in ms, `tape` all that happened."""

    game: ClassVar[Game]

    def __init__(self, o: Options, t: State) -> None:
        self.o, self.t = o, t
        self.now = 0
        self.tape: list[Event] = []
        self.deal = self.game.deal_text(t)
        self.words = random.Random(0)

    @classmethod
    def dealt(cls, options: str, seed: int) -> Self:
        """A table with a shuffled pack, at time 0."""
        o = cls.game.options(options)
        deck = cls.game.pack(o)
        random.Random(seed).shuffle(deck)
        live = cls(o, cls.game.deal(o, deck))
        live.words = random.Random(seed)
        return live

    def run(self, until: int) -> None:
        """Let the clock run, timers included."""
        while 0 <= self.game.deadline(self.t, self.o) <= until:
            self.fire()
        self.now = max(self.now, until)

    def fire(self) -> None:
        """Fire the next timer."""
        self.now = max(self.now, self.game.deadline(self.t, self.o))
        self.game.set_word(self.t, self.words.getrandbits(64))
        self.game.fire(self.t, self.o, self.tape)

    def act(self, seat: int, name: str, at: int | None = None, **args: object) -> Reject:
        """Seat does something, now or at that time; returns the verdict."""
        if at is not None:
            self.run(at)
        return self.now_act(seat, name, args)

    def now_act(self, seat: int, name: str, args: dict[str, object]) -> Reject:
        """The same, now."""
        self.game.set_word(self.t, self.words.getrandbits(64))
        act = self.game.read_move(name, args)
        return self.game.apply(self.t, self.o, self.now, seat, act, self.tape)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat sees."""
        return self.game.view(self.t, self.o, seat)

    def happened(self) -> list[str]:
        """The names of all events."""
        return [e.ev for e in self.tape]
