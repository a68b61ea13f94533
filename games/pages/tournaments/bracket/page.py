"""The page of a bracket."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.tournaments.bracket import layout
from games.pages.tournaments.bracket.boxes import Box, Boxes, Slot, of_tables, of_two
from games.pages.tournaments.shortcuts import frame, stage_of
from games.tournaments.models import Stage
from games.tournaments.settings import Settings

ROOM = 1140  # pixels across
TITLE_UP = 9  # height of a title over its boxes
MOST_DRAWN = 64  # entrants: more are a list only, as nobody finds their way in such a drawing


class Column(NamedTuple):
    """The boxes of one round of a bracket."""

    title: str
    boxes: list[Box]


class Shape(NamedTuple):
    """A box of the drawing, and its position."""

    box: Box
    at: layout.Box

    @property
    def rows(self) -> list[tuple[int, Slot]]:
        """The slots, each with its top within the box."""
        return [(row * layout.ROW, slot) for row, slot in enumerate(self.box.slots)]


class Drawing(NamedTuple):
    shapes: list[Shape]
    paths: list[str]
    titles: list[tuple[int, int, str]]
    width: int
    height: int


@require_safe
def bracket(request: HttpRequest, code: str, stage: int) -> HttpResponse:
    context = frame(request, code, "bracket")
    row, settings = stage_of(context, stage)
    if not settings.format.is_knockout:
        raise Http404(_("This stage has no bracket."))
    context |= {"stage": row} | bracket_of(row, settings)
    return render(request, "tournaments/bracket.html", context)


def bracket_of(stage: Stage, settings: Settings) -> dict[str, Any]:
    """The context of a bracket: a list, and unless the bracket is too large a drawing; empty before
    the start."""
    size: int = stage.size  # type: ignore[attr-defined]  # as in `stages_of`
    if size < 2:
        return {}
    if settings.two:
        nodes = settings.format.graph(settings, size)
        boxes, bands = of_two(stage, nodes), layout.spots_of(nodes)
        spots = [spot for band in bands for spot in band]
        places = layout.tree(bands, layout.width_in(ROOM, spots))
    else:
        boxes, spots = of_tables(stage)
        places = layout.stacks(spots, layout.width_in(ROOM, spots, layout.FAR))
    columns = columns_of(boxes, settings)
    if size > MOST_DRAWN:
        return {"columns": columns.values()}
    visible = {name: place for name, place in places.items() if name in boxes}
    paths = layout.lines(spots, visible)
    drawing = Drawing(
        [Shape(boxes[name], place) for name, place in visible.items()],
        [line.elbow if settings.two else line.curve for line in paths],
        list(titles_of(columns, visible)),
        layout.width_of(visible),
        layout.height_of(visible),
    )
    return {"columns": columns.values(), "drawing": drawing}


# Titles ----------------------------------------------------------------------------------


def columns_of(boxes: Boxes, settings: Settings) -> dict[str, Column]:
    """The rounds in the order of the list: W1, W2, P3, L1 ... F1."""
    rounds: dict[str, list[Box]] = {}
    for box in boxes.values():
        rounds.setdefault(box.name.partition(".")[0], []).append(box)
    keys = sorted(rounds, key=lambda key: ("WKPLF".index(key[0]), int(key[1:])))
    last = max(int(key[1:]) for key in keys if key[0] in "WK") if keys else 0
    is_over = len(rounds.get(f"K{last}", "")) == 1  # with one table left, it is the final
    is_single = not settings.format.has_losers_bracket
    depth = last if is_single and (settings.two or is_over) else 0
    return {key: Column(title_of(key, depth, settings), rounds[key]) for key in keys}


def title_of(key: str, depth: int, settings: Settings) -> str:
    """The name of a round; `depth`: the number of the final."""
    letter, number = key[0], int(key[1:])
    if letter == "P":
        return _("Match for third place")
    if letter == "F":
        return _("Final") if number == 1 else _("Second final")
    if depth == number:
        return _("Final")
    if settings.two and depth - number in (1, 2):
        return _("Semi-finals") if depth - number == 1 else _("Quarter-finals")
    if letter == "L":
        return _("Losers’ round %(number)d") % {"number": number}
    if settings.format.has_losers_bracket:
        return _("Winners’ round %(number)d") % {"number": number}
    return _("Round %(number)d") % {"number": number}


def titles_of(
    columns: dict[str, Column], places: dict[str, layout.Box]
) -> Iterable[tuple[int, int, str]]:
    """The titles of rounds with their positions.  The titles of a bracket's rounds are in one line
    above it; a final and the match for third place have theirs above their own box."""
    for letter, group in groupby(columns, lambda key: key[0]):
        keys = list(group)
        tops = [places[box.name].y for key in keys for box in columns[key].boxes]
        for key in keys:
            first = places[columns[key].boxes[0].name]
            yield first.x, (first.y if letter in "PF" else min(tops)) - TITLE_UP, columns[key].title
