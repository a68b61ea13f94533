"""Notes that are taken while a simulated game of any kind is played, and counted at its end."""

from collections.abc import Callable
from typing import Annotated, Any

from games.lab.counting.accumulator import (
    DEEPEST,
    SEATS,
    WHOLE,
    Sums,
    add_hand,
    add_length,
    add_marks,
)
from games.rules.cards import NONE
from games.rules.jit import I64, jit
from games.rules.records import Byte, Int, Record, Time

Value = Callable[[Any, int], int]  # value of a seat; NONE if it is out


class GameStats(Record):
    """The notes on one game."""

    clock: Time  # ms since the deal, as a table with these players would take; 0 without a clock
    acts: Int  # acts of players, where they are counted
    lowest: Annotated[list[Byte], SEATS]  # fewest cards between battles, by seat
    prized: Annotated[list[Byte], SEATS]  # aces (or jokers) dealt
    strength: Annotated[list[Int], SEATS]  # of cards dealt, above an average hand's
    leader: Byte  # the seat that last had most cards; NONE at first
    pot: Byte
    depth: Byte
    changes: Int
    # At the last note.
    wars: Int
    fights: Int
    turned: Int  # cards, in wars
    # For games in which players act when they like.
    due: Annotated[list[Time], SEATS]  # when each seat decides next (ms of the game)
    seen: Annotated[list[Int], SEATS]  # the seat's turn for which that was drawn, plus one
    idle: Annotated[list[Byte], SEATS]  # 1: it found nothing worth doing


@jit
def note_card(c: GameStats, p: int, points: int, prized: bool) -> None:
    """Add a card that was dealt to seat p."""
    c.strength[p] += points
    if prized:
        c.prized[p] += 1


@jit
def note_war(c: GameStats, sums: Sums, depth: int) -> None:
    """Add a war of this depth."""
    sums.depths[min(depth, DEEPEST)] += 1
    c.depth = max(I64(c.depth), min(depth, 100))


def card_counter(cards_of: Value) -> Callable[..., None]:
    """Return the function that notes the leader, and each seat's lowest number of cards."""

    @jit
    def note_cards(t: Any, c: GameStats, players: int) -> None:
        most = NONE
        lead = NONE
        for p in range(players):
            size = cards_of(t, p)
            if size == NONE:
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

    return note_cards


def winner_counter(value_of: Value) -> Callable[..., int]:
    """Return the function that counts the win of the seats with the highest value, and returns the
    seat that won alone, or NONE."""

    @jit
    def count_winners(t: Any, sums: Sums, players: int) -> int:
        best = NONE
        sharers = 0
        sole = NONE
        for p in range(players):
            value = value_of(t, p)
            if value > best:
                best = value
                sharers = 1
                sole = p
            elif value == best:
                sharers += 1
        if sharers == 1:
            sums.wins[sole] += 1
            return sole
        for p in range(players):
            if value_of(t, p) == best:
                sums.shared[p] += 1
                sums.parts[p] += WHOLE // sharers
        return NONE

    return count_winners


@jit
def add_notes(
    c: GameStats, sums: Sums, players: int, length: int, wars: int, sole: int, game: int
) -> None:
    """Add the notes on a game with this length and number of wars, won by seat `sole` alone (NONE:
    no sole winner)."""
    add_length(sums, length, wars, sole, game)
    for p in range(players):
        add_hand(sums, I64(c.prized[p]), I64(c.strength[p]), p == sole)
    add_marks(sums, wars, I64(c.depth), I64(c.pot), I64(c.changes), game)
