"""The console of directors: what waits for a decision, and every act as one button."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.models import Player
from games.pages.tournaments.form import TournamentForm, initial, usual
from games.pages.tournaments.found import directs, frame
from games.pages.tournaments.log import entrants_in, line
from games.pages.tournaments.rounds import with_seats
from games.table.clock import now_ms
from games.table.writer import arranged
from games.tournaments import acts, terms
from games.tournaments.acts import RULES, Role, State
from games.tournaments.models import Entrant, Pairing, Round, Stage, Tournament
from games.tournaments.reading.results import PENDING
from games.tournaments.refusals import SENTENCES, Refused
from games.tournaments.writer import entries, life, rounds

SHOWN = 100  # open tables
LIFE: dict[str, tuple[Any, Callable[..., Any]]] = {
    "announce": (gettext_lazy("Announce"), life.announce),
    "open": (gettext_lazy("Open entries"), life.open_entries),
    "checkin": (gettext_lazy("Open check-in"), life.open_checkin),
    "start": (gettext_lazy("Start"), life.start),
    "resume": (gettext_lazy("Resume"), life.resume),
    "draw": (gettext_lazy("Draw the next round"), rounds.draw_round),
    "publish": (gettext_lazy("Publish the round"), rounds.publish),
    "begin": (gettext_lazy("Begin the round now"), rounds.begin),
    "finish": (gettext_lazy("Finish"), life.finish),
    "pause": (gettext_lazy("Pause"), life.pause),
    "reopen": (gettext_lazy("Reopen"), life.reopen),
    "cancel": (gettext_lazy("Cancel the tournament"), life.cancel),
}
PEOPLE: dict[str, tuple[Any, Callable[..., Any]]] = {
    "enter": (gettext_lazy("Enter"), entries.enter),
    "arrive": (gettext_lazy("Check in"), entries.arrive),
    "leave": (gettext_lazy("Give up the entry"), entries.leave),
    "return": (gettext_lazy("Is back"), entries.come_back),
    "withdraw": (gettext_lazy("Withdraw"), entries.withdraw),
    "disqualify": (gettext_lazy("Disqualify"), entries.disqualify),
}
WITHOUT_REASON = ("arrive", "leave")
FRESH = ("publish", "withdraw", "disqualify")  # acts that take the revision of the page (9.5)


class Button(NamedTuple):
    """An act that is possible now."""

    key: str
    label: Any
    needs_reason: bool


class OpenTable(NamedTuple):
    """A pairing without a result; `missing` are those who have not come."""

    pairing: Pairing
    code: str
    missing: list[str]


def director(request: HttpRequest) -> Player:
    """Who asks.  Raises Http404: for others this page is not there."""
    if not directs(request) or not isinstance(request.user, Player):
        raise Http404(_("There is no such tournament."))
    return request.user


@require_safe
def console(request: HttpRequest, code: str) -> HttpResponse:
    director(request)
    return shown(request, code)


def shown(request: HttpRequest, code: str, refused: Refused | None = None) -> HttpResponse:
    context = frame(request, code, "console")
    tournament: Tournament = context["tournament"]
    stage = tournament.stages.exclude(state=Stage.State.WAITING).order_by("number").last()
    one = rounds.current(stage) if stage else None
    asked = revision(request)
    since = tournament.acts.since(asked) if refused and asked is not None else ()
    context |= {
        "refused": refused,
        "since": [line(act, {}) | {"who": entrants_in(act)} for act in since],
        "question": SENTENCES.get(tournament.question, tournament.question),
        "round": one,
        "buttons": list(buttons(tournament, stage, one)),
        "people": [
            (key, label) for key, (label, _do) in PEOPLE.items() if allowed(tournament, key)
        ],
        "people_reason": State(tournament.state) in acts.LIVE,
        "open_tables": open_tables(one) if one else [],
        "drawn": with_seats(one.pairings.order_by("number"))[:SHOWN]
        if one and one.state == Round.State.DRAWN
        else (),
        "away": tournament.entrants.filter(away=True).select_related("player")[:SHOWN],
        "can_edit": allowed(tournament, "edit"),
    }
    status = 200 if refused is None else 409
    return render(request, "tournaments/console.html", context, status=status)


def allowed(tournament: Tournament, key: str) -> bool:
    """May a director do this in this state?"""
    checkin = terms.resolve(tournament.terms).checkin_min is not None
    since = now_ms() - tournament.state_ms
    try:
        acts.verify(
            key,
            State(tournament.state),
            Role.DIRECTOR,
            "asked",
            has_checkin=checkin,
            since_ms=since,
        )
    except acts.Refused:
        return False
    return checkin or key != "checkin"


def buttons(tournament: Tournament, stage: Stage | None, one: Round | None) -> Any:
    """The acts that make sense now."""
    is_running = stage is not None and stage.state == Stage.State.RUNNING
    makes_sense = {
        "draw": is_running and one is None,
        "publish": one is not None and one.state == Round.State.DRAWN,
        "begin": one is not None and one.state == Round.State.PUBLISHED,
        "finish": stage is not None and one is None,
    }
    for key, (label, _do) in LIFE.items():
        if makes_sense.get(key, True) and allowed(tournament, key):
            yield Button(key, label, State(tournament.state) in RULES[key].reason)


def open_tables(one: Round) -> list[OpenTable]:
    """Those without a result; where somebody is missing first."""
    pairings = with_seats(one.pairings.filter(status__in=PENDING).order_by("number"))
    last = {
        pairing: next((game for game in reversed(pairing.games.all()) if not game.void), None)
        for pairing in pairings[:SHOWN]
    }
    waiting = [game.table for game in last.values() if game and game.table.status == "open"]
    here = arranged.came(waiting)
    found = []
    for pairing, game in last.items():
        came = here.get(game.table.pk) if game else None
        missing = [
            place.entrant.player.name
            for seat, place in enumerate(pairing.places.all(), 1)
            if came is not None and seat not in came
        ]
        found.append(OpenTable(pairing, game.table.code if game else "", missing))
    return sorted(found, key=lambda row: (not row.missing, row.pairing.number))


def revision(request: HttpRequest) -> int | None:
    """Of the page that asks."""
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() else None


# Acts ------------------------------------------------------------------------------------


@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """One act of a director."""
    by = director(request)
    tournament: Tournament = frame(request, code, "console")["tournament"]
    key, reason = request.POST.get("do", ""), request.POST.get("reason", "")
    given: dict[str, Any] = {"tournament": tournament.pk, "by": by}
    if key in FRESH:
        given["revision"] = revision(request)
    try:
        if key in LIFE:
            needs = State(tournament.state) in RULES[key].reason
            LIFE[key][1](**given, **({"reason": reason} if needs else {}))
        elif key in PEOPLE:
            more = {} if key in WITHOUT_REASON else {"reason": reason}
            PEOPLE[key][1](**given, **more, player=somebody(request, tournament))
        else:
            raise Refused("STATE", _("The form did not say what to do."))
    except Refused as refused:
        return shown(request, code, refused)
    return redirect("tournament_console", code=tournament.code)


def somebody(request: HttpRequest, tournament: Tournament) -> Player:
    """The player who is named, or whose number as an entrant is given.  Raises Refused."""
    text = request.POST.get("who", "").strip()
    if text.isascii() and text.isdigit() and len(text) < 7:
        entrant = Entrant.objects.filter(tournament=tournament, number=int(text))
        player = Player.objects.filter(entrants__in=entrant).first()
    else:
        player = Player.objects.named(text).filter(erased=False).first() if text else None
    if player is None:
        words = _("No player is called “%(name)s”.") % {"name": text}
        raise Refused("NOT_ENTERED", words)
    return player


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
                tournament=tournament.pk,
                by=by,
                changes=form.changes(),
                stages=None if announced else form.stages(),
                reason=form.cleaned_data["reason"],
                revision=revision(request),
            )
            return redirect("tournament_console", code=tournament.code)
        except Refused as refused:
            form.refuse(refused)
    context |= {"form": form, "announced": announced}
    status = 400 if form.errors else 200
    return render(request, "tournaments/form.html", context, status=status)
