"""The counts over the games of a run, and the functions that add a finished game (compiled).  All
counts are exact integers, so parts of a run may be added in any order, and the bytes of the sum are
the same."""

import zlib
from typing import Annotated, Self

from games.rules.cards import NONE
from games.rules.jit import U64, jit
from games.rules.records import Record, Time, Word
from games.rules.rng import mix

SEATS = 8  # at the largest table of any game
WHOLE = 840  # parts of a win that seats share: divisible by 1 .. 8
LONGEST = 10_000  # battles: the highest limit in War; longer games are counted here
MINUTES = 240  # longest games; longer ones are counted here
ENDLESS = 7  # in `ends`: proven to repeat for ever (1.12); no simulated game has a time limit
DEEPEST = 15  # wars in a row; more are counted here
MOST_CARDS = 112  # in two packs with jokers
MOST_PRIZED = 8  # aces, or jokers, of two packs
MOST_CHANGES = 255
BATCHES = 64  # games are also summed by their number modulo this, to compare runs in pairs
STRENGTHS = 17  # classes of hands, an average hand in the middle
CLASS = 8  # points per class
# Remarkable games, each with the highest value; of equal ones the first.
MARKS = ("most_wars", "deepest_war", "biggest_pot", "comeback", "lead_changes")
WARS, DEPTH, POT, COMEBACK, CHANGES = range(5)
_ALL = U64(0xFFFFFFFFFFFFFFFF)
_STEP = U64(0x9E3779B97F4A7C15)
MINUTE_MS = 60_000
_NUMBER = 8  # bytes
_LAYOUT = 4  # bytes that identify it
_WITHOUT_PARTS = bytes.fromhex("089c3fff")


class Sums(Record):
    """The counts over some games.  Game numbers are stored plus one; 0 is no game."""

    games: Time
    lengths: Annotated[list[Time], LONGEST + 1]  # games by battles, rounds, confrontations
    first: Annotated[list[Time], LONGEST + 1]  # the first game of each length
    wars: Time
    wars_squared: Time
    ends: Annotated[list[Time], 8]  # by the `End` of the game
    wins: Annotated[list[Time], SEATS]  # by seat, alone
    shared: Annotated[list[Time], SEATS]  # by seat, with others
    parts: Annotated[list[Time], SEATS]  # of those, in 840ths of a game
    depths: Annotated[list[Time], DEEPEST + 1]  # battles by wars in a row
    lowest: Annotated[list[Time], MOST_CARDS + 1]  # games by the least the later winner had left
    changes: Annotated[list[Time], MOST_CHANGES + 1]  # games by changes of the lead
    aces: Annotated[list[Time], MOST_PRIZED + 1]  # hands by aces (or jokers) dealt
    aces_won: Annotated[list[Time], MOST_PRIZED + 1]
    strengths: Annotated[list[Time], STRENGTHS]  # hands by the sum of their ranks
    strengths_won: Annotated[list[Time], STRENGTHS]
    best: Annotated[list[Time], 5]  # by MARKS
    best_game: Annotated[list[Time], 5]
    acts: Time  # acts of all players and clocks, where they are counted
    ms: Time  # total time of all games, where games have a clock
    minutes: Annotated[list[Time], MINUTES + 1]  # games by whole minutes
    batches: Annotated[list[Time], BATCHES]  # total length of the games in each batch
    batch_wins: Annotated[list[Time], BATCHES * SEATS]  # games won alone, by batch and seat
    check: Word  # over every game's number, length, wars and winner

    def add(self, other: "Sums") -> None:
        """Add the sums of other games of the same run."""
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
        """The sums, compressed to a few kilobytes for any number of games."""
        return zlib.compress(self.to_bytes(), 6)

    @classmethod
    def unpacked(cls, data: bytes) -> Self:
        """The sums stored in these bytes.

        Raises:
            StaleLayout: the bytes were stored by a version with other counts.
        """
        stored = zlib.decompress(bytes(data))
        if stored.startswith(_WITHOUT_PARTS):
            return cls._without_parts(stored)
        return cls.from_bytes(stored)

    @classmethod
    def _without_parts(cls, stored: bytes) -> Self:
        """The sums in bytes of an older version, which did not count each seat's parts of shared
        games.  All shared games are split in the proportion of the seats' shared wins, which is
        exact for two seats."""
        names = [field.name for field in cls.fields]
        before = sum(field.width for field in cls.fields[: names.index("parts")])
        at = _LAYOUT + before * _NUMBER
        layout, parts = bytes.fromhex(cls.shape), bytes(SEATS * _NUMBER)
        sums = cls.from_bytes(layout + stored[_LAYOUT:at] + parts + stored[at:])
        split, sharers = WHOLE * (sums.games - sum(sums.wins)), sum(sums.shared) or 1
        sums.parts = [split * shared // sharers for shared in sums.shared]
        return sums


@jit
def mark(sums: Sums, which: int, value: int, game: int) -> None:
    """Store the number of the game if it is the first game with the highest value."""
    best = sums.best[which]
    kept = sums.best_game[which]
    if kept == 0 or value > best or (value == best and game + 1 < kept):
        sums.best[which] = value
        sums.best_game[which] = game + 1


@jit
def add_length(sums: Sums, length: int, wars: int, sole: int, game: int) -> None:
    """Add a game with this length and number of wars, won by seat `sole` alone (NONE: no sole
    winner)."""
    sums.games += 1
    place = min(length, LONGEST)
    sums.lengths[place] += 1
    if sums.first[place] == 0 or game + 1 < sums.first[place]:
        sums.first[place] = game + 1
    sums.wars += wars
    sums.wars_squared += wars * wars
    batch = game % BATCHES
    sums.batches[batch] += length
    if sole != NONE:
        sums.batch_wins[batch * SEATS + sole] += 1
    packed = (U64(length) << U64(20)) ^ (U64(wars) << U64(4)) ^ U64(sole + 1)
    word = mix((U64(game) * _STEP + packed) & _ALL)
    sums.check = (U64(sums.check) + word) & _ALL


@jit
def add_time(sums: Sums, ms: int, acts: int) -> None:
    """Add the time (ms) that a game would take at a table, and the number of its acts."""
    sums.ms += ms
    sums.acts += acts
    sums.minutes[min(ms // MINUTE_MS, MINUTES)] += 1


@jit
def add_hand(sums: Sums, prized: int, points: int, won: bool) -> None:
    """Add a dealt hand with this many aces (or jokers), and this many points above an average
    hand."""
    place = max(0, min((points + CLASS // 2) // CLASS + STRENGTHS // 2, STRENGTHS - 1))
    sums.aces[prized] += 1
    sums.strengths[place] += 1
    if won:
        sums.aces_won[prized] += 1
        sums.strengths_won[place] += 1


@jit
def add_marks(sums: Sums, wars: int, depth: int, pot: int, changes: int, game: int) -> None:
    """Store the number of the game for each kind of remarkable game in which it has the highest
    value."""
    sums.changes[min(changes, MOST_CHANGES)] += 1
    mark(sums, CHANGES, changes, game)
    mark(sums, WARS, wars, game)
    mark(sums, DEPTH, depth, game)
    mark(sums, POT, pot, game)


@jit
def add_comeback(sums: Sums, lowest: int, cards: int, game: int) -> None:
    """Add the lowest number of cards that the winner of all cards had during the game."""
    sums.lowest[lowest] += 1
    mark(sums, COMEBACK, cards - lowest, game)
