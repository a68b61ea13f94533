"""Calendars for other programs (12.5): of a tournament, and of one player by a private link."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.models import Player
from games.accounts.tokens import player_of_link
from games.pages.tournaments.files.downloads import file
from games.pages.tournaments.found import find
from games.tournaments import terms
from games.tournaments.models import Entrant, Place, Tournament
from games.tournaments.reading.public import HIDDEN

KIND = "text/calendar; charset=utf-8"
NEWEST = 50  # tournaments of a player
GONE = (Entrant.Status.LEFT, Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED)


class Moment(NamedTuple):
    """`key` is the same when it is moved."""

    tournament: Tournament
    key: str
    at_ms: int
    title: str
    text: str


@require_safe
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """When it starts, and when the rounds of a schedule begin."""
    tournament = find(request, code)
    moments = moments_of(tournament)
    if not moments:
        raise Http404(_("The time of this tournament is not set yet."))
    return file(calendar_of(request, moments), f"{tournament.code}.ics", KIND)


@require_safe
def own(request: HttpRequest, key: str) -> HttpResponse:
    """The tournaments and tables of the player with this key, without signing in."""
    player = player_of_link(key)
    if player is None:
        raise Http404(_("There is no such calendar."))
    return file(calendar_of(request, own_moments(player)), "tournaments.ics", KIND)


def moments_of(tournament: Tournament) -> list[Moment]:
    """Its start and the rounds of its schedule."""
    conditions = terms.resolve(tournament.terms)
    name, text = tournament.name, tournament.description
    starts = tournament.started_ms or conditions.starts
    moments = [] if starts is None else [Moment(tournament, "0", starts, name, text)]
    for number, at in enumerate(conditions.times, 1):
        title = _("{name}: round {number}").format(name=name, number=number)
        moments.append(Moment(tournament, str(number), at, title, text))
    return moments


def own_moments(player: Player) -> list[Moment]:
    """What a player has entered; a table stands for its round."""
    entered = Entrant.objects.filter(player=player).exclude(status__in=GONE)
    newest = entered.select_related("tournament").order_by("-pk")[:NEWEST]
    tables = tables_of([entrant.pk for entrant in newest])
    taken = {(moment.tournament.pk, moment.at_ms) for moment in tables}
    planned = [moment for entrant in newest for moment in moments_of(entrant.tournament)]
    rest = [m for m in planned if m.key == "0" or (m.tournament.pk, m.at_ms) not in taken]
    return [*rest, *tables]


def tables_of(entrants: list[int]) -> list[Moment]:
    """The tables of drawn rounds."""
    rows = Place.objects.filter(entrant__in=entrants, pairing__isnull=False)
    rows = rows.exclude(round__state__in=HIDDEN).filter(round__begins_ms__isnull=False)
    rows = rows.select_related("round__stage__tournament", "pairing")
    return [table(place) for place in rows.prefetch_related("pairing__places__entrant__player")]


def table(place: Place) -> Moment:
    one, pairing = place.round, place.pairing
    assert pairing is not None and one.begins_ms is not None
    tournament = one.stage.tournament
    title = _("{name}: round {number}, table {table}").format(
        name=tournament.name, number=one.number, table=pairing.number
    )
    others = [p.entrant.player.name for p in pairing.places.all() if p != place]
    text = _("Against {names}").format(names=", ".join(others))
    return Moment(tournament, f"{one.stage.number}-{one.number}", one.begins_ms, title, text)


def calendar_of(request: HttpRequest, moments: Iterable[Moment]) -> bytes:
    from icalendar import Calendar, Event  # here, because it takes 3 MB

    made = Calendar()
    made.add("prodid", "-//warsite//tournaments//EN")
    made.add("version", "2.0")
    for moment in moments:
        tournament = moment.tournament
        event = Event()
        event.add("uid", f"{tournament.code}-{moment.key}@warsite")
        event.add("dtstamp", moment_of(tournament.state_ms))
        event.add("dtstart", moment_of(moment.at_ms))
        event.add("summary", moment.title)
        event.add("description", moment.text)
        event.add("url", request.build_absolute_uri(tournament.get_absolute_url()))
        cancelled = tournament.state == "cancelled"
        event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
        made.add_component(event)
    return bytes(made.to_ical())


def moment_of(ms: int) -> datetime:
    return datetime.fromtimestamp(ms // 1000, UTC)
