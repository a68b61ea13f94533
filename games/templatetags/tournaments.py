"""Words and numbers of tournaments: states, results, points, moments."""

from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from django import template
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.tournaments import formats
from games.tournaments.models import Entrant, Pairing, Round
from games.tournaments.scoring.record import Kind

register = template.Library()

STATES = {
    "draft": _("Draft"),
    "announced": _("Announced"),
    "open": _("Entries open"),
    "checkin": _("Check-in"),
    "running": _("Running"),
    "paused": _("Paused"),
    "finished": _("Finished"),
    "cancelled": _("Cancelled"),
}
ROUNDS = {
    Round.State.DRAWN: _("drawn, not published"),
    Round.State.PUBLISHED: _("begins soon"),
    Round.State.OPENING: _("tables are opening"),
    Round.State.PLAYING: _("playing"),
    Round.State.COMPLETE: _("complete"),
    Round.State.UNDONE: _("undone"),
}
PAIRINGS = {
    Pairing.Status.PLANNED: _("not begun"),
    Pairing.Status.OPEN: _("playing"),
    Pairing.Status.PLAYED: _("played"),
    Pairing.Status.ADJUDICATED: _("ended at the time limit"),
    Pairing.Status.WALKOVER: _("walk-over"),
    Pairing.Status.NOSHOW: _("nobody came"),
    Pairing.Status.RULED: _("decided by a director"),
    Pairing.Status.VOID: _("void"),
    Pairing.Status.LOT: _("decided by lot"),
    Pairing.Status.ANNULLED: _("annulled"),
}
KINDS = {
    Kind.PLAYED: _("played"),
    Kind.HALF: _("missed, announced"),
    Kind.LATE: _("entered later"),
    Kind.ABSENT: _("absent"),
    Kind.WITHDRAWN: _("withdrawn"),
    Kind.DISQUALIFIED: _("disqualified"),
    Kind.NOSHOW: _("did not come"),
    Kind.BYE: _("bye"),
    Kind.FULL: _("full points from a director"),
    Kind.WALKOVER: _("walk-over"),
    Kind.VOID: _("void"),
    Kind.FREE: _("free round"),
    Kind.ANNULLED: _("annulled"),
}
ENTRANTS = {
    Entrant.Status.ENTERED: _("entered"),
    Entrant.Status.WAITING: _("on the waiting list"),
    Entrant.Status.LEFT: _("left before the start"),
    Entrant.Status.DROPPED: _("did not check in"),
    Entrant.Status.PLAYING: _("playing"),
    Entrant.Status.WITHDRAWN: _("withdrawn"),
    Entrant.Status.DISQUALIFIED: _("disqualified"),
}
METHODS = {
    "dutch": _("the FIDE Dutch system"),
    "cost": _("fewest repeated opponents"),
    "fallback": _("fewest repeated opponents, because no legal draw was left"),
    "manual": _("by hand, by a director"),
    "berger": _("the Berger tables"),
    "design": _("a plan made at the start"),
    "bracket": _("the bracket"),
    "arena": _("who was waiting"),
}
TIEBREAKS = {
    "direct": _("Direct encounter"),
    "buchholz": _("Buchholz"),
    "buchholz1": _("Buchholz without the lowest"),
    "oms": _("Opponents’ mean score"),
    "sonneborn": _("Sonneborn-Berger"),
    "wins": _("Wins"),
    "games": _("Games won"),
    "cards": _("Share of cards"),
    "seed": _("Seed"),
    "lot": _("Lot"),
}
LARGEST = 99  # denominator that is shown
SHARES = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


@register.filter
def state_words(state: str) -> str:
    return str(STATES.get(state, state))


@register.filter
def round_words(state: str) -> str:
    return str(ROUNDS.get(Round.State(state), state))


@register.filter
def pairing_words(status: str) -> str:
    return str(PAIRINGS[Pairing.Status(status)])


@register.filter
def kind_words(kind: str) -> str:
    return str(KINDS[Kind(kind)])


@register.filter
def entrant_words(entrant: Entrant) -> str:
    if entrant.away and entrant.status == Entrant.Status.PLAYING:
        return gettext("away")
    return str(ENTRANTS[Entrant.Status(entrant.status)])


@register.filter
def method_words(method: str) -> str:
    return str(METHODS.get(method, method))


@register.filter
def tiebreak_words(key: str) -> str:
    return str(TIEBREAKS.get(key, key))


@register.filter
def points(text: str | Fraction | None) -> str:
    """An exact number as people write it: 5/2 -> 2½, 10/7 -> 1 3/7.  What nobody can read as a
    fraction is rounded."""
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
def moment(ms: int | None) -> SafeString:
    """Epoch ms as a date and a time of day; a script shows them in the reader's time zone."""
    if ms is None:
        return SafeString("")
    at = datetime.fromtimestamp(ms / 1000, UTC)
    said = date_format(at, "j M Y, H:i") + " UTC"
    shown = '<time datetime="{}" data-local>{}</time>'
    return format_html(shown, at.isoformat(timespec="seconds"), said)


@register.filter
def whole(text: str) -> int | None:
    """What `firstof` found, as a number again."""
    return int(text) if text.isdigit() else None


@register.filter
def format_words(settings: dict[str, Any]) -> str:
    """The format of a stage, as stored: Swiss, tables of 4."""
    format = formats.find(settings.get("format", formats.DEFAULT))
    name, size = gettext(format.label), settings.get("size", 2)
    if size == 2:
        return name
    return gettext("%(format)s, tables of %(size)d") % {"format": name, "size": size}


@register.filter
def get(values: dict[str, object], key: str) -> object:
    """The value of a key that is known only when the page is made."""
    return values.get(key)
