"""A page for the projector of a room: it cannot change anything, and looks the same for everybody.
With its key it opens without an account, even if the event is private; the key opens nothing
else."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.core.signing import Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.tournaments.podium import podium_of
from games.pages.tournaments.presence import expected, presence_words
from games.pages.tournaments.shortcuts import find, names, way_in
from games.pages.tournaments.standings import for_people, latest
from games.pages.tournaments.tables import open_tables
from games.table.clock import now_ms
from games.tournaments import terms
from games.tournaments.acts import LIVE
from games.tournaments.models import Round, Stage, Tournament
from games.tournaments.reading.public import stages_of
from games.tournaments.reading.record import HIDDEN

SALT = "games.screen"
KEPT_MS = 24 * 3600 * 1000  # after the end
TURN_MS = 12_000
ROWS, TABLES, PEOPLE = 10, 8, 36  # seen at once
Thing = TypeVar("Thing")


def address_of(tournament: Tournament) -> str:
    """The page's address with its key."""
    return reverse("tournament_screen", args=[tournament.code, key_of(tournament)])


def key_of(tournament: Tournament) -> str:
    """The key of the screen.  Until a director renews it, it is derived from the code alone."""
    number = f" {tournament.screen_keys}" if tournament.screen_keys else ""
    return Signer(salt=SALT).signature(tournament.code + number)


def find_by_key(code: str, key: str, now: int) -> Tournament:
    """The tournament that this key opens, until a day after its end.  Raises Http404."""
    tournament = Tournament.objects.filter(code=code.upper()).first()
    if tournament is None or not constant_time_compare(key, key_of(tournament)):
        raise Http404(_("There is no such tournament."))
    if tournament.ended_ms is not None and now > tournament.ended_ms + KEPT_MS:
        raise Http404(_("There is no such tournament."))
    return tournament


@require_safe
def screen(request: HttpRequest, code: str, key: str = "") -> HttpResponse:
    now = now_ms()
    tournament = find_by_key(code, key, now) if key else find(request, code)
    stages = stages_of(tournament)
    stage = tournament.last_stage() if tournament.state in LIVE else None
    tables = open_tables(stage, now, with_absent=True) if stage else []
    people = expected(tournament)
    come = [one.has_come for one in people or ()]
    tables.sort(key=lambda row: (row.pairing.round.number, row.pairing.number))
    current = tables[-1].pairing.round if tables else last_round(stage) if stage else None
    standing = latest(stages)
    rows = turn(for_people(standing), ROWS, now) if standing else []
    known = names(tournament, [row["entrant"] for row in rows])
    context: dict[str, Any] = {
        "tournament": tournament,
        "stages": stages,
        "settings": stages[0][1],
        "now_ms": now,
        "round": current,
        "until_ms": until(tournament, stage, current),
        "people": None if people is None else turn(people, PEOPLE, now),
        "presence": presence_words(come.count(True), len(come) - come.count(None)),
        "tables": turn(tables, TABLES, now),
        "standing": standing,
        "rows": [row | {"who": known.get(row["entrant"])} for row in rows],
        "way_in": way_in(tournament),
    }
    context["podium"] = podium_of(context) if tournament.state == "finished" else None
    return render(request, "tournaments/screen.html", context)


def last_round(stage: Stage) -> Round | None:
    """The last public round."""
    return stage.rounds.exclude(state__in=HIDDEN).order_by("number").last()


def until(tournament: Tournament, stage: Stage | None, current: Round | None) -> int | None:
    """The next moment for which people in the room wait (epoch ms): the start, the tables, the next
    round, or the end."""
    if tournament.state not in LIVE:
        return None if tournament.ended_ms else terms.resolve(tournament.terms).starts
    if stage is not None and stage.ends_ms:
        return stage.ends_ms
    if current is None or current.state == Round.State.COMPLETE:
        return tournament.due_ms
    return current.begins_ms if current.state == Round.State.PUBLISHED else None


def turn(things: Sequence[Thing], size: int, now: int) -> list[Thing]:
    """The part of a list that is shown now: `size` at once, and the next ones every few seconds."""
    pages = max(1, -(-len(things) // size))
    start = now // TURN_MS % pages * size
    return list(things[start : start + size])
