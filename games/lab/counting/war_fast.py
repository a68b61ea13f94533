"""The counts of fast games of War, equal to those of the general rules."""

from games.lab.counting.accumulator import Sums
from games.lab.counting.observer import GameStats
from games.rules.jit import I64, jit
from games.rules.records import Record
from games.rules.war import fast
from games.rules.war.state import End, Table


@jit
def span(g: fast.Game, first: int) -> tuple[int, int]:
    """The lowest and the highest number of cards of seat 1, at the start (`first`) and after each
    battle."""
    low = I64(first)
    high = I64(first)
    for i in range(g.battles):
        low = min(low, I64(g.sizes[i]))
        high = max(high, I64(g.sizes[i]))
    return low, high


@jit
def lead_changes(g: fast.Game) -> int:
    """The number of times that the lead passed to the other seat.  Every battle moves a card, so
    the piles are never equal twice in a row, and the last leader is at most two battles back."""
    changes = 0
    before = I64(0)
    last = I64(0)
    for i in range(g.battles):
        now = I64(g.sizes[i]) - 26
        led = last if last != 0 else before
        changes += I64(now * led < 0)
        before = last
        last = now
    return changes


class FastTable(Record):
    """The state of a fast game, with the fields of a general table that are counted."""

    game: fast.Game
    table: Table


@jit
def note_random_deal(g: fast.Game, c: GameStats) -> None:
    """Add the cards that were dealt at random to the notes."""
    c.lowest[0] = 26
    c.prized[0] = g.aces
    c.prized[1] = 4 - g.aces
    c.strength[0] = g.strength - fast.POINTS // 2
    c.strength[1] = fast.POINTS // 2 - g.strength


@jit
def note_game(g: fast.Game, t: Table, c: GameStats, sums: Sums) -> None:
    """Add the course of this game to the notes, as the general rules do, after its deal."""
    t.battles = g.battles
    t.wars = g.wars
    t.end = g.end
    low, high = span(g, I64(c.lowest[0]))
    c.lowest[0] = low
    c.lowest[1] = 52 - high
    c.depth = g.deepest
    c.pot = g.pot
    c.changes = lead_changes(g)
    for i in range(1, fast.DEEPEST + 1):
        sums.depths[i] += g.depths[i]
    note_piles(g, t)


@jit
def note_piles(g: fast.Game, t: Table) -> None:
    for p in range(2):
        size = I64(g.bottom[p] - g.top[p])
        t.seats[p].pile.size = size
        t.seats[p].out = size == 0
        t.seats[p].fights = g.end == End.DEADLOCK
