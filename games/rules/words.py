"""Phrases that all games use, and how a game's events become lines of its log."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.rules.cards import name
from games.rules.events import Event
from games.rules.game import Line

Names = Sequence[str]


def cards(number: int) -> str:
    """`1 card`, `16 cards`."""
    return f"{number} card" if number == 1 else f"{number} cards"


def listed_words(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def who(seats: Sequence[int], names: Names) -> str:
    """The names of these seats (from 0)."""
    return listed_words([names[p] for p in seats])


def seats(numbers: Sequence[int]) -> str:
    """`Seat 1`, `Seats 1 and 3`."""
    return ("Seat " if len(numbers) == 1 else "Seats ") + listed_words([str(n) for n in numbers])


def braced(number: int) -> str:
    """A card as lines hold it: `{Kd}`."""
    return f"{{{name(number)}}}"


def say(title: str, detail: str) -> dict[str, str]:
    """The pair the page shows."""
    return {"title": title, "detail": detail}


def win(winners: str, shared: bool, how: str, drawn: bool = False) -> str:
    """Who won and why, in one sentence: `Alice wins: most cards at the battle limit.`"""
    if drawn:
        return f"Drawn: {winners}, {how}."
    return f"{winners} {'share the win' if shared else 'wins'}: {how}."


def safe(names: Names) -> list[str]:
    """Names without the braces that mark cards."""
    return [one.replace("{", "(").replace("}", ")") for one in names]


def describe(
    words: Mapping[type[Event], Callable[[Any, Names], Line]],
    events: Sequence[Event],
    names: Names,
) -> list[Line]:
    """One line for each event that has words; masked events work too."""
    said = safe(names)
    return [words[type(e)](e, said) for e in events if type(e) in words]
