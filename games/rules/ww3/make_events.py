"""Functions that make the events of World War III from its state; never compiled."""

from games.rules.cards import NONE, listed
from games.rules.ww3 import events as ev
from games.rules.ww3.options import Options
from games.rules.ww3.state import Cause, How, Source, Table, leaders, places, row


def dealt(t: Table, o: Options) -> ev.Deal:
    return ev.Deal(tuple(t.seats[p].pickup.size for p in range(o.players)), t.centre.size)


def refilled(t: Table, p: int, before: int, source: Source) -> ev.Refill:
    """The event of new cards in seat p's hand, which had `before` cards."""
    return ev.Refill(t.rounds, p, source, tuple(row(t.seats[p].hand)[before:]))


def war_begun(t: Table) -> ev.War:
    return ev.War(t.rounds, t.duel.why, (t.duel.a, t.duel.b))


def turned(t: Table) -> ev.WarDraw:
    fresh = tuple(p for p in (t.duel.a, t.duel.b) if t.seats[p].fresh)
    return ev.WarDraw(t.rounds, t.duel.stage, fresh, tuple(t.seats[p].current for p in fresh))


def held(t: Table, p: int, how: How) -> ev.Hold:
    """The event of seat p's card being held; a card held by force has no reaction time."""
    eff = 0 if how == How.FORCED else t.seats[p].eff
    return ev.Hold(t.rounds, p, t.seats[p].current, how, eff)


def reset(t: Table, why: Cause) -> ev.Reset:
    return ev.Reset(t.rounds, why)


def war_over(t: Table, winner: int, loser: int, size: int) -> ev.WarEnd:
    """The event of the end of a war."""
    return ev.WarEnd(t.rounds, winner, loser, size)


def taken(t: Table, winner: int, before: int) -> ev.Take:
    """The event of the winner taking the spoils, which lie in the pile from position `before`
    on."""
    return ev.Take(t.rounds, winner, tuple(listed(t.seats[winner].pickup, before)))


def fell(t: Table, o: Options, p: int, before: int, gave_up: bool) -> ev.Out | ev.Resign:
    """The event of seat p going out.  Its cards lie on the removed pile, or under the centre, from
    position `before` on."""
    pile = t.centre if o.to_centre else t.removed
    cards = tuple(listed(pile, before))
    removed, packet = ((), cards) if o.to_centre else (cards, ())
    kind = ev.Resign if gave_up else ev.Out
    return kind(t.rounds, p, removed, packet)


def over(t: Table, o: Options) -> ev.GameOver:
    first = leaders(t, o.players)
    return ev.GameOver(t.rounds, t.end, first, places(t, o.players))


def drawn(t: Table) -> ev.WarEnd:
    """The event of a war that is drawn because neither player can turn a card."""
    return ev.WarEnd(t.rounds, NONE, NONE, 0)
