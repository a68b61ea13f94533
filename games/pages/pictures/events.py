"""Pictures of tournaments: the podium, or the game and the start."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.pictures import board
from games.pages.pictures.drawing import CHANGING, SETTLED, picture
from games.pages.pictures.lettering import lettered, texts
from games.pages.presentation.base import PRESENTATIONS
from games.pages.tournaments.podium import columns_of, podium_of
from games.pages.tournaments.shortcuts import frame_of
from games.templatetags.games import game_name
from games.templatetags.tournaments import ordinal, points
from games.tournaments.models import Tournament
from games.tournaments.reading import public
from games.tournaments.reading.public import Office
from games.tournaments.settings import Settings


@require_safe
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    event = public.find(code, None)
    if event is None or event.private:
        raise Http404
    frame = frame_of(event, "overview", Office())
    spare = _("Tournament {code}").format(code=event.code)
    name, facts = lettered(event.name, spare), facts_of(event, frame["settings"])
    if event.state == "finished" and (steps := podium_of(frame).steps):
        context = texts(name, facts, top=104, size=60) | {"steps": list(drawn(steps))}
        return picture(request, "podium", context, lasting=SETTLED)
    context = texts(name, facts)
    context["cards"] = board.tile(PRESENTATIONS[frame["settings"].game])
    return picture(request, "text", context, lasting=CHANGING)


def facts_of(event: Tournament, settings: Settings) -> str:
    """The game, the format, and the time when the event begins or began, in a line."""
    at = event.started_ms or event.terms.get("starts")
    when = [date_format(datetime.fromtimestamp(at / 1000, UTC), "j M Y, H:i e")] if at else []
    return ", ".join([game_name(settings.game), _(settings.format.label), *when])


def drawn(steps: Iterable[Any]) -> Iterable[dict[str, Any]]:
    """The steps of the podium with their words."""
    for column in columns_of(list(steps)):
        entrant = column.entrant
        yield column._asdict() | {
            "middle": column.middle,
            "name": lettered(entrant.player.name, _("Number {n}").format(n=entrant.number)),
            "place": ordinal(entrant.place),
            "first": entrant.place == 1,
            "points": column.points and _("points: {n}").format(n=points(column.points)),
        }
