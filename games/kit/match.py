"""One game between a program and bots of the site in simulated time: the next timer or act comes at
once, at the time at which a table of bots alone would have it."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.rules import fairness
from games.rules.bots import FAST_MS, LEAD_MS, PROGRAM_MS, Bots, Decision
from games.rules.cards import NONE
from games.rules.catalogue import BOTS
from games.rules.events import Event
from games.rules.game import Act, Game, Options, Refusal, Reject, State
from games.rules.replay import begin, dealt

LONGEST_MS = 24 * 3600 * 1000  # of game time; some house rules let a game repeat for ever
LATE = frozenset({"TOO_LATE", "STALE", "GAME_OVER"})


def key_of(seed: int, number: int) -> bytes:
    """The key of a game (section 0.2), which gives its deal and all its luck."""
    return hashlib.sha256(f"{seed}|{number}".encode()).digest()


class Move(NamedTuple):
    """A move that everybody may know of: its public number, its time (ms) and its events."""

    number: int
    at: int
    events: tuple[Event, ...]


class Verdict(NamedTuple):
    """The answer to an act of the program.  `late`: it could have been done when it was sent."""

    refusal: Refusal
    late: bool = False


@dataclass(frozen=True)
class Rules:
    """A game, its house rules, and the bots that play it."""

    game: Game
    o: Options
    bots: Bots

    @classmethod
    def of(cls, game: Game, options: str | Mapping[str, str]) -> "Rules":
        """Raises BadOptions."""
        return cls(game, game.options(options), BOTS[game.key])


class Match:
    """A game in progress.  Seats count from 0: the program's, and those of bots with their levels.
    `version` counts the moves of the table, of which `sealed` are known to one seat alone.  `luck`
    is the seed of the bots."""

    def __init__(
        self,
        rules: Rules,
        *,
        key: bytes,
        luck: int,
        seat: int,
        levels: Mapping[int, str],
        version: int = 0,
    ) -> None:
        self.rules, self.game, self.o = rules, rules.game, rules.o
        self.key, self.luck, self.seat, self.levels = key, luck, seat, levels
        self.deal = dealt(self.game, self.o, key)
        self.t: State = begin(self.game, self.o, self.deal, self.game.rules_version)
        self.now, self.version, self.sealed = 0, version, 0
        self.answered = 0  # the program's last sealed move
        self.moves: list[Move] = []
        self.is_followed = True  # the program still plays
        self._done: set[tuple[int, int, str]] = set()  # decisions of bots
        self._refused: set[tuple[int, int, str, str]] = set()  # ... in this version
        if self.game.races(self.o):
            self._play(NONE, self.game.read_move("lead", {"ms": LEAD_MS}))

    @classmethod
    def numbered(
        cls, rules: Rules, *, seed: int, number: int, seat: int, levels: Mapping[int, str]
    ) -> "Match":
        """The game with this number of a seed."""
        key = key_of(seed, number)
        luck = int.from_bytes(hmac.digest(key, b"bots", "sha256"))
        return cls(rules, key=key, luck=luck, seat=seat, levels=levels)

    @property
    def shown(self) -> int:
        """The public version."""
        return self.version - self.sealed

    @property
    def is_over(self) -> bool:
        return self.game.result(self.t, self.o) is not None

    @property
    def events(self) -> list[Event]:
        """Everything since the deal."""
        return [event for move in self.moves for event in move.events]

    # What is due ------------------------------------------------------------------------------

    def step(self) -> None:
        """Do the next thing that is due: an act of a bot, or the next timer."""
        timer, wish = self.game.deadline(self.t, self.o), self._next_wish()
        at = LONGEST_MS if timer == NONE else timer
        if wish is not None and max(self.now, wish[1].at) < at:
            self._grant(*wish)
        elif at < LONGEST_MS:
            self._fire()
        else:
            self._play(NONE, self.game.read_move("stop", {"end": "limit"}))

    def _next_wish(self) -> tuple[int, Decision] | None:
        """The next act of a bot and its seat."""
        wishes = [
            (seat, decision)
            for seat, level in self.levels.items()
            if (decision := self._decide(seat, level)) is not None
        ]
        return min(wishes, default=None, key=lambda wish: (wish[1].at, wish[0]))

    def _decide(self, seat: int, level: str) -> Decision | None:
        """The next act of the bot in this seat, which acts once for each decision.  A refused act
        is not repeated until something has changed."""
        people = (self.seat,) if self.is_followed else ()
        decision = self.rules.bots.decide(
            self.t, self.o, seat, level, self.luck, "", people, fast=bool(people)
        )
        if decision is None or (seat, decision.turn, decision.act) in self._done:
            return None
        known = (seat, decision.at, decision.act, repr(decision.args))
        return None if known in self._refused else decision

    def _grant(self, seat: int, decision: Decision) -> None:
        """Do the act of a bot.  Its reaction is drawn, so it arrives when it happens."""
        self.now = max(self.now, decision.at)
        act = self.game.read_act(decision.act, decision.args)
        if "rt" in decision.args:
            act = self._judged(act, decision.args["rt"], decision.args["rt"])
        refusal = self._play(seat, act)
        if refusal and not self._keep(refusal):
            self._refused.add((seat, decision.at, decision.act, repr(decision.args)))
        else:
            self._done.add((seat, decision.turn, decision.act))

    def _fire(self) -> None:
        at = self.game.deadline(self.t, self.o)
        self.now = max(self.now, at)
        self._draw()
        tape: list[Event] = []
        self.game.fire(self.t, self.o, tape)
        self._log(at, tape)

    # What the program does --------------------------------------------------------------------

    def act(self, name: str, args: Mapping[str, object]) -> Verdict:
        """Do an act of the program.  It comes 20 ms after what the program has seen, as from bots
        at a fast table; in a race, after the reaction it states, if that is longer.

        Raises:
            BadAct: there is no such act, or its arguments are wrong.
        """
        act, at = self.game.read_act(name, args), self.now + FAST_MS
        claimed = args.get("rt")
        if isinstance(claimed, int):
            shown_at = self._shown_at()
            timer = self.game.deadline(self.t, self.o)  # after it is too late
            at = max(at, min(shown_at + claimed, timer))
            act = self._judged(act, max(claimed, PROGRAM_MS), max(at - shown_at, PROGRAM_MS))
        before = self.game.legal(self.t, self.o, self.seat, act)
        self._advance(at)
        refusal = self._play(self.seat, act)
        self._keep(refusal)
        is_late = not before or before.name in LATE or refusal.name in LATE
        return Verdict(refusal, bool(refusal) and is_late)

    def resign(self) -> None:
        """Give the game up for the program, which has left; bots play on."""
        self.is_followed = False
        self._play(self.seat, self.game.read_act("resign", {}))

    def _advance(self, until: int) -> None:
        """Do everything that is due before this time, and the timers that are due then."""
        while not self.is_over:
            timer, wish = self.game.deadline(self.t, self.o), self._next_wish()
            is_due = wish is not None and max(self.now, wish[1].at) < until
            if not is_due and not NONE < timer <= until:
                break
            self.step()
        self.now = max(self.now, until)

    def _shown_at(self) -> int:
        """When the cards of the race were shown (ms)."""
        reveal = self.game.view(self.t, self.o, None)["reveal"]
        return int(reveal["show_at"]) if reveal else self.now

    def _judged(self, act: Act, rt: object, arr: object) -> Act:
        """An act of a race with what the server measures."""
        name, args = self.game.write_act(act)
        return self.game.read_move(name, args | {"rt": rt, "arr": arr, "credit": 0})

    # What changes -----------------------------------------------------------------------------

    def _draw(self) -> None:
        self.game.set_word(self.t, fairness.word(self.key, self.version + 1))

    def _play(self, seat: int, act: Act) -> Refusal:
        """Do an act of a seat, or of the server (NONE)."""
        self._draw()
        tape: list[Event] = []
        is_sealed = self.game.sealed(self.t, self.o, act)
        refusal = self.game.apply(self.t, self.o, self.now, seat, act, tape)
        if refusal:
            return refusal
        self._log(
            self.now, tape, seat, is_sealed and not tape and self.game.sealed(self.t, self.o, act)
        )
        return Reject.OK

    def _keep(self, refusal: Refusal) -> bool:
        """Count a refusal that the log of a table would keep.  False if it would not."""
        if refusal not in self.game.kept_rejects:
            return False
        self.version += 1
        self._refused.clear()
        return True

    def _log(self, at: int, tape: list[Event], seat: int = NONE, is_sealed: bool = False) -> None:
        """Count a move; its events would show a sealed one."""
        self.version += 1
        self._refused.clear()
        if is_sealed:
            self.sealed += 1
            self.answered = self.version if seat == self.seat else self.answered
        else:
            self.moves.append(Move(self.shown, at, tuple(tape)))
