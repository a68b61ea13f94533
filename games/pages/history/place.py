"""A place of a finished game at an address of its own: the board, the chances if they are known,
and ways to continue the game from there."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.accounts.callers import caller_of, opener_for
from games.lab.chances import curves, from_here
from games.lab.chances.calibration import calibration_of
from games.lab.chances.course import course_of_table, playouts_of_table
from games.lab.chances.curve import Place as Measured
from games.lab.chances.models import StoredCurve
from games.lab.counting.adapter import BadRun
from games.limits.declared import PLACES
from games.pages.history.chances import moment, share
from games.pages.history.replay import (
    Place,
    address,
    find_place,
    perspective,
    place_facts,
    read_whole,
)
from games.pages.history.turns import marks
from games.pages.presentation.base import PRESENTATIONS
from games.rules.catalogue import BOTS, find
from games.table import daily
from games.table.models import Seat, Table
from games.table.refusals import Refused
from games.table.replay.recording import ALL, Recording
from games.table.words import place_name
from games.table.writer.branches import open_branch
from games.untrusted import whole_number

View = dict[str, Any]


class Chance(NamedTuple):
    """The chance of a seat (from 1) in words, with its margin in percentage points."""

    seat: int
    share: str
    give_or_take: int


def over_or_404(request: HttpRequest, code: str) -> Table:
    """The finished game with this code, if its cards were dealt and this visitor may see it.
    Raises Http404."""
    seats = Seat.objects.order_by("number").select_related("player")
    tables = Table.objects.visible_to(request.user.pk).over().exclude(deal="")
    tables = tables.prefetch_related(Prefetch("seats", seats)).defer("state")
    return get_object_or_404(tables, code=code.upper())


@require_http_methods(["GET", "HEAD", "POST"])
def place(request: HttpRequest, code: str, at: str) -> HttpResponse:
    table = over_or_404(request, code)
    eyes = perspective(request, table.players)
    can_play_on = daily.shows_secret(table)  # at tables and in runs, others would see the cards
    plays_on = request.method == "POST" and can_play_on
    if plays_on:
        caller_of(request).verify(PLACES)
    try:
        recording = read_whole(request, table, eyes)
    except ValueError:
        raise Http404(_("This game cannot be replayed under the current rules.")) from None
    chosen = find_place(recording, at)
    if plays_on:
        play = play_at_a_table if request.POST.get("do") == "table" else play_in_the_lab
        return play(request, table, chosen, eyes)
    curve = curves.find_curve(table.code, playouts_of_table(table), eyes)
    names = [seat.player.name for seat in table.seats.all()]
    context = {"table": table, "names": names, "private": table.private}
    context["seats"] = seats_for(table.game, table.options, names)
    context["can_play_on"] = can_play_on
    context |= links(request, reverse("replay", args=[table.code]), table.game, chosen, eyes)
    context |= board(table.game, recording, chosen, eyes, names)
    context |= chances(curve, chosen, recording)
    return render(request, "replay/place.html", context)


def play_in_the_lab(request: HttpRequest, table: Table, chosen: Place, eyes: str) -> HttpResponse:
    """Start a run from this place."""
    try:
        place = table.code, course_of_table(table), chosen.text, eyes
        return redirect(from_here.start(caller_of(request), *place, unlisted=table.private))
    except BadRun as bad:
        messages.error(request, bad.sentence)
        return redirect(address(reverse("replay", args=[table.code]), chosen.text, eyes))


def play_at_a_table(request: HttpRequest, table: Table, chosen: Place, eyes: str) -> HttpResponse:
    """Open a table that continues from this place."""
    try:
        opened = open_branch(
            by=opener_for(request),
            origin=table,
            frame=chosen.index,
            place=chosen.text,
            number=whole_number(request.POST.get("seat", ""), 1, table.players),
            level=request.POST.get("level", ""),
        )
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect(address(reverse("replay", args=[table.code]), chosen.text, eyes))
    return redirect("table", code=opened.code)


def seats_for(game: str, options: str, names: Sequence[str]) -> View:
    """The seats and bots to choose from at a table that continues from this place."""
    bots, o = BOTS[game], find(game).options(options)
    free = [(number, name) for number, name in enumerate(names, 1) if number not in bots.fixed(o)]
    levels = [(key, level.name) for key, level in bots.levels.items()]
    return {"free": free, "levels": levels, "usual_level": bots.usual[0]}


def board(game: str, recording: Recording, chosen: Place, eyes: str, names: Sequence[str]) -> View:
    """The board at this place as this viewer saw it."""
    view = recording.view(chosen.index, names)
    presentation = PRESENTATIONS[game]
    return presentation.board_context(view) | {
        "view": view,
        "eyes": eyes,
        "place": chosen,
        "presentation": presentation,
        "over": bool(view["result"]),
        "caret": 100 * chosen.number / recording.length if recording.length else None,
        "title": f"{_(presentation.game.name)}, {place_name(presentation.game, chosen.text)}",
    }


def links(request: HttpRequest, replay: str, game: str, chosen: Place, eyes: str) -> View:
    """The links of the page: to the replay at this place, and to the ways to continue the game from
    there."""
    watch = f"{replay}?at={chosen.text}" + ("" if eyes == ALL else f"&view={eyes}")
    return {"replay": watch} | place_facts(request, replay, chosen.text, eyes, game)


def chances(row: StoredCurve | None, chosen: Place, recording: Recording) -> View:
    """The chances of each seat at this place, or at the last measured one before it; with the curve
    if it is complete."""
    curve = row.curve if row else None
    measured = last_measured(curve.places, chosen.text) if curve else None
    if row is None or curve is None or measured is None:
        return {}
    at, tally = measured
    rows = [
        Chance(seat + 1, share(tally, seat), max(1, round(100 * tally.half_width(seat))))
        for seat in range(len(tally.wins))
    ]
    elsewhere = "" if at == chosen.text else place_name(find(row.game), at)
    whole = {"curve": curve, "marks": marks(curve, recording)} if row.is_done else {}
    return whole | {
        "chances": rows,
        "measured": elsewhere,
        "tally": tally,
        "shared": tally.games - sum(tally.wins),
        "caution": calibration_of(row.game, row.view),
    }


def last_measured(places: Sequence[Measured], at: str) -> Measured | None:
    before = [place for place in places if place.tally.games and moment(place.at) <= moment(at)]
    return before[-1] if before else None
