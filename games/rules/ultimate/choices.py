"""The decisions of Ultimate War that are judged: whether to challenge a player, to call war on a
player, or to do something else; how to answer a challenge; and whether to agree to another card.

There are no turns, so a decision is made at the moment a seat acts: its alternatives are the acts
that were possible at that moment, except waiting.  The choice of cards to fight with is not
judged."""

from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum
from typing import Any

from games.rules.events import Event
from games.rules.game import Act
from games.rules.jit import I64, jit
from games.rules.ultimate import call_events as calls
from games.rules.ultimate import events as ev
from games.rules.ultimate.bot_moves import free_sources, open_zones
from games.rules.ultimate.legal import Kind, may_act
from games.rules.ultimate.options import Options
from games.rules.ultimate.policies import CONSENTS, FREE, RESPONDS, question
from games.rules.ultimate.state import End, Reject, Table
from games.rules.ultimate.zones import challenger_of, field_set, has_source

CHALLENGERS = ("random", "hoarder", "bully")  # the levels of bots that ever challenge


class Choice(IntEnum):
    """A kind of choice.  In a choice of CHALLENGE or WAR field `a` is the other seat.  ANY leaves
    the choice to a bot."""

    ANY = 0
    OTHER = 1
    CHALLENGE = 2
    WAR = 3
    ACCEPT = 4
    FIGHT = 5
    CHANGE = 6
    AGREE = 7
    REFUSE = 8


AT_SEAT = (Choice.CHALLENGE, Choice.WAR)


def choices(t: Table, o: Options, p: int) -> list[Act]:
    """The choices of seat p now: at least two, or an empty list."""
    if t.end != End.PLAYING or t.seats[p].out:
        return []
    asked = question(t, p)
    if asked == RESPONDS:
        return answers(t, o, p)
    if asked == CONSENTS:
        c = t.seats[p].challenge
        is_there = has_source(t.seats[c.target], c.proposal)
        return [Act(Choice.AGREE), Act(Choice.REFUSE)] if is_there else []
    return attacks(t, o, p) if asked == FREE else []


def answers(t: Table, o: Options, p: int) -> list[Act]:
    """The ways in which p can answer a challenge."""
    found = [Act(Choice.ACCEPT), Act(Choice.FIGHT)]
    is_changed = t.seats[challenger_of(t, p)].challenge.proposed
    if o.change and not is_changed and free_sources(t, p):
        found.append(Act(Choice.CHANGE))
    return found


def attacks(t: Table, o: Options, p: int) -> list[Act]:
    """The challenges with a staked card and the calls of war that p can choose, and OTHER for any
    other act; empty if p can choose neither."""
    found, free = [], free_sources(t, p)
    can_stake = free & field_set(t.seats[p].field) and free.bit_count() > 1
    if can_stake and t.now >= t.seats[p].ready_at:
        zones = open_zones(t, p, True)
        found += [Act(Choice.CHALLENGE, q) for q in range(t.players) if zones >> 2 * q & 3]
    for q in range(t.players):
        if may_act(t, o, t.now, p, Act(Kind.WAR, q)) == Reject.OK:
            found.append(Act(Choice.WAR, q))
    return [*found, Act(Choice.OTHER)] if found else []


def word(choice: Act) -> str:
    """A choice as a word: `accept`, or `challenge2` for seat 2."""
    name = Choice(choice.kind).name.lower()
    return f"{name}{choice.a + 1}" if choice.kind in AT_SEAT else name


@jit
def kind_of(act: Act) -> int:
    """The kind of choice that corresponds to this act."""
    if act.kind == Kind.CONSENT:
        return I64(Choice.AGREE) if act.b == 1 else I64(Choice.REFUSE)
    if act.kind == Kind.CHALLENGE:
        return I64(Choice.CHALLENGE)
    if act.kind == Kind.WAR:
        return I64(Choice.WAR)
    if act.kind == Kind.ACCEPT:
        return I64(Choice.ACCEPT)
    if act.kind == Kind.OPTION:
        return I64(Choice.FIGHT)
    return I64(Choice.CHANGE) if act.kind == Kind.CHANGE else I64(Choice.OTHER)


@jit
def whom(act: Act) -> int:
    """The seat that an act is aimed at, for challenges and calls of war; otherwise 0."""
    if act.kind == Kind.CHALLENGE:
        return act.b
    return act.a if act.kind == Kind.WAR else I64(0)


def choice_of(act: Act) -> Act:
    """The choice that corresponds to this act."""
    return Act(kind_of(act), whom(act))


def moment(t: Table) -> tuple[int, ...]:
    """A key that is different for each decision: any event may open a new one."""
    return (t.turn,)


# What an event says that a seat, the one in this field, has done.
DONE: dict[type[Event], tuple[str, Choice]] = {
    calls.Challenge: ("seat", Choice.CHALLENGE),
    ev.CallWar: ("seat", Choice.WAR),
    calls.Accept: ("target", Choice.ACCEPT),  # silence, too
    calls.Option: ("seat", Choice.FIGHT),
    calls.Propose: ("seat", Choice.CHANGE),
    calls.Agree: ("seat", Choice.AGREE),
    ev.Draw: ("seat", Choice.OTHER),
    ev.Play: ("seat", Choice.OTHER),
    ev.Deploy: ("seat", Choice.OTHER),
    ev.Confront: ("seat", Choice.OTHER),
    calls.Multi: ("seat", Choice.OTHER),
}


def done(t: Table, p: int, events: Sequence[Any]) -> tuple[int, Act] | None:
    """The time (ms) and the choice of seat p's first act in these events; None without an act."""
    for event in events:
        who, kind = DONE.get(type(event), ("", Choice.ANY))
        if who and getattr(event, who) == p:
            return event.at, Act(kind, event.target if kind in AT_SEAT else 0)
        if isinstance(event, calls.Disagree) and t.seats[p].challenge.number == event.number:
            return event.at, Act(Choice.REFUSE)  # silence, too
    return None


def chosen(t: Table, p: int, called: Mapping[int, str], events: Sequence[Event]) -> Act | None:
    """The choice of seat p in this state, from the events that followed; None if p did not act."""
    found = done(t, p, events)
    return found and found[1]


def move_to(t: Table, p: int, events: Sequence[Event]) -> None:
    """Set the clock to the time of seat p's act; the state does not change before that."""
    if found := done(t, p, events):
        t.now = found[0]


def is_certain(level: str, choices: Collection[Act], chosen: Act) -> bool:
    """Whether a bot of this level could not have chosen another act: only a few levels ever
    challenge."""
    can_war = any(choice.kind == Choice.WAR for choice in choices)
    return chosen.kind == Choice.OTHER and level not in CHALLENGERS and not can_war
