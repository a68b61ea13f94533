"""Pages to create a tournament, and to change one."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.models import Player
from games.pages.presentation.base import PRESENTATIONS
from games.pages.tournaments.director.console import revision
from games.pages.tournaments.director.sketch import USUAL_ENTRANTS, Sketch
from games.pages.tournaments.director.tournament_form import (
    TournamentForm,
    again,
    chosen_in,
    initial,
    typed,
    usual,
)
from games.pages.tournaments.shortcuts import (
    ask_second_factor,
    desk,
    director,
    directs_site,
    is_appointed,
)
from games.relations.circles import Circle
from games.rule_sets.models import offered_to
from games.table.clock import now_ms
from games.tournaments.acts import State
from games.tournaments.directors import holds
from games.tournaments.models import Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer import life
from games.tournaments.writer.circle import MOST_ENTRANTS
from games.tournaments.writer.orders import Order
from games.tournaments.writer.weekly import hold_once_more, proposed_name


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form for a new tournament of the site or of a circle; visitors who may hold neither are
    told who may.  Each change of the form requests it again (a script requests only its inner
    part)."""
    data = request.POST if request.method == "POST" else request.GET
    circle = circle_of(request, data.get("circle", ""))
    if circle is None and not is_appointed(request):
        return render(request, "tournaments/who_may.html", who_may(request))
    if circle is None and not directs_site(request):
        ask_second_factor(request)
    assert isinstance(request.user, Player)
    last = last_of(request.user, circle)
    like = last.filter(code=data["like"]).first() if "like" in data else None
    chosen = (chosen_in(like) if like and request.method != "POST" else {}) | data.dict()
    sketch = Sketch(chosen, entrants_of(circle), offered_to(request.user))
    name = proposed_name(circle, timezone.now()) if circle else ""
    start = usual(circle) | {"name": name} | (again(like) if like else {})
    form = form_of(request, sketch, start, circle)
    if form.is_valid():
        try:
            made = create(form, request.user, circle, like, is_open=data.get("do") == "open")
            return redirect("tournament_console", code=made.code)
        except Refused as refused:
            form.refuse(refused)
    context = {"section": "tournaments", "circle": circle, "last": last.first(), "like": like}
    return shown(request, context, form, sketch)


def form_of(
    request: HttpRequest,
    sketch: Sketch,
    start: dict[str, Any],
    circle: Circle | None,
    **more: Any,
) -> TournamentForm:
    """The form with these initial values.  A form that is only shown again is not validated."""
    is_sent = request.method == "POST"
    start |= {"rounds": sketch.rounds, "minutes": sketch.length}
    if is_sent and request.POST.get("do") == "check":
        start |= typed(request.POST.dict()) | {"rounds": sketch.rounds}
        is_sent = False
    data = request.POST if is_sent else None
    return TournamentForm(data, initial=start, sketch=sketch, circle=circle, **more)


def shown(
    request: HttpRequest, context: dict[str, Any], form: TournamentForm, sketch: Sketch | None
) -> HttpResponse:
    inner = request.headers.get("X-Fragment") == "draft"
    template = "tournaments/_sketch.html" if inner else "tournaments/form.html"
    more = {"form": form, "sketch": sketch, "games": PRESENTATIONS.values()}
    status = 400 if form.errors else 200
    return render(request, template, context | more, status=status)


def last_of(by: Player, circle: Circle | None) -> QuerySet[Tournament]:
    """The tournaments that can be held again, the newest first."""
    if circle is not None:
        return circle.events.newest()
    return Tournament.objects.filter(circle=None, private=False, created_by=by).newest()


def entrants_of(circle: Circle | None) -> int:
    """The number of entrants to expect: the members of the circle, or a usual number if these are
    fewer."""
    members = circle.members.count() if circle else 0
    return min(max(members, USUAL_ENTRANTS), MOST_ENTRANTS)


@transaction.atomic
def create(
    form: TournamentForm,
    by: Player,
    circle: Circle | None,
    like: Tournament | None,
    *,
    is_open: bool,
) -> Tournament:
    """Create a tournament, as a draft or open for entries, at once or at a set time.  A tournament
    that repeats another one belongs to the same season.  Raises Refused."""
    texts = form.changes()
    made = life.create(
        by=by,
        name=texts.pop("name"),
        description=texts.pop("description"),
        terms=texts,
        stages=form.stages(),
        circle=circle,
    )
    if like is not None:
        Tournament.objects.filter(pk=made.pk).update(season=like.season)
    if is_open:
        life.announce(Order(made.pk, by))
        if not made.terms["opens"]:
            life.open_entries(Order(made.pk, by))
    return made


@require_POST
def hold_again(request: HttpRequest, code: str) -> HttpResponse:
    """Create a tournament like this one, open for entries at once."""
    by, last = director(request, code)
    try:
        made = hold_once_more(last, by, now_ms())
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("circle", last.circle.code) if last.circle else redirect(last)
    return redirect("tournament_console", code=made.code)


def circle_of(request: HttpRequest, code: str) -> Circle | None:
    """The circle of the tournament, if this player may hold events for it.  Raises Http404."""
    if not code:
        return None
    circle = Circle.objects.filter(code=code.upper()).first()
    if circle is None or not isinstance(request.user, Player) or not holds(request.user, circle):
        raise Http404(_("There is no such circle."))
    return circle


def who_may(request: HttpRequest) -> dict[str, Any]:
    """The circles for which this visitor may hold events."""
    mine: list[Circle] = []
    if isinstance(request.user, Player):
        in_them = Circle.objects.filter(members__player=request.user).order_by("name", "pk")
        mine = [circle for circle in in_them if holds(request.user, circle)]
    return {"section": "tournaments", "circles": mine}


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, code: str) -> HttpResponse:
    by, context = desk(request, code)
    tournament: Tournament = context["tournament"]
    announced = tournament.state != State.DRAFT
    sketch, start = None, initial(tournament)
    if announced:
        form = TournamentForm(request.POST or None, initial=start)
    else:
        chosen = chosen_in(tournament) | request.POST.dict()
        sketch = Sketch(chosen, saved=offered_to(by))
        form = form_of(request, sketch, start, tournament.circle, is_draft=True)
    if form.is_valid():
        try:
            life.edit(
                Order(
                    tournament.pk,
                    by,
                    reason=form.cleaned_data["reason"],
                    revision=revision(request),
                ),
                changes=form.changes(),
                stages=None if announced else form.stages(),
            )
            return redirect("tournament_console", code=tournament.code)
        except Refused as refused:
            form.refuse(refused)
    return shown(request, context | {"announced": announced}, form, sketch)
