"""Home: play now, join, watch; and the list of live games."""

import secrets
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.accounts import limits
from games.accounts.guests import guest_for
from games.accounts.models import Player
from games.lobby.listing import MOST, listing, open_tables, without
from games.lobby.rows import rows
from games.pages.play import show_game
from games.pages.presentation.base import PRESENTATIONS
from games.relations.reading import relations_of
from games.rules.catalogue import BOTS
from games.table.clock import now_ms
from games.table.models import Table
from games.table.reading.lists import read_lists
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from games.tournaments.models import Tournament

ENTROPY = 16  # bytes for the shuffle from a player
SHOWN = {"live": 6, "done": 8, "mine": 5, "tournaments": 3}
PAGE = 24
LIVE = ("open", "checkin", "running", "paused")  # tournaments to enter or to follow


def own_tables(player: Player | None) -> QuerySet[Table]:
    """Tables that wait for this player; tournaments call to theirs themselves."""
    if player is None:
        return Table.objects.none()
    seated = Table.objects.visible_to(player.pk).for_player(player)
    seated = seated.filter(status__in=("open", "running"))
    return seated.filter(arranged=False).order_by("-id")


def tables_for(player: Player | None) -> dict[str, list[Table]]:
    """The lists of the page."""
    games = Table.objects.public().of_people()
    lists: dict[str, QuerySet[Table]] = {
        "open": open_tables()[:MOST],
        "live": games.running().order_by("-id")[: SHOWN["live"]],
        "done": games.finished().newest()[: SHOWN["done"]],
        "mine": own_tables(player)[: SHOWN["mine"]],
    }
    return read_lists(lists | show_game.candidates())


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    player = request.user if isinstance(request.user, Player) else None
    tables = tables_for(player)
    tournaments = Tournament.objects.public().filter(state__in=LIVE).newest()
    context = {
        "section": "play",
        "show": show_game.drawn(tables),
        "presentations": PRESENTATIONS.values(),
        "tournaments": tournaments[: SHOWN["tournaments"]],
        "mine": tables["mine"],
        "invitations": player.invitations.standing(at=now_ms()).shown() if player else [],
        "lobby": lobby_of(player, tables["open"]),
        "live": tables["live"],
        "done": tables["done"],
    }
    return render(request, "home/home.html", context)


def lobby_of(player: Player | None, first: list[Table]) -> dict[str, Any]:
    """Without the people whom this player blocks, and their own wish."""
    entries, count = listing(now_ms(), first)
    blocked, followed = relations_of([player.pk])[player.pk] if player else ((), ())
    shown = rows(without(entries, blocked, player))
    return {"rows": shown, "more": max(0, count - len(entries)), "followed": followed}


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    running = Table.objects.public().of_people().running().listed().order_by("-id")
    page = Paginator(running, PAGE).get_page(request.GET.get("page"))
    return render(request, "home/watch.html", {"section": "watch", "page": page})


@require_POST
def practice(request: HttpRequest, key: str) -> HttpResponse:
    """A short private game against the easiest bots, with a hint for every new moment."""
    presentation = PRESENTATIONS.get(key)
    if presentation is None:
        raise Http404
    bots, count = BOTS[key], presentation.game.options(presentation.practice).players - 1
    try:
        player = guest_for(request)
        table = play.open_table(
            by=player,
            game=key,
            options=presentation.practice,
            private=True,
            bots=[next(iter(bots.levels))] * count,
        )
        play.ready(Order(table, player), entropy=entropy_of(request))
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("home")
    return redirect(reverse("table", args=[table.code]) + "?practice=1")


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """One click: a table of this preset against bots, or one that waits for people."""
    alone = request.POST.get("against") != "people"
    game, preset = request.POST.get("game", "war"), request.POST.get("preset", "")
    limits.verify(limits.TABLES, request)
    try:
        player = guest_for(request)
        _, o = play.read_rules(game, "", preset)
        bots = BOTS[game]
        others = o.players - 1 - len(bots.fixed(o))
        table = play.open_table(
            by=player,
            game=game,
            preset=preset,
            bots=bots.company(others) if alone else (),
            tempo=request.POST.get("tempo", ""),
        )
        if alone or not others:
            play.ready(Order(table, player), entropy=entropy_of(request))
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("home")
    return redirect("table", code=table.code)


def entropy_of(request: HttpRequest) -> bytes:
    """The random bytes from the browser's form; without scripts, ours."""
    try:
        entropy = bytes.fromhex(request.POST.get("entropy", ""))
    except ValueError:
        entropy = b""
    return entropy if len(entropy) == ENTROPY else secrets.token_bytes(ENTROPY)
