"""Published figures about War beside those of this site."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.lab.runs import run
from games.lab.runs.comparison import Side
from games.lab.runs.gallery import GALLERY, shipped_side
from games.lab.runs.known import KINDS, KNOWN, Known, agrees
from games.lab.runs.models import Simulation

View = dict[str, Any]


@require_safe
def known(request: HttpRequest) -> HttpResponse:
    rows = [row_of(row) for row in KNOWN.values()]
    return render(request, "lab/known.html", {"section": "lab", "rows": rows})


@require_POST
def repeat(request: HttpRequest, key: str) -> HttpResponse:
    """Start the run behind a figure.  It does not count for the visitor's limits, because there is
    a fixed number of figures."""
    if key not in KNOWN:
        raise Http404(_("There is no such figure."))
    return redirect(run.start(spec=KNOWN[key].spec, free=True))


def row_of(known: Known) -> View:
    """A published figure, with this site's figure from a finished run or a shipped result, if there
    is one."""
    kind, spec = KINDS[known.kind], known.spec
    stored = Simulation.objects.with_spec(spec).order_by("id").first()
    side = shipped_side(GALLERY[known.question], known.place, spec)
    if stored and stored.is_done:
        side = Side(spec, stored.counted)
    row: View = {"known": known, "run": stored, "theirs": kind.said(known.theirs), "ours": ""}
    if side is None or not side.sums.games:
        return row
    ours = kind.measure(side)
    row |= {"ours": kind.said(ours.value), "agrees": agrees(known, ours, side.sums.games)}
    row |= {"games": side.sums.games, "has_interval": kind.has_interval}
    ends = sorted((ours.low, ours.high), reverse=kind.is_rarity)
    return row | {"low": kind.said(ends[0]), "high": kind.said(ends[1])}
