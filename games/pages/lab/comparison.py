"""Comparison of runs, and the gallery of ready-made questions."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.lab.counting.accumulator import ENDLESS, Sums
from games.lab.runs import answer, comparison, rule_sets, run, statistics
from games.lab.runs.answer import Asked
from games.lab.runs.comparison import Side
from games.lab.runs.figures import Named
from games.lab.runs.gallery import GALLERY, Question, shipped_side
from games.lab.runs.models import Simulation
from games.lab.runs.spec import BadRun
from games.pages.lab.runs import find_run, title_of
from games.rule_sets.models import RuleSet

View = dict[str, Any]
MOST = 6
FEWEST = 2


def find_question(key: str) -> Question:
    """The question with this key.  Raises Http404."""
    if key not in GALLERY:
        raise Http404(_("The gallery has no such question."))
    return GALLERY[key]


class Row(NamedTuple):
    """A side of a comparison: a stored run, a shipped result, or both."""

    name: str
    run: Simulation | None
    side: Side


def sides_of(question: Question) -> list[Row]:
    """The sides of a question for which there are results.  A shipped result is shown until the run
    is finished."""
    rows = []
    for place, (name, spec) in enumerate(question.specs()):
        stored = Simulation.objects.with_spec(spec).order_by("id").first()
        side = None if stored and stored.is_done else shipped_side(question, place, spec)
        if stored or side:
            rows.append(Row(name, stored, side or Side(spec, stored.counted if stored else Sums())))
    return rows


@require_safe
def question(request: HttpRequest, key: str) -> HttpResponse:
    """The page of a ready-made question: its answer, or a button to find it."""
    question = find_question(key)
    sides = sides_of(question)
    asked = sum(row.run is not None for row in sides)
    context = {
        "question": question,
        "complete": asked == len(question.sides),
        "asked": asked,
        "path": request.path,
    }
    return render(request, "lab/compare.html", context | table_of(sides, question.asked))


@require_POST
def ask(request: HttpRequest, key: str) -> HttpResponse:
    """Start the missing runs of a question.  They do not count for the visitor's limits, because
    there is a fixed number of questions."""
    question = find_question(key)
    for _name, spec in question.specs():
        run.start(spec=spec, free=True)
    return redirect("lab_question", key)


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """The comparison of two to six runs, by their codes; `set` is the code of house rules whose
    name is shown."""
    text = " ".join(request.GET.getlist("run"))
    codes = list(dict.fromkeys(text.replace(",", " ").upper().split()))
    try:
        if not FEWEST <= len(codes) <= MOST:
            words = _("Tick two to six different runs to compare, not %(count)s.")
            raise BadRun("BAD_COUNT", words % {"count": len(codes)})
        sides = [find_run(code) for code in codes]
        if len({run.game for run in sides}) > 1:
            raise BadRun("BAD_COUNT", _("Runs of different games cannot be compared."))
    except BadRun as bad:
        messages.error(request, bad.sentence)
        ticked = urlencode({"run": codes[:MOST]}, doseq=True)
        return redirect(f"{reverse('lab')}?{ticked}#recent")
    rule_set = RuleSet.objects.find_shown(request.GET.get("set", ""))
    if rule_set and not any(rule_sets.plays(run, rule_set) for run in sides):
        rule_set = None
    named = [
        Row(name, run, Side(run.spec, run.counted))
        for name, run in zip(names_of(sides, rule_set), sides, strict=True)
    ]
    shared = {"run": codes} | ({"set": rule_set.code} if rule_set else {})
    path = f"{reverse('lab_compare')}?{urlencode(shared, doseq=True)}"
    context = {"complete": True, "rule_set": rule_set, "path": path}
    return render(request, "lab/compare.html", context | table_of(named))


def names_of(runs: Sequence[Simulation], rule_set: RuleSet | None) -> list[str]:
    """The name of each run, with its code if several runs have the same name."""
    names = [
        rule_set.called if rule_set and rule_sets.plays(run, rule_set) else title_of(run)
        for run in runs
    ]
    return [
        name if names.count(name) == 1 else f"{name} ({run.code})"
        for name, run in zip(names, runs, strict=True)
    ]


def table_of(sides: Sequence[Row], asked: Asked = Asked.LENGTH) -> View:
    rows = [row_of(side) for side in sides]
    counted = [row for row in rows if row["lengths"]]
    for row in counted[1:]:
        compare_rows(counted[0], row)
    return {
        "section": "lab",
        "rows": rows,
        "counted": counted,
        "answer": answer.of_sides([Named(row["name"], row["side"]) for row in counted], asked),
        "others": counted[1:],
        "running": any(row.run.is_running for row in sides if row.run),
        "paired": [row["name"] for row in counted[1:] if row["length"].paired],
        "apart": [row["name"] for row in counted[1:] if not row["length"].paired],
        "reach": max((row["lengths"].p90 for row in counted), default=1),
        "terms": sides[0].side.spec.adapter.terms.said(translation) if sides else None,
    }


def row_of(row: Row) -> View:
    spec, sums = row.side
    view: View = {"name": row.name, "run": row.run, "lengths": None}
    if sums.games:
        view |= {
            "side": row.side,
            "lengths": statistics.length(sums),
            "games": sums.games,
            "wars": statistics.wars(sums)[0],
            "endless": 100 * sums.ends[ENDLESS] / sums.games,
            "wins": statistics.wins(sums, len(spec.policies)),
        }
    return view


def compare_rows(base: View, row: View) -> None:
    """Add to `row` how its run differs from the run of `base`: in length, and in wins by seat."""
    row["length"] = comparison.length_difference(base["side"], row["side"])
    if len(base["wins"]) != len(row["wins"]):
        row["seats"] = []
        return
    row["seats"] = [
        comparison.win_difference(base["side"], row["side"], seat)
        for seat in range(len(row["wins"]))
    ]
