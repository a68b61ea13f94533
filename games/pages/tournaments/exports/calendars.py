"""Calendars for other programs (12.5): one of a tournament, and one of a player by a private
link."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.models import Player
from games.accounts.tokens import player_of_link
from games.pages.tournaments.exports.downloads import file
from games.pages.tournaments.shortcuts import find
from games.tournaments import terms
from games.tournaments.checks import limit_ms
from games.tournaments.declared import MINUTE_MS
from games.tournaments.log import Act
from games.tournaments.models import Entrant, Place, Stage, Tournament
from games.tournaments.reading.record import HIDDEN, settings_of
from games.tournaments.terms import Terms
from warsite.addresses import address_for_others

KIND = "text/calendar; charset=utf-8"
NEWEST = 50  # tournaments of a player
MOVES = ("edit", "start", "draw", "redraw", "publish", "undo", "cancel", "reopen", "finish")
GONE = (Entrant.Status.LEFT, Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED)


class Moment(NamedTuple):
    """An entry of a calendar.  `key` stays the same when the entry is moved.  The entry lasts from
    `at_ms` to `ends_ms`, and was last changed at `changed_ms` (epoch ms)."""

    tournament: Tournament
    key: str
    at_ms: int
    ends_ms: int
    title: str
    text: str
    changed_ms: int = 0


class Revision(NamedTuple):
    """The number of changes to a tournament's terms, and the time of the last one (epoch ms)."""

    changes: int
    at_ms: int


@require_safe
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """The calendar of a tournament: its start, and the rounds of a schedule."""
    tournament = find(request, code)
    moments = moments_of(tournament)
    if not moments:
        raise Http404(_("The time of this tournament is not set yet."))
    return file(calendar_of(request, moments), f"{tournament.code}.ics", KIND)


@require_safe
def own(request: HttpRequest, key: str) -> HttpResponse:
    """The calendar of the player with this key, without signing in: tournaments and tables."""
    player = player_of_link(key)
    if player is None:
        raise Http404(_("There is no such calendar."))
    return file(calendar_of(request, own_moments(player)), "tournaments.ics", KIND)


def moments_of(tournament: Tournament) -> list[Moment]:
    """The start of a tournament and the rounds of its schedule."""
    conditions = terms.resolve(tournament.terms)
    name, text = tournament.name, tournament.description
    starts = tournament.started_ms or conditions.starts
    stages = list(tournament.stages.all())
    round_ms = round_of(conditions, stages[0])
    moments = []
    if starts is not None:
        planned = max(
            starts + sum(length_of(conditions, stage) for stage in stages),
            *(at + round_ms for at in conditions.times),
            starts,
        )
        ended = tournament.ended_ms if tournament.started_ms else None  # else it was called off
        ends = ended or planned
        moments.append(Moment(tournament, "0", starts, ends, name, text))
    for number, at in enumerate(conditions.times, 1):
        title = _("{name}: round {number}").format(name=name, number=number)
        moments.append(Moment(tournament, str(number), at, at + round_ms, title, text))
    return moments


def round_of(conditions: Terms, stage: Stage) -> int:
    """The longest time (ms) of a round, given by the time limits of its games."""
    s = settings_of(stage)
    return limit_ms(s, conditions, s.size) * s.games


def length_of(conditions: Terms, stage: Stage) -> int:
    """The longest time (ms) of a stage with its breaks; of one round if the number of rounds is not
    known."""
    s = settings_of(stage)
    if s.minutes is not None:
        return s.minutes * MINUTE_MS
    break_ms = conditions.break_s * 1000
    return (s.rounds or 1) * (round_of(conditions, stage) + break_ms) - break_ms


def own_moments(player: Player) -> list[Moment]:
    """The entries of a player's calendar.  The entry of a table replaces the entry of its round."""
    visible = Tournament.objects.visible_to(player.pk)
    entered = Entrant.objects.filter(player=player, tournament__in=visible)
    entered = entered.exclude(status__in=GONE)
    newest = entered.select_related("tournament").order_by("-pk")
    newest = newest.prefetch_related("tournament__stages")[:NEWEST]
    tables = tables_of([entrant.pk for entrant in newest])
    taken = {(moment.tournament.pk, moment.at_ms) for moment in tables}
    planned = [moment for entrant in newest for moment in moments_of(entrant.tournament)]
    rest = [m for m in planned if m.key == "0" or (m.tournament.pk, m.at_ms) not in taken]
    return [*rest, *tables]


def tables_of(entrants: list[int]) -> list[Moment]:
    """The entries for the tables of drawn rounds at which these entrants sit."""
    rows = Place.objects.filter(entrant__in=entrants, pairing__isnull=False)
    rows = rows.exclude(round__state__in=HIDDEN).filter(round__begins_ms__isnull=False)
    rows = rows.select_related("round__stage__tournament", "pairing")
    return [
        table_moment(place) for place in rows.prefetch_related("pairing__places__entrant__player")
    ]


def table_moment(place: Place) -> Moment:
    current, pairing = place.round, place.pairing
    assert pairing is not None and current.begins_ms is not None
    tournament = current.stage.tournament
    title = _("{name}: round {number}, table {table}").format(
        name=tournament.name, number=current.number, table=pairing.number
    )
    others = [p.entrant.player.name for p in pairing.places.all() if p != place]
    text = _("Against {names}").format(names=", ".join(others))
    lasts = round_of(terms.resolve(tournament.terms), current.stage)
    begins, key = current.begins_ms, f"{current.stage.number}-{current.number}"
    changed = current.published_ms or begins
    return Moment(tournament, key, begins, begins + lasts, title, text, changed)


def calendar_of(request: HttpRequest, moments: Sequence[Moment]) -> bytes:
    """The calendar by RFC 5545.  Programs move an entry if its SEQUENCE is higher than the one they
    have stored."""
    from icalendar import Calendar, Event  # here, because it takes 3 MB

    made = Calendar()
    made.add("prodid", "-//warsite//tournaments//EN")
    made.add("version", "2.0")
    revisions = revisions_of(moment.tournament for moment in moments)
    for moment in moments:
        tournament = moment.tournament
        revision = revisions.get(tournament.pk, Revision(0, tournament.created_ms))
        changed = max(revision.at_ms, tournament.state_ms, moment.changed_ms)
        event = Event()
        event.add("uid", f"{tournament.code}-{moment.key}@warsite")
        event.add("dtstamp", moment_of(changed))
        event.add("last-modified", moment_of(changed))
        event.add("sequence", revision.changes)
        event.add("dtstart", moment_of(moment.at_ms))
        event.add("dtend", moment_of(max(moment.ends_ms, moment.at_ms + MINUTE_MS)))
        event.add("summary", moment.title)
        event.add("description", moment.text)
        event.add("url", address_for_others(request, tournament.get_absolute_url()))
        cancelled = tournament.state == "cancelled"
        event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
        made.add_component(event)
    return bytes(made.to_ical())


def revisions_of(tournaments: Iterable[Tournament]) -> dict[int, Revision]:
    """The revision of each tournament: the number of acts that can have moved or cancelled its
    entries, and the time of the last one."""
    keys = {tournament.pk for tournament in tournaments}
    acts = Act.objects.filter(tournament__in=keys, act__in=MOVES).order_by()
    rows = acts.values("tournament").annotate(changes=Count("pk"), at_ms=Max("at_ms"))
    return {row["tournament"]: Revision(row["changes"], row["at_ms"]) for row in rows}


def moment_of(ms: int) -> datetime:
    return datetime.fromtimestamp(ms // 1000, UTC)
