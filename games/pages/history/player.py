"""A player's page: games, results, streaks, and the share of chance."""

from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.models import Player
from games.accounts.preferences import is_findable
from games.bus import bot_acts
from games.favourites.models import Playlist
from games.pages.history import own_luck
from games.pages.history.history import neighbours
from games.pages.history.lines import lines_of
from games.pages.ratings.choices import choices_of_level
from games.pages.tournaments.archive import places_of
from games.ratings import reading
from games.relations.reading import Relation, relation_of
from games.rule_sets.models import RuleSet
from games.table.models import Seat
from games.table.querysets import HEAVY_OF_TABLE, SeatQuerySet
from games.table.reading import player_stats
from games.table.reading.pagination import BadCursor, Cursor, page

SIZE = 20


def find_player(slug: str) -> Player:
    player = Player.objects.named(slug).select_related("preferences").first()
    if player is None:
        raise Http404(_("No player is called %(name)s.") % {"name": slug})
    return player


def place(request: HttpRequest) -> Cursor | None:
    """The position in the list from which the page begins.  Raises Http404 if the URL is
    damaged."""
    for key in ("after", "before"):
        if text := request.GET.get(key):
            try:
                return Cursor.read(text, newer=key == "after")
            except BadCursor as error:
                raise Http404(_("This page of the list does not exist.")) from error
    return None


def seats_for_list() -> SeatQuerySet:
    """Seats with everything that a line of the list of games shows."""
    beside = Seat.objects.order_by("number").select_related("player__owner")
    seats = Seat.objects.select_related("table").prefetch_related(Prefetch("table__seats", beside))
    return seats.defer(*HEAVY_OF_TABLE)


def relation_to(person: Player, viewer: object) -> Relation | None:
    """The reader's relation to a player; only people with accounts follow and block."""
    if not isinstance(viewer, Player) or not viewer.is_person or viewer == person:
        return None
    return None if person.is_bot or person.erased else relation_of(viewer, person)


@require_safe
def player(request: HttpRequest, slug: str) -> HttpResponse:
    person = find_player(slug)
    if person.slug != slug:
        return redirect("player", person.slug, permanent=True)
    own = request.user == person
    seats = player_stats.seats_of(person, private=own)
    columns = Seat.objects.select_related("table").only("ended_at", "table__private")
    games = page(seats, place(request), SIZE, columns=columns, id_field="table_id")
    context = {
        "person": person,
        "own": own,
        "findable": is_findable(person),
        "luck": own_luck.shown(person),
        "relation": relation_to(person, request.user),
        "record": player_stats.record(person, private=own),
        "lines": lines_of(games.rows, [seat.table_id for seat in games.rows], seats_for_list()),
        "page": games,
        "ratings": reading.pools_of(person, timezone.now()),
        "places": places_of(person),
        "choices": choices_of_level(person.level),
        "acts": bot_acts.of(person.pk) if person.is_bot else None,
        "rule_sets": RuleSet.objects.shown().of(person) if person.is_person else (),
        "playlists": Playlist.objects.shown().of(person) if person.is_person else (),
        "links": neighbours(request.GET, games),
    }
    return render(request, "player/index.html", context)
