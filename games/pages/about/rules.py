"""The rules in words and pictures."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.lab.runs import preset_lengths
from games.rules.catalogue import find
from games.rules.options import Option


class Length(NamedTuple):
    """Battles of simulated games until somebody held every card; no limit, shuffled packets."""

    name: str
    mean: int
    median: int
    p90: int
    p99: int
    longest: int
    options: str | None = None  # None: not what a preset plays
    run: str = ""  # the run it was measured by; empty: before the site had a lab
    games: int = 0
    fair: bool = True


ARSENAL = "ace=4;auto=2;faces=3;slap=5;underdog=6"
LENGTHS = (
    Length("War, 2 players", 281, 211, 583, 1112, 2812, options=""),
    Length("War, 3 players", 300, 234, 603, 1131, 2864, options="players=3"),
    Length("Peace", 181, 136, 374, 718, 1524, options="mode=peace"),
    Length("Automatic war with 2, 2 players", 89, 68, 183, 344, 758, options="auto=2"),
    Length("Automatic war with 2, 3 players", 82, 62, 174, 335, 792),
    Length("Threes beat faces", 283, 214, 584, 1130, 2380, options="faces=3"),
    Length("Threes beat aces", 277, 210, 570, 1098, 2422),
    Length("Underdog with 6", 273, 208, 565, 1068, 2030, options="underdog=6"),
    Length("Slap War with 5, 9 of 10 slapped", 293, 221, 610, 1154, 2510, options="slap=5"),
    Length(
        "Arsenal, 2 players",
        93,
        72,
        190,
        358,
        801,
        options="ace=4;auto=2;faces=3;slap=5;underdog=6",
    ),
    Length("Arsenal, 3 players", 77, 54, 170, 344, 752),
)


class Rounds(NamedTuple):
    """Rounds of simulated games of World War III until one player was left; no limit."""

    players: int
    mean: int
    median: int
    p90: int
    p99: int
    longest: int
    cap: int  # the limit at tables of so many


ROUNDS = (
    Rounds(2, 23, 18, 50, 91, 198, 200),
    Rounds(3, 19, 15, 37, 62, 109, 200),
    Rounds(4, 209, 167, 414, 776, 1688, 100),
    Rounds(5, 175, 136, 352, 656, 1151, 100),
    Rounds(6, 143, 114, 283, 542, 859, 100),
)


def lengths() -> list[Length]:
    """The rows of the table, as the lab has measured them where it has."""
    return [latest(row) for row in LENGTHS]


def latest(row: Length) -> Length:
    found = None if row.options is None else preset_lengths.measured("war", row.options)
    if found is None:
        return row
    return row._replace(
        mean=round(found.mean),
        median=found.median,
        p90=found.p90,
        p99=found.p99,
        longest=found.max,
        run=found.code,
        games=found.games,
        fair=found.fair,
    )


def values(option: Option) -> str:
    """What may be chosen, the default first: "none, 2 to A"."""
    unit = f" {option.unit}" if option.unit else ""
    if option.number:
        return f"{option.default}; from {option.low} to {option.high}{unit}"
    named = [choice.value for choice in option.choices]
    named.sort(key=lambda value: value != option.default)
    if len(named) > 8:
        named = [named[0], f"{named[1]} to {named[-1]}"]
    text = ", ".join(named)
    if option.prefix:
        plain = [value for value in named if not value.startswith(option.prefix)]
        text = f"{', '.join(plain)}, or {option.prefix}{option.low} to {option.high}{unit}"
    return text + (", or two of them" if option.pair else "")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/index.html", {"section": "rules"})


def sheet(key: str) -> dict[str, Any]:
    """What the sheet of every game shows of its rules."""
    game = find(key)
    options = [(option, values(option)) for option in game.schema.options]
    shown = {"options": options, "presets": game.presets, "credit": game.credit}
    return shown | {"section": "rules"}


@require_safe
def war(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/war.html", sheet("war") | {"lengths": lengths()})


@require_safe
def ww3(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/ww3.html", sheet("ww3") | {"rounds": ROUNDS})


@require_safe
def ultimate(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/ultimate.html", sheet("ultimate"))
