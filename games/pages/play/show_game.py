"""The game on the home page: the one that bots play for visitors, or the last that was recorded.

The server draws it, once for all; its page asks for the next picture every few seconds."""

from collections.abc import Mapping

from django.core.cache import caches
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.bus import presence
from games.pages.presentation.base import PRESENTATIONS, View
from games.table.clock import now_ms
from games.table.models import Table
from games.table.reading.lists import read_lists
from games.table.reading.snapshot import first_message
from games.table.replay import stored
from games.table.replay.recorder import WATCHER

GAME = "war"  # few cards, understood at a glance
NEW_S = 2  # a picture is the newest for so long
KEPT_S = 15  # the last cards stand in for an empty table
STEP_MS = 3000  # of a recorded game


def candidates() -> dict[str, QuerySet[Table]]:
    """The newest game of bots, and the last one that was recorded: the first of them is shown."""
    games = Table.objects.public().filter(game=GAME, players=2)
    of_bots = games.running().filter(opened_by=None, arranged=False).order_by("-id")
    recorded = games.finished().of_people().filter(started_ms__gt=0).newest()
    return {"of_bots": of_bots[:1], "recorded": recorded[:1]}


def seen(table: Table) -> View:
    """What a spectator sees: now, or at the end of some battle that leaves cards on the table.
    Raises ValueError if the rules have changed since."""
    if not table.is_over:
        view: View = first_message(table, None)["view"]
        return view
    recording = stored.recording(table, WATCHER)
    ends = [frames[-1] for frames in recording.places.values()]
    first = now_ms() // STEP_MS % len(ends)
    for end in ends[first:] + ends[:first]:
        view = recording.view(end)
        if has_cards(view):
            break
    return view


def has_cards(view: View) -> bool:
    return any(seat["lane"] for seat in view["seats"])


def drawn(lists: Mapping[str, list[Table]]) -> SafeString:
    """The newest picture of the candidates, as HTML; empty without a game."""
    tables = lists["of_bots"] or lists["recorded"]
    if not tables:
        return SafeString("")
    table = tables[0]
    key = f"show:{table.code}:{table.status}:{get_language()}"
    html: str | None = caches["copies"].get(key)
    if html is None:
        presence.look("game")
        html = draw(table, f"{key}:cards")
        caches["copies"].set(key, html, NEW_S)
    return SafeString(html)  # nosec B703  # drawn by our templates


def draw(table: Table, key: str) -> str:
    """Between two battles the table is empty: then the cards of the last one stay."""
    try:
        view = seen(table)
    except ValueError:
        return ""
    kept: str | None = None if has_cards(view) else caches["copies"].get(key)
    if kept is not None:
        return kept
    names = [seat.player.name for seat in table.seats.all()]
    context = {"table": table, "view": view, "names": names} | PRESENTATIONS[GAME].drawn(view)
    html = render_to_string("home/_show.html", context)
    if has_cards(view):
        caches["copies"].set(key, html, KEPT_S)
    return html


@require_safe
def show_game(request: HttpRequest) -> HttpResponse:
    return HttpResponse(drawn(read_lists(candidates())))
