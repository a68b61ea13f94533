"""The overlay of a game's chart: lines at 0, 50 and 100 %, turning points, and the caret."""

from collections.abc import Sequence
from typing import NamedTuple

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.templatetags.cards import sprite, suit_of, symbol_of

register = template.Library()

LEVELS = (("0", 11, "100%"), ("50%", 4, "50%"), ("100%", -3, "0%"))
CARD, LARGE = (20, 28), (30, 42)  # pixels; large if there are two rows
APART = 17.0  # percent between two dots that both show their cards, on a phone
FAR = 85.0  # percent: from there on cards are to the left of their dot


class Mark(NamedTuple):
    """A dot on a chart, in percent from its left and its top, and the cards that caused the change
    there, in two rows.  The cards in the lower row have won."""

    x: float
    y: float
    cards: Sequence[str] = ()
    losers: Sequence[str] = ()


def spread(marks: Sequence[Mark]) -> list[Mark]:
    """The marks, the most important first.  A mark has cards only if the cards of more important
    marks leave room."""
    placed: list[Mark] = []
    for mark in marks:
        beside = [other for other in placed if other.cards and abs(other.x - mark.x) < APART]
        placed.append(mark._replace(cards=()) if beside else mark)
    return placed


def row(codes: Sequence[str], mark: Mark, top: int) -> SafeString:
    """Small cards beside a dot, on the side where there is room."""
    width, height = size_of(mark)
    step = width + 2
    left = -5 - step * len(codes) if mark.x > (50 if mark.losers else FAR) else 7
    places = [(left + step * number, top, width, height) for number in range(len(codes))]
    cards = format_html_join(
        "",
        '<use data-suit="{}" href="{}#m-{}" x="{}" y="{}" width="{}" height="{}"/>',
        (
            (suit_of(code), sprite(), symbol_of(code), *place)
            for code, place in zip(codes, places, strict=True)
        ),
    )
    if not mark.losers or codes is not mark.cards:
        return cards
    edge = '<rect class="won" x="{}" y="{}" width="{}" height="{}" rx="2"/>'
    return cards + format_html(edge, left + step * (len(codes) - 1), top, width, height)


def size_of(mark: Mark) -> tuple[int, int]:
    return LARGE if mark.losers else CARD


def dot(mark: Mark) -> SafeString:
    height = size_of(mark)[1]
    top = 5 if mark.y < 50 else -5 - height
    rows = row(mark.cards, mark, top)
    if mark.losers:
        upper = 5 if mark.y < 50 else -9 - 2 * height
        rows = row(mark.losers, mark, upper) + row(mark.cards, mark, upper + height + 4)
    at = (f"{mark.x:.1f}", f"{mark.y:.1f}")
    return format_html('<svg x="{}%" y="{}%"><circle r="4.5"/>{}</svg>', *at, rows)


@register.simple_tag
def plot(marks: Sequence[Mark] = (), caret: float | None = None) -> SafeString:
    """The overlay, drawn in pixels because the chart below is stretched.  It is hidden from screen
    readers, because text beside the chart has the same facts."""
    line = (
        ""
        if caret is None
        else format_html('<line x1="{0}%" x2="{0}%" y2="100%"/>', f"{caret:.1f}")
    )
    return format_html(
        '<svg class="overlay" aria-hidden="true">{}{}{}</svg>',
        format_html_join("", "{}", ((dot(mark),) for mark in spread(marks or ()))),
        format_html_join("", '<text x="4" y="{}" dy="{}">{}</text>', LEVELS),
        line,
    )
