"""Notes taken while a simulated game of Ultimate War is played, and counted at its end."""

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
from games.rules.cards import ACE, NONE, rank
from games.rules.jit import I64, jit
from games.rules.records import Byte, Int, Record, Time
from games.rules.ultimate.state import SEATS, End, Table

CARDS = 52


class GameStats(Record):
    """Notes about one game."""

    due: Annotated[list[Time], SEATS]  # when each seat decides next (ms of the game)
    seen: Annotated[list[Int], SEATS]  # the seat's turn for which that was drawn, plus one
    idle: Annotated[list[Byte], SEATS]  # 1: it found nothing worth doing
    acts: Int  # acts of players
    lowest: Annotated[list[Byte], SEATS]  # fewest cards between confrontations
    aces: Annotated[list[Byte], SEATS]
    strength: Annotated[list[Int], SEATS]
    held: Annotated[list[Byte], SEATS]  # cards dealt
    leader: Byte  # who last had most cards; NONE at first
    fights: Int  # confrontations at the last note
    wars: Int
    pot: Byte
    depth: Byte
    changes: Int


@jit
def cards_of(t: Table, p: int) -> int:
    seat = t.seats[p]
    cards = I64(seat.stack.size) + I64(seat.field.size)
    return cards if seat.hand == NONE else cards + 1


@jit
def start_stats(t: Table, c: GameStats) -> None:
    """Note what was dealt."""
    c.leader = NONE
    for p in range(t.players):
        pile = t.seats[p].stack
        c.lowest[p] = pile.size
        c.held[p] = pile.size
        for i in range(pile.size):
            r = rank(pile.cards[(pile.top + i) & 63])
            c.strength[p] += r
            if r == ACE:
                c.aces[p] += 1


@jit
def watch(t: Table, c: GameStats, sums: Sums) -> None:
    """Note a confrontation (at a pulse several: then their wars have no depth)."""
    depth = I64(t.wars) - I64(c.wars)
    if depth > 0 and t.fights == c.fights + 1:
        sums.depths[min(depth, DEEPEST)] += 1
        c.depth = max(I64(c.depth), depth)
    c.fights = t.fights
    c.wars = t.wars
    if t.winner != NONE:
        c.pot = max(I64(c.pot), I64(t.last_size))
    most = NONE
    lead = NONE
    for p in range(t.players):
        size = cards_of(t, p)
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
def final_cards(t: Table, p: int) -> int:
    """The cards that rank seat p at the end (2.9), or whether it tied in a deadlock."""
    seat = t.seats[p]
    if t.end == End.DEADLOCK:
        return 1 if seat.fights else 0
    return NONE if seat.out else cards_of(t, p)


@jit
def count_winners(t: Table, sums: Sums) -> int:
    """Count the winners; returns the seat that won alone, or NONE."""
    best = NONE
    sharers = 0
    sole = NONE
    for p in range(t.players):
        value = final_cards(t, p)
        if value > best:
            best = value
            sharers = 1
            sole = p
        elif value == best:
            sharers += 1
    if sharers == 1:
        sums.wins[sole] += 1
        return sole
    for p in range(t.players):
        if final_cards(t, p) == best:
            sums.shared[p] += 1
    return NONE


@jit
def add_game(t: Table, c: GameStats, sums: Sums, game: int) -> None:
    sums.ends[I64(t.end)] += 1
    sole = count_winners(t, sums)
    add_length(sums, I64(t.fights), I64(t.wars), sole, game)
    add_time(sums, I64(t.now), I64(c.acts))
    for p in range(t.players):
        points = I64(c.strength[p]) - 6 * I64(c.held[p])
        add_hand(sums, I64(c.aces[p]), points, p == sole)
    if sole != NONE:
        add_comeback(sums, I64(c.lowest[sole]), CARDS, game)
    add_marks(sums, I64(t.wars), I64(c.depth), I64(c.pot), I64(c.changes), game)
