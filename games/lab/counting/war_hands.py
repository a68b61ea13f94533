"""Deals by hand of War as starts of games: piles with known cards and any other cards, in this
order, or shuffled for every game."""

from collections.abc import Sequence

from games.lab.counting.driver import Start
from games.rules.cards import PACK, UNKNOWN
from games.rules.hands import Hand
from games.rules.war.options import Options
from games.rules.war.state import Phase, Table, fresh_table


def start_of(o: Options, hands: Sequence[Hand]) -> Start:
    """The start of games with these hands."""
    named = {card for hand in hands for card in hand.cards}
    pool = [card for card in PACK if card not in named]
    rest = iter(pool)
    piles = [[next(rest) if card == UNKNOWN else card for card in hand.cards] for hand in hands]
    t = fresh_table()  # calls no rules, which may be compiled here
    t.phase = Phase.DEALT
    for seat in t.seats[len(hands) :]:
        seat.out = True
    for seat, cards, hand in zip(t.seats, piles, hands, strict=False):
        seat.pile.cards[: len(cards)] = cards
        seat.pile.size = len(cards)
        seat.ready = hand.shuffled
    unknown = t.copy()
    for seat, hand in zip(unknown.seats, hands, strict=False):
        seat.pile.cards[: len(hand.cards)] = hand.cards
    pairs = enumerate(zip(t.values(), unknown.values(), strict=True))
    return Start(t, [i for i, (dealt, known) in pairs if dealt != known], pool)


def hands_of(start: Start) -> list[Hand]:
    """The hands at the start of these games; empty if the games start after the deal."""
    values = start.state.values()
    for cell in start.cells:
        values[cell] = UNKNOWN
    t = Table.of(values)
    if t.phase != Phase.DEALT:
        return []
    piles = [(seat.pile, seat.ready) for seat in t.seats if not seat.out]
    return [Hand(tuple(pile.cards[: pile.size]), shuffled) for pile, shuffled in piles]
