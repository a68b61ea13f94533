"""The events of Ultimate War as lines of the log."""

from collections.abc import Callable, Sequence
from typing import Any

from games.rules.cards import NONE
from games.rules.events import Event
from games.rules.game import Line
from games.rules.ultimate import events as ev
from games.rules.ultimate.state import End, Force, Reject, Zone
from games.rules.words import Names, braced, cards, listed_words, safe, who, win

ENDS = {
    End.ALL: "all cards taken",
    End.DEADLOCK: "tied on the last cards",
    End.CLOCK: "most cards when time ran out",
    End.RESIGN: "all others resigned",
    End.AGREED: "most cards, ended by agreement",
    End.ABANDONED: "most cards, game abandoned",
}

_ZONES = {Zone.STACK: "the top of the stack", Zone.HAND: "the hand card"}


def _source(zone: Zone, shown: int) -> str:
    return braced(shown) if zone == Zone.FIELD else _ZONES[zone]


def _draw(e: ev.Draw, n: Names) -> str:
    return f"{n[e.seat]} draws {braced(e.card) if e.card >= 0 else 'a card'}."


def _confront(e: ev.Confront, n: Names) -> str:
    where = f", {_ZONES[e.zone]}" if e.zone != Zone.FIELD else ""
    return f"{n[e.seat]} strikes {n[e.target]}'s {braced(e.struck)} with {braced(e.card)}{where}."


def _challenge(e: ev.Challenge, n: Names) -> str:
    what = "hand" if e.into == Zone.HAND else "stack"
    offer = listed_words([braced(card) for card in e.options])
    source = _source(e.zone, e.card)
    return f"{n[e.seat]} challenges {n[e.target]}'s {what} with {source}. Option: {offer}."


def _accept(e: ev.Accept, n: Names) -> str:
    how = "does not answer, so the challenge stands" if e.silent else "accepts"
    pair = f"{n[e.seat]} {braced(e.card)}, {n[e.target]} {braced(e.struck)}"
    return f"{n[e.target]} {how}: {pair}."


def _option(e: ev.Option, n: Names) -> str:
    return f"{n[e.seat]} takes the option: {braced(e.card)} against {braced(e.struck)}."


def _propose(e: ev.Propose, n: Names) -> str:
    return f"{n[e.seat]} offers {_source(e.zone, e.card)} instead."


def _agree(e: ev.Agree, n: Names) -> str:
    pair = f"{n[e.seat]} {braced(e.card)}, {n[e.target]} {braced(e.struck)}"
    return f"{n[e.seat]} agrees: {pair}."


def _disagree(e: ev.Disagree, n: Names) -> str:
    who = "No answer" if e.seat == NONE else f"{n[e.seat]} does not agree"
    return f"{who}: the challenge stands as it was."


def _void(e: ev.Void, n: Names) -> str:
    return f"{n[e.seat]}'s challenge to {n[e.target]} is void: the card is gone."


_FORCES = {
    Force.LOWEST: "players who pass put in their lowest field card",
    Force.HIGHEST: "players who pass put in their highest field card",
    Force.NONE: "players who pass put in nothing",
}


def _multi(e: ev.Multi, n: Names) -> str:
    return f"{n[e.seat]} calls the table with {_source(e.zone, e.card)}; {_FORCES[e.force]}."


def _reveal(e: ev.Reveal, n: Names) -> str:
    rows = zip(e.seats, e.cards, strict=True)
    return ", ".join(f"{n[p]} {braced(c)}" for p, c in rows) + "."


def _war(e: ev.War, n: Names) -> str:
    return f"War{' again' if e.depth > 1 else ''}: {who(e.seats, n)}."


def _lay(e: ev.Lay, n: Names) -> str:
    if e.up == NONE:
        return f"{n[e.seat]} has no cards left: the tied card stands."
    down = f"{len(e.down)} face down and " if e.down else ""
    return f"{n[e.seat]} lays {down}{braced(e.up)}."


def _win(e: ev.Win, n: Names) -> str:
    spoils = f" Face down: {' '.join(map(braced, e.spoils))}." if e.spoils else ""
    return f"{n[e.seat]} takes {cards(e.size)}.{spoils}"


def _resign(e: ev.Resign, n: Names) -> str:
    rest = f" {cards(e.cards)} go to the middle." if e.cards else ""
    return f"{n[e.seat]} resigns.{rest}"


def _pulse(e: ev.Pulse, n: Names) -> str:
    return f"Pulse: {who(e.seats, n)}." if e.seats else ""


def _refused(e: ev.Refused, n: Names) -> str:
    if e.code not in Reject.__members__:
        return ""
    return f"{n[e.seat]}'s move was not possible. {Reject[e.code].sentence}"


def _game_over(e: ev.GameOver, n: Names) -> str:
    drawn = e.end == End.DEADLOCK
    return win(who(e.winners, n), len(e.winners) > 1, ENDS[e.end], drawn=drawn)


_WORDS: dict[type[Event], tuple[str, Callable[[Any, Names], str]]] = {
    ev.Draw: ("", _draw),
    ev.Play: ("", lambda e, n: f"{n[e.seat]} plays {braced(e.card)} from their hand."),
    ev.Deploy: ("", lambda e, n: f"{n[e.seat]} puts down {braced(e.card)}."),
    ev.Confront: ("", _confront),
    ev.Challenge: ("note", _challenge),
    ev.Accept: ("", _accept),
    ev.Option: ("", _option),
    ev.Propose: ("note", _propose),
    ev.Agree: ("", _agree),
    ev.Disagree: ("note", _disagree),
    ev.Void: ("note", _void),
    ev.CallWar: ("war", lambda e, n: f"{n[e.seat]} calls a war on {n[e.target]}."),
    ev.Multi: ("note", _multi),
    ev.Join: ("", lambda e, n: f"{n[e.seat]} joins with {_source(e.zone, e.card)}."),
    ev.Decline: ("", lambda e, n: f"{n[e.seat]} passes."),
    ev.Forced: ("", lambda e, n: f"{n[e.seat]} must put in {braced(e.card)}."),
    ev.MultiVoid: ("note", lambda e, n: "Nobody else joins: the card goes back."),
    ev.Muster: ("note", lambda e, n: "Nobody has fought for a while: everyone shows a card."),
    ev.Reveal: ("", _reveal),
    ev.War: ("war", _war),
    ev.Lay: ("", _lay),
    ev.Win: ("", _win),
    ev.Carry: ("war", lambda e, n: f"Tied: {cards(e.size)} wait in the middle."),
    ev.Deadlock: ("war", lambda e, n: f"{who(e.seats, n)} are tied with no cards left."),
    ev.Out: ("note", lambda e, n: f"{n[e.seat]} is out."),
    ev.Resign: ("note", _resign),
    ev.Pulse: ("", _pulse),
    ev.Refused: ("note", _refused),
    ev.GameOver: ("end", _game_over),
}


def describe(events: Sequence[Event], names: Sequence[str]) -> list[Line]:
    """One line for each event worth telling, numbered by the second it happened in; `names` by
    seat.  Masked events work too."""
    said = safe(names)
    lines = []
    for e in events:
        kind, words = _WORDS.get(type(e), ("", None))
        text = words(e, said) if words else ""
        if text:
            lines.append(Line(e.at // 1000, text, kind))  # type: ignore[attr-defined]
    return lines
