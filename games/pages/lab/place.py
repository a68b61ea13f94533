"""A place of a simulated game at an address of its own, and runs from a place."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.accounts.callers import caller_of, opener_for
from games.lab.chances import curves, from_here
from games.lab.chances.course import course_of_simulated, playouts_of
from games.lab.runs import limits
from games.lab.runs.games import Simulated
from games.lab.runs.models import Simulation
from games.lab.runs.replay import PartedReplay
from games.lab.runs.spec import BadRun, RunSpec
from games.limits.declared import PLACES
from games.pages.history.place import board, chances, links, seats_for
from games.pages.history.replay import Place, address, find_place, perspective
from games.pages.lab.games import Facts, piece, simulated
from games.pages.lab.runs import chosen_seats, find_run, policies_of, title_of
from games.table.refusals import Refused
from games.untrusted import whole_number


@require_http_methods(["GET", "HEAD", "POST"])
def place(request: HttpRequest, code: str, index: int, at: str) -> HttpResponse:
    if request.method == "POST":
        caller_of(request).verify(PLACES)
    simulation, played = simulated(code, index)
    eyes = perspective(request, played.o.players)
    recording, at = piece(PartedReplay(simulation.code, played, eyes), at)
    where = find_place(recording, at)
    replay = reverse("lab_game", args=[simulation.code, index])
    if request.method == "POST":
        play = play_at_a_table if request.POST.get("do") == "table" else play_in_the_lab
        return play(request, simulation, played, where, eyes)
    game = simulation.game
    playouts = playouts_of(played.rules, played.o, simulation.policies)
    curve = curves.find_curve(f"{simulation.code}/{index}", playouts, eyes)
    context = {"run": simulation, "index": index, "names": played.names}
    context |= {"table": Facts(game, played.o.players, [])}
    context["can_play_on"] = not played.spec.starts_later
    context["seats"] = seats_for(game, played.spec.options, played.names)
    context |= links(request, replay, game, where, eyes)
    context |= board(game, recording, where, eyes, played.names)
    return render(request, "replay/place.html", context | chances(curve, where, recording))


def play_in_the_lab(
    request: HttpRequest, simulation: Simulation, played: Simulated, where: Place, eyes: str
) -> HttpResponse:
    """Start a run from this place."""
    source = f"{simulation.code}/{played.index}"
    try:
        course = course_of_simulated(played, where.number)
        started = from_here.start(
            caller_of(request), source, course, where.text, eyes, unlisted=simulation.unlisted
        )
    except BadRun as bad:
        messages.error(request, bad.sentence)
        replay = reverse("lab_game", args=[simulation.code, played.index])
        return redirect(address(replay, where.text, eyes))
    return redirect(started)


def play_at_a_table(
    request: HttpRequest, simulation: Simulation, played: Simulated, where: Place, eyes: str
) -> HttpResponse:
    """Open a table that continues from this place."""
    try:
        opened = from_here.open_table(
            simulation,
            played,
            where.text,
            by=opener_for(request),
            number=whole_number(request.POST.get("seat", ""), 1, played.o.players),
            levels=[request.POST.get("level", "")] * played.o.players,
        )
    except (BadRun, Refused) as refused:
        messages.error(request, refused.sentence)
        replay = reverse("lab_game", args=[simulation.code, played.index])
        return redirect(address(replay, where.text, eyes))
    return redirect("table", code=opened.code)


@require_http_methods(["GET", "HEAD", "POST"])
def run_again(request: HttpRequest, code: str) -> HttpResponse:
    """The form for another run from the place at which this run starts."""
    simulation = find_run(code)
    if not simulation.start:
        return redirect("lab")
    data, problem = request.POST or request.GET, ""
    spec, rank = simulation.spec, limits.rank_of(request.user)
    seats = chosen_seats(spec.game, spec.o) if decides(spec) else []
    chosen = [(n, data.get(f"policy{n}", simulation.policies[n - 1])) for n in seats]
    games = data.get("games", str(simulation.games))
    seed = data.get("seed", str(simulation.seed))
    if request.method == "POST":
        try:
            asked = games, seed, [key for _, key in chosen]
            return redirect(from_here.changed(caller_of(request), simulation, *asked))
        except BadRun as bad:
            problem = bad.sentence
    context = {
        "section": "lab",
        "run": simulation,
        "name": title_of(simulation),
        "problem": problem or spec.trouble,
        "policies": policies_of(spec.adapter) if decides(spec) else [],
        "policies_note": _(spec.adapter.note) if spec.adapter.note else "",
        "seats": chosen,
        "games": games,
        "seed": seed,
        "most": limits.most_games(spec.game, rank),
    }
    return render(request, "lab/from.html", context, status=400 if problem else 200)


def decides(spec: RunSpec) -> bool:
    return not spec.trouble and spec.rules.has_decisions(spec.o)
