"""The events of World War III as lines of the log."""

from collections.abc import Callable, Sequence
from typing import Any

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import Event
from games.rules.game import Line
from games.rules.words import Names, braced, cards, who
from games.rules.ww3 import events as ev
from games.rules.ww3.state import STAGES, Cause, End, How, Why

ENDS = {
    End.ALL: "last player left",
    End.ALL_OUT: "most cards captured, all went out together",
    End.CAP: "most cards captured at the round limit",
    End.RESIGN: "all others resigned",
    End.AGREED: "most cards captured, ended by agreement",
    End.ABANDONED: "most cards captured, game abandoned",
}


def _deal(e: ev.Deal, names: Names) -> Line:
    each = " or ".join(str(count) for count in sorted(set(e.counts)))
    text = (
        f"Everyone has five cards in hand and {each} to pick up. {cards(e.centre)} in the centre."
    )
    return Line(0, text, "note")


def _round(e: ev.Round, names: Names) -> Line:
    return Line(e.number, f"Round {e.number}: {names[e.seat]} leads.", "note")


def _declare(e: ev.Declare, names: Names) -> Line:
    return Line(e.number, f"{names[e.seat]} declares {braced(e.card)}.")


def _play(e: ev.Play, names: Names) -> Line:
    return Line(e.number, f"{names[e.seat]} lays {braced(e.card)}.")


def _decline(e: ev.Decline, names: Names) -> Line:
    return Line(e.number, f"{names[e.seat]} gives {braced(e.card)} and declines the war.")


def _war(e: ev.War, names: Names) -> Line:
    a, b = (names[p] for p in e.seats)
    if e.why == Why.JOKER:
        return Line(e.number, f"War: {a} chooses {b}.", "war")
    return Line(e.number, f"War: {a} cannot beat {b}.", "war")


def _war_draw(e: ev.WarDraw, names: Names) -> Line:
    turned = zip(e.seats, e.cards, strict=True)
    rows = ", ".join(f"{names[p]} {braced(card)}" for p, card in turned)
    return Line(e.number, f"{STAGES[e.stage - 1]}: {rows or 'nobody turns a card'}.", "war")


_HOW = {
    How.CALL: " holds {}",
    How.SECOND: " holds {} too",
    How.BOTH: " holds {} at the same time",
    How.BEFORE_JOKER: " holds {} before the joker resets",
    How.FORCED: " has no card to turn, so {} stands",
}


def _hold(e: ev.Hold, names: Names) -> Line:
    after = f", after {e.eff} ms" if e.eff > 0 else ""
    return Line(e.number, f"{names[e.seat]}{_HOW[e.how].format(braced(e.card))}{after}.", "war")


def _late(e: ev.Late, names: Names) -> Line:
    return Line(e.number, f"{names[e.seat]} calls too late, after {e.eff} ms.", "note")


_CAUSES = {
    Cause.TIE: "Equal cards: back to World War I.",
    Cause.JOKER: "A joker: back to World War I.",
    Cause.DOUBLE_HOLD: "Both hold: back to World War I.",
}


def _reset(e: ev.Reset, names: Names) -> Line:
    return Line(e.number, _CAUSES[e.why], "war")


def _joker_dead(e: ev.JokerDead, names: Names) -> Line:
    return Line(e.number, f"{names[e.seat]}'s joker does nothing against a held card.", "war")


def _cannot_draw(e: ev.CannotDraw, names: Names) -> Line:
    return Line(e.number, f"{names[e.seat]} has no card to turn.", "war")


def _war_end(e: ev.WarEnd, names: Names) -> Line:
    if e.winner == NONE:
        return Line(e.number, "Neither can turn a card: the war is drawn.", "war")
    text = f"{names[e.winner]} beats {names[e.loser]} and takes {cards(e.size)}."
    return Line(e.number, text, "war")


def _uncontested(e: ev.Uncontested, names: Names) -> Line:
    return Line(e.number, f"Nobody fights {names[e.seat]}.")


def _lap_end(e: ev.LapEnd, names: Names) -> Line:
    return Line(e.number, f"Everyone could beat the card: {names[e.seat]} laid the highest.")


def _fate(removed: Sequence[int], packet: Sequence[int]) -> str:
    if packet:
        return f" {cards(len(packet))} go under the centre."
    return f" {cards(len(removed))} leave the game." if removed else ""


def _out(e: ev.Out, names: Names) -> Line:
    return Line(e.number, f"{names[e.seat]} is out.{_fate(e.removed, e.packet)}", "note")


def _resign(e: ev.Resign, names: Names) -> Line:
    return Line(e.number, f"{names[e.seat]} resigns.{_fate(e.removed, e.packet)}", "note")


def _game_over(e: ev.GameOver, names: Names) -> Line:
    text = words.win(who(e.winners, names), len(e.winners) > 1, ENDS[e.end])
    return Line(e.number, text, "end")


_WORDS: dict[type[Event], Callable[[Any, Names], Line]] = {
    ev.Deal: _deal,
    ev.Round: _round,
    ev.Declare: _declare,
    ev.Play: _play,
    ev.Decline: _decline,
    ev.War: _war,
    ev.WarDraw: _war_draw,
    ev.Hold: _hold,
    ev.Late: _late,
    ev.Reset: _reset,
    ev.JokerDead: _joker_dead,
    ev.CannotDraw: _cannot_draw,
    ev.WarEnd: _war_end,
    ev.Uncontested: _uncontested,
    ev.LapEnd: _lap_end,
    ev.Out: _out,
    ev.Resign: _resign,
    ev.GameOver: _game_over,
}


def describe(events: Sequence[Event], names: Sequence[str]) -> list[Line]:
    """One line for each event worth telling; `names` by seat.  Masked events work too."""
    return words.describe(_WORDS, events, names)
