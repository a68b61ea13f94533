"""Rounds with their tables, and cross-tables."""

from collections import defaultdict
from typing import Any

from django.core.paginator import Page
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.tournaments import explanation
from games.pages.tournaments.shortcuts import find, frame, has_crosstable, names, page_of, stage_of
from games.pages.tournaments.tables import with_seats
from games.table.clock import now_ms
from games.tournaments.acts import LIVE
from games.tournaments.models import Pairing, Place, Round, Seed, Stage, Tournament
from games.tournaments.reading.record import HIDDEN

MANY = 12  # rounds


@require_safe
def last_round(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the last round; before the first round, to the overview."""
    public = Round.objects.filter(stage__tournament=find(request, code)).exclude(state__in=HIDDEN)
    last = public.order_by("stage__number", "number").values_list("stage__number", "number").last()
    if last is None:
        return redirect("tournament", code=code)
    return redirect("tournament_round", code, *last)


@require_safe
def rounds(request: HttpRequest, code: str, stage: int, number: int) -> HttpResponse:
    """The page of a round: its pairings, their reasons and results.  Directors see it before it is
    public."""
    context = frame(request, code, "rounds")
    row, settings = stage_of(context, stage)
    visible = row.rounds.exclude(state__in=(Round.State.UNDONE,) if context["directs"] else HIDDEN)
    current = visible.filter(number=number).first()
    if current is None:
        raise Http404(_("There is no such round."))
    page = page_of(request, with_seats(current.pairings.order_by("number")))
    page.object_list = [*page.object_list]
    free = list(current.places.filter(pairing=None).select_related("entrant__player"))
    called = calling(row.tournament, current, list(page), free)
    context |= {
        "stage": row,
        "round": current,
        "now_ms": now_ms(),
        "page": page,
        "quality": explanation.of_round(whys_of(current, page)),
        "tables": [table(pairing, current, called, context["directs"]) for pairing in page],
        "free": sorted(free, key=lambda place: (place.kind, place.entrant.number)),
        "byes": explanation.of_byes(current.why, called),
        "by_hand": by_hand(row, current, called),
        "numbers": around(
            list(visible.order_by("number").values_list("number", flat=True)), number
        ),
        "own": own_rulings(row, number),
        "can_rule": context["directs"] and row.tournament.state in LIVE,
        "is_duplicate": settings.duplicate,
        "has_points": not settings.format.is_knockout,
    }
    return render(request, "tournaments/round.html", context)


def whys_of(current: Round, page: Page[Pairing]) -> list[dict[str, Any]]:
    """The explanations stored with all tables of the draw, not only with those on this page."""
    if not page.has_other_pages():
        return [pairing.why for pairing in page]
    return list(current.pairings.values_list("why", flat=True))


def around(numbers: list[int], number: int) -> list[int]:
    """The numbers of rounds to link: all of them, or if there are many, the first, the last and
    those near `number`."""
    if len(numbers) <= MANY:
        return numbers
    return [one for one in numbers if one in (numbers[0], numbers[-1]) or abs(one - number) <= 3]


def own_rulings(stage: Stage, number: int) -> set[int]:
    """The tables of a round about which a director has ruled who sat there (1.5)."""
    acts = stage.tournament.acts.filter(args__own=True, args__stage=stage.number)
    return set(acts.filter(args__round=number).values_list("args__pairing", flat=True))


def calling(
    tournament: Tournament, current: Round, pairings: list[Pairing], free: list[Place]
) -> dict[int, str]:
    """The names of all entrants on the page, by number."""
    places = [place for pairing in pairings for place in pairing.places.all()] + free
    called = {place.entrant.number: place.entrant.player.name for place in places}
    others = explanation.entrants_in(current.why).union(
        *(explanation.entrants_in(row.why) for row in pairings)
    )
    entrants = names(tournament, others - called.keys())
    return called | {number: entrant.player.name for number, entrant in entrants.items()}


def table(
    pairing: Pairing, current: Round, called: dict[int, str], directs: bool
) -> dict[str, Any]:
    """A pairing and its seats, each with the points at the draw."""
    places = list(pairing.places.all())
    before = pairing.why.get("points") or [None] * len(places)
    seats = [place.entrant.number for place in places]
    return {
        "pairing": pairing,
        "seats": list(zip(places, before, strict=False)),
        "games": [game for game in pairing.games.all() if not game.void],
        "why": explanation.of_table(
            pairing.why, seats, called, current.method, current.number, directs
        ),
    }


def by_hand(stage: Stage, current: Round, called: dict[int, str]) -> dict[str, Any] | None:
    """The director's reason to pair this round by hand, and the program's draw (8.3); None for
    other rounds."""
    if current.method != "manual":
        return None
    acts = stage.tournament.acts.filter(act="set", args__stage=stage.number)
    act = acts.filter(args__round=current.number).order_by("number").last()
    program = current.why.get("program") or {"tables": [], "byes": []}
    return {
        "reason": act.reason if act else "",
        "tables": [", ".join(called[entrant] for entrant in row) for row in program["tables"]],
        "byes": [called.get(entrant, f"#{entrant}") for entrant in program["byes"]],
    }


# Cross-tables ----------------------------------------------------------------------------


@require_safe
def crosstable(request: HttpRequest, code: str, stage: int) -> HttpResponse:
    """The page of a cross-table: the points of each entrant against each other, and the totals
    after the last complete round."""
    context = frame(request, code, "crosstable")
    row, settings = stage_of(context, stage)
    field = list(row.field.order_by("number").select_related("entrant__player"))
    if not has_crosstable(row, settings):
        raise Http404(_("This stage has no cross-table."))
    got: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    seated: defaultdict[int, list[Place]] = defaultdict(list)
    places = Place.objects.filter(round__stage=row, pairing__isnull=False)
    places = places.exclude(pairing__status=Pairing.Status.ANNULLED)
    lines: list[tuple[Seed, list[list[str]], dict[str, Any]]] = []
    standing = row.standings.order_by("after").last()
    totals = {total["entrant"]: total for total in standing.rows} if standing else {}
    for place in places.exclude(round__state__in=HIDDEN).order_by("round__number"):
        seated[place.pairing_id or 0].append(place)
    for pair in seated.values():
        for place, other in (pair, pair[::-1]):
            if place.points:
                got[place.entrant_id, other.entrant_id].append(place.points)
    for seed in field:
        cells = [got.get((seed.entrant_id, place.entrant_id), []) for place in field]
        lines.append((seed, cells, totals.get(seed.entrant.number, {})))
    context |= {"stage": row, "field": field, "lines": lines, "standing": standing}
    return render(request, "tournaments/crosstable.html", context)
