"""Scripted cases of Ultimate War: a position, acts with their times, and the results."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.rules.cards import NONE, card, listed, name
from games.rules.events import Event
from games.rules.game import Act, Reject
from games.rules.ultimate import call_events as calls
from games.rules.ultimate import deal, legal, play, timers
from games.rules.ultimate import events as ev
from games.rules.ultimate.legal import ACTS
from games.rules.ultimate.options import SCHEMA, Options
from games.rules.ultimate.state import End, Table, Zone, field_cards, leaders
from games.rules.ultimate.zones import lay_open
from tests.development.scripted.options import loose

Case = Mapping[str, Any]
Parts = dict[str, tuple[Any, Any]]
_SEATS = "ABCDEFGH"
_PARAMS = {
    "confront": ("src", "seat", "card"),
    "challenge": ("src", "seat", "zone", "options"),
    "accept": ("challenge",),
    "option": ("challenge", "src", "card"),
    "change": ("challenge", "src"),
    "consent": ("challenge", "yes"),
    "war": ("seat",),
    "multi": ("src", "force"),
    "join": ("src",),
}


class Adapter(NamedTuple):
    """A form of case: whether a case has it, and what is expected and played, part by part."""

    fits: Callable[[Case], bool]
    play: Callable[[Case], Parts]


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(name, cards)) or "-"


def _seats(seats: Sequence[int]) -> str:
    return "+".join(_SEATS[p] for p in seats)


def _source(zone: Zone, shown: int) -> str:
    return name(shown) if zone == Zone.FIELD else zone.name.lower()


def _accept(e: calls.Accept) -> list[str]:
    row = f"accept #{e.number} reveal {name(e.card)} v {name(e.struck)}"
    return [f"timeout #{e.number} -> accept", row] if e.silent else [row]


def _disagree(e: calls.Disagree) -> list[str]:
    if e.seat == NONE:
        return [f"timeout #{e.number} -> no", f"consent #{e.number} no"]
    return [f"consent #{e.number} no"]


def _reveal(e: ev.Reveal) -> str:
    rows = zip(e.seats, e.cards, strict=True)
    return "reveal " + " ".join(f"{_SEATS[p]}:{name(c)}" for p, c in rows)


def told(e: Event) -> list[str]:
    """An event as the cases write it, without its time."""
    match e:
        case ev.Draw() | ev.Play() | ev.Deploy():
            return [f"{e.ev} {_SEATS[e.seat]} {name(e.card)}"]
        case ev.Confront():
            zone = e.zone.name.lower()
            source = f"{_SEATS[e.seat]}[{zone}]{name(e.card)}"
            return [f"confront {source} > {_SEATS[e.target]} {name(e.struck)}"]
        case calls.Challenge():
            target = f"{_SEATS[e.target]}[{e.into.name.lower()}]"
            source = f"{_SEATS[e.seat]}[{_source(e.zone, e.card)}]"
            return [f"challenge #{e.number} {source} > {target} options[{_cards(e.options)}]"]
        case calls.Accept():
            return _accept(e)
        case calls.Option():
            return [f"option #{e.number} {name(e.card)} > {name(e.struck)}"]
        case calls.Propose():
            return [f"propose #{e.number} {_source(e.zone, e.card)}"]
        case calls.Agree():
            row = f"accept #{e.number} reveal {name(e.card)} v {name(e.struck)}"
            return [f"consent #{e.number} yes", row]
        case calls.Disagree():
            return _disagree(e)
        case calls.Void():
            return [f"void #{e.number}"]
        case ev.CallWar():
            return [f"warcall {_SEATS[e.seat]} > {_SEATS[e.target]}"]
    return told_of_all(e)


def told_of_all(e: Event) -> list[str]:
    """The same for events about several seats."""
    match e:
        case calls.Multi():
            source = f"{_SEATS[e.seat]}[{_source(e.zone, e.card)}]"
            return [f"multi {source} force={e.force.name.lower()}"]
        case calls.Join():
            return [f"join {_SEATS[e.seat]}[{_source(e.zone, e.card)}]"]
        case calls.Decline():
            return [f"pass {_SEATS[e.seat]}"]
        case calls.Forced():
            return [f"forced {_SEATS[e.seat]} {name(e.card)}"]
        case calls.MultiVoid():
            return ["multi_void"]
        case ev.Muster():
            return ["muster"]
        case ev.Reveal():
            return [_reveal(e)]
        case ev.War():
            return [f"war {_seats(e.seats)}"]
        case ev.Lay():
            up = "stand" if e.up == NONE else name(e.up)
            return [f"lay {_SEATS[e.seat]} down[{_cards(e.down)}] up {up}"]
        case ev.Take():
            return [f"win {_SEATS[e.seat]} takes[{_cards(e.cards)}]"]
        case ev.Deadlock():
            return [f"deadlock {_seats(e.seats)}"]
        case ev.Out():
            return [f"out {_SEATS[e.seat]}"]
        case ev.Resign():
            return [f"resign {_SEATS[e.seat]}"]
        case ev.GameOver():
            return [f"END {kind_of(e.end)} {_seats(e.winners)}"]
    return []


def kind_of(end: End) -> str:
    """The cases' word for an end."""
    return {End.ALL: "win", End.DEADLOCK: "draw", End.RESIGN: "win"}.get(end, end.name.lower())


class Played:
    """A case being played; `rows` are the events in the words of the cases."""

    def __init__(self, case: Case) -> None:
        self.o, self.t = set_up(case)
        self.rows: list[str] = []

    def run(self, until: int) -> None:
        """Fire every timer due by then."""
        while 0 <= timers.deadline(self.t, self.o) <= until:
            tape: list[Event] = []
            timers.fire(self.t, self.o, tape)
            self.tell(tape)

    def tell(self, tape: Sequence[Event]) -> None:
        """Write the events down; a waiting pot with its cards."""
        for e in tape:
            rows = told(e)
            if isinstance(e, ev.Carry):
                rows = [f"carry[{_cards(listed(self.t.center))}]"]
            self.rows += [f"{self.t.now:>6} {row}" for row in rows]

    def act(self, at: int, seat: int, word: str, args: Sequence[Any]) -> None:
        """Do an act, or note its refusal."""
        self.run(at)
        tape: list[Event] = []
        act = read_input(word, args)
        if play.apply(self.t, self.o, at, seat, act, tape) == Reject.OK:
            self.tell(tape)
        else:
            why = legal.legal(self.t, self.o, at, seat, act).name
            self.rows.append(f"{at:>6} REJECT {_SEATS[seat]} {word} {why}")


def read_input(word: str, args: Sequence[Any]) -> Act:
    """An input of a case: `respond` has its number before the answer; seats count from 0."""
    if word == "respond":
        number, word, *rest = args
        args = [number, *rest]
    keys = _PARAMS.get(word, ())
    named = dict(zip(keys, args, strict=True))
    if "seat" in named:
        named["seat"] += 1
    return ACTS.read_move(word, named)


def set_up(case: Case) -> tuple[Options, Table]:
    stacks = [[card(code) for code in stack] for stack in case["stacks"]]
    o = loose(SCHEMA, case.get("options", {}))._replace(players=len(stacks))
    t = deal.lay_out(o, stacks, [card(code) for code in case.get("kitty", [])])
    for seat, code, row in zip(t.seats, case["hands"], case["fields"], strict=False):
        seat.hand = NONE if code is None else card(code)
        for shown in row:
            lay_open(seat.field, card(shown), 0)
    for seat in t.seats[: t.players]:
        seat.out = seat.stack.size + seat.field.size == 0 and seat.hand == NONE
    return o, t


def play_inputs(case: Case) -> Parts:
    """Play the inputs, let the clock run, compare."""
    played = Played(case)
    for at, seat, word, *args in case["inputs"]:
        played.act(at, seat, word, args)
    if case.get("tick") is not None:
        played.run(case["tick"])
    t, expect = played.t, case["expect"]
    seats = t.seats[: t.players]
    over = None if t.end == End.PLAYING else [kind_of(t.end), list(leaders(t))]
    found = {
        "events": played.rows,
        "stacks": [[name(c) for c in listed(seat.stack)] for seat in seats],
        "hands": [None if seat.hand == NONE else name(seat.hand) for seat in seats],
        "fields": [[name(c) for c in field_cards(seat)] for seat in seats],
        "kitty": [name(c) for c in listed(t.center)],
        "over": over,
    }
    return {part: (expect[part], found[part]) for part in found if part in expect}


inputs = Adapter(lambda case: "stacks" in case and "inputs" in case, play_inputs)
