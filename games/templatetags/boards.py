"""What a page of a game needs to know of its board before a script runs."""

from django import template

from games.rules.catalogue import find

register = template.Library()


@register.simple_tag
def unit_of(game: str) -> str:
    """Battle, round: what the length of a game is counted in."""
    return find(game).unit


@register.simple_tag
def step_of(game: str) -> str:
    """Battle, round, second: what a place in its replay is."""
    return find(game).step


@register.simple_tag
def mark_of(game: str) -> str:
    """War, fight: where a replay jumps to."""
    return find(game).mark


@register.filter
def stamp(place: int, game: str) -> str:
    """A place as people read it: 442 or, where places are seconds, 7:22."""
    if find(game).step != "second":
        return str(place)
    hours, minutes, seconds = place // 3600, place // 60 % 60, place % 60
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.simple_tag
def part_of(game: str, name: str) -> str:
    """The template of this part of a game's board."""
    return f"table/{game}/_{name}.html"
