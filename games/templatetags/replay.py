"""The replay's controls: URLs of places, and marks of wars under the scrubber."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.table.replay.recording import Recording
from games.table.words import stamp
from games.templatetags.cards import chips
from games.templatetags.games import ORDINALS

register = template.Library()

Row = dict[str, Any]


@register.simple_tag
def place_query(at: str | int, stay: Mapping[str, str]) -> str:
    """The query of a place; `stay`: the parameters to keep, such as the viewer and the chart."""
    return urlencode({"at": at, **stay})


@register.simple_tag
def moves(rows: Sequence[Row], place: int, stay: Mapping[str, str], game: str) -> SafeString:
    """The lines of a log, each place with a link to it.  There are often hundreds, too many for a
    template."""
    return format_html_join("", MOVE, (move(row, place, stay, game) for row in rows))


MOVE = '<li data-number="{}"{}><a class="n" href="?{}">{}</a><span>{}</span></li>'


def move(
    row: Row, place: int, stay: Mapping[str, str], game: str
) -> tuple[int, SafeString, str, str, SafeString]:
    """The parts of one line: its place, its mark if it is the current one, its link, and its
    words."""
    number = row["number"]
    words = [
        f'<span class="{part["kind"]}">{chips(part["text"])}</span> '
        if part["kind"]
        else f"{chips(part['text'])} "
        for part in row["parts"]
    ]
    current = SafeString(' aria-current="true"' if number == place else "")  # nosec B703
    text = (
        stamp(number, game)
        if number
        else format_html('<span class="sr">{}</span>0', gettext("deal"))
    )
    line = SafeString("".join(words))  # nosec B703  # of escaped parts
    return number, current, place_query(number, stay), text, line


@register.simple_tag
def war_marks(recording: Recording) -> SafeString:
    """A triangle under every battle with a war, in a box that is 1000 units wide."""
    if recording.length is None:
        return SafeString("")
    length = max(recording.length, 1)
    spots = ((battle, f"{1000 * battle / length:.1f}") for battle, depth in recording.wars if depth)
    shape = '<path data-number="{}" d="M{} 1l5 10h-10z"/>'
    return format_html_join("", shape, spots)


@register.filter
def ordinal(place: int) -> str:
    return gettext(ORDINALS[place - 1])
