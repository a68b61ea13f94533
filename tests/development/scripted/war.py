"""Scripted cases of War, played without clocks: piles, options, and who slaps in which window."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from games.rules.cards import NONE, RANKS, card, listed, name, rank
from games.rules.events import Event
from games.rules.war import battle, deal
from games.rules.war import events as ev
from games.rules.war.options import SCHEMA, Options
from games.rules.war.state import End, Phase, Table, leaders
from tests.development.scripted.options import loose

Case = Mapping[str, Any]
Parts = dict[str, tuple[Any, Any]]
FOREVER = 10**9


class Adapter(NamedTuple):
    fits: "Fits"
    play: "Play"


class Fits(Protocol):
    """Whether the case has this form."""

    def __call__(self, case: Case) -> bool: ...


class Play(Protocol):
    """Expected and played, part by part."""

    def __call__(self, case: Case) -> Parts: ...


def _seats(seats: Sequence[int]) -> str:
    return "+".join(f"P{p + 1}" for p in seats)


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(name, cards)) or "-"


_OVER = {End.ALL: "win", End.DEADLOCK: "draw", End.RESIGN: "win"}


def kind_of(end: End) -> str:
    """The cases' word for an end."""
    return _OVER.get(end, end.name.lower())


def told(tape: Sequence[Event]) -> list[str]:
    """The events as the cases write them."""
    rows: list[str] = []
    checks: list[ev.UnderdogCheck] = []
    reason = ""
    for e in tape:
        if checks and not isinstance(e, ev.UnderdogCheck):
            rows.append(_checked(checks))
            checks = []
        if isinstance(e, ev.UnderdogCheck):
            checks.append(e)
        elif isinstance(e, ev.Win):
            reason = e.reason.name.lower()
        elif isinstance(e, ev.Take):
            rows.append(f"win P{e.seat + 1}({reason}) takes[{_cards(e.cards)}]")
        else:
            rows += _row(e)
    return rows


def _row(e: Event) -> list[str]:
    match e:
        case ev.Flip():
            shown = [f"P{p + 1}:{name(c)}" for p, c in enumerate(e.cards) if c != NONE]
            return ["flip " + " ".join(shown)]
        case ev.SlapOpen():
            return [f"slap_open[{_cards(e.cards)}]"]
        case ev.Slap():
            return [f"slap P{e.seat + 1}"]
        case ev.SlapTimeout():
            return ["slap_timeout"]
        case ev.War():
            return [f"war({e.reason.name.lower()}) {_seats(e.seats)}"]
        case ev.Lay():
            up = "stand" if e.up == NONE else name(e.up)
            return [f"lay P{e.seat + 1} down[{_cards(e.down)}] up {up}"]
        case ev.Counter():
            return [f"counter P{e.seat + 1}"]
        case ev.Deadlock():
            return [f"deadlock {_seats(e.seats)}"]
        case ev.Out():
            return [f"out P{e.seat + 1}"]
        case ev.GameOver():
            return [f"END {kind_of(e.end)} {_seats(e.winners)}"]
    return []


def _checked(checks: Sequence[ev.UnderdogCheck]) -> str:
    looked = " ".join(f"P{e.seat + 1}[{_cards(e.cards)}]" for e in checks)
    hits = [e.seat for e in checks if e.hit]
    return f"underdog_check {looked} -> " + (f"hit {_seats(hits)}" if hits else "miss")


def set_up(case: Case, piles: Sequence[Sequence[str]]) -> tuple[Options, Table]:
    """Options and position of a case.  Repetitions are ignored: a case plays on."""
    o = loose(SCHEMA, case.get("options", {}))._replace(players=len(piles), cycles=False)
    cards = [[card(code) for code in pile] for pile in piles]
    t = deal.lay_out(o, cards, [card(code) for code in case.get("kitty", [])])
    t.phase = Phase.FLIP
    return o, t


def _codes(t: Table, players: int) -> list[list[str]]:
    return [[name(c) for c in listed(t.seats[p].pile)] for p in range(players)]


def play_battles(case: Case) -> Parts:
    """A few battles from a position; `slaps` gives the seat (from 1) for each window."""
    o, t = set_up(case, case["piles"])
    slaps = {int(window): int(seat) for window, seat in case.get("slaps", {}).items()}
    tape: list[Event] = []
    windows = 0
    while t.phase != Phase.OVER and (t.phase != Phase.FLIP or t.battles < case["battles"]):
        slapper = NONE
        if t.phase == Phase.SLAP:
            windows += 1
            slapper = slaps.get(windows, NONE)
        battle.step(t, o, slapper, tape)
    over = [kind_of(t.end), list(leaders(t))] if t.phase == Phase.OVER else None
    expect = case["expect"]
    played = {
        "events": told(tape),
        "piles": _codes(t, o.players),
        "kitty": [name(c) for c in listed(t.center)],
        "over": over,
    }
    return {part: (expect[part], played[part]) for part in played if part in expect}


def play_whole(case: Case) -> Parts:
    """A whole game from a deal, without slaps; or until a position comes back."""
    o, t = set_up(case, case["deal"])
    expect = case["expect"]
    if expect.get("cycle") is not None:
        return play_round(o, t, expect)
    fallen: list[int] = []
    while t.phase != Phase.OVER:
        tape: list[Event] = []
        battle.step(t, o, NONE, tape)
        fallen += [e.seat + 1 for e in tape if isinstance(e, ev.Out)]
    winners = [p + 1 for p in leaders(t)]
    wanted = expect.get("over", [None, None])[1]
    played = {
        "over": [kind_of(t.end), winners if isinstance(wanted, list) else winners[0]],
        "battles": t.battles,
        "wars": t.wars,
        "outs": fallen,
        "final_first_five": [pile[:5] for pile in _codes(t, o.players)],
    }
    wants = dict(expect)
    if "outs" in wants:
        wants["outs"] = [row[0] for row in wants["outs"]]
    return {part: (wants[part], played[part]) for part in played if part in wants}


def play_round(o: Options, t: Table, expect: Case) -> Parts:
    """Play until the ranks in all piles are those after an earlier battle."""
    o = o._replace(cap=FOREVER)
    met: dict[tuple[str, ...], int] = {}
    while t.phase != Phase.OVER:
        if t.phase == Phase.FLIP:
            seats = t.seats[: o.players]
            here = tuple("".join(RANKS[rank(c)] for c in listed(s.pile)) for s in seats)
            if here in met:
                break
            met[here] = t.battles
        battle.step(t, o, NONE, None)
    cycle = t.phase != Phase.OVER
    played = {
        "cycle": cycle,
        "entered": met[here] if cycle else None,
        "period": t.battles - met[here] if cycle else None,
    }
    return {part: (expect[part], played[part]) for part in played if part in expect}


battles = Adapter(lambda case: "piles" in case and "battles" in case, play_battles)
whole_game = Adapter(lambda case: "deal" in case and "expect" in case, play_whole)
