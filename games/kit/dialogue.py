"""A game between the referee and a program: what it is told, and what its lines do.

The game stands still while the program thinks: after each state comes a beat with a probe, and its
answer says that the program has sent all it wants to send.  So the same seed gives the same
games on any machine."""

import time
from collections.abc import Sequence
from random import Random
from typing import Any

from games.kit import messages
from games.kit.match import Match
from games.kit.program import Failed, Program
from games.kit.tally import Conduct
from games.rules.game import BadAct

MOST_ACTS = 60  # that a program sends about one state, as on the site in two seconds
# Acts of the table that programs send at the beginning.  The referee seats everybody, and deals.
SEATED = frozenset({"ready"})


class Dialogue:
    """A match that a program plays; `conduct` counts what it does wrong."""

    def __init__(
        self, program: Program, match: Match, names: Sequence[str], code: str, luck: Random
    ) -> None:
        self.program, self.match, self.names, self.code = program, match, names, code
        self.luck, self.conduct = luck, Conduct()
        self.told = (-1, 0)  # public version, and own sealed move, of the last state
        self.asked_s = 0.0
        self.until: int | None = None  # how long the table waits for the program (ms of the game)
        self.is_heard = False  # whether it has said anything about this game

    def play(self) -> None:
        """Play to the end.  Raises Failed."""
        while not self.match.is_over:
            self._ask()
            if not self.match.is_over:
                self.match.step()
        try:
            self._tell()
            self.program.send({"bye": "OVER", "since": self.match.shown})
        except Failed as failure:
            if not failure.is_end:  # it may end with the game
                raise

    def _tell(self) -> None:
        """Send the state if it is another one for the program."""
        told = self.match.shown, self.match.answered
        if told != self.told:
            since = max(0, self.told[0])
            self.told = told
            state = messages.state(self.match, self.names, self.code, since)
            asks = state["view"]["asks"] if state["view"] else None
            self.until = asks["until"] if asks else None
            self.program.send(state)

    def _ask(self) -> None:
        """Tell what is new, and do what the program wants, until it has nothing to add."""
        if self.told == (self.match.shown, self.match.answered):
            return
        probe = f"{self.luck.getrandbits(64):016x}"
        self._tell()
        self.program.send(messages.beat(self.match, probe))
        self.asked_s, asked_at, acts = time.monotonic(), self.match.now, 0
        while (message := self._read()).get("probe") != probe:
            if "act" in message:
                acts += 1
                if acts > MOST_ACTS:
                    raise Failed("crash", f"sent more than {MOST_ACTS} acts about one state")
                self._do(message, self._is_slow(asked_at))
            elif "ping" in message:
                self.program.send({"pong": message["ping"], "now": self.match.now})
            elif "hello" not in message and "probe" not in message:
                raise Failed("crash", "wrote a line that is no message")
        self.conduct.answered(time.monotonic() - self.asked_s)

    def _read(self) -> dict[str, Any]:
        message = self.program.read(self.asked_s + self.program.patience_s)
        self.is_heard = True
        return message

    def _is_slow(self, asked_at: int) -> bool:
        """Whether the table would have gone on while the program was thinking."""
        thought_ms = 1000 * (time.monotonic() - self.asked_s)
        return self.until is not None and asked_at + thought_ms > self.until

    def _do(self, message: dict[str, Any], is_slow: bool) -> None:
        """Do an act and answer it."""
        command, name = message.get("id"), str(message["act"])
        if not isinstance(command, str):
            raise Failed("crash", "sent an act without an id")
        code, text = self._verdict(name, message, is_slow)
        if code:
            self.program.send(messages.reject(command, code, text, self.match.shown))
        else:
            self.program.send(messages.ack(command, self.match.shown))

    def _verdict(self, name: str, message: dict[str, Any], is_slow: bool) -> tuple[str, str]:
        """Why the act is refused, as a code and a sentence; empty if it was done."""
        if name in SEATED:
            return "", ""
        args = {key: value for key, value in message.items() if key not in ("id", "act")}
        try:
            verdict = self.match.act(name, args)
        except BadAct as bad:
            self.conduct.illegal[name, bad.code] += 1
            return bad.code, str(bad.reason)
        if not verdict.refusal:
            self.conduct.late[name, "SLOW"] += is_slow
            return "", ""
        refusal = verdict.refusal
        counted = self.conduct.late if verdict.late else self.conduct.illegal
        counted[name, refusal.name] += 1
        return refusal.name, refusal.sentence
