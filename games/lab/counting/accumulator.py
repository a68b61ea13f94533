"""What is counted over the games of a run, of any game: exact integers only, so that parts of a
run may be added in any order and give the same bytes."""

import zlib
from typing import Annotated, Self

from games.rules.records import Record, Time, Word

SEATS = 8  # of the largest table of any game
LONGEST = 10_000  # battles: the highest limit a table of War may have; more are counted here
MINUTES = 240  # of the longest games; more are counted here
ENDLESS = 7  # in `ends`, after those of War's `End`: proven to repeat for ever (1.12)
DEEPEST = 15  # wars in a row; more are counted here
MOST_CARDS = 112  # in two packs with jokers
MOST_PRIZED = 8  # aces, or jokers, of two packs
MOST_CHANGES = 255
BATCHES = 64  # games are also added up by their number modulo this, to compare runs pairwise
STRENGTHS = 17  # classes of hands, the middle one is an average hand
CLASS = 8  # points of a class
# Games to remember, each with the highest value, of equal ones the first.
MARKS = ("most_wars", "deepest_war", "biggest_pot", "comeback", "lead_changes")
WARS, DEPTH, POT, COMEBACK, CHANGES = range(5)


class Sums(Record):
    """Counts over some games.  Game numbers are kept plus one; 0 is none."""

    games: Time
    lengths: Annotated[list[Time], LONGEST + 1]  # games by battles, rounds, confrontations
    first: Annotated[list[Time], LONGEST + 1]  # the first game of each length
    wars: Time
    wars_squared: Time
    ends: Annotated[list[Time], 8]  # by the `End` of the game
    wins: Annotated[list[Time], SEATS]  # by seat, alone
    shared: Annotated[list[Time], SEATS]  # by seat, with others
    depths: Annotated[list[Time], DEEPEST + 1]  # battles by wars in a row
    lowest: Annotated[list[Time], MOST_CARDS + 1]  # games by what the later winner once had left
    changes: Annotated[list[Time], MOST_CHANGES + 1]  # games by changes of the lead
    aces: Annotated[list[Time], MOST_PRIZED + 1]  # hands by aces (or jokers) dealt
    aces_won: Annotated[list[Time], MOST_PRIZED + 1]
    strengths: Annotated[list[Time], STRENGTHS]  # hands by the sum of their ranks
    strengths_won: Annotated[list[Time], STRENGTHS]
    best: Annotated[list[Time], 5]  # by MARKS
    best_game: Annotated[list[Time], 5]
    acts: Time  # of all players and clocks, where they are counted
    ms: Time  # of all games together, where games have a clock
    minutes: Annotated[list[Time], MINUTES + 1]  # games by whole minutes
    batches: Annotated[list[Time], BATCHES]  # length of the games of each batch together
    batch_wins: Annotated[list[Time], BATCHES * SEATS]  # games won alone, by batch and seat
    check: Word  # over every game's number, length, wars and winner

    def add(self, other: "Sums") -> None:
        """Add what was counted over other games of the same run."""
        for mark, (value, game) in enumerate(zip(other.best, other.best_game, strict=True)):
            best = (-self.best[mark], self.best_game[mark])
            if game and (not best[1] or (-value, game) < best):
                self.best[mark], self.best_game[mark] = value, game
        self.first = [
            min(a, b) if a and b else a or b for a, b in zip(self.first, other.first, strict=True)
        ]
        self.check = (self.check + other.check) % (1 << 64)
        for field in self.fields:
            if field.name not in ("best", "best_game", "first", "check"):
                mine, more = getattr(self, field.name), getattr(other, field.name)
                total = [a + b for a, b in zip(mine, more, strict=True)] if field.count else 0
                setattr(self, field.name, total if field.count else mine + more)

    def packed(self) -> bytes:
        """A few kilobytes, however many games."""
        return zlib.compress(self.to_bytes(), 6)

    @classmethod
    def unpacked(cls, data: bytes) -> Self:
        """The sums stored as these bytes.

        Raises:
            StaleLayout: stored by a version that counted something else.
        """
        return cls.from_bytes(zlib.decompress(bytes(data)))
