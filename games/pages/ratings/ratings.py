"""Boards of all pools, a player's rating in one of them, and the stakes of a rated table."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.models import Player
from games.pages.history.player import find_player
from games.pages.ratings.chart import chart
from games.pages.ratings.choices import choices_of_bots
from games.ratings import reading, skill
from games.ratings.models import Rating
from games.table.models import Table
from games.table.rated import OF_BOTS, OF_PEOPLE, POOLS, Pool, pool_of_table
from games.table.reading.pagination import key_page

TOP, SIZE = 5, 50
ASKED = {"games": skill.GAMES, "days": skill.IDLE.days}


def pool_or_404(key: str) -> Pool:
    if key not in POOLS:
        raise Http404(_("There is no such board."))
    return POOLS[key]


@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    """The page with the first players of every pool, and an explanation of ratings."""
    context = {"section": "boards", "pool": OF_PEOPLE[0], "new": skill.Skill(), **ASKED}
    return render(request, "ratings/boards.html", context | tops_of(OF_PEOPLE))


@require_safe
def bot_boards(request: HttpRequest) -> HttpResponse:
    """The page with the first bots of every pool, those of the site and those of programs."""
    choices = choices_of_bots(timezone.now())
    context = {"section": "boards", "pool": OF_BOTS[0], "choices": choices, **ASKED}
    return render(request, "ratings/bots.html", context | tops_of(OF_BOTS))


def tops_of(pools: tuple[Pool, ...]) -> dict[str, Any]:
    """The first players of each pool, and the pools whose boards are empty."""
    now = timezone.now()
    tops = [(pool, rows_of(list(reading.board(pool.key, now)[:TOP]), 1)) for pool in pools]
    unranked = [pool for pool, rows in tops if not rows]
    return {"ranked": [top for top in tops if top[1]], "unranked": unranked}


@require_safe
def board(request: HttpRequest, key: str) -> HttpResponse:
    """The page of a board.  `after` and `before` are positions on the board, so that a late page is
    as quick as the first."""
    pool, now = pool_or_404(key), timezone.now()
    listed = reading.board(key, now)
    below, above = side_of(request, "after"), side_of(request, "before")
    page = key_page(listed, SIZE, below=below, above=above)
    if not page.rows and (below or above):  # the players who were there have moved
        return redirect("board", key)
    first = reading.first_place(listed, page.rows)
    own = None
    if isinstance(request.user, Player):
        own = reading.own_place(key, request.user, now)
    context = {
        "section": "boards",
        "pool": pool,
        "rows": rows_of(page.rows, first),
        "previous": reading.position(page.rows[0]) if page.has_previous else "",
        "next": reading.position(page.rows[-1]) if page.has_next else "",
        "own": own,
        "beside": rows_of(own.rows, own.first) if own else [],
        "is_elsewhere": own is not None and not first <= own.place < first + len(page.rows),
        "mine": request.user.pk,
        **ASKED,
    }
    return render(request, "ratings/board.html", context)


def side_of(request: HttpRequest, name: str) -> Q | None:
    """The rows on one side of the position in the address.  Raises Http404."""
    text = request.GET.get(name)
    if text is None:
        return None
    try:
        return reading.read_position(text, up=name == "before")
    except ValueError:
        raise Http404(_("There is no such page. Start with the first one.")) from None


def rows_of(ratings: Sequence[Rating], first: int) -> list[dict[str, Any]]:
    """Rows of a board with their places, of which `first` is the first."""
    now = timezone.now()
    return [
        {"place": place, "player": rating.player, "games": rating.games}
        | {"skill": reading.skill_of(rating, now)}
        for place, rating in enumerate(ratings, first)
    ]


@require_safe
def of_player(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The course of a player's rating, and all its games."""
    person, pool = find_player(slug), pool_or_404(key)
    if person.slug != slug:
        return redirect("player_rating", person.slug, key, permanent=True)
    rating = reading.of_player(person).filter(pool__key=key).first()
    if rating is None:
        raise Http404(_("%(name)s has played no rated games of this kind.") % {"name": person.name})
    changes = reading.changes_of(rating).select_related("table")
    page = Paginator(changes.defer("table__state", "table__deal"), SIZE)
    context = {
        "section": "boards",
        "person": person,
        "pool": pool,
        "rating": rating,
        "skill": reading.skill_of(rating, timezone.now()),
        "chart": chart(reading.course(rating)),
        "page": page.get_page(request.GET.get("page")),
    }
    return render(request, "ratings/player.html", context)


@require_safe
def of_table(request: HttpRequest, code: str) -> HttpResponse:
    """The ratings at a table: before the game, the expected results; afterwards, the changes and
    their reasons."""
    table = get_object_or_404(
        Table.objects.visible_to(request.user.pk).defer("state", "deal"), code=code.upper()
    )
    pool = pool_of_table(table)
    if pool is None:
        raise Http404(_("This table is not rated."))
    stakes = reading.stakes(table, timezone.now())
    context = {
        "section": "boards",
        "table": table,
        "pool": pool,
        "stakes": stakes,
        "note": reading.note_of(stakes),
        "counted": bool(stakes and stakes[0].change),
    }
    return render(request, "ratings/table.html", context)
