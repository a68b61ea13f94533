"""Pictures of games: the board at a place of a finished game, its ending, and an open table."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.lab.chances import curves
from games.lab.chances.course import playouts_of_table
from games.lab.chances.tally import Tally
from games.pages.history.chances import share
from games.pages.history.place import last_measured
from games.pages.history.replay import find_place, read_whole
from games.pages.pictures import board
from games.pages.pictures.drawing import CHANGING, picture
from games.pages.pictures.lettering import BESIDE, WIDTH, fitting, lettered, texts
from games.pages.presentation.base import PRESENTATIONS, Shown
from games.rules.catalogue import find
from games.table.models import Table
from games.table.reading.ending import ending
from games.table.replay.recording import ALL
from games.table.words import active_language, place_name, title
from games.templatetags.cards import HIDDEN
from games.templatetags.front import areas, seat_names
from games.templatetags.games import length_words, winner_words
from games.templatetags.words import winner

View = dict[str, Any]
MOST = 4  # open cards of a seat in its greatest war, the last ones


def find_public(code: str, **status: object) -> Table:
    """A table that everybody may see.  Raises Http404."""
    tables = Table.objects.visible_to(None).filter(private=False, code=code.upper(), **status)
    table = tables.prefetch_related("seats__player").defer("state").first()
    if table is None:
        raise Http404
    return table


def find_over(code: str) -> Table:
    """A finished game with public cards.  Raises Http404."""
    table = find_public(code, status="finished", held_back=False)
    if not table.deal and not table.is_branch:
        raise Http404
    return table


def names_of(table: Table) -> list[str]:
    """The names of the seats, in the letters of the font."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    spares = seat_names(table.players)
    return [lettered(seat.player.name, spares[seat.number - 1]) for seat in seats]


@require_safe
def place(request: HttpRequest, code: str, at: str) -> HttpResponse:
    """The picture of a place: the board, the leader, and the chances if they are known."""
    table = find_over(code)
    try:
        recording = read_whole(request, table)
    except ValueError:
        raise Http404 from None
    chosen, names = find_place(recording, at), names_of(table)
    view = recording.view(chosen.index, names)
    shown = PRESENTATIONS[table.game].board_context(view)
    counts, pot = shown["counts"], shown["pot"]
    tally = known_chances(table, chosen.text)
    if tally is None:
        shares, figures = counts, [str(count) for count in counts]
    else:
        shares, pot = tally.chances, 0
        figures = [share(tally, seat) for seat in range(table.players)]
    where = capfirst(place_name(find(table.game), chosen.text))
    over = winner_of(table, names) if view["result"] else ""
    piles = table.players <= board.FEW
    seats = [
        Shown([HIDDEN]) if piles and count and not seat.cards else seat
        for seat, count in zip(PRESENTATIONS[table.game].shown(view), counts, strict=True)
    ]
    heading = over or leader(names, shares)
    size = fitting([heading], width=BESIDE, largest=72)
    context = texts(heading, f"{where}, {title(table)}", top=104, size=size) | {
        "columns": board.columns(seats, names, figures),
        "bar": board.bar([*enumerate(shares, 1), (0, pot)]),
    }
    return picture(request, "board", context)


def known_chances(table: Table, at: str) -> Tally | None:
    """The chances at a place, if they were measured."""
    row = curves.find_curve(table.code, playouts_of_table(table), ALL)
    measured = last_measured(row.curve.places, at) if row else None
    return measured.tally if measured else None


def leader(names: Sequence[str], shares: Sequence[float]) -> str:
    most = max(shares)
    if list(shares).count(most) > 1:
        return _("Nobody leads")
    return _("{name} leads").format(name=names[list(shares).index(most)])


def winner_of(table: Table, names: Sequence[str]) -> str:
    won = [names[seat.number - 1] for seat in table.seats.all() if seat.won]
    return winner(won, "") if won else winner_words(table)


@require_safe
def finished(request: HttpRequest, code: str) -> HttpResponse:
    """The picture of a finished game: the winner, the course of the card shares, and the biggest
    war."""
    table = find_over(code)
    names, war = names_of(table), ending(table.code).war
    facts = f"{title(table)}, {length_words(table)}"
    front = [*table.front, *table.front[:1]] if len(table.front) == 1 else table.front
    context = texts(winner_of(table, names), facts, top=126) | {
        "signs": board.signs(names, top=528),
        "areas": list(areas(front)) if front else [],
        "chart_width": WIDTH,
    }
    if war is not None and war.cards:
        words = ngettext("Biggest war: {count} card", "Biggest war: {count} cards", war.size)
        context |= {"war": words.format(count=war.size), "chart_width": 640}
        others = [row for seat, row in war.cards.items() if seat != war.seat]
        rows = (max(others, key=len, default=[]), war.cards.get(war.seat, []))
        context["cards"] = [
            card
            for number, row in enumerate(rows)
            for card in cards_of(row[-MOST:], top=290 + 116 * number, won=number == 1)
        ]
    return picture(request, "ending", context)


def cards_of(codes: Sequence[str], *, top: int, won: bool) -> list[board.Card]:
    """A row of cards that ends at the right margin."""
    last, width = len(codes) - 1, 78
    left = board.LEFT + WIDTH - width - (width + board.GAP) * last
    return [
        board.Card(code, left + (width + board.GAP) * at, top, width, won=won and at == last)
        for at, code in enumerate(codes)
    ]


@require_safe
def waiting(request: HttpRequest, code: str) -> HttpResponse:
    """The picture of an open table: its rules and its players."""
    table = find_public(code, status="open")
    rules = find(table.game)
    phrases = rules.phrases(rules.options(table.options), active_language())
    taken = {seat.number: seat.player.name for seat in table.seats.all()}
    spares = seat_names(table.players)
    names = [
        lettered(taken[number], spare) if number in taken else ""
        for number, spare in enumerate(spares, 1)
    ]
    context = texts(title(table), capfirst(", ".join(phrases)))
    context["signs"] = board.signs(names, top=506)
    return picture(request, "text", context, lasting=CHANGING)
