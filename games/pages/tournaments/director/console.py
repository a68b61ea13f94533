"""The console of directors: the next step, then the rounds, the people and the event."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.pages.tournaments.director.act_form import allowed
from games.pages.tournaments.director.acts import FORMS
from games.pages.tournaments.director.following import plan_for
from games.pages.tournaments.director.people import acts_about, possible
from games.pages.tournaments.director.steps import Scene, Step, steps_of, waiting_words
from games.pages.tournaments.log import lines_since
from games.pages.tournaments.presence import has_come, presence_words
from games.pages.tournaments.screen import address_of
from games.pages.tournaments.shortcuts import desk, director, page_of
from games.pages.tournaments.tables import SHOWN, OpenTable, open_tables, with_seats
from games.table.clock import now_ms
from games.tournaments.acts import State
from games.tournaments.models import Entrant, Pairing, Place, Round, Stage, Tournament
from games.tournaments.reading.record import HIDDEN, PENDING
from games.tournaments.refusals import SENTENCES, Refused
from games.tournaments.writer import life, rounds
from games.tournaments.writer.orders import Order
from games.untrusted import whole_number

PEOPLE = 100  # rows of a page
PERSON = ("number", "status", "arrived", "away", "card", "card_used_ms", "player__name")
ACTS: dict[str, Callable[..., Any]] = {  # one button each; the others have forms
    "announce": life.announce,
    "open": life.open_entries,
    "checkin": life.open_checkin,
    "start": life.start,
    "resume": life.resume,
    "draw": rounds.request_draw,
    "publish": rounds.publish,
    "begin": rounds.begin,
    "finish": life.finish,
}
LIKELY = ("arrive", "return")
NEWCOMERS = ("enter", "bots")


Seats = dict[int, tuple[int, int]]  # by entrant (keys): the pairing and its number


class Person(NamedTuple):
    """An entrant, what they are doing, the table that waits for them, and the likeliest act about
    them with its label.  The form of this act links to the other acts."""

    entrant: Entrant
    words: str
    waiting: OpenTable | None
    act: str
    label: Any

    @property
    def is_likely(self) -> bool:
        """Whether players often ask a director for this act."""
        return self.act in LIKELY


@require_safe
def console(request: HttpRequest, code: str) -> HttpResponse:
    return shown(request, code)


def shown(request: HttpRequest, code: str, refused: Refused | None = None) -> HttpResponse:
    _by, context = desk(request, code)
    tournament: Tournament = context["tournament"]
    stage, now = tournament.last_stage(), now_ms()
    latest = last_rounds(tournament)
    counts = counts_of(tournament)
    tables = open_tables(stage, now, with_absent=True) if stage else []
    seats = seats_in(stage) if stage and len(tables) == SHOWN else seats_at(tables)
    page = entrants_page(request, tournament, counts["all"])
    unfinished = len({pairing for pairing, _ in seats.values()})
    scene = scene_of(tournament, stage, latest, counts | {"unfinished": unfinished})
    plan = plan_for(tournament, scene.playing)
    scene = scene._replace(plan=plan.words if plan else "")
    first, *others = [*steps_of(scene), Step("", waiting_words(scene))]
    context |= {
        "refused": refused,
        "since": lines_since(tournament, revision(request)) if refused else (),
        "question": SENTENCES.get(tournament.question, tournament.question),
        "step": first,
        "plan": plan,
        "others": [step for step in others if step.act],
        "round": scene.round,
        "next_number": scene.number,
        "now_ms": now,
        "can_rule": allowed(tournament, "rule"),
        "played": [round_ for round_ in latest if round_.state == Round.State.COMPLETE],
        "of_round": links(tournament, about_round(scene)),
        "of_event": links(tournament, about_event(scene)),
        "newcomers": links(tournament, NEWCOMERS),
        "page": page,
        "presence": presence_of(tournament, counts),
        "people": people(tournament, page.object_list, tables, seats),
        "open_tables": tables,
        "most": SHOWN,  # most rows
        "drawn": scene.unpublished,
        "awaits": any(row.absent for row in tables),  # arrivals are not acts
        "can_edit": allowed(tournament, "edit"),
        "screen": address_of(tournament),
    }
    return render(request, "tournaments/console.html", context, status=409 if refused else 200)


def seats_at(tables: Iterable[OpenTable]) -> Seats:
    """The seats of the entrants at these tables."""
    pairings = [row.pairing for row in tables]
    return {
        place.entrant_id: (pairing.pk, pairing.number)
        for pairing in pairings
        for place in pairing.places.all()
    }


def seats_in(stage: Stage) -> Seats:
    """The seats of the entrants at all public tables without a result, including tables that the
    console does not show."""
    seated = Place.objects.filter(round__stage=stage, pairing__status__in=PENDING)
    rows = seated.exclude(round__state__in=HIDDEN).values_list(
        "entrant", "pairing", "pairing__number"
    )
    return {entrant: (pairing, number) for entrant, pairing, number in rows}


def last_rounds(tournament: Tournament) -> list[Round]:
    """The last rounds that count, the newest first.  Results of earlier rounds can be corrected
    from the pages of these rounds."""
    latest = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.UNDONE)
    latest = latest.select_related("stage").defer("why", "pool", "stage__plan")
    return list(latest.order_by("-stage__number", "-number")[:SHOWN])


def counts_of(tournament: Tournament) -> dict[str, int]:
    """The number of entrants, in all and in each state."""
    return tournament.entrants.aggregate(
        all=Count("pk"),
        entered=Count("pk", Q(status=Entrant.Status.ENTERED)),
        arrived=Count("pk", Q(status=Entrant.Status.ENTERED, arrived=True)),
        present=Count("pk", Q(status=Entrant.Status.PLAYING, away=False)),
        cards=Count("pk", Q(status=Entrant.Status.ENTERED, card=True)),
        seated=Count("pk", Q(status=Entrant.Status.ENTERED, card=True, card_used_ms__gt=0)),
    )


def entrants_page(request: HttpRequest, tournament: Tournament, count: int) -> Page[Entrant]:
    """A page of the list of an event's entrants, in order of entry."""
    entrants = tournament.entrants.order_by("number").select_related("player")
    return page_of(request, entrants.only("tournament", *PERSON), PEOPLE, count=count)


def presence_of(tournament: Tournament, counts: Mapping[str, int]) -> str:
    """The number of entrants who have come, before the start, in words."""
    if tournament.state == State.CHECKIN:
        return presence_words(counts["arrived"], counts["entered"])
    return presence_words(counts["seated"], counts["cards"])


def scene_of(
    tournament: Tournament,
    stage: Stage | None,
    latest: Sequence[Round],
    counts: Mapping[str, int],
) -> Scene:
    mine = [round_ for round_ in latest if round_.stage == stage]
    current = next((round_ for round_ in mine if round_.state != Round.State.COMPLETE), None)
    number = current.number if current else mine[0].number + 1 if mine else 1
    unpublished: Sequence[Pairing] = ()
    if current is not None and current.state == Round.State.DRAWN:
        unpublished = list(with_seats(current.pairings.order_by("number")))
    return Scene(
        tournament,
        stage,
        current,
        number,
        unpublished,
        counts["unfinished"],
        entered=counts["entered"],
        arrived=counts["arrived"],
        present=counts["present"],
    )


def about_round(scene: Scene) -> list[str]:
    """The keys of acts with forms about pairings.  Most of these acts are possible only until the
    round begins."""
    if scene.round is not None and scene.round.state not in rounds.NOT_BEGUN:
        return ["undo", "forbid"]
    redraw = [] if scene.round is None else ["redraw"]
    by_hand = ["set"] if scene.running and scene.running.format.by_score else []
    return ["undo", *redraw, *by_hand, "forbid", "seed"]


def about_event(scene: Scene) -> list[str]:
    """The keys of acts with forms about the whole event."""
    rounds_drawn = scene.number if scene.round else scene.number - 1
    planned = scene.running.settings.get("rounds") or 0 if scene.running else 0
    end = ["end"] if 0 < rounds_drawn < planned else []
    return ["note", "newscreen", *end, "pause", "reopen", "cancel"]


def links(tournament: Tournament, keys: Iterable[str]) -> list[tuple[str, Any]]:
    """The acts with these keys that are possible now, with their labels."""
    return [(key, FORMS[key].label) for key in keys if FORMS[key].is_possible(tournament)]


def people(
    tournament: Tournament, entrants: Iterable[Entrant], tables: Iterable[OpenTable], seats: Seats
) -> list[Person]:
    """The rows of these entrants."""
    waiting = {place.entrant_id: row for row in tables for place in row.absent}
    acts = possible(tournament)
    return [
        Person(
            entrant,
            doing(tournament, entrant, seats),
            waiting.get(entrant.pk),
            *next(iter(acts_about(entrant, acts)), ("", "")),
        )
        for entrant in entrants
    ]


def doing(tournament: Tournament, entrant: Entrant, seats: Seats) -> str:
    """What an entrant is doing, in words: the table where they sit, or their state."""
    if entrant.pk in seats:
        return _("table %(table)d") % {"table": seats[entrant.pk][1]}
    words = entrant.status_words()
    come = has_come(tournament, entrant) if entrant.status == Entrant.Status.ENTERED else None
    if come is None:
        return words
    if tournament.state == State.CHECKIN:
        return _("%(state)s, checked in") % {"state": words} if come else words
    return _("has sat down") if come else _("has not sat down yet")


def revision(request: HttpRequest) -> int | None:
    """The revision from which the page was made."""
    return whole(request, "revision")


def whole(request: HttpRequest, name: str) -> int | None:
    """The whole number in a field of the form; None if there is none."""
    text = request.POST.get(name, "")
    return whole_number(text)


# Acts ------------------------------------------------------------------------------------


@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Perform a director's act that needs no form."""
    by, tournament = director(request, code)
    key = request.POST.get("do", "")
    order = Order(tournament.pk, by, revision=revision(request))
    more = {"number": whole(request, "round")} if key == "draw" else {}
    try:
        if key not in ACTS:
            raise Refused("STATE", _("Nothing was chosen. Press one of the buttons."))
        ACTS[key](order, **more)
    except Refused as refused:
        return shown(request, code, refused)
    return redirect("tournament_console", code=tournament.code)
