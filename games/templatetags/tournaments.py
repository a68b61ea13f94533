"""Words and numbers of tournaments: states, results, points, moments."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any

from django import template
from django.contrib.humanize.templatetags import humanize
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games.tournaments import formats
from games.tournaments.settings import TIEBREAKS

register = template.Library()

LARGEST = 99  # denominator that is shown
SHARES = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


@register.filter
def tiebreak_words(key: str) -> str:
    return gettext(TIEBREAKS[key])


def cached_by_language(words: Callable[[Any], str]) -> Callable[[Any], str]:
    """Cache the words of a value for each language, because a long table repeats a few values many
    times."""

    @lru_cache(maxsize=4096)
    def kept_in(_language: str | None, value: Any) -> str:
        return words(value)

    @wraps(words)
    def find(value: Any) -> str:
        return kept_in(get_language(), value)

    return find


@register.filter
@cached_by_language
def ordinal(number: int) -> str:
    """A place as people write it: 1 -> 1st."""
    return str(humanize.ordinal(number))


@register.filter
def points(text: str | Fraction | None) -> str:
    """An exact number as people write it: 5/2 -> 2½, 10/7 -> 1 3/7.  Fractions that are too long to
    read are rounded."""
    if text is None or text == "":
        return ""
    number = Fraction(text)
    if number.denominator > LARGEST:
        return number_format(round(float(number), 4))
    whole, rest = divmod(number, 1)
    if not rest:
        return str(whole)
    share = SHARES.get(rest, f"{rest}")
    if not whole:
        return share
    return f"{whole}{share}" if rest in SHARES else f"{whole} {share}"


@register.filter
@cached_by_language
def decimal(text: str | Fraction | None) -> str:
    """An exact number as people write points: 5/2 -> 2.5.  If it is rounded, the exact number is
    shown on hover and read by screen readers."""
    if text is None or text == "":
        return ""
    number = Fraction(text)
    if number.denominator == 1:
        return str(number)
    words = rounded(number)
    if (number * 100).denominator == 1:
        return words
    markup = '<span title="{}"><span aria-hidden="true">{}</span><span class="sr">{}</span></span>'
    return format_html(markup, points(number), words, points(number))


def rounded(number: Fraction) -> str:
    """A number with at most two digits after the point."""
    hundredths = Decimal(round(number * 100)) / 100
    return number_format(hundredths.normalize() if hundredths % 1 else hundredths.to_integral())


@register.filter
def moment(ms: int | None) -> SafeString:
    """Epoch ms as a date and a time of day; a script shows them in the reader's time zone."""
    if ms is None:
        return SafeString("")
    at = datetime.fromtimestamp(ms / 1000, UTC)
    text = date_format(at, "j M Y, H:i") + " UTC"
    markup = '<time datetime="{}" data-local>{}</time>'
    return format_html(markup, at.isoformat(timespec="seconds"), text)


@register.filter
def whole(text: str) -> int | None:
    """The text that `firstof` returns, as a number; None if it is not one."""
    return int(text) if text.isdigit() else None


@register.filter
def format_words(settings: dict[str, Any]) -> str:
    """The format of a stage, as stored, in words: Swiss, tables of 4."""
    format = formats.find(settings.get("format", formats.DEFAULT))
    name, size = gettext(format.label), settings.get("size", 2)
    if size == 2:
        return name
    return gettext("%(format)s, tables of %(size)d") % {"format": name, "size": size}


@register.filter
def get(values: dict[str, object], key: str) -> object:
    """The value of a key that is known only when the page is rendered."""
    return values.get(key)
