"""A finished game in a frame: the board, animated by scripts, and a link to the game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.pages.embed.framing import framed
from games.pages.history.replay import find_place, frames, meta, read_whole
from games.pages.pictures.games import find_over
from games.pages.presentation.base import PRESENTATIONS
from games.table.replay import stored
from games.table.replay.recording import ALL


@framed
def game(request: HttpRequest, code: str, at: str = "") -> HttpResponse:
    table = find_over(code)
    try:
        recording = read_whole(request, table)
    except ValueError:
        raise Http404(_("This game cannot be replayed under the current rules.")) from None
    place = find_place(recording, at or recording.text_of(0))
    names = [seat.player.name for seat in table.seats.all()]
    view, presentation = recording.view(place.index, names), PRESENTATIONS[table.game]
    replay, recorded = (reverse(name, args=[table.code]) for name in ("replay", "embedded_frames"))
    context = presentation.board_context(view) | {
        "table": table,
        "names": names,
        "view": view,
        "presentation": presentation,
        "recording": recording,
        "place": place,
        "page": f"{replay}at/{place.text}/" if at else replay,
        "meta": meta(table, names, place.text) | {"frames": stored.address(recorded, table) + ALL},
    }
    return render(request, "embed/game.html", context)


@framed
def film(request: HttpRequest, code: str) -> HttpResponse:
    """The recording that the frame plays."""
    return frames(request, find_over(code).code)
