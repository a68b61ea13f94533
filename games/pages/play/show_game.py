"""The game on the home page: the last finished one, one battle at a time.

A running game would be an empty table most of the time, because cards lie there no longer than at
any table.  The server draws the picture once for all visitors; the page requests the next one every
few seconds."""

from collections.abc import Mapping, Sequence

from django.core.cache import caches
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.bus import presence
from games.lab.chances import curves
from games.lab.chances.course import playouts_of_table
from games.lab.chances.curve import Curve
from games.lab.counting.adapter import BadRun
from games.pages.history import turns
from games.pages.presentation.base import PRESENTATIONS, View
from games.table.clock import now_ms
from games.table.models import Table
from games.table.replay import stored
from games.table.replay.recording import ALL, WATCHER, Recording

NEW_S = 2  # a picture is the newest for so long
STEP_MS = 3000  # each battle is shown


def candidates() -> dict[str, QuerySet[Table]]:
    return {"recorded": Table.objects.to_show()[:1]}


def place_now(recording: Recording, names: Sequence[str]) -> tuple[int, View]:
    """The battle to show now, which advances with time, and a spectator's view at its end."""
    ends = [frames[-1] for frames in recording.places.values()]
    first = now_ms() // STEP_MS % len(ends)
    for end in ends[first:] + ends[:first]:
        view = recording.view(end, names)
        if any(seat["lane"] for seat in view["seats"]):
            break
    return recording.frames[end]["b"], view


def picture(lists: Mapping[str, list[Table]]) -> SafeString:
    """The current picture as HTML; empty until a game has finished."""
    tables = lists["recorded"]
    if not tables:
        presence.look("game")  # there will be one
        return SafeString("")
    key = f"show:{tables[0].code}:{get_language()}"
    html: str | None = caches["copies"].get(key)
    if html is None:
        presence.look("game")  # the games of bots go on
        html = draw(tables[0])
        caches["copies"].set(key, html, NEW_S)
    return SafeString(html)  # nosec B703  # drawn by our templates


def draw(table: Table) -> str:
    names = [seat.player.name for seat in table.seats.all()]
    try:
        recording = stored.recording(table, WATCHER)
    except ValueError:  # the rules have changed since
        return ""
    number, view = place_now(recording, names)
    board = PRESENTATIONS[table.game].board_context(view)
    chart = chart_of(table, recording, number)
    context = {"table": table, "view": view, "names": names, "number": number} | board | chart
    return render_to_string("home/_show.html", context)


def chart_of(table: Table, recording: Recording, number: int) -> View:
    """The context of the chart: the chances with all cards known if they have been computed,
    otherwise the card shares; and the position of the caret."""
    curve = curve_of(table)
    caret = 100 * number / max(recording.length or 0, 1)
    if curve is None:
        return {"curve": None, "caret": caret}
    here = [p.tally.chances for p in curve.places if int(p.at.partition(".")[0]) <= number][-1]
    shares = [f"{100 * chance:.0f}%" for chance in here]
    marks = turns.marks(curve, recording)
    return {"curve": curve, "caret": caret, "shares": shares, "marks": marks}


def curve_of(table: Table) -> Curve | None:
    try:
        row = curves.find_curve(table.code, playouts_of_table(table), ALL)
    except BadRun:
        return None
    return row.curve if row is not None and row.is_done else None


@require_safe
def show_game(request: HttpRequest) -> HttpResponse:
    return HttpResponse(picture(Table.objects.together(candidates())))
