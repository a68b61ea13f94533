"""Tags that draw the chances in a game: areas in the colours of the seats, on the time axis of the
cards."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.lab.chances.calibration import Calibration
from games.lab.chances.curve import Curve
from games.rules.words import listed_words
from games.templatetags.front import WIDTH, areas
from games.templatetags.lab import percent, point

register = template.Library()


def across(at: str, length: int) -> float:
    """The position of a place on the time axis, from 0 to 100.  The place `64.1` is the end of
    battle 63, `64.2` is in the middle of battle 64, and `64` is its end."""
    number, _dot, step = at.partition(".")
    passed = int(number) - 1 / int(step) if step else int(number)
    return WIDTH * passed / max(length, 1)


@register.simple_tag
def chances_chart(curve: Curve | None, names: Sequence[str]) -> SafeString:
    """The computed part of a curve as stacked areas, grey where it is not computed yet."""
    known = [place for place in curve.places if place.tally.games] if curve else []
    last = int(curve.places[-1].at.partition(".")[0]) if curve else 0
    rows = [place.tally.chances for place in known]
    spots = [across(place.at, last) for place in known]
    return format_html(
        '<svg class="fc area" viewBox="0 0 100 100" preserveAspectRatio="none" role="img"'
        ' aria-label="{}"><rect class="fr-0" width="100" height="100"/>{}'
        '<path class="gl" d="M0 50H100"/></svg>',
        gettext("Chances of {names} over the game").format(names=listed_words(names, translation)),
        format_html_join("", '<path class="fr-{}" d="{}"/>', areas(rows, spots) if rows else ()),
    )


@register.simple_tag
def calibration_fault(calibration: Calibration | None) -> str:
    """The fault of measured chances in a sentence; "" if they have none, or were not measured."""
    if calibration is None:
        return ""
    sentences = {
        "": "",
        "high": gettext(
            "A seat's own chance comes out too high: over {count} positions it averaged {given}, "
            "and {won} were won."
        ),
        "low": gettext(
            "A seat's own chance comes out too low: over {count} positions it averaged {given}, "
            "and {won} were won."
        ),
        "cautious": gettext(
            "Too cautious: seats that were ahead won more often than this said, and seats that "
            "were behind less often."
        ),
        "bold": gettext(
            "Too bold: seats that were ahead won less often than this said, and seats that were "
            "behind more often."
        ),
        "other": gettext("Off by more than chance explains."),
    }
    given, won = percent(calibration.mean_given, 0), percent(calibration.mean_won, 0)
    sentence = sentences[calibration.fault]
    return sentence.format(count=f"{calibration.positions:,}", given=given, won=won)


@register.inclusion_tag("lab/charts/calibration.html")
def calibration_chart(calibration: Calibration) -> dict[str, Any]:
    """A dot for each tenth: the given chance to the right, the won share upwards.  A bar is where
    95 of 100 dots lie if the chances are right."""

    def y(share: float) -> str:
        return point(200 * (1 - min(1.0, max(0.0, share))))

    return {
        "ticks": [(40 * step, 200 - 40 * step, f"{20 * step}%") for step in range(6)],
        "dots": [
            {
                "x": point(200 * tenth.mean_given),
                "y": y(tenth.mean_won),
                "low": y(tenth.mean_given - tenth.half_width),
                "high": y(tenth.mean_given + tenth.half_width),
                "given": percent(tenth.mean_given),
                "won": percent(tenth.mean_won),
            }
            for tenth in calibration.tenths
        ],
    }
