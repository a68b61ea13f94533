"""The standings after each round, and the calculation of every number (7.9)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.tournaments.chips import chips_of
from games.pages.tournaments.shortcuts import frame, names, page_of, stage_of
from games.templatetags.tournaments import decimal, ordinal
from games.tournaments.models import Entrant, Stage, Standing
from games.tournaments.reading.arena import history_of, running_arena, standing_now
from games.tournaments.reading.record import record_of, settings_of
from games.tournaments.scoring import arena
from games.tournaments.scoring.standings import Row
from games.tournaments.scoring.tiebreaks import Term
from games.tournaments.settings import Settings

Rows = list[dict[str, Any]]
ROWS = 100  # rows on a page
CELL = '<td class="num"><a href="{}#{}">{}</a></td>'
NO_CELL = SafeString('<td class="num">–</td>')


def latest(stages: list[Any]) -> Standing | None:
    """The standing of the last stage that has one, after its last complete round; for a running
    arena, the present standing."""
    running = running_arena(stage for stage, _ in stages)
    if running is not None:
        return standing_now(running)
    known = {stage.pk: stage for stage, _ in stages}
    standing = Standing.objects.filter(stage__in=known).order_by("stage__number", "after").last()
    if standing is not None:
        standing.stage = known[standing.stage_id]
    return standing


def for_people(standing: Standing) -> Rows:
    """The rows of a standing.  In an elimination, entrants who are still in come before those who
    are out."""
    rows: Rows = standing.rows
    open_rows = [row for row in rows if row["place"] is None]
    if not open_rows or not standing.stage.format.is_knockout:
        return rows
    out = standing.stage.tournament.entrants.filter(status=Entrant.Status.DISQUALIFIED)
    numbers = set(out.values_list("number", flat=True))
    still_in = [row | {"is_in": True} for row in open_rows if row["entrant"] not in numbers]
    placed = [row for row in rows if row["place"] is not None]
    return [*still_in, *placed, *(row for row in open_rows if row["entrant"] in numbers)]


def numbered(
    standing: Standing,
    settings: Settings,
    rows: Rows,
    ties: Iterable[str] = (),
    after: int | None = None,
) -> Rows:
    """Rows of a standing with their entrants, their rounds up to `after` as chips, their series in
    an arena, and their tie-breaks in order of precedence."""
    stage, entrants = standing.stage, [row["entrant"] for row in rows]
    known = names(stage.tournament, entrants)
    chips = chips_of(stage, settings, entrants, after)
    series = series_in(stage) if settings.streaks else {}
    lots = lots_drawn(standing.rows, settings.tiebreaks) if ties else {}
    place = [stage.tournament.code, stage.number, standing.after]
    address = reverse("tournament_standing", args=place)
    lines = []
    for row in rows:
        entrant, why = row["entrant"], f"{address}{row['entrant']}/"
        lines.append(
            row
            | {
                "who": known.get(entrant),
                "chips": chips.get(entrant, ""),
                "series": series.get(entrant),
                "why": why,
                "cells": cells_of(why, row["ties"] | {"lot": lots.get(entrant)}, ties),
            }
        )
    return lines


def people_in(standing: Standing, rows: Rows, viewer: int | None) -> list[tuple[str, bool]]:
    """The parts of rows that depend on people: the names, and whether a row is that of the viewer
    (an id)."""
    numbers = [row["entrant"] for row in rows]
    entrants = standing.stage.tournament.entrants.filter(number__in=numbers)
    people = entrants.order_by("number").values_list("player__name", "player")
    return [(name, player == viewer) for name, player in people]


def cells_of(why: str, values: dict[str, str | None], ties: Iterable[str]) -> SafeString:
    """The cells of a row for these tie-breaks, each linked to its calculation."""

    def cell(key: str) -> SafeString:
        value = values.get(key)
        if value is None:
            return NO_CELL
        return format_html(CELL, why, key, value if key == "lot" else decimal(value))

    return SafeString("".join(cell(key) for key in ties))  # nosec B703  # of escaped parts


def series_in(stage: Stage) -> dict[int, int]:
    """The current number of wins in a row, for each entrant whose next points are doubled
    (5.8.3)."""
    contenders = stage.contenders.filter(in_a_row__gte=arena.STREAK)
    return dict(contenders.values_list("entrant__number", "in_a_row"))


def lots_drawn(rows: Rows, ties: Sequence[str]) -> dict[int, str]:
    """The lots that decided, in words, by entrant: `2nd of 3`."""
    if "lot" not in ties:
        return {}
    before = ties[: ties.index("lot")]
    level = defaultdict[tuple[str | None, ...], list[tuple[int, int]]](list)
    for row in rows:
        if lot := row["ties"].get("lot"):
            key = (row["points"], *(row["ties"].get(tie) for tie in before))
            level[key].append((int(lot), row["entrant"]))
    return {
        entrant: _("%(place)s of %(number)d") % {"place": ordinal(place), "number": len(lots)}
        for lots in level.values()
        if len(lots) > 1
        for place, (_lot, entrant) in enumerate(sorted(lots), 1)
    }


@require_safe
def standing(
    request: HttpRequest, code: str, stage: int | None = None, after: int | None = None
) -> HttpResponse:
    context = frame(request, code, "standings")
    chosen = latest(context["stages"]) if stage is None else find(context, stage, after)
    context |= {"standing": chosen, "page": None}
    if chosen is not None:
        page = page_of(request, for_people(chosen), ROWS)
        _stage, settings = stage_of(context, chosen.stage.number)
        ties = settings.tiebreaks if "ties" in request.GET else ()
        rows = list(page.object_list)
        version = context["tournament"].version  # changes with everything that is written
        people = people_in(chosen, rows, request.user.pk)
        context |= {
            "key": [code, version, chosen.stage.number, chosen.after, page.number, ties, people],
            "rows": SimpleLazyObject(lambda: numbered(chosen, settings, rows, ties, after)),
        }
        context |= {"page": page, "ties": ties, "afters": afters_of(chosen.stage)}
        context |= {"has_ties": bool(settings.tiebreaks), "kept": "&ties" if ties else ""}
    return render(request, "tournaments/standings.html", context)


def afters_of(stage: Stage) -> Sequence[int]:
    """The rounds after which there is a standing: all rounds, or in an arena only the last; `stage`
    as in `stages_of`."""
    last: int | None = stage.last_after  # type: ignore[attr-defined]
    return () if stage.format.in_waves else range(1, (last or 0) + 1)


def find(context: dict[str, Any], stage: int, after: int | None) -> Standing:
    """The standing in the address.  Raises Http404."""
    row = stage_of(context, stage)[0]
    if running_arena([row]):
        return standing_now(row)
    standing = row.standings.filter(after=after or 0).first()
    if standing is None:
        raise Http404(_("There is no standing after this round."))
    return standing


@require_safe
def calculation(
    request: HttpRequest, code: str, stage: int, after: int, entrant: int
) -> HttpResponse:
    """The page with every number of a row, term by term."""
    context = frame(request, code, "standings")
    stored = find(context, stage, after)
    rows = {row["entrant"]: row for row in stored.rows}
    if entrant not in rows or not rows[entrant]["ties"]:
        raise Http404(_("There is no such row."))
    row = computed(stored.stage, after, rows, entrant)
    known = names(context["tournament"], entrants_in(row) | {entrant})
    context |= {
        "standing": stored,
        "who": known[entrant],
        "row": row,
        "names": {number: one.player.name for number, one in known.items()},
        "numbers": [("points", row.points), *row.ties.items()],
        "lot": lots_drawn(stored.rows, settings_of(stored.stage).tiebreaks).get(entrant),
    }
    return render(request, "tournaments/calculation.html", context)


def computed(stage: Stage, after: int, rows: dict[int, dict[str, Any]], entrant: int) -> Row:
    """A row with its terms, computed again as it was when it was stored.

    Only numbers are stored: terms take many times the space, and hardly anybody looks at them.
    After eleven rounds of 1,000 entrants this takes 0.4 s of a core, half of it to read rounds."""
    lots = {
        number: int(row["ties"]["lot"]) for number, row in rows.items() if row["ties"].get("lot")
    }
    if stage.format.in_waves:
        return arena.standings(settings_of(stage), [entrant], history_of(stage, [entrant]), lots)[0]
    out = [number for number, row in rows.items() if row["place"] is None]
    record, points = record_of(stage, after), rows[entrant]["points"]
    level = [number for number in record.field if rows[number]["points"] == points]
    level_rows = stage.format.rows(record, lots, out, level)
    return next(row for row in level_rows if row.entrant == entrant)


def entrants_in(row: Row) -> set[int]:
    """The entrants named in the terms of a row."""
    terms: list[Term] = [term for number in row.ties.values() if number for term in number.terms]
    return {part.entrant for term in terms for part in term.parts}
