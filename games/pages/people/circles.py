"""Circles: the reader's list, the page of a circle, joining by its link, and every change.
Visitors outside a circle get the response to an unknown address."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.callers import guest_for
from games.accounts.models import Player
from games.pages.tournaments.podium import STEPS
from games.ratings import reading
from games.relations import circles
from games.relations.circles import Circle, CircleChat, Member, Refused
from games.table.models import Table
from games.table.rated import OF_PEOPLE
from games.table.reasons import Reason
from games.tournaments.acts import ENDED
from games.tournaments.models import Entrant, Tournament
from games.tournaments.refusals import Refused as TournamentRefused
from games.tournaments.writer import life
from games.tournaments.writer.orders import Order
from games.untrusted import whole_number
from warsite.addresses import address_for_others

FINISHED, EVENTS = 20, 10  # games and events on the page of a circle


def circle_of(request: HttpRequest, code: str) -> Circle:
    """The circle with this code, if this visitor is a member.  Raises Http404."""
    own = Circle.objects.select_related("owner")
    if not request.user.is_authenticated:
        raise Http404
    return get_object_or_404(own, code=code.upper(), members__player=request.user.pk)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """The reader's circles, and a form to start one."""
    player = cast(Player, request.user)
    if request.method == "POST":
        try:
            made = circles.create(by=player, name=request.POST.get("name", ""))
        except Refused as refused:
            messages.error(request, refused.sentence)
            return redirect("circles")
        return redirect("circle", code=made.code)
    mine = player.memberships.select_related("circle__owner").order_by("circle__name", "circle")
    return render(request, "circles/index.html", {"mine": mine})


@never_cache
@require_safe
def circle(request: HttpRequest, code: str) -> HttpResponse:
    own_circle, player = circle_of(request, code), cast(Player, request.user)
    members = list(own_circle.members.select_related("player").order_by("joined_at", "pk"))
    tables = own_circle.tables.listed().order_by("-id")
    is_owner = own_circle.owner_id == player.pk
    helpers = {member.player_id for member in members if member.is_helper}
    helps = is_owner or player.pk in helpers
    link = address_for_others(request, f"/circles/join/{own_circle.key}/") if helps else ""
    context = {
        "circle": own_circle,
        "members": members,
        "is_owner": is_owner,
        "helps": helps,
        "link": link,
        "chats": CircleChat.choices,
        "now": with_names(tables.filter(status__in=("open", "running")), members),
        "finished": with_names(tables.filter(status="finished")[:FINISHED], members),
        "boards": boards_of(members),
        "events": events_of(own_circle, is_holder=helps),
        "seasons": own_circle.seasons.order_by("-pk"),
    }
    return render(request, "circles/circle.html", context)


def events_of(circle: Circle, *, is_holder: bool) -> QuerySet[Tournament]:
    """The newest events, each with its first three entrants in `first`; drafts only for members who
    hold events."""
    first = Entrant.objects.filter(place__lte=STEPS).order_by("place", "number")
    podiums = Prefetch("entrants", first.select_related("player"), to_attr="first")
    events = circle.events.newest().prefetch_related(podiums)
    return (events if is_holder else events.exclude(state="draft"))[:EVENTS]


def with_names(tables: QuerySet[Table], members: list[Member]) -> list[tuple[Table, list[str]]]:
    """Tables with the names of their players, labelled as in the circle."""
    labels = {member.player_id: member.label for member in members if member.label}

    def called(player: Player) -> str:
        label = labels.get(player.pk)
        return f"{player.name} ({label})" if label else player.name

    return [(table, [called(seat.player) for seat in table.seats.all()]) for table in tables]


def boards_of(members: list[Member]) -> list[dict[str, Any]]:
    """The rated members of each pool, the best first."""
    names = {member.player_id: member.player.name for member in members if member.player.is_person}
    boards = []
    now = timezone.now()
    for pool in OF_PEOPLE:
        skills = reading.skills_of(pool.key, names, now)
        rated = [(names[player], skill) for player, skill in skills.items()]
        if rated:
            rows = sorted(rated, key=lambda row: row[1].points, reverse=True)
            boards.append({"pool": pool, "rows": rows})
    return boards


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Join a circle.  The link opens a page with a button, because opening a link must not change
    anything.  New visitors become guests."""
    joined = get_object_or_404(Circle.objects.select_related("owner"), key=key)
    if request.method != "POST":
        return render(request, "circles/join.html", {"circle": joined})
    try:
        circles.join(circle=joined, player=guest_for(request))
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("circle_join", key=key)
    return redirect("circle", code=joined.code)


@require_POST
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Perform the act that a form of the page names."""
    own_circle, player = circle_of(request, code), cast(Player, request.user)
    do = request.POST.get("do", "")
    acts = of_circle(request, own_circle, player) | of_member(request, own_circle, player)
    try:
        if do in acts:
            acts[do]()
        if do in ("leave", "delete"):
            messages.success(request, _("You have left %(name)s.") % {"name": own_circle.name})
            return redirect("circles")
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("circle", code=own_circle.code)


def of_circle(request: HttpRequest, circle: Circle, by: Player) -> dict[str, Callable[[], None]]:
    data = request.POST
    name, chat = data.get("name", ""), data.get("chat", "")
    return {
        "leave": lambda: circles.leave(circle=circle, player=by),
        "delete": lambda: delete(circle, by),
        "renew": lambda: circles.renew_link(circle=circle, by=by),
        "change": lambda: circles.change(circle=circle, by=by, name=name, chat=chat),
    }


def delete(circle: Circle, by: Player) -> None:
    """Delete a circle, and cancel its events.  Raises Refused."""
    circles.verify_owns(circle, by)
    for event in circle.events.exclude(state__in=ENDED):
        with suppress(TournamentRefused):  # it has just ended
            life.cancel(Order(event.pk, by, Reason.CIRCLE_DELETED))
    circles.delete(circle=circle, by=by)


def of_member(request: HttpRequest, circle: Circle, by: Player) -> dict[str, Callable[[], None]]:
    """The acts on the member that a form names; empty if the form names no member.  Raises
    Http404."""
    number = whole_number(request.POST.get("member", ""))
    if number is None:
        return {}
    members = circle.members.select_related("player", "circle")
    member, label = get_object_or_404(members, pk=number), request.POST.get("label", "")
    return {
        "remove": lambda: circles.remove(member=member, by=by),
        "label": lambda: circles.name_guest(member=member, by=by, label=label),
        "helper": lambda: circles.make_helper(member=member, by=by, is_helper=True),
        "member": lambda: circles.make_helper(member=member, by=by, is_helper=False),
    }
