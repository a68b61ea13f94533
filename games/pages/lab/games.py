"""The games of a run in the replay viewer, by number."""

import secrets
from functools import partial
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_POST, require_safe

from games.lab.chances.course import course_of_simulated
from games.lab.runs.games import Simulated
from games.lab.runs.models import Simulation
from games.lab.runs.replay import PartedReplay, packed
from games.lab.runs.spec import BadRun, whole
from games.pages.history.chances import Subject, ask, chances, staying
from games.pages.history.exports import attached
from games.pages.history.replay import (
    END,
    SPEEDS,
    find_place,
    hiding,
    neighbours,
    perspective,
    place_facts,
    read_place,
    recording_language,
    sent,
)
from games.pages.lab.runs import find_run, name_of, words_of
from games.pages.presentation.base import PRESENTATIONS
from games.table.replay import moves_log
from games.table.replay.recording import Recording
from games.templatetags.games import thinned

View = dict[str, Any]
POINTS = 120
MOST_PARTS = 10_000


class Facts(NamedTuple):
    """The facts about a table that the replay's templates use."""

    game: str
    players: int
    front: Any


def simulated(code: str, index: int) -> tuple[Simulation, Simulated]:
    """A run, and its game with this number.  Raises Http404 if there is no such game, or if its
    rules no longer exist."""
    simulation = find_run(code)
    spec = simulation.spec
    if spec.trouble:
        words = _("%(trouble)s Its games cannot be replayed.")
        raise Http404(words % {"trouble": spec.trouble})
    try:
        return simulation, Simulated(spec, index)
    except BadRun as bad:
        raise Http404(bad.sentence) from None


@require_safe
def pick(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the requested game, or to a random one."""
    simulation = find_run(code)
    text = request.GET.get("index", "")
    if not text:
        return redirect("lab_game", simulation.code, secrets.randbelow(simulation.games))
    try:
        index = whole(_("Game"), text, 0, simulation.games - 1, "NO_GAME")
    except BadRun as bad:
        messages.error(request, bad.sentence)
        return redirect(simulation)
    return redirect("lab_game", simulation.code, index)


@require_safe
def game(request: HttpRequest, code: str, index: int) -> HttpResponse:
    simulation, played = simulated(code, index)
    context = facts_of(simulation, played) | board(request, simulation, played)
    return render(request, "lab/game.html", context)


def facts_of(simulation: Simulation, played: Simulated) -> View:
    index = played.index
    return {
        "run": simulation,
        "game": played,
        "name": name_of(played.spec),
        "words": words_of(played.spec),
        "unit": played.adapter.terms.singular,
        "names": played.names,
        "previous": index - 1 if index else None,
        "following": index + 1 if index + 1 < simulation.games else None,
        "speeds": SPEEDS,
    }


def piece(replay: PartedReplay, text: str) -> tuple[Recording, str]:
    """The recording around a place, and the place as text.  A long game is played to its end only
    on request.  Raises Http404."""
    if text == END:
        replay.reach(None)
        return replay.around(replay.last_place), str(replay.last_place)
    number, _step = read_place(text or "0")
    replay.reach(number, replay.game.adapter.eager)
    recording = replay.around(number)
    return recording, text or recording.text_of(0)


def board(request: HttpRequest, simulation: Simulation, played: Simulated) -> View:
    eyes = perspective(request, played.o.players)
    replay = PartedReplay(simulation.code, played, eyes)
    recording, at = piece(replay, request.GET.get("at", ""))
    place = find_place(recording, at)
    hidden, view = hiding(request, recording, place), recording.view(place.index, played.names)
    address = reverse("lab_game", args=[simulation.code, played.index])
    stay, subject = staying(request, eyes), subject_of(simulation, played)
    front = thinned(recording.front, POINTS) if replay.is_whole else []
    presentation = PRESENTATIONS[played.spec.game]
    return (
        presentation.board_context(view)
        | {
            "table": Facts(played.spec.game, played.o.players, front),
            "log": moves_log.excerpt(
                recording.log, place.number, played.names, hide=hidden["hide"]
            ),
            "recording": recording,
            "place": place,
            "eyes": eyes,
            "stay": stay,
            "chances": chances(request, subject, recording, place.index, eyes),
            "view": view,
            "presentation": presentation,
            "to": neighbours(recording, place),
            "ending": replay.ending,
            "meta": {
                "frames": reverse("lab_frames", args=[simulation.code, played.index])
                + replay.query(0),
                "page": address,
                "names": played.names,
                "step": played.rules.step,
                "bots": [],
                "at": place.text,
            },
        }
        | hidden
        | place_facts(request, address, place.text, eyes, played.spec.game)
    )


def subject_of(simulation: Simulation, played: Simulated) -> Subject:
    source, spec = f"{simulation.code}/{played.index}", played.spec
    address = reverse("lab_chances", args=[simulation.code, played.index])
    about = (played.rules, played.o, spec.policies, played.names)
    return Subject(source, *about, address, has_deal=not spec.starts_later)


@require_POST
def ask_for_chances(request: HttpRequest, code: str, index: int) -> HttpResponse:
    """Request the chances of this game, and redirect to its page."""
    simulation, played = simulated(code, index)
    eyes = perspective(request, played.o.players)
    page = reverse("lab_game", args=[simulation.code, index])
    course = partial(course_of_simulated, played)
    return ask(request, subject_of(simulation, played), course, eyes, page)


@require_safe
def frames(request: HttpRequest, code: str, index: int) -> HttpResponse:
    """The recording: in parts for the page, as a whole for programs."""
    simulation, played = simulated(code, index)
    eyes, private = perspective(request, played.o.players), simulation.unlisted
    try:
        with override(recording_language(request)):
            if "part" not in request.GET:
                return sent(request, packed(played.recorded(eyes)), private=private)
            number = whole(_("Part"), request.GET["part"], 0, MOST_PARTS, "NO_PART")
            part = PartedReplay(simulation.code, played, eyes).part(number)
            return sent(request, part, private=private)
    except (BadRun, KeyError):
        raise Http404(_("This replay does not have that many parts.")) from None


@require_safe
def wsn(request: HttpRequest, code: str, index: int) -> HttpResponse:
    simulation, played = simulated(code, index)
    if simulation.spec.starts_later:
        words = _("A WSN file begins with a deal. This game began later: its JSON file has it all.")
        raise Http404(words)
    return attached(played.wsn, "text/plain", f"{simulation.code}-{index}.wsn")
