"""What lies over a chart of a game: lines at 0, 50 and 100 %, turning points, and the caret."""

from collections.abc import Sequence
from typing import NamedTuple

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.templatetags.cards import sprite, suit_of, symbol_of

register = template.Library()

LEVELS = (("0", 11, "100%"), ("50%", 4, "50%"), ("100%", -3, "0%"))
CARD = (20, 28)  # pixels
APART = 17.0  # percent between two dots that both show their cards, on a phone
FAR = 85.0  # percent: from there on cards are to the left of their dot


class Mark(NamedTuple):
    """A dot on a chart, in percent from its left and its top, and the cards that made it."""

    x: float
    y: float
    cards: Sequence[str] = ()


def spread(marks: Sequence[Mark]) -> list[Mark]:
    """The marks, the most important first, with cards only where those before leave room."""
    placed: list[Mark] = []
    for mark in marks:
        beside = [other for other in placed if other.cards and abs(other.x - mark.x) < APART]
        placed.append(mark._replace(cards=()) if beside else mark)
    return placed


def dot(mark: Mark) -> SafeString:
    width, height = CARD
    left = -5 - (width + 2) * len(mark.cards) if mark.x > FAR else 7
    top = 5 if mark.y < 50 else -5 - height
    cards = format_html_join(
        "",
        '<use data-suit="{}" href="{}#m-{}" x="{}" y="{}" width="{}" height="{}"/>',
        (
            (suit_of(code), sprite(), symbol_of(code), left + (width + 2) * place, top, *CARD)
            for place, code in enumerate(mark.cards)
        ),
    )
    at = (f"{mark.x:.1f}", f"{mark.y:.1f}")
    return format_html('<svg x="{}%" y="{}%"><circle r="4.5"/>{}</svg>', *at, cards)


@register.simple_tag
def plot(marks: Sequence[Mark] = (), caret: float | None = None) -> SafeString:
    """It is drawn in pixels, as the chart below is stretched.  Words beside the chart say the same,
    so it is silent for screen readers."""
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
