"""Notes taken while a simulated game of World War III is played, and counted at its end."""

from typing import Annotated

from games.lab.counting.accumulator import (
    DEEPEST,
    Sums,
    add_comeback,
    add_hand,
    add_length,
    add_marks,
    add_time,
)
from games.rules.cards import NONE
from games.rules.jit import I64, jit
from games.rules.records import Byte, Int, Record, Time
from games.rules.ww3.ending import count_in
from games.rules.ww3.options import Options
from games.rules.ww3.state import JOKER, Table, worth
from games.rules.ww3.turn import EACH

CARDS = 112  # the most a player can hold


class GameStats(Record):
    """Notes about one game."""

    clock: Time  # ms since the deal, as a table with these players would take
    acts: Int  # acts of players
    lowest: Annotated[list[Byte], 6]  # smallest pick-up pile between rounds, by seat
    jokers: Annotated[list[Byte], 6]  # dealt
    strength: Annotated[list[Int], 6]
    leader: Byte  # who last had the largest pick-up pile; NONE at first
    fought: Int  # wars begun before the current one was noted
    drawn: Int  # cards turned before it
    pot: Byte
    depth: Byte
    changes: Int


@jit
def start_stats(t: Table, o: Options, c: GameStats) -> None:
    """Note what was dealt: hand and pick-up pile."""
    c.leader = NONE
    for p in range(o.players):
        seat = t.seats[p]
        c.lowest[p] = seat.pickup.size
        for i in range(seat.hand.size):
            note_card(c, p, I64(seat.hand.cards[i]))
        for i in range(seat.pickup.size):
            note_card(c, p, I64(seat.pickup.cards[(seat.pickup.top + i) & 127]))


@jit
def note_card(c: GameStats, p: int, card: int) -> None:
    """Note that seat p was dealt this card."""
    c.strength[p] += worth(card)
    if worth(card) == JOKER:
        c.jokers[p] += 1


@jit
def watch(t: Table, o: Options, c: GameStats, sums: Sums) -> None:
    """Note a round's war, who leads and who is low."""
    if t.wars > c.fought:
        drawn = I64(t.reveal) - I64(c.drawn)
        sums.depths[min(drawn, DEEPEST)] += 1
        c.depth = max(I64(c.depth), min(drawn, 100))
        if t.last_winner != NONE:
            c.pot = max(I64(c.pot), I64(t.last_size))
    c.fought = t.wars
    c.drawn = t.reveal
    most = NONE
    lead = NONE
    for p in range(o.players):
        size = I64(t.seats[p].pickup.size)
        if t.seats[p].out:
            continue
        if size < c.lowest[p]:
            c.lowest[p] = size
        if size > most:
            most = size
            lead = p
        elif size == most:
            lead = NONE
    if lead != NONE and lead != c.leader:
        if c.leader != NONE:
            c.changes += 1
        c.leader = lead


@jit
def owned(t: Table, p: int) -> int:
    """What ranks seat p at the end (3.8): captured, then owned; NONE: others stayed in longer."""
    seat = t.seats[p]
    if seat.out:
        cards = I64(seat.owned)
    else:
        cards = I64(seat.pickup.size) + I64(seat.discard.size)
        cards += I64(seat.hand.size) + I64(seat.shown.size)
    return I64(seat.captured) * 1024 + cards


@jit
def in_play(t: Table, p: int, left: int) -> bool:
    """Whether seat p may have won: still in, or among the last to go out."""
    seat = t.seats[p]
    return not seat.out if left > 0 else seat.fell == t.falls


@jit
def count_winners(t: Table, o: Options, sums: Sums) -> int:
    """Count the winners (3.8); returns the seat that won alone, or NONE."""
    left = count_in(t, o)
    best = NONE
    sharers = 0
    sole = NONE
    for p in range(o.players):
        value = owned(t, p)
        if not in_play(t, p, left):
            continue
        if value > best:
            best = value
            sharers = 1
            sole = p
        elif value == best:
            sharers += 1
    if sharers == 1:
        sums.wins[sole] += 1
        return sole
    for p in range(o.players):
        if in_play(t, p, left) and owned(t, p) == best:
            sums.shared[p] += 1
    return NONE


@jit
def add_game(t: Table, o: Options, c: GameStats, sums: Sums, game: int) -> None:
    sums.ends[I64(t.end)] += 1
    sole = count_winners(t, o, sums)
    add_length(sums, I64(t.rounds), I64(t.wars), sole, game)
    add_time(sums, I64(c.clock), I64(c.acts))
    for p in range(o.players):
        points = (2 * I64(c.strength[p]) - 13 * EACH[o.players]) // 2
        add_hand(sums, I64(c.jokers[p]), points, p == sole)
    if sole != NONE:
        add_comeback(sums, I64(c.lowest[sole]), CARDS, game)
    add_marks(sums, I64(t.wars), I64(c.depth), I64(c.pot), I64(c.changes), game)
