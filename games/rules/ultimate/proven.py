"""The hidden cards that a table of Ultimate War proves: the places of the cards of the last
confrontation, which the table still shows (2.4.6)."""

from games.rules.bots import Proven
from games.rules.cards import NONE, listed
from games.rules.ultimate.options import Options, Order
from games.rules.ultimate.state import Table


def proven(t: Table, o: Options) -> Proven:
    """The packet under the winner's stack, if it was shuffled.  After a draw from the packet, the
    hand card may be one of its cards."""
    if t.winner == NONE or o.order != Order.RANDOM:
        return Proven()
    seat = t.seats[t.winner]
    packet = listed(seat.stack, max(0, seat.stack.size - t.last_size))
    if seat.stack.size < t.last_size and seat.hand != NONE:
        packet.append(seat.hand)
    return Proven([packet])
