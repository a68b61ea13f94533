"""How one finished game is added to the sums of a run, whatever the game; compiled."""

from games.lab.counting.accumulator import (
    BATCHES,
    CHANGES,
    CLASS,
    COMEBACK,
    DEPTH,
    LONGEST,
    MINUTES,
    MOST_CHANGES,
    POT,
    SEATS,
    STRENGTHS,
    WARS,
    Sums,
)
from games.rules.cards import NONE
from games.rules.jit import U64, jit
from games.rules.rng import mix

_ALL = U64(0xFFFFFFFFFFFFFFFF)
_STEP = U64(0x9E3779B97F4A7C15)
MINUTE_MS = 60_000


@jit
def mark(sums: Sums, which: int, value: int, game: int) -> None:
    """Remember the game if none before had such a value."""
    best = sums.best[which]
    kept = sums.best_game[which]
    if kept == 0 or value > best or (value == best and game + 1 < kept):
        sums.best[which] = value
        sums.best_game[which] = game + 1


@jit
def add_length(sums: Sums, length: int, wars: int, sole: int, game: int) -> None:
    """A game of this length with so many wars, won by this seat alone (NONE: by nobody)."""
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
    told = (U64(length) << U64(20)) ^ (U64(wars) << U64(4)) ^ U64(sole + 1)
    word = mix((U64(game) * _STEP + told) & _ALL)
    sums.check = (U64(sums.check) + word) & _ALL


@jit
def add_time(sums: Sums, ms: int, acts: int) -> None:
    """A game that took so long at a table, with so many acts."""
    sums.ms += ms
    sums.acts += acts
    sums.minutes[min(ms // MINUTE_MS, MINUTES)] += 1


@jit
def add_hand(sums: Sums, prized: int, points: int, won: bool) -> None:
    """A hand with so many aces (or jokers), so many points above an average hand."""
    place = max(0, min((points + CLASS // 2) // CLASS + STRENGTHS // 2, STRENGTHS - 1))
    sums.aces[prized] += 1
    sums.strengths[place] += 1
    if won:
        sums.aces_won[prized] += 1
        sums.strengths_won[place] += 1


@jit
def add_marks(sums: Sums, wars: int, depth: int, pot: int, changes: int, game: int) -> None:
    """Is it a game to remember?"""
    sums.changes[min(changes, MOST_CHANGES)] += 1
    mark(sums, CHANGES, changes, game)
    mark(sums, WARS, wars, game)
    mark(sums, DEPTH, depth, game)
    mark(sums, POT, pot, game)


@jit
def add_comeback(sums: Sums, lowest: int, cards: int, game: int) -> None:
    """The winner of all once had this little."""
    sums.lowest[lowest] += 1
    mark(sums, COMEBACK, cards - lowest, game)
