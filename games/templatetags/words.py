"""Words for numbers: how long, who won."""

from collections.abc import Sequence

from django import template

from games.rules.game import Game
from games.table.replay import moves_log

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


register.filter(moves_log.named)


@register.simple_tag
def outcome(game: Game, result: str, names: Sequence[str], end: str = "", length: int = 0) -> str:
    """A result in words: (War, "1", names, "cap", 270) -> Alice wins after 270 battles: most
    cards at the battle limit."""
    said = who(result, names, drawn=end == "deadlock")
    if length:
        said += f" after {plural(length, game.unit)}"
    words = game.end_words(end)
    return f"{said}: {words}" if words else said
