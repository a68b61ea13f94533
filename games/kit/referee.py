"""The referee: plays games between a program and bots of the site, one after the other."""

import base64
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from games.kit import messages
from games.kit.dialogue import Dialogue
from games.kit.match import Match, Rules
from games.kit.program import STOP_S, Failed, Program
from games.kit.tally import Conduct, Tally
from games.rules.logs import write_wsn

MOST_FAILURES = 10  # in a row: the program does not work


@dataclass(frozen=True)
class Plan:
    """What is to be played: a command, the levels of the other seats in turn, and how many games
    of which seed."""

    rules: Rules
    command: str
    against: Sequence[str]
    games: int
    seed: int
    patience_s: float = 10.0

    @property
    def opponents(self) -> list[str]:
        """The levels that play, each named once."""
        return list(dict.fromkeys(self.levels(0)[1].values()))

    def levels(self, number: int) -> tuple[int, dict[int, str]]:
        """The program's seat in a game, and the levels of the others: it sits everywhere in turn,
        except where a bot always sits."""
        fixed = {seat - 1: level for seat, level in self.rules.bots.fixed(self.rules.o).items()}
        free = [seat for seat in range(self.rules.o.players) if seat not in fixed]
        own = free[number % len(free)]
        others = [seat for seat in free if seat != own]
        chosen = {seat: self.against[at % len(self.against)] for at, seat in enumerate(others)}
        return own, dict(sorted((fixed | chosen).items()))


class Referee:
    """Plays a plan.  A program that ends after a game is started again for the next one."""

    def __init__(self, plan: Plan, folder: Path | None = None) -> None:
        self.plan, self.folder = plan, folder
        self.program: Program | None = None
        self.tally = Tally(plan.rules.game.unit, plan.rules.o.players)

    def play(self) -> Iterator[Match]:
        """Play the games, and give each when it is over.  Raises OSError: the program cannot be
        started, or a game cannot be written."""
        failures = 0
        try:
            for number in range(self.plan.games):
                match, conduct = self._play(number)
                self.tally.add(match, conduct)
                if self.folder is not None:
                    path = self.folder / f"{number + 1:05}.wsn"
                    path.write_text(self.written(match, number))
                yield match
                failures = failures + 1 if conduct.failures else 0
                if failures == MOST_FAILURES:
                    print(f"The program failed {failures} times in a row.", file=sys.stderr)
                    return
        finally:
            self._stop()

    def _play(self, number: int) -> tuple[Match, Conduct]:
        """Play a game.  If the program fails, its seat resigns, and bots play on."""
        was_running = self.program is not None
        dialogue = self._dialogue(number)
        match, conduct = dialogue.match, dialogue.conduct
        try:
            dialogue.play()
        except Failed as failure:
            self._stop(0 if failure.kind == "hang" else STOP_S)
            if was_running and failure.is_end and not dialogue.is_heard:
                return self._play(number)  # it plays one game at a time
            conduct.failures[failure.kind, failure.why] += 1
            match.resign()
            while not match.is_over:
                match.step()
        return match, conduct

    def _dialogue(self, number: int) -> Dialogue:
        plan = self.plan
        if self.program is None:
            self.program = Program(plan.command, plan.patience_s)
        seat, levels = plan.levels(number)
        match = Match.numbered(plan.rules, seed=plan.seed, number=number, seat=seat, levels=levels)
        names = messages.names_of(levels, seat, plan.rules.bots)
        code = base64.b32encode(match.key)[:8].decode()
        luck = Random(f"{plan.seed}|{number}")
        return Dialogue(self.program, match, names, code, luck)

    def _stop(self, patience_s: float = STOP_S) -> None:
        if self.program is not None:
            self.program.stop(patience_s)
            self.program = None

    def written(self, match: Match, number: int) -> str:
        """The game as a WSN file."""
        names = [
            f"bot:{match.levels[seat]}" if seat in match.levels else self.plan.command
            for seat in range(match.o.players)
        ]
        return write_wsn(
            game=match.game,
            o=match.o,
            names=names,
            deal=match.deal,
            events=match.events,
            result=match.game.result(match.t, match.o),
            tags={
                "Site": "warsite referee",
                "Seed": str(self.plan.seed),
                "Number": str(number + 1),
            },
        )
