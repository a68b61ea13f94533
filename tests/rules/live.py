"""A live table without a server: a clock, acts by name, timers fired when due.  Each game defines
its own positions."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from games.rules.bots import Decision
from games.rules.cards import NONE
from games.rules.catalogue import BOTS
from games.rules.events import Event
from games.rules.game import Game, Options, Reject, State
from games.rules.words import worded

SERVER = NONE


NAMES = ("Ann", "Bob", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal")  # by seat


class LiveTable:
    """A table; `now` is its clock in ms, `tape` holds all events."""

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
        """Advance the clock, firing timers."""
        while 0 <= self.game.deadline(self.t, self.o) <= until:
            self.fire()
        self.now = max(self.now, until)

    def fire(self) -> None:
        self.now = max(self.now, self.game.deadline(self.t, self.o))
        self.game.set_word(self.t, self.words.getrandbits(64))
        self.game.fire(self.t, self.o, self.tape)

    def act(self, seat: int, name: str, at: int | None = None, **args: object) -> Reject:
        """Let the seat act, now or at that time; returns the refusal or OK."""
        if at is not None:
            self.run(at)
        return self.now_act(seat, name, args)

    def now_act(self, seat: int, name: str, args: dict[str, object]) -> Reject:
        """The same, now."""
        self.game.set_word(self.t, self.words.getrandbits(64))
        act = self.game.read_move(name, args)
        return self.game.apply(self.t, self.o, self.now, seat, act, self.tape)

    def view(self, seat: int | None) -> dict[str, Any]:
        """The view of this seat, and the words for it."""
        view = self.game.view(self.t, self.o, seat)
        return worded(view, self.game.prompts(self.t, self.o, view, NAMES))

    def decide(self, seat: int, level: str, seed: int) -> Decision | None:
        """The next act of a bot in this seat (from 0)."""
        return BOTS[self.game.key].decide(self.t, self.o, seat, level, seed)

    def happened(self) -> list[str]:
        """The names of all events."""
        return [e.ev for e in self.tape]


def played(
    live: LiveTable, levels: Sequence[str], seed: int, most_ms: int = 10**9
) -> Iterator[Reject]:
    """Let bots play to the end, or until the clock says `most_ms`; yields the result of each act
    and timer.  As on the site, all bots decide again after every change, and act once per
    decision."""
    done: set[object] = set()
    while live.game.result(live.t, live.o) is None and live.now < most_ms:
        plans = []
        for seat, level in enumerate(levels):
            wish = live.decide(seat, level, seed)
            if wish and not done & {(seat, wish.turn, wish.act), (seat, str(wish), live.t.turn)}:
                plans.append((max(live.now, wish.at), seat, wish))
        due = min(plans, default=None, key=lambda plan: plan[:2])
        timer = live.game.deadline(live.t, live.o)
        if due is None or 0 <= timer <= due[0]:
            live.fire()
            yield Reject.OK
            continue
        at, seat, wish = due
        live.run(at)
        live.game.read_act(wish.act, wish.args)
        race = {"arr": wish.args["rt"], "credit": 0} if "rt" in wish.args else {}
        before = live.t.turn
        verdict = live.now_act(seat, wish.act, wish.args | race)
        done.add((seat, str(wish), before) if verdict else (seat, wish.turn, wish.act))
        yield verdict


def play_bots(
    live: LiveTable, levels: Sequence[str], seed: int, most_ms: int = 10**9
) -> list[Reject]:
    """The same; returns the refusals."""
    return [verdict for verdict in played(live, levels, seed, most_ms) if verdict]
