"""Rounds with their tables, and cross-tables."""

from collections import defaultdict
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.tournaments import why
from games.pages.tournaments.found import find, frame, has_crosstable, names, page_of, stage_of
from games.table.clock import now_ms
from games.tournaments.acts import LIVE
from games.tournaments.models import Pairing, Place, Round, Seed, Stage, Tournament, TournamentGame
from games.tournaments.reading.public import HIDDEN

MANY = 24  # rounds
PLACE = ("pairing", "seat", "place", "points")
TABLE = ("code", "status", "limit_ms", "started_ms", "paused_ms", "lost_ms")


def with_seats(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Pairings with what pages show of them, and no more: players and tables are wide."""
    places = Place.objects.order_by("seat").select_related("entrant__player")
    places = places.only(*PLACE, "entrant__number", "entrant__player__name")
    games = TournamentGame.objects.order_by("number").select_related("table")
    games = games.only("pairing", "number", "void", *(f"table__{name}" for name in TABLE))
    return pairings.prefetch_related(Prefetch("places", places), Prefetch("games", games))


@require_safe
def last_round(request: HttpRequest, code: str) -> HttpResponse:
    """To the last round; before the first one, to the overview."""
    shown = Round.objects.filter(stage__tournament=find(request, code)).exclude(state__in=HIDDEN)
    last = shown.order_by("stage__number", "number").values_list("stage__number", "number").last()
    if last is None:
        return redirect("tournament", code=code)
    return redirect("tournament_round", code, *last)


@require_safe
def rounds(request: HttpRequest, code: str, stage: int, number: int) -> HttpResponse:
    """One round: who plays whom, why, and how it ended.  Directors see it before it is public."""
    context = frame(request, code, "rounds")
    row, settings = stage_of(context, stage)
    shown = row.rounds.exclude(state__in=(Round.State.UNDONE,) if context["directs"] else HIDDEN)
    one = shown.filter(number=number).first()
    if one is None:
        raise Http404(_("There is no such round."))
    page = page_of(request, with_seats(one.pairings.order_by("number")))
    page.object_list = [*page.object_list]
    free = list(one.places.filter(pairing=None).select_related("entrant__player"))
    called = calling(row.tournament, one, list(page), free)
    context |= {
        "stage": row,
        "round": one,
        "now_ms": now_ms(),
        "page": page,
        "tables": [table(pairing, one, called, context["directs"]) for pairing in page],
        "free": sorted(free, key=lambda place: (place.kind, place.entrant.number)),
        "byes": why.of_byes(one.why, called),
        "by_hand": by_hand(row, one, called),
        "numbers": around(list(shown.order_by("number").values_list("number", flat=True)), number),
        "own": own_rulings(row, number),
        "can_rule": context["directs"] and row.tournament.state in LIVE,
        "has_points": not settings.format.is_knockout,
    }
    return render(request, "tournaments/round.html", context)


def around(numbers: list[int], number: int) -> list[int]:
    """All of them, or if there are many the first, the last and those beside this one."""
    if len(numbers) <= MANY:
        return numbers
    return [one for one in numbers if one in (numbers[0], numbers[-1]) or abs(one - number) <= 3]


def own_rulings(stage: Stage, number: int) -> set[int]:
    """The tables of a round about which a director has decided who sat there (1.5)."""
    acts = stage.tournament.acts.filter(args__own=True, args__stage=stage.number)
    return set(acts.filter(args__round=number).values_list("args__pairing", flat=True))


def calling(
    tournament: Tournament, one: Round, pairings: list[Pairing], free: list[Place]
) -> dict[int, str]:
    """The names of all who are named on the page, by number."""
    here = [place for pairing in pairings for place in pairing.places.all()] + free
    called = {place.entrant.number: place.entrant.player.name for place in here}
    others = why.entrants_in(one.why).union(*(why.entrants_in(row.why) for row in pairings))
    found = names(tournament, others - called.keys())
    return called | {number: entrant.player.name for number, entrant in found.items()}


def table(pairing: Pairing, one: Round, called: dict[int, str], directs: bool) -> dict[str, Any]:
    """A pairing and its seats, each with the points at the draw."""
    places = list(pairing.places.all())
    before = pairing.why.get("points") or [None] * len(places)
    seats = [place.entrant.number for place in places]
    return {
        "pairing": pairing,
        "seats": list(zip(places, before, strict=False)),
        "games": [game for game in pairing.games.all() if not game.void],
        "why": why.of_table(pairing.why, seats, called, one.method, one.number, directs),
    }


def by_hand(stage: Stage, one: Round, called: dict[int, str]) -> dict[str, Any] | None:
    """The reason of a director who paired this round, and what the program had drawn (8.3)."""
    if one.method != "manual":
        return None
    acts = stage.tournament.acts.filter(act="set", args__stage=stage.number)
    act = acts.filter(args__round=one.number).order_by("number").last()
    program = one.why.get("program") or {"tables": [], "byes": []}
    return {
        "reason": act.reason if act else "",
        "tables": [", ".join(called[entrant] for entrant in row) for row in program["tables"]],
        "byes": [called.get(entrant, f"#{entrant}") for entrant in program["byes"]],
    }


# Cross-tables ----------------------------------------------------------------------------


@require_safe
def crosstable(request: HttpRequest, code: str, stage: int) -> HttpResponse:
    """Who got what against whom, and the totals after the last complete round."""
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
        for one, other in (pair, pair[::-1]):
            if one.points:
                got[one.entrant_id, other.entrant_id].append(one.points)
    for seed in field:
        cells = [got.get((seed.entrant_id, one.entrant_id), []) for one in field]
        lines.append((seed, cells, totals.get(seed.entrant.number, {})))
    context |= {"stage": row, "field": field, "lines": lines, "standing": standing}
    return render(request, "tournaments/crosstable.html", context)
