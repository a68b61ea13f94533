"""The rounds of entrants as chips: the result of each, linked to its table."""

from collections import defaultdict
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.templatetags.tournaments import decimal, ordinal
from games.templatetags.tournaments import points as points_words
from games.tournaments.models import Pairing, Place, Stage
from games.tournaments.reading.record import HIDDEN, PENDING
from games.tournaments.scoring.record import Kind
from games.tournaments.settings import Settings

LAST = 8  # rounds of an entrant in an arena, which has many
STATUS = Pairing.Status
CALLED_OFF = (STATUS.VOID, STATUS.ANNULLED)
FIELDS = ("kind", "place", "points", "pairing__status")
GAME = ("table__code", "table__status", "table__held_back", "void")
ORDER = ("round__number", "pairing__games__number")
COLUMNS = ("entrant__number", "round__number", *FIELDS, *(f"pairing__games__{n}" for n in GAME))
LINK = '<li><a class="chip {}" href="'
AFTER = '" title="{0}"><span class="sr">{0}</span>{1}</a></li>'
PLAIN = '<li><span class="chip {0}" title="{1}"><span class="sr">{1}</span>{2}</span></li>'


class Result(NamedTuple):
    """An entrant's result in a round, as it is stored."""

    kind: str
    place: int | None
    points: str
    status: str | None  # status of the pairing


class Face(NamedTuple):
    """The HTML of a chip: the parts before and after its link address, and the whole chip without a
    link."""

    before: SafeString
    after: SafeString
    plain: SafeString


class Faces(dict[tuple[int, Result], Face]):
    """The faces of results in the rounds of a stage.  Each face is made once, because many results
    are alike."""

    def __init__(self, settings: Settings) -> None:
        self.two, self.has_points = settings.two, not settings.format.is_knockout

    def __missing__(self, key: tuple[int, Result]) -> Face:
        round_, result = key
        style = "live" if result.status in PENDING else "won" if result.place == 1 else ""
        values = {"round": round_, "result": self.label(result)}
        label, content = _("Round %(round)d: %(result)s") % values, self.content(result)
        after, plain = format_html(AFTER, label, content), format_html(PLAIN, style, label, content)
        self[key] = face = Face(format_html(LINK, style), after, plain)
        return face

    def content(self, result: Result) -> SafeString:
        """The visible content of a chip, a few characters, which screen readers skip."""
        points = decimal(result.points) if self.has_points else ""
        if result.status is None:
            words = _("bye") if result.kind in (Kind.BYE, Kind.FULL) else "–"
            points = "" if result.points in ("", "0") else points
        elif result.status in PENDING:
            words, points = _("now"), ""
        elif result.status in CALLED_OFF:
            words = _("void")
        elif result.place is None:
            words = "–"
        elif not self.two:
            words = ordinal(result.place)
        elif self.has_points:
            words, points = points, ""
        else:
            words = _("won") if result.place == 1 else _("lost")
        return format_html('<span aria-hidden="true">{} <small>{}</small></span>', words, points)

    def label(self, result: Result) -> str:
        if result.status in PENDING:
            return _("not over yet")
        if result.status is None:
            words = _(Kind(result.kind).label)
        elif result.status in CALLED_OFF:
            words = str(STATUS(result.status).label)
        else:
            words = _("did not come") if result.place is None else ordinal(result.place)
        if not self.has_points:
            return words
        text = _("%(result)s, points: %(points)s")
        return text % {"result": words, "points": points_words(result.points)}


def chips_of(
    stage: Stage, settings: Settings, entrants: Collection[int], after: int | None = None
) -> dict[int, SafeString]:
    """The chips of these entrants (their numbers) in the rounds up to `after`."""
    places = Place.objects.filter(round__stage=stage, entrant__number__in=entrants)
    if after is not None:
        places = places.filter(round__number__lte=after)
    places = places.exclude(round__state__in=HIDDEN)
    rows = defaultdict[int, dict[int, tuple[Result, SafeString]]](dict)
    for number, round_, *fields in places.order_by(*ORDER).values_list(*COLUMNS):
        result, game = Result(*fields[: len(FIELDS)]), fields[len(FIELDS) :]
        _result, earlier = rows[number].get(round_, (None, SafeString("")))
        rows[number][round_] = result, address_of(*game) or earlier
    if settings.format.in_waves:
        for number, own in rows.items():
            rows[number] = dict(list(own.items())[-LAST:])
    faces = Faces(settings)

    def chip(round_: int, result: Result, address: SafeString) -> SafeString:
        face = faces[round_, result]
        return face.before + address + face.after if address else face.plain

    def line(own: dict[int, tuple[Result, SafeString]]) -> SafeString:
        chips = (chip(at, *row) for at, row in own.items())
        return SafeString("".join(chips))  # nosec B703  # of escaped parts

    return {number: line(own) for number, own in rows.items()}


@lru_cache(maxsize=1024)  # everybody at a table has its address
def address_of(
    code: str | None, status: str | None, is_held: bool | None, void: bool | None
) -> SafeString:
    """The address of the table, or of the replay of a finished game with its result hidden; "" if
    the game was called off or is not public yet."""
    if code is None or is_held or void or status == "aborted":
        return SafeString("")
    finished = status == "finished"
    address = reverse("replay" if finished else "table", args=[code])
    return conditional_escape(f"{address}?hide=1" if finished else address)
