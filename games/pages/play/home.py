"""The home page (play now, join, watch), and the list of live games."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.cache import caches
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.accounts.callers import opener_for
from games.accounts.models import Player
from games.lobby import public_lists
from games.lobby.listing import MOST, open_tables
from games.lobby.rows import lobby_for
from games.pages.play import last_choice, show_game
from games.pages.play.draft import of_game, ready_made
from games.pages.play.opening import open_once
from games.pages.presentation.base import PRESENTATIONS, Presentation
from games.rule_sets.models import offered_to
from games.rules.catalogue import BOTS, GAMES
from games.rules.options import pairs
from games.table.clock import now_ms
from games.table.models import Chat, Table
from games.table.querysets import TableQuerySet
from games.table.refusals import Refused
from games.table.writer import play
from games.tournaments.models import Tournament

SHOWN = {"live": 6, "done": 8, "mine": 5, "tournaments": 3}
PUBLIC_S, UNCHANGED_S = 1, 10  # how long a process keeps the public lists
PAGE = 24
LIVE = ("open", "checkin", "running", "paused")  # tournaments to enter or to follow


def own_tables(player: Player | None) -> TableQuerySet:
    """Tables that wait for this player, except those of tournaments, which call their players
    themselves."""
    if player is None:
        return Table.objects.none()
    seated = Table.objects.visible_to(player.pk).for_player(player)
    seated = seated.filter(status__in=("open", "running"))
    return seated.filter(arranged=False).order_by("-id")


def public_tables() -> dict[str, list[Table]]:
    """The lists of tables that are the same for every visitor."""
    games = Table.objects.public().of_people()
    lists: dict[str, QuerySet[Table]] = {
        "open": open_tables()[:MOST],
        "live": games.running().order_by("-id")[: SHOWN["live"]],
        "done": games.finished().newest()[: SHOWN["done"]],
    }
    return Table.objects.together(lists | show_game.candidates())


def tables_for(player: Player | None) -> dict[str, list[Table]]:
    """The lists of tables on the page for this visitor.  A process reads the public lists again
    when they have changed, and from time to time for the progress of their games."""
    stamp = public_lists.stamp()
    kept_s = PUBLIC_S if stamp is None else UNCHANGED_S
    key = f"home:{stamp}"
    lists: Any = caches["template_fragments"].get_or_set(key, public_tables, kept_s)
    return {**lists, "mine": list(own_tables(player).listed()[: SHOWN["mine"]])}


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    player = request.user if isinstance(request.user, Player) else None
    tables = tables_for(player)
    tournaments = Tournament.objects.public().filter(state__in=LIVE).newest()
    context = {
        "section": "play",
        "show": show_game.picture(tables),
        "tiles": [tile(request, presentation) for presentation in PRESENTATIONS.values()],
        "tournaments": tournaments[: SHOWN["tournaments"]],
        "mine": tables["mine"],
        "invitations": player.invitations.standing(at=now_ms()).listed() if player else [],
        "lobby": lobby_for(player, tables["open"]),
        "live": tables["live"],
        "done": tables["done"],
    }
    return render(request, "home/home.html", context)


def tile(request: HttpRequest, presentation: Presentation) -> dict[str, Any]:
    """The tile of a game, on which *Play* starts the game with this visitor's last choices."""
    chosen = last_choice.recall(request, presentation)
    saved = last_choice.saved_in(request, presentation.key, chosen)
    return {"presentation": presentation, "last": last_choice.words(presentation, chosen, saved)}


@require_safe
def options(request: HttpRequest, key: str) -> HttpResponse:
    """The form with all choices for a game that begins at once, filled in with the visitor's last
    choices."""
    presentation = presentation_of(key)
    chosen = last_choice.recall(request, presentation)
    context = {
        "section": "play",
        "presentation": presentation,
        "chosen": chosen,
        "saved": of_game(offered_to(request.user), presentation.game),
    }
    return render(request, "home/options.html", context)


def presentation_of(key: str) -> Presentation:
    """The game with this key.  Raises Http404."""
    if (presentation := PRESENTATIONS.get(key)) is None:
        raise Http404
    return presentation


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    running = Table.objects.public().of_people().running().listed().order_by("-id")
    page = Paginator(running, PAGE).get_page(request.GET.get("page"))
    return render(request, "home/watch.html", {"section": "watch", "page": page})


@require_POST
def practice(request: HttpRequest, key: str) -> HttpResponse:
    """Open a short private game against the easiest bots, with a hint at every new situation."""
    presentation = presentation_of(key)
    bots, count = BOTS[key], presentation.game.options(presentation.practice).players - 1
    try:
        table = open_once(
            request,
            opener_for(request),
            is_ready=True,
            game=key,
            options=presentation.practice,
            private=True,
            bots=[next(iter(bots.levels))] * count,
        )
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("home")
    return redirect(reverse("table", args=[table.code]) + "?practice=1")


@require_POST
def two_here(request: HttpRequest, key: str) -> HttpResponse:
    """Open a private table for two players at this screen, with the rules of the tile."""
    presentation = presentation_of(key)
    if not presentation.one_screen:
        raise Http404
    try:
        table = open_once(
            request,
            opener_for(request),
            is_ready=True,
            game=key,
            options=rules_of(request, key, request.POST) | {presentation.game.seats_key: "2"},
            private=True,
            substitute=False,
            chat=Chat.OFF,
            one_screen=True,
        )
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("home")
    return redirect("table", code=table.code)


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Open a table with these rules, against bots or for people, with one click.  With `last`, the
    rules are those of the visitor's last game."""
    game, alone = request.POST.get("game", "war"), request.POST.get("against") != "people"
    chosen = choices_in(request, game)
    try:
        player = opener_for(request)
        options = rules_of(request, game, chosen)
        _, o = play.read_rules(game, options, "")
        bots, level = BOTS[game], chosen.get("level", "")
        others = o.players - 1 - len(bots.fixed(o))
        company = [level] * others if level else bots.company(others)
        table = open_once(
            request,
            player,
            is_ready=alone or not others,
            game=game,
            options=options,
            bots=company if alone else (),
            tempo=chosen.get("tempo", ""),
        )
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("home")
    last_choice.remember(request, game, chosen)
    return redirect("table", code=table.code)


def choices_in(request: HttpRequest, key: str) -> Mapping[str, str]:
    """The choices of a form, or the visitor's last choices if the form has `last`."""
    if "last" in request.POST and key in PRESENTATIONS:
        return last_choice.recall(request, PRESENTATIONS[key])
    return request.POST


def rules_of(request: HttpRequest, key: str, form: Mapping[str, str]) -> dict[str, str]:
    """The options that follow from a tile's choices: house rules first, then the length, each as a
    preset, then the number of players."""
    options: dict[str, str] = {}
    if game := GAMES.get(key):
        presets = ready_made(game, last_choice.saved_in(request, key, form))
        for name in ("preset", "length"):
            options |= pairs(presets.get(form.get(name, ""), ""))
        if players := form.get("players"):
            options[game.seats_key] = players
    return options
