"""The console of directors: what waits for a decision, and every act as one button."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.pages.tournaments.director.act_form import allowed
from games.pages.tournaments.director.acts import FORMS
from games.pages.tournaments.director.tournament_form import TournamentForm, initial, usual
from games.pages.tournaments.found import director, find, frame
from games.pages.tournaments.log import lines_since
from games.pages.tournaments.rounds import with_seats
from games.table.clock import now_ms
from games.table.models import Table
from games.table.writer import arranged
from games.tournaments import acts
from games.tournaments.acts import State
from games.tournaments.models import Entrant, Pairing, Round, Stage, Tournament, TournamentGame
from games.tournaments.reading.public import HIDDEN
from games.tournaments.reading.results import PENDING
from games.tournaments.refusals import SENTENCES, Refused
from games.tournaments.writer import life, rounds
from games.tournaments.writer.orders import Order
from games.untrusted import whole_number

SHOWN = 30  # open tables, the most urgent ones
ACTS: dict[str, tuple[Any, Callable[..., Any]]] = {  # one button each; the others have forms
    "announce": (gettext_lazy("Announce"), life.announce),
    "open": (gettext_lazy("Open entries"), life.open_entries),
    "checkin": (gettext_lazy("Open check-in"), life.open_checkin),
    "start": (gettext_lazy("Start"), life.start),
    "resume": (gettext_lazy("Resume"), life.resume),
    "draw": (gettext_lazy("Draw the next round"), rounds.request_draw),
    "publish": (gettext_lazy("Publish the round"), rounds.publish),
    "begin": (gettext_lazy("Begin the round now"), rounds.begin),
    "finish": (gettext_lazy("Finish"), life.finish),
}
ENTERING = (State.OPEN, State.CHECKIN)
# acts with forms
OF_TOURNAMENT = (
    *("bots", "redraw", "set", "undo", "forbid", "seed", "note"),
    *("end", "pause", "reopen", "cancel"),
)
OF_ENTRANT = ("enter", "arrive", "leave", "return", "absent", "withdraw", "disqualify")


class OpenTable(NamedTuple):
    """A pairing without a result, the table of its last game, and who has not come."""

    pairing: Pairing
    table: Table | None
    missing: list[str]
    now: int

    @property
    def is_aborted(self) -> bool:
        """An operator has ended it (6.10)."""
        return self.table is not None and self.table.status == "aborted"

    @property
    def left(self) -> str:
        """Until the time of the game is up: 12:05."""
        until_ms = self.table.until_ms if self.table else None
        rest_s = max(0, (until_ms or self.now) - self.now) // 1000
        return "{}:{:02}".format(*divmod(rest_s, 60))

    @property
    def urgency(self) -> tuple[bool, bool, int]:
        until_ms = self.table.until_ms if self.table else None
        return not self.is_aborted, not self.missing, until_ms or 0


@require_safe
def console(request: HttpRequest, code: str) -> HttpResponse:
    director(request)
    return shown(request, code)


def shown(request: HttpRequest, code: str, refused: Refused | None = None) -> HttpResponse:
    context = frame(request, code, "console")
    tournament: Tournament = context["tournament"]
    stage, now = tournament.last_stage(), now_ms()
    one = rounds.current(stage) if stage else None
    asked = revision(request)
    tables = open_tables(stage, now) if stage else []
    context |= {
        "refused": refused,
        "since": lines_since(tournament, asked) if refused else (),
        "question": SENTENCES.get(tournament.question, tournament.question),
        "round": one,
        "next_number": rounds.next_number(stage) if stage else None,
        "now_ms": now,
        "can_rule": allowed(tournament, "rule"),
        "played": played(tournament),
        "buttons": list(buttons(tournament, stage, one)),
        "links": links(tournament, OF_TOURNAMENT),
        "people": links(tournament, OF_ENTRANT),
        "people_reason": State(tournament.state) in acts.LIVE,
        "open_tables": tables,
        "awaits": any(row.missing for row in tables),  # who comes is no act
        "drawn": with_seats(one.pairings.order_by("number"))[:SHOWN]
        if one and one.state == Round.State.DRAWN
        else (),
        "away": tournament.entrants.filter(away=True).select_related("player")[:SHOWN],
        "can_edit": allowed(tournament, "edit"),
    }
    if tournament.state in ENTERING:
        entered = tournament.entrants.filter(status=Entrant.Status.ENTERED)
        context |= entered.aggregate(entered=Count("pk"), arrived=Count("pk", Q(arrived=True)))
    status = 200 if refused is None else 409
    return render(request, "tournaments/console.html", context, status=status)


def buttons(
    tournament: Tournament, stage: Stage | None, one: Round | None
) -> Iterator[tuple[str, Any]]:
    """The acts that make sense now and ask for nothing."""
    is_running = stage is not None and stage.state == Stage.State.RUNNING
    makes_sense = {
        "draw": is_running and one is None and not tournament.pending_draw,
        "publish": one is not None and one.state == Round.State.DRAWN,
        "begin": one is not None and one.state == Round.State.PUBLISHED,
        "finish": stage is not None and one is None,
    }
    for key, (label, _do) in ACTS.items():
        if makes_sense.get(key, True) and allowed(tournament, key):
            yield key, label


def links(tournament: Tournament, keys: Iterable[str]) -> list[tuple[str, Any]]:
    """Those of these acts that are possible now."""
    return [(key, FORMS[key].label) for key in keys if FORMS[key].is_possible(tournament)]


def played(tournament: Tournament) -> QuerySet[Round]:
    """The rounds with results, to be corrected from their own pages; the last one first."""
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.COMPLETE)
    return rounds.select_related("stage").order_by("-stage__number", "-number")[:SHOWN]


def open_tables(stage: Stage, now: int) -> list[OpenTable]:
    """Those without a result: the aborted ones first, then those where somebody is missing, then by
    the time that is left."""
    pairings = Pairing.objects.filter(round__stage=stage, status__in=PENDING)
    shown = with_seats(urgent_first(pairings.exclude(round__state__in=HIDDEN)))
    last: dict[Pairing, Table | None] = {
        pairing: next((g.table for g in reversed(pairing.games.all()) if not g.void), None)
        for pairing in shown[:SHOWN]
    }
    waiting = [table for table in last.values() if table and table.status == "open"]
    here = arranged.came(waiting)
    found = [
        OpenTable(pairing, table, missing(pairing, here.get(table.pk) if table else None), now)
        for pairing, table in last.items()
    ]
    return sorted(found, key=lambda row: row.urgency)


def urgent_first(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Aborted, waiting for somebody, dealt long ago: only the first ones are read and looked at."""
    last = TournamentGame.objects.filter(pairing=OuterRef("pk"), void=False).order_by("-number")
    status = Subquery(last.values("table__status")[:1])
    dealt = Subquery(last.values("table__started_ms")[:1])
    rank = Case(When(last="aborted", then=0), When(last="open", then=1), default=2)
    ranked = pairings.annotate(last=status, dealt=dealt, rank=rank)
    return ranked.order_by("rank", "dealt", "round__number", "number")


def missing(pairing: Pairing, came: Collection[int] | None) -> list[str]:
    """Who is not in their seat; `came` is None where nobody is waited for."""
    if came is None:
        return []
    places = enumerate(pairing.places.all(), 1)
    return [place.entrant.player.name for seat, place in places if seat not in came]


def revision(request: HttpRequest) -> int | None:
    """Of the page that asks."""
    return whole(request, "revision")


def whole(request: HttpRequest, name: str) -> int | None:
    """A number of the form."""
    text = request.POST.get(name, "")
    return whole_number(text)


# Acts ------------------------------------------------------------------------------------


@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """One act of a director that asks for nothing."""
    by = director(request)
    tournament = find(request, code)
    key = request.POST.get("do", "")
    order = Order(tournament.pk, by, revision=revision(request))
    more = {"number": whole(request, "round")} if key == "draw" else {}
    try:
        if key not in ACTS:
            raise Refused("STATE", _("The form did not say what to do."))
        ACTS[key][1](order, **more)
    except Refused as refused:
        return shown(request, code, refused)
    return redirect("tournament_console", code=tournament.code)


# Creating and changing -------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    by = director(request)
    form = TournamentForm(request.POST or None, initial=usual())
    if form.is_valid():
        try:
            texts = form.changes()
            made = life.create(
                by=by,
                name=texts.pop("name"),
                description=texts.pop("description"),
                terms=texts,
                stages=form.stages(),
            )
            return redirect("tournament_console", code=made.code)
        except Refused as refused:
            form.refuse(refused)
    status = 400 if form.errors else 200
    context = {"section": "tournaments", "form": form}
    return render(request, "tournaments/form.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, code: str) -> HttpResponse:
    by = director(request)
    context = frame(request, code, "console")
    tournament: Tournament = context["tournament"]
    announced = tournament.state != State.DRAFT
    form = TournamentForm(request.POST or None, initial=initial(tournament), announced=announced)
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
    context |= {"form": form, "announced": announced}
    status = 400 if form.errors else 200
    return render(request, "tournaments/form.html", context, status=status)
