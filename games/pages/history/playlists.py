"""Playlists: games under a name, which their owner arranges and may show to everybody."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.models import Player
from games.accounts.preferences import is_findable
from games.favourites import playlists as writer
from games.favourites.models import LONGEST_NAME, LONGEST_NOTE, Playlist, PlaylistGame
from games.favourites.playlists import Refused
from games.limits.counting import TooMany
from games.table.models import Seat, Table
from games.table.querysets import HEAVY, TableQuerySet
from games.untrusted import whole_number

View = dict[str, Any]


def find_playlist(reader: object, code: str) -> Playlist:
    """The playlist with this code, if it is public or the reader's own.  Raises Http404."""
    if (playlist := Playlist.objects.find_for(reader, code)) is None:
        raise Http404
    return playlist


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    """The reader's playlists, and the form to make another.  If a new playlist is refused, the form
    keeps the reader's text."""
    player, problem = cast(Player, request.user), ""
    name, about = request.POST.get("name", ""), request.POST.get("about", "")
    if request.method == "POST":
        try:
            return redirect(writer.make(by=player, name=name, about=about))
        except (Refused, TooMany) as refused:
            problem = refused.sentence
    context = {
        "playlists": Playlist.objects.of(player).annotate(count=Count("games")),
        "problem": problem,
        "name": name,
        "about": about,
        "longest_name": LONGEST_NAME,
        "longest": LONGEST_NOTE,
    }
    return render(request, "me/playlists.html", context, status=409 if problem else 200)


@require_safe
def playlist(request: HttpRequest, code: str) -> HttpResponse:
    found = find_playlist(request.user, code)
    is_own = request.user == found.owner
    rows = rows_of(found, request.user.pk, private=is_own)
    context = {
        "playlist": found,
        "own": is_own,
        "rows": rows,
        "count": sum(1 for row in rows if row.seen),
        "first": next((row.seen for row in rows if row.seen), None),
        "findable": found.shown and is_findable(found.owner),
        "longest_name": LONGEST_NAME,
        "longest": LONGEST_NOTE,
    }
    return render(request, "history/playlist.html", context)


class Row:
    """A game of a playlist.  `seen`: the game's table if this reader may see it, otherwise None."""

    def __init__(self, game: PlaylistGame, seen: Table | None) -> None:
        self.game, self.seen = game, seen
        self.names = [seat.player.name for seat in seen.seats.all()] if seen else []


def rows_of(playlist: Playlist, reader: int | None, *, private: bool) -> list[Row]:
    """The games that a reader (an id) may see.  With `private` these are all games of the list,
    including private ones, and those that its owner can no longer see."""
    games = list(playlist.games.all())
    tables = seen_by(reader).filter(pk__in=[game.table_id for game in games])
    seen = {table.pk: table for table in (tables if private else tables.filter(private=False))}
    rows = [Row(game, seen.get(game.table_id)) for game in games]
    return [row for row in rows if private or row.seen]


def seen_by(reader: int | None) -> TableQuerySet:
    """The finished games that this reader may see, with the columns of a row."""
    seats = Seat.objects.order_by("number").select_related("player")
    tables = Table.objects.visible_to(reader).over().prefetch_related(Prefetch("seats", seats))
    return tables.defer(*HEAVY)


@require_POST
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Perform the act that a form of the page names."""
    found = find_playlist(request.user, code)
    acts = acts_of(request, found)
    if (do := request.POST.get("do", "")) not in acts:
        raise Http404
    try:
        acts[do]()
    except (Refused, TooMany) as refused:
        messages.error(request, refused.sentence)
        return redirect(found)
    if do == "delete":
        messages.success(request, _("You have deleted %(name)s.") % {"name": found.called})
        return redirect("playlists")
    return redirect(found)


def acts_of(request: HttpRequest, playlist: Playlist) -> Mapping[str, Callable[[], None]]:
    """The acts of the owner, by name.  The writer refuses other players.  Raises Http404 for
    visitors without an account."""
    by, post = request.user, request.POST
    if not isinstance(by, Player):
        raise Http404
    mine: View = {"playlist": playlist, "by": by}
    key, place = (whole_number(post.get(name, "")) or 0 for name in ("row", "place"))
    name, about, note = (post.get(field, "") for field in ("name", "about", "note"))
    return {
        "describe": lambda: writer.describe(
            **mine, name=name, about=about, shown=post.get("shown") == "on"
        ),
        "delete": lambda: writer.delete(**mine),
        "add": lambda: writer.add(**mine, game=post.get("game", ""), note=note),
        "arrange": lambda: writer.arrange(**mine, key=key, place=max(1, place), note=note),
        "remove": lambda: writer.remove(**mine, key=key),
    }
