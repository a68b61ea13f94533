"""The form for a new table, by presets or by every option; the rules decide which options can be
combined."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.accounts.callers import caller_of, opener_for
from games.accounts.models import Player
from games.lab.runs import preset_lengths
from games.limits.counting import TooMany
from games.limits.declared import LENGTHS
from games.pages.play.draft import OWN, Draft, ready_made
from games.pages.play.opening import open_once
from games.pages.play.table import levels_of
from games.pages.presentation.base import Usual
from games.relations.circles import Circle
from games.rule_sets.models import RuleSet, offered_to
from games.rules.catalogue import BOTS, GAMES, find
from games.table.models import Chat, Table
from games.table.rated import Pool, pool_of
from games.table.refusals import Refused
from games.table.writer.opening import preset_of

USUAL = next(iter(GAMES))  # before a game is chosen
OPEN = "open"


class OtherSeat(NamedTuple):
    """Another player's seat.  `house`: the name of the bot that always has this seat, if the rules
    say so."""

    number: int
    chosen: str
    house: str


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form for a new table; each change requests it again (a script requests only its inner
    part)."""
    data = request.POST if request.method == "POST" else request.GET
    draft = draft_of(data, offered_to(request.user))
    if request.method == "POST" and data.get("do") == "open" and draft.problem is None:
        try:
            return redirect("table", code=open_table(request, draft).code)
        except Refused as refused:
            messages.error(request, refused.sentence)
    inner = request.headers.get("X-Fragment") == "draft"
    page = "new/_draft.html" if inner else "new/new.html"
    length = None if draft.problem else measure(draft, request)
    query = {"game": draft.game.key} | draft.values
    more = {"measured": length} | stopped(draft, length) | {"lab_query": urlencode(query)}
    mine = {"circle": circle_in(request, data), "invited": invited_by(data)}
    return render(request, page, context(data, draft) | more | mine)


def stopped(draft: Draft, measured: Usual | None) -> dict[str, Any]:
    """Whether the limit stops most games, and the median length without any limit."""
    usual, presentation = measured or draft.usual, draft.presentation
    if usual is None or not presentation.is_cut(draft.options, usual.length):
        return {}
    end = presentation.own_end
    return {"is_cut": True, "own_end": end(draft.options) if end else None}


def circle_in(request: HttpRequest, data: Any) -> Circle | None:
    """The circle for which the table is meant, if this player is a member."""
    if not (data.get("circle") and request.user.is_authenticated):
        return None
    return Circle.objects.filter(code=data["circle"], members__player=request.user.pk).first()


def invited_by(data: Any) -> Player | None:
    """The player to invite, by the name in the form."""
    return Player.objects.named(data["invite"]).first() if data.get("invite") else None


def measure(draft: Draft, request: HttpRequest) -> Usual | None:
    """The lab's length of games with these rules.  If it has not been measured, a POST starts to
    measure it."""
    game = draft.game.key
    length = preset_lengths.find_length(game, draft.canonical)
    if length is not None:
        return draft.presentation.usual(draft.options, length.median)
    if request.method == "POST":
        with suppress(TooMany):
            caller_of(request).verify(LENGTHS)
            preset_lengths.measure_soon(game, draft.canonical)
    return None


def draft_of(data: Any, saved: Sequence[RuleSet] = ()) -> Draft:
    """The draft of a form; after a change of game or preset, the draft of the chosen preset.
    `saved`: house rules that are offered beside the presets."""
    key = data.get("game", USUAL)
    game = find(key if key in GAMES else USUAL)
    if data.get("was_game", game.key) != game.key:
        return Draft.of_preset(game, game.presets[0].key, saved=saved)
    preset, before = data.get("preset", ""), data.get("was", "")
    if preset != before and preset not in ("", OWN):
        had = ready_made(game, saved).get(before, "")
        own = f"{game.seats_key}=" in had  # the number of players belonged to that preset
        players = "" if own else data.get(game.seats_key, "")
        return Draft.of_preset(game, preset, players, saved)
    return Draft(game, data.dict(), saved)


def context(data: Any, draft: Draft) -> dict[str, Any]:
    return {
        "section": "play",
        "games": GAMES.values(),
        "draft": draft,
        "seats": places(data, draft),
        "levels": levels_of(draft.game.key),
        "tempos": BOTS[draft.game.key].tempos,
        "tempo": data.get("tempo", ""),
        "private": data.get("private") == "on",
        "outside_bots": data.get("outside_bots") == "on",
        "rated": data.get("rated") == "on",
        "pool": pool_of_draft(draft),
        "substitute": is_on(data, "substitute"),
        "chat": chat_of(data),
        "chats": Chat.choices,
        "guest_text": is_on(data, "guest_text"),
    }


def is_on(data: Any, name: str) -> bool:
    """Whether a box is checked.  Boxes are checked when the form is first shown."""
    return bool(data.get(name, "on" if "was" not in data else "") == "on")


def chat_of(data: Any) -> Chat:
    key = data.get("chat", "")
    return Chat(key) if key in Chat.values else Chat.TEXT


def pool_of_draft(draft: Draft) -> Pool | None:
    """The pool in which a table with these rules can be rated."""
    if draft.problem:
        return None
    preset = preset_of(draft.game, draft.canonical)
    return pool_of(draft.game.key, preset, draft.options.players)


def places(data: Any, draft: Draft) -> list[OtherSeat]:
    """The other players' seats; empty while options conflict."""
    if draft.problem:
        return []
    bots = BOTS[draft.game.key]
    house = {seat: bots.find(level).name for seat, level in bots.fixed(draft.options).items()}
    numbers = range(2, draft.options.players + 1)
    return [OtherSeat(n, data.get(f"seat{n}", OPEN), house.get(n, "")) for n in numbers]


def open_table(request: HttpRequest, draft: Draft) -> Table:
    """Open the table that a form describes.  Raises Refused, TooMany."""
    player = opener_for(request)
    levels, invited = dict(levels_of(draft.game.key)), invited_by(request.POST)
    chosen = [place.chosen for place in places(request.POST, draft) if not place.house]
    bots = [level for level in chosen if level in levels]
    return open_once(
        request,
        player,
        is_ready=len(bots) == len(chosen),
        invite=[invited] if invited else [],
        game=draft.game.key,
        options=draft.canonical,
        private=request.POST.get("private") == "on",
        rated=request.POST.get("rated") == "on",
        substitute=request.POST.get("substitute") == "on",
        outside_bots=request.POST.get("outside_bots") == "on",
        chat=chat_of(request.POST),
        guest_text=request.POST.get("guest_text") == "on",
        bots=bots,
        tempo=request.POST.get("tempo", ""),
        circle=circle_in(request, request.POST),
    )
