"""The hidden cards that a table of World War III proves: the places of cards that everybody saw
before they were hidden, and the cards that a seat cannot hold because it had to lay the highest
card of its hand (3.3, 3.5).  Only cards of the present round count, because the table still shows
them."""

from functools import cache

from games.rules.bots import Proven
from games.rules.cards import listed
from games.rules.ww3.legal import WAR
from games.rules.ww3.options import Options, Order
from games.rules.ww3.state import HAND, JOKER, PACK, TWO, Phase, Table, Why, row, worth

KEPT = HAND - 1  # cards left in a full hand when one is laid; a new one comes last


def proven(t: Table, o: Options) -> Proven:
    return Proven(packets(t, o), limits(t, o))


def packets(t: Table, o: Options) -> list[list[int]]:
    """The shuffled sets of cards that everybody saw: the spoils of the last war in the winner's
    pick-up pile, and the cards of players who went out, at the bottom of the centre."""
    found = []
    if o.order == Order.SHUFFLE and t.last_winner >= 0:
        pile = t.seats[t.last_winner].pickup
        found.append(listed(pile, max(0, pile.size - t.last_size)))
    if o.to_centre:
        centre = listed(t.centre)
        gone = [p for p in range(o.players) if t.seats[p].out and t.seats[p].owned]
        for p in sorted(gone, key=lambda p: (t.seats[p].fell, p), reverse=True):
            found.append(centre[-t.seats[p].owned :])
            centre = centre[: -t.seats[p].owned]
    return found


def limits(t: Table, o: Options) -> dict[int, frozenset[int]]:
    """The cards that can be at each place in a hand, for seats that acted in this round."""
    found = {}
    for p, (kept, new) in highest_left(t, o).items():
        for i, card in enumerate(row(t.seats[p].hand)):
            most = kept if i < KEPT else new
            if most is not None:
                found[card] = up_to(most)
    return found


@cache
def up_to(most: int) -> frozenset[int]:
    """The cards up to this worth, without twos, because twos are declared."""
    return frozenset(card for card in range(2 * PACK) if TWO < worth(card) <= most)


def highest_left(t: Table, o: Options) -> dict[int, tuple[int, int | None]]:
    """For each seat that has acted in this round, the highest possible worth of its first four
    cards, and that of its fifth card; None: the fifth card was drawn later.  A seat that declines
    does not draw a card.

    The turns follow from the cards laid: the seats between two of these cards have declined."""
    left: dict[int, tuple[int, int | None]] = {}
    p, top = t.leader, JOKER
    laid = list(zip(t.laid.seats, t.laid.cards, strict=True))[: t.laid.size]
    for seat, card in laid:
        while left and p != seat:
            pass_by(t, left, p, top)
            p = (p + 1) % o.players
        top = worth(card)
        left[seat] = (min(left.get(seat, (JOKER, None))[0], top), None)
        p = (seat + 1) % o.players
    fought = t.phase in WAR or t.duel.over
    resigned = any(seat.resigned for seat in t.seats)
    if laid and fought and t.duel.why == Why.BEATEN and laid[-1][0] != t.duel.a:
        while p != t.duel.a:
            pass_by(t, left, p, top)
            p = (p + 1) % o.players
        pass_by(t, left, p, top)
    if t.phase == Phase.ROUND_END and laid and not (fought or o.single_lap or resigned):
        while p != laid[-1][0]:  # uncontested
            pass_by(t, left, p, top)
            p = (p + 1) % o.players
    if t.phase == Phase.TURN:
        while laid and p != t.at:
            pass_by(t, left, p, top)
            p = (p + 1) % o.players
        kept, new = left.get(t.at, (JOKER, None))
        left[t.at] = (kept, JOKER if new is None else new)
    return left


def pass_by(t: Table, left: dict[int, tuple[int, int | None]], p: int, top: int) -> None:
    """Store that seat p, if it is still in, could not beat this card."""
    if not t.seats[p].out:
        kept, new = left.get(p, (JOKER, None))
        left[p] = (min(kept, top), top if new is None else min(new, top))
