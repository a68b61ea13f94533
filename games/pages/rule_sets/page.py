"""The page of named house rules: the rules in words, the lab's results, and buttons to play."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.accounts.callers import caller_of
from games.accounts.models import Player
from games.lab.counting.accumulator import ENDLESS
from games.lab.runs import answer, rule_sets
from games.lab.runs.comparison import Side
from games.lab.runs.figures import Named
from games.lab.runs.models import Simulation
from games.lab.runs.spec import BadRun
from games.lab.runs.statistics import Share
from games.pages.lab.numbers import numbers
from games.pages.lab.runs import name_of
from games.pages.presentation.base import PRESENTATIONS
from games.rule_sets import writer
from games.rule_sets.models import RuleSet
from games.rule_sets.writer import Refused
from games.rules.catalogue import BOTS
from games.rules.game import Game, Options
from games.rules.mending import Mended

View = dict[str, Any]


def find_set(code: str) -> RuleSet:
    """The set of rules with this code.  Raises Http404."""
    if (rule_set := RuleSet.objects.find_shown(code)) is None:
        raise Http404
    return rule_set


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    rule_set = find_set(code)
    rules, mended = rule_set.rules, rule_set.mended
    o = rules.options(mended.options)
    values = rules.schema.values(o)
    context = {
        "section": "rules",
        "rule_set": rule_set,
        "game": rules,
        "presentation": PRESENTATIONS[rule_set.game],
        "own": request.user == rule_set.owner,
        "lost": [reason.translate(translation) for reason in mended.lost],
        "lines": lines_of(rules, o),
        "values": values,
        "bots": bots_of(rules, o),
        "query": urlencode({"game": rules.key} | values),
    }
    return render(request, "rule_sets/page.html", context | found(rule_set, mended))


def lines_of(rules: Game, o: Options) -> list[tuple[str, str]]:
    """The rules in words, with explanations of the unusual ones."""
    values, lines = rules.schema.values(o), []
    for option in rules.schema.options:
        counts = option.needs is None or option.needs.met(values)
        phrase = option.phrase(o, translation) if counts else ""
        if phrase:
            is_usual = values[option.key] == option.default
            lines.append((capfirst(phrase), "" if is_usual else _(option.description)))
    return lines


def bots_of(rules: Game, o: Options) -> list[tuple[int, str]]:
    """The usual bots for the other seats, if a player sits in seat 1."""
    bots = BOTS[rules.key]
    free = [seat for seat in range(2, o.players + 1) if seat not in bots.fixed(o)]
    return list(zip(free, bots.company(len(free)), strict=True))


# What was measured -----------------------------------------------------------------------


def found(rule_set: RuleSet, mended: Mended) -> View:
    """The context of a page: the lab's results for the rules, and whether runs are missing or still
    running."""
    run = rule_sets.run_of(rule_set)
    needed = [] if mended.lost else rule_sets.needed(rule_set)
    view: View = {
        "run": run,
        "missing": any(row.stored is None for row in needed),
        "running": any(row.stored.is_running for row in needed if row.stored),
        "meter": None,
    }
    if run is None or not run.counted.games:
        return view
    spec, sums = run.spec, run.counted
    seats = [_("Seat %(number)s") % {"number": n} for n in range(1, len(spec.policies) + 1)]
    said = answer.of_run(spec, sums)
    if not mended.lost:
        view["meter"] = rule_sets.meter_of(rule_set)
        said = [*beside_usual(rule_set), *said]
    is_old = run.rules_version != spec.adapter.version()
    endless = Share(sums.ends[ENDLESS], sums.games)
    more = {"answer": said, "is_old": is_old, "endless": endless, "options": mended.options}
    return view | numbers(spec, sums, seats) | more


def beside_usual(rule_set: RuleSet) -> list[str]:
    """The differences of the results from those of the usual rules, once both have results; empty
    if the rules are the usual ones."""
    usual, own = rule_sets.beside_usual(rule_set)
    runs = [Simulation.objects.done().with_spec(spec).first() for spec in (usual, own)]
    if usual == own or None in runs:
        return []
    names = (name_of(usual), rule_set.called)
    sides = [
        Named(name, Side(run.spec, run.counted))
        for name, run in zip(names, runs, strict=True)
        if run
    ]
    return answer.of_sides(sides)


# What is done ----------------------------------------------------------------------------


@require_POST
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Perform the act that a form of the page names."""
    rule_set, do = find_set(code), request.POST.get("do", "")
    try:
        if do == "compare":
            runs = rule_sets.compare(caller_of(request), rule_set)
            named = {"run": [run.code for run in runs], "set": rule_set.code}
            query = urlencode(named, doseq=True)
            return redirect(f"{reverse('lab_compare')}?{query}")
        if do == "measure":
            rule_sets.measure(caller_of(request), rule_set)
            return redirect(rule_set)
        acts = acts_of(request, rule_set)
        if do not in acts:
            raise Http404
        acts[do]()
    except (BadRun, Refused) as refused:
        messages.error(request, refused.sentence)
        return redirect(rule_set)
    if do == "delete":
        messages.success(request, _("You have deleted %(name)s.") % {"name": rule_set.called})
        return redirect("player", rule_set.owner.slug)
    return redirect(rule_set)


def acts_of(request: HttpRequest, rule_set: RuleSet) -> Mapping[str, Callable[[], None]]:
    """The acts of the owner, by name.  The writer refuses other players.  Raises Http404 for
    visitors without an account."""
    by, name = request.user, request.POST.get("name", "")
    if not isinstance(by, Player):
        raise Http404
    return {
        "rename": lambda: writer.rename(rule_set=rule_set, by=by, name=name),
        "mend": lambda: writer.mend(rule_set=rule_set, by=by),
        "delete": lambda: writer.delete(rule_set=rule_set, by=by),
    }
