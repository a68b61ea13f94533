"""Favourites: games and runs that a person keeps, with a private note."""

from collections.abc import Collection, Mapping
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.models import Player
from games.favourites import playlists, writer
from games.favourites.models import LONGEST_NOTE, Favourite, Playlist
from games.favourites.writer import Refused
from games.lab.runs.models import Simulation
from games.limits.counting import TooMany
from games.pages.history.replay import with_players
from games.pages.lab.runs import title_of
from games.table.models import Seat, Table
from games.table.querysets import HEAVY_OF_TABLE
from games.untrusted import whole_number

SIZE = 25
View = dict[str, Any]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def favourites(request: HttpRequest) -> HttpResponse:
    """The list of favourites, and changes to it.  If a change is refused, the form keeps the
    reader's text."""
    player, problem, typed = cast(Player, request.user), "", {}
    if request.method == "POST":
        key = whole_number(request.POST.get("favourite", "")) or 0
        try:
            change(request, player, key)
            return redirect(request.get_full_path())
        except (Refused, playlists.Refused, TooMany) as refused:
            problem, typed = refused.sentence, {key: request.POST.get("note", "")}
    rows, older = rows_of(player, request.GET.get("before", ""))
    tables = Table.objects.visible_to(player.pk).filter(pk__in=[row.table_id for row in rows])
    seen = set(tables.values_list("pk", flat=True))
    context = {
        "rows": [shown(row, seen, typed) for row in rows],
        "older": older,
        "playlists": Playlist.objects.of(player),
        "problem": problem,
        "longest": LONGEST_NOTE,
    }
    return render(request, "me/favourites.html", context, status=409 if problem else 200)


def change(request: HttpRequest, player: Player, key: int) -> None:
    """Perform the act that the form names.  Raises Refused, TooMany, Http404."""
    do = request.POST.get("do")
    if do == "remove":
        writer.remove(by=player, key=key)
        messages.success(request, _("Removed from your favourites."))
    elif do == "list":
        code = request.POST.get("playlist", "").upper()
        chosen = get_object_or_404(Playlist.objects.of(player), code=code)
        playlists.add(playlist=chosen, by=player, game=request.POST.get("game", ""))
        messages.success(request, _("Added to %(name)s.") % {"name": chosen.called})
    else:
        writer.annotate(by=player, key=key, note=request.POST.get("note", ""))
        messages.success(request, _("Your note is saved."))


def rows_of(player: Player, before: str) -> tuple[list[Favourite], int | None]:
    """A page of favourites with their games and runs, and the key before which the next page
    begins, if there is one.  Raises Http404."""
    own: QuerySet[Favourite] = Favourite.objects.of(player)
    if before:
        key = whole_number(before)
        if key is None:
            raise Http404(_("This page of the list does not exist."))
        own = own.filter(pk__lt=key)
    seats = Seat.objects.order_by("number").select_related("player")
    own = own.select_related("table", "run").defer(*HEAVY_OF_TABLE, "run__sums")
    rows = list(own.prefetch_related(Prefetch("table__seats", seats))[: SIZE + 1])
    return rows[:SIZE], rows[SIZE - 1].pk if len(rows) > SIZE else None


def shown(row: Favourite, seen: Collection[int], typed: Mapping[int, str]) -> View:
    """A favourite as the list shows it.  A game that is not in `seen` is hidden.  `typed`: notes
    that the reader has typed, by favourite."""
    return {
        "row": row,
        "hidden": row.table_id is not None and row.table_id not in seen,
        "title": title_of(row.run) if row.run else "",
        "note": typed.get(row.pk, row.note),
    }


@require_POST
@login_required
def keep_game(request: HttpRequest, code: str) -> HttpResponse:
    table = get_object_or_404(with_players(request), code=code.upper())
    if not table.shows_cards:
        raise Http404
    return keep(request, table, table=table)


@require_POST
@login_required
def keep_run(request: HttpRequest, code: str) -> HttpResponse:
    run = get_object_or_404(Simulation, code=code.upper())
    return keep(request, run, run=run)


def keep(request: HttpRequest, page: Table | Simulation, **what: Any) -> HttpResponse:
    """Keep a game or a run, and return to the page where the visitor was."""
    try:
        writer.keep(by=cast(Player, request.user), **what)
        messages.success(request, _("Added to your favourites, where you can write a note."))
    except (Refused, TooMany) as refused:
        messages.error(request, refused.sentence)
    here = request.headers.get("Referer", "")
    is_safe = url_has_allowed_host_and_scheme(here, {request.get_host()})
    return redirect(here if is_safe else page)
