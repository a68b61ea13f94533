"""The lab: pages to start runs and to read their results."""

import csv
import json
from io import StringIO
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.callers import caller_of
from games.accounts.models import Player
from games.bus.marks import is_compiling
from games.lab.counting.adapter import ADAPTERS, Adapter, find
from games.lab.runs import answer, limits, report, run
from games.lab.runs.gallery import GALLERY
from games.lab.runs.games import Simulated
from games.lab.runs.models import Simulation, State
from games.lab.runs.sample import most_of
from games.lab.runs.spec import BadRun, RunSpec, read_spec
from games.pages.history.exports import attached, open_to_all
from games.pages.history.replay import address
from games.pages.lab import hands as deals
from games.pages.lab.numbers import numbers
from games.pages.play.draft import Draft, Rule
from games.pages.play.new import draft_of
from games.rule_sets.models import offered_to
from games.rules.catalogue import BOTS, GAMES
from games.rules.game import Options
from games.rules.hands import sentences
from games.rules.options import pairs
from games.rules.phrases import Phrase
from games.table.models import Table
from games.table.words import place_name
from games.table.writer.opening import preset_of
from warsite.addresses import address_for_others

View = dict[str, Any]
RECENT = 12
SAME = 6  # runs from the same place that are compared
SIZES = (10_000, 100_000, 1_000_000)  # games of War; games that cost more have smaller runs
USUAL = 100_000
CODAP = "https://codap.concord.org/app"


def name_of(spec: RunSpec) -> str:
    """The name of the preset with these rules, whatever the length of its games; otherwise the name
    of the game."""
    rules = spec.rules
    for preset in rules.presets:
        if preset.options == spec.options:
            return _(preset.name)
    named = {preset.key: preset.name for preset in rules.presets}
    if name := named.get(preset_of(rules, spec.options)):
        return _(name)
    return _("%(game)s, own options") % {"game": _(rules.name)}


def title_of(simulation: Simulation) -> str:
    """The name of a run's rules, and the deal or place with which its games start."""
    name, hands = name_of(simulation.spec), simulation.spec.hands
    if hands:
        return deals.title(name, hands)
    if not simulation.start:
        return name
    if not simulation.place:
        return _("%(name)s, from a place") % {"name": name}
    words = _("%(name)s, from %(place)s")
    return words % {"name": name, "place": place_name(simulation.rules, simulation.place)}


def words_of(spec: RunSpec) -> str:
    """The rules in words; as canonical text if today's rules refuse these options."""
    if spec.trouble:
        return spec.options or _("the usual rules")
    return ", ".join(spec.rules.phrases(spec.o, translation))


@require_http_methods(["GET", "HEAD", "POST"])
def lab(request: HttpRequest) -> HttpResponse:
    """The form for a new run, and recent ones."""
    data = request.POST if request.method == "POST" else request.GET
    draft, problem = draft_of(data, offered_to(request.user)), ""
    if request.method == "POST" and data.get("do") == "run":
        try:
            return redirect(begin(request, draft))
        except BadRun as bad:
            problem = bad.sentence
    context = form_of(draft, data, limits.rank_of(request.user)) | {
        "section": "lab",
        "problem": problem,
        "gallery": GALLERY.values(),
        "recent": recent(request.GET.getlist("run")),
    }
    return render(request, "lab/index.html", context, status=400 if problem else 200)


def recent(ticked: list[str]) -> list[View]:
    """The newest runs, after the runs that the reader has ticked."""
    rows = Simulation.objects.exclude(status=State.FAILED).defer("sums").order_by("-id")
    chosen = list(rows.filter(code__in=ticked[:RECENT]))
    runs = [*chosen, *rows.listed().exclude(code__in=ticked[:RECENT])[:RECENT]]
    return [
        {
            "run": run,
            "name": title_of(run),
            "words": words_of(run.spec),
            "ticked": run in chosen,
        }
        for run in runs
    ]


def form_of(draft: Draft, data: Any, rank: str) -> View:
    game, adapter = draft.game, ADAPTERS[draft.game.key]
    usual = next(iter(adapter.policies))
    decides = draft.problem is None and game.has_decisions(draft.options)
    return {
        "draft": draft,
        "game": game,
        "kinds": [(key, _(GAMES[key].name)) for key in ADAPTERS],
        "presets": [preset for preset in game.presets if not preset.length],
        "policies": policies_of(adapter) if decides else [],
        "policies_note": _(adapter.note) if adapter.note else "",
        "seats": [(n, data.get(f"policy{n}", usual)) for n in seats_of_draft(draft)],
        "main": without_pace(draft.main_rules(), game.key),
        "more": without_pace(draft.more_rules(), game.key),
        "games": data.get("games", str(USUAL // adapter.cost)),
        "sizes": [str(size // adapter.cost) for size in SIZES],
        "seed": data.get("seed", "1"),
        "most": limits.most_games(game.key, rank),
        "most_member": limits.most_games(game.key, "account"),
        "guest": rank == "guest",
    }


def policies_of(adapter: Adapter) -> list[tuple[str, str]]:
    return [(key, line.translate(translation)) for key, line in adapter.policies.items()]


def without_pace(rules: list[Rule], game: str) -> list[Rule]:
    """The options, except those that only set the pace."""
    return [rule for rule in rules if rule.option.key not in ADAPTERS[game].idle]


def chosen_seats(game: str, o: Options) -> list[int]:
    """The seats whose player can be chosen: all except those of fixed bots."""
    fixed = BOTS[game].fixed(o)
    return [seat for seat in range(1, o.players + 1) if seat not in fixed]


def seats_of_draft(draft: Draft) -> list[int]:
    return [] if draft.problem else chosen_seats(draft.game.key, draft.options)


def begin(request: HttpRequest, draft: Draft) -> Simulation:
    """Start the run that the form describes.  Raises BadRun, TooMany."""
    find(request.POST.get("game", draft.game.key))
    if draft.problem is not None:
        raise BadRun("BAD_OPTIONS", draft.problem.reason.translate(translation))
    usual = next(iter(ADAPTERS[draft.game.key].policies))
    spec = read_spec(
        game=draft.game.key,
        games=request.POST.get("games", ""),
        seed=request.POST.get("seed", "1"),
        options=draft.canonical,
        policies=[request.POST.get(f"policy{seat}") or usual for seat in seats_of_draft(draft)],
    )
    return run.start_for(caller_of(request), spec)


def find_run(code: str) -> Simulation:
    """The run with this code.  Raises Http404."""
    return get_object_or_404(Simulation, code=code.upper())


@require_safe
def result(request: HttpRequest, code: str) -> HttpResponse:
    simulation = find_run(code)
    spec = simulation.spec
    context = {
        "section": "lab",
        "run": simulation,
        "spec": spec,
        "trouble": spec.trouble,
        "compiling": simulation.is_starting and is_compiling(simulation.game),
        "name": title_of(simulation),
        "words": words_of(spec),
        "players": [line.translate(translation) for line in policies_by_seat(spec)],
        "mine": may_change(request, simulation),
        "link": address_for_others(request, simulation.get_absolute_url()),
        "change_link": change_link(simulation),
        "last_index": spec.games - 1,
        "sampled": most_of(spec),
        "hands": sentences(spec.hands, translation),
        "codap": "" if simulation.unlisted else codap_of(request, reverse("lab_csv", args=[code])),
    }
    names, sums = list[str](), simulation.counted
    if simulation.start:
        context["same_start"] = same_start(simulation)
    if simulation.origin:
        link = link_to_origin(request, simulation)
        context |= {"origin": simulation.origin, "origin_link": link}
        names = names_at_origin(simulation) if link else []
    if sums.games:
        seats = [_("Seat %(number)s") % {"number": n} for n in range(1, len(spec.policies) + 1)]
        context |= numbers(spec, sums, names or seats)
        context["answer"] = answer.of_run(spec, sums, names)
    return render(request, "lab/run.html", context)


def codap_of(request: HttpRequest, path: str) -> str:
    """The address at which CODAP, a tool for classes, opens this CSV file."""
    return f"{CODAP}?{urlencode({'url': address_for_others(request, path)})}"


def same_start(simulation: Simulation) -> list[str]:
    """The codes of the runs with the same start, this run first; empty if no other run has it."""
    same = {"game": simulation.game, "options": simulation.options, "start": simulation.start}
    others = Simulation.objects.filter(**same).exclude(pk=simulation.pk).exclude(status="failed")
    codes = [simulation.code, *others.order_by("-id").values_list("code", flat=True)[: SAME - 1]]
    return codes if len(codes) > 1 else []


def link_to_origin(request: HttpRequest, simulation: Simulation) -> str:
    """The address of the place where the run's games start; "" if the original game is gone, or is
    not public and this visitor may not see it."""
    source, player = simulation.source, request.user
    code, _slash, index = source.partition("/")
    if not source:
        return ""
    if index:
        known = Simulation.objects.filter(code=code).exists() and not simulation.unlisted
        replay = reverse("lab_game", args=[code, index])
    else:
        tables = Table.objects.visible_to(player.pk).over().filter(code=code)
        if simulation.unlisted:
            tables = tables.filter(seats__player=player.pk)
        known, replay = tables.exists(), reverse("replay", args=[code])
    return address(replay, simulation.place, simulation.view) if known else ""


def names_at_origin(simulation: Simulation) -> list[str]:
    """The names of the seats in the game from which this run continues."""
    code, _slash, index = simulation.source.partition("/")
    if index:
        return Simulated(find_run(code).spec, int(index)).names
    seats = Table.objects.get(code=code).seats.order_by("number").select_related("player")
    return [seat.player.name for seat in seats]


def policies_by_seat(spec: RunSpec) -> list[Phrase]:
    known = spec.adapter.policies
    return [known[key] for key in spec.policies if key in known]


def change_link(simulation: Simulation) -> str:
    """The address of the lab's form, filled in like this run."""
    if simulation.spec.hands:
        return f"{reverse('lab_deal')}?{deals.query_of(simulation.spec)}"
    if simulation.start:
        return reverse("lab_from", args=[simulation.code])
    return f"{reverse('lab')}?{query_of(simulation.spec)}"


def query_of(spec: RunSpec) -> str:
    """The query of the lab's form, filled in like this run."""
    rows = dict(pairs(spec.options)) | {"game": spec.game}
    rows |= {"games": str(spec.games), "seed": str(spec.seed)}
    return urlencode(rows | {f"policy{n}": key for n, key in enumerate(spec.policies, 1)})


def may_change(request: HttpRequest, simulation: Simulation) -> bool:
    player = request.user
    if not isinstance(player, Player):
        return False
    return player.is_staff or simulation.started_by_id == player.pk


@require_POST
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Cancel or resume a run, or repeat it with another seed."""
    simulation = find_run(code)
    do = request.POST.get("do")
    try:
        if do == "again":
            spec = run.again(simulation)
            return redirect(run.start_for(caller_of(request), spec, simulation.origin))
        if not may_change(request, simulation):
            raise BadRun("NOT_ALLOWED", _("You can only stop or resume your own runs."))
        if do == "cancel":
            run.cancel(simulation=simulation)
        elif do == "resume":
            run.resume(simulation=simulation)
        else:
            raise BadRun("NOT_ALLOWED", _("Nothing was chosen. Press one of the buttons."))
    except BadRun as bad:
        messages.error(request, bad.sentence)
    return redirect(simulation)


@require_safe
def run_json(request: HttpRequest, code: str) -> HttpResponse:
    simulation = find_run(code)
    result = report.report(simulation.spec, simulation.counted)
    result |= {"status": simulation.status, "code": simulation.code}
    if simulation.origin and link_to_origin(request, simulation):
        result["origin"] = simulation.origin._asdict()
    text = json.dumps(result, indent=1)
    return given(simulation, attached(text, "application/json", f"run-{simulation.code}.json"))


@require_safe
def run_csv(request: HttpRequest, code: str) -> HttpResponse:
    """The number of games by length as CSV, in exact counts."""
    simulation = find_run(code)
    text = StringIO()
    rows = csv.writer(text)
    unit = simulation.spec.adapter.terms.unit
    rows.writerow([f"length ({unit})", "games (count)", "first game (number)"])
    sums = simulation.counted
    for length, count in enumerate(sums.lengths):
        if count:
            rows.writerow([length, count, sums.first[length] - 1])
    return given(simulation, attached(text.getvalue(), "text/csv", f"run-{simulation.code}.csv"))


def given(simulation: Simulation, file: HttpResponse) -> HttpResponse:
    """The file of a run.  Scripts of other sites may read it unless the run is from a private
    game."""
    return file if simulation.unlisted else open_to_all(file)
