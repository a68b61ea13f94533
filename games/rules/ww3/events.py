"""The events of World War III (section 3.10), and who may know them.  `number` is the round."""

from typing import Annotated

from games.rules.cards import NONE, listed
from games.rules.events import CARD, COMMON, HIDDEN, OWN, SEAT, Event, event
from games.rules.ww3.options import Options
from games.rules.ww3.state import Cause, End, How, Source, Table, Why, leaders, places, row


@event
class Deal(Event):
    """The countdown after the deal is over.  `counts`: cards in each pick-up pile; `centre`: in the
    centre."""

    counts: tuple[int, ...]
    centre: int


@event
class Round(Event):
    number: int
    seat: Annotated[int, SEAT]


@event
class Refill(Event):
    """A hand is filled up; only its owner sees the cards."""

    number: int
    seat: Annotated[int, SEAT]
    source: Source
    cards: Annotated[tuple[int, ...], CARD, OWN]


@event
class Declare(Event):
    """A two from the hand is laid open and may be used to decline."""

    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]


@event
class Play(Event):
    """A seat lays its highest card."""

    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]


@event
class Decline(Event):
    """A seat that cannot beat the card gives up a declared two instead of fighting."""

    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]


@event
class War(Event):
    """A war begins: the first seat could not beat the second, or chose it with a joker."""

    number: int
    why: Why
    seats: Annotated[tuple[int, ...], SEAT]


@event
class WarDraw(Event):
    """Cards are turned; seats that hold turn none."""

    number: int
    stage: int
    seats: Annotated[tuple[int, ...], SEAT]
    cards: Annotated[tuple[int, ...], CARD]


@event
class Hold(Event):
    """A card is held.  `eff`: reaction in ms, 0 without a race."""

    number: int
    seat: Annotated[int, SEAT]
    card: Annotated[int, CARD]
    how: How
    eff: int


@event
class Late(Event):
    """A call that came after the other player's does not count."""

    number: int
    seat: Annotated[int, SEAT]
    eff: int


@event
class Reset(Event):
    """The war goes back to World War I."""

    number: int
    why: Cause


@event
class JokerDead(Event):
    """A joker against a held card has no effect."""

    number: int
    seat: Annotated[int, SEAT]


@event
class CannotDraw(Event):
    """A seat has no card to turn and loses the war."""

    number: int
    seat: Annotated[int, SEAT]


@event
class WarEnd(Event):
    """A war is won, or drawn if there is no winner."""

    number: int
    winner: Annotated[int, SEAT]
    loser: Annotated[int, SEAT]
    size: int


@event
class Take(Event):
    """The winner takes the loser's discard pile, in the order in which it goes under the pile."""

    number: int
    seat: Annotated[int, SEAT]
    cards: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class Uncontested(Event):
    """Everyone else declined: this seat leads again."""

    number: int
    seat: Annotated[int, SEAT]


@event
class LapEnd(Event):
    """Everyone beat the card for a whole lap: the seat with the highest card leads."""

    number: int
    seat: Annotated[int, SEAT]


@event
class Out(Event):
    """A seat without a pick-up pile is out.  Its cards are `removed`, or go under the centre."""

    number: int
    seat: Annotated[int, SEAT]
    removed: Annotated[tuple[int, ...], CARD, COMMON]
    packet: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class Resign(Event):
    """A seat resigned.  Its cards are `removed`, or go under the centre as `packet`."""

    number: int
    seat: Annotated[int, SEAT]
    removed: Annotated[tuple[int, ...], CARD, COMMON]
    packet: Annotated[tuple[int, ...], CARD, HIDDEN]


@event
class GameOver(Event):
    """The end, with the winners and the place of every seat."""

    number: int
    end: End
    winners: Annotated[tuple[int, ...], SEAT]
    places: tuple[int, ...]


# Made from the state; never compiled.


def dealt(t: Table, o: Options) -> Deal:
    return Deal(tuple(t.seats[p].pickup.size for p in range(o.players)), t.centre.size)


def refilled(t: Table, p: int, before: int, source: Source) -> Refill:
    """The event of seat p's hand, which had `before` cards, having been filled."""
    return Refill(t.rounds, p, source, tuple(row(t.seats[p].hand)[before:]))


def war_begun(t: Table) -> War:
    return War(t.rounds, t.duel.why, (t.duel.a, t.duel.b))


def turned(t: Table) -> WarDraw:
    fresh = tuple(p for p in (t.duel.a, t.duel.b) if t.seats[p].fresh)
    return WarDraw(t.rounds, t.duel.stage, fresh, tuple(t.seats[p].current for p in fresh))


def held(t: Table, p: int, how: How) -> Hold:
    """The event of seat p's card being held; by force there is no reaction time."""
    eff = 0 if how == How.FORCED else t.seats[p].eff
    return Hold(t.rounds, p, t.seats[p].current, how, eff)


def reset(t: Table, why: Cause) -> Reset:
    return Reset(t.rounds, why)


def war_over(t: Table, winner: int, loser: int, size: int) -> WarEnd:
    """The event of a war won, or drawn."""
    return WarEnd(t.rounds, winner, loser, size)


def taken(t: Table, winner: int, before: int) -> Take:
    """The event of the spoils having gone under the winner's pile, from position `before` on."""
    return Take(t.rounds, winner, tuple(listed(t.seats[winner].pickup, before)))


def fell(t: Table, o: Options, p: int, before: int, gave_up: bool) -> Out | Resign:
    """The event of seat p going out; its cards are on the removed pile or under the centre from
    `before` on."""
    pile = t.centre if o.to_centre else t.removed
    cards = tuple(listed(pile, before))
    removed, packet = ((), cards) if o.to_centre else (cards, ())
    kind = Resign if gave_up else Out
    return kind(t.rounds, p, removed, packet)


def over(t: Table, o: Options) -> GameOver:
    first = leaders(t, o.players)
    return GameOver(t.rounds, t.end, first, places(t, o.players))


def drawn(t: Table) -> WarEnd:
    """The event of a war drawn because neither player can turn a card."""
    return WarEnd(t.rounds, NONE, NONE, 0)
