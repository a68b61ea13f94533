"""Words for numbers: how long, who won."""

import re
from collections.abc import Sequence

from django import template

from games.rules.game import Game

register = template.Library()


@register.filter
def duration(ms: int | None) -> str:
    """252000 -> 4 min 12 s."""
    if ms is None:
        return ""
    seconds = max(ms, 0) // 1000
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    if hours:
        return f"{hours} h {minutes} min"
    if minutes:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    return f"{rest} s"


@register.filter
def plural(count: int, noun: str) -> str:
    """1 -> 1 battle, 270 -> 270 battles; "battle,battles" for odd plurals."""
    one, _, many = noun.partition(",")
    return f"{count} {one if count == 1 else many or one + 's'}"


def listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def who(result: str, names: Sequence[str], drawn: bool = False) -> str:
    seats = [int(seat) for seat in result.lstrip("=").split("+") if seat.isdigit()]
    called = [names[seat - 1] for seat in seats if 0 < seat <= len(names)]
    if not called:
        return "Not finished"
    if drawn:
        return f"Drawn between {listed(called)}"
    return f"{listed(called)} share the win" if len(called) > 1 else f"{called[0]} wins"


SEATS = re.compile(r"\bSeats? (\d(?:(?:, | and )\d)*)")


@register.filter
def named(text: str, names: Sequence[str]) -> str:
    """The rules know seats only: "Seat 2 takes 10 cards" -> "Bob takes 10 cards"."""
    return SEATS.sub(lambda found: re.sub(r"\d", lambda n: called(n[0], names), found[1]), text)


def called(seat: str, names: Sequence[str]) -> str:
    known = 0 < int(seat) <= len(names) and names[int(seat) - 1]
    return known or f"seat {seat}"


@register.simple_tag
def outcome(game: Game, result: str, names: Sequence[str], end: str = "", length: int = 0) -> str:
    """A result in words: (War, "1", names, "cap", 270) -> Alice wins after 270 battles: most
    cards at the battle limit."""
    said = who(result, names, drawn=end == "deadlock")
    if length:
        said += f" after {plural(length, game.unit)}"
    words = game.end_words(end)
    return f"{said}: {words}" if words else said
