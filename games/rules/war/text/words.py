"""The events of War as lines of the log."""

from collections.abc import Callable, Sequence
from typing import Any

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import Event
from games.rules.game import Line
from games.rules.war import events as ev
from games.rules.war.state import End, Reason
from games.rules.words import Names, braced, cards, who

ENDS = {
    End.ALL: "all cards taken",
    End.DEADLOCK: "tied on the last cards",
    End.CAP: "most cards at the battle limit",
    End.RESIGN: "all others resigned",
    End.AGREED: "most cards, ended by agreement",
    End.ABANDONED: "most cards, game abandoned",
}


def _cards(row: Sequence[int]) -> str:
    return " ".join(map(braced, row))


def _deal(e: ev.Deal, names: Names) -> Line:
    counts = sorted(set(e.counts))
    each = f"{counts[0]} each" if len(counts) == 1 else ", ".join(map(str, e.counts))
    rest = f", {cards(e.leftover)} in the middle" if e.leftover else ""
    return Line(0, f"The cards are dealt: {each}{rest}.", "note")


def _flip(e: ev.Flip, names: Names) -> Line:
    rows = [f"{names[p]} {braced(card)}" for p, card in enumerate(e.cards) if card != NONE]
    return Line(e.number, ", ".join(rows) + ".")


def _slap_open(e: ev.SlapOpen, names: Names) -> Line:
    return Line(e.number, f"{_cards(e.cards)} can be slapped.", "note")


def _effs(effs: Sequence[int], names: Names) -> str:
    rows = sorted((eff, names[p]) for p, eff in enumerate(effs) if eff != NONE)
    return ", ".join(f"{who} {eff} ms" for eff, who in rows)


def _slap(e: ev.Slap, names: Names) -> Line:
    others = [NONE if p == e.seat else eff for p, eff in enumerate(e.effs)]
    rest = _effs(others, names)
    after = f" ({rest})" if rest else ""
    return Line(e.number, f"{names[e.seat]} slaps first, after {e.eff} ms{after}.", "note")


def _slap_timeout(e: ev.SlapTimeout, names: Names) -> Line:
    heat = _effs(e.effs, names)
    return Line(e.number, f"Dead heat: {heat}." if heat else "Nobody slaps.", "note")


def _false_slap(e: ev.FalseSlap, names: Names) -> Line:
    cost = " and loses a card to the pot" if e.burned else ""
    return Line(e.number, f"{names[e.seat]} makes a false slap{cost}.", "note")


def _war(e: ev.War, names: Names) -> Line:
    why = {Reason.AUTO: "Automatic war", Reason.CYCLE: "Each beats another, so war"}.get(
        e.reason, "War"
    )
    again = " again" if e.depth > 1 else ""
    return Line(e.number, f"{why}{again}: {who(e.seats, names)}.", "war")


def _lay(e: ev.Lay, names: Names) -> Line:
    if e.up == NONE:
        return Line(e.number, f"{names[e.seat]} has no cards left: the open card stands.")
    down = f"{len(e.down)} face down and " if e.down else ""
    return Line(e.number, f"{names[e.seat]} lays {down}{braced(e.up)}.")


def _underdog_check(e: ev.UnderdogCheck, names: Names) -> Line:
    row = e.shown or e.cards
    seen = f" ({_cards(row)})" if row else ""
    if e.hit:
        return Line(e.number, f"{names[e.seat]} has the underdog{seen}.", "war")
    return Line(e.number, f"{names[e.seat]} has no underdog{seen}.")


def _counter(e: ev.Counter, names: Names) -> Line:
    return Line(e.number, f"{names[e.seat]} has one too: the win stands.", "war")


_WHY = {
    Reason.ZERO: ": nobody else can lay a card",
    Reason.UNDERDOG: " as the underdog",
    Reason.SLAP: " by the slap",
    Reason.SOLE: ": nobody else is left in the war",
}


def _win(e: ev.Win, names: Names) -> Line:
    spoils = f" Face down: {_cards(e.spoils)}." if e.spoils else ""
    text = f"{names[e.seat]} wins {cards(e.size)}{_WHY.get(e.reason, '')}.{spoils}"
    return Line(e.number, text)


def _deadlock(e: ev.Deadlock, names: Names) -> Line:
    return Line(e.number, f"{who(e.seats, names)} are tied with no cards left.", "war")


def _out(e: ev.Out, names: Names) -> Line:
    return Line(e.number, f"{names[e.seat]} is out.", "note")


def _resign(e: ev.Resign, names: Names) -> Line:
    rest = f" {cards(e.cards)} go to the middle." if e.cards else ""
    return Line(e.number, f"{names[e.seat]} resigns.{rest}", "note")


def _game_over(e: ev.GameOver, names: Names) -> Line:
    drawn = e.end == End.DEADLOCK
    text = words.win(who(e.winners, names), len(e.winners) > 1, ENDS[e.end], drawn=drawn)
    return Line(e.number, text, "end")


_WORDS: dict[type[Event], Callable[[Any, Names], Line]] = {
    ev.Deal: _deal,
    ev.Flip: _flip,
    ev.SlapOpen: _slap_open,
    ev.Slap: _slap,
    ev.SlapTimeout: _slap_timeout,
    ev.FalseSlap: _false_slap,
    ev.War: _war,
    ev.Lay: _lay,
    ev.UnderdogCheck: _underdog_check,
    ev.Counter: _counter,
    ev.Win: _win,
    ev.Deadlock: _deadlock,
    ev.Out: _out,
    ev.Resign: _resign,
    ev.GameOver: _game_over,
}


def describe(events: Sequence[Event], names: Sequence[str]) -> list[Line]:
    """One line for each event worth telling; `names` by seat.  Masked events work too."""
    return words.describe(_WORDS, events, names)
