"""Comparison of runs, and the gallery of ready-made questions."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.lab.counting.accumulator import ENDLESS
from games.lab.runs import comparison, run, statistics
from games.lab.runs.comparison import Side
from games.lab.runs.gallery import GALLERY, Question
from games.lab.runs.models import Simulation
from games.lab.runs.spec import BadRun
from games.pages.lab.runs import find_run, title_of

View = dict[str, Any]
MOST = 6
FEWEST = 2


def find_question(key: str) -> Question:
    """The question with this key.  Raises Http404."""
    if key not in GALLERY:
        raise Http404(_("The gallery has no such question."))
    return GALLERY[key]


def runs_of(question: Question) -> list[tuple[str, Simulation | None]]:
    """The runs of a question, by name; None for a run that does not exist yet."""
    return [
        (name, Simulation.objects.with_spec(spec).order_by("id").first())
        for name, spec in question.specs()
    ]


@require_safe
def question(request: HttpRequest, key: str) -> HttpResponse:
    """A ready-made question: its answer, or a button to find it."""
    question = find_question(key)
    sides = [(name, run) for name, run in runs_of(question) if run is not None]
    context = {
        "question": question,
        "complete": len(sides) == len(question.sides),
        "asked": len(sides),
    }
    return render(request, "lab/compare.html", context | table_of(sides))


@require_POST
def ask(request: HttpRequest, key: str) -> HttpResponse:
    """Start the missing runs of a question, of which there is a fixed number."""
    question = find_question(key)
    for _name, spec in question.specs():
        run.start(spec=spec, free=True)
    return redirect("lab_question", key)


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Two to six runs, by their codes."""
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
    named = [(f"{title_of(run)} ({run.code})", run) for run in sides]
    return render(request, "lab/compare.html", {"complete": True} | table_of(named))


def table_of(sides: Sequence[tuple[str, Simulation]]) -> View:
    rows = [row_of(name, run) for name, run in sides]
    counted = [row for row in rows if row["lengths"]]
    for row in counted[1:]:
        compare_rows(counted[0], row)
    runs = [run for _, run in sides]
    return {
        "section": "lab",
        "rows": rows,
        "counted": counted,
        "others": counted[1:],
        "running": any(run.is_running for run in runs),
        "paired": [row["name"] for row in counted[1:] if row["length"].paired],
        "apart": [row["name"] for row in counted[1:] if not row["length"].paired],
        "reach": max((row["lengths"].p90 for row in counted), default=1),
        "terms": runs[0].spec.adapter.terms.said(translation) if runs else None,
    }


def row_of(name: str, simulation: Simulation) -> View:
    sums, spec = simulation.counted, simulation.spec
    row: View = {"name": name, "run": simulation, "lengths": None}
    if sums.games:
        row |= {
            "side": Side(spec, sums),
            "lengths": statistics.length(sums),
            "games": sums.games,
            "wars": statistics.wars(sums)[0],
            "endless": 100 * sums.ends[ENDLESS] / sums.games,
            "wins": statistics.wins(sums, len(simulation.policies)),
        }
    return row


def compare_rows(base: View, row: View) -> None:
    """Add to a row how its run differs from the first: in length, and in wins by seat."""
    row["length"] = comparison.length_difference(base["side"], row["side"])
    if len(base["wins"]) != len(row["wins"]):
        row["seats"] = []
        return
    row["seats"] = [
        comparison.win_difference(base["side"], row["side"], seat)
        for seat in range(len(row["wins"]))
    ]
