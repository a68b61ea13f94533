"""The page of a table: the seats before the deal, the game, the end.  Live updates arrive over the
socket."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.accounts.callers import guest_for, network_code
from games.accounts.devices import accounts_on
from games.accounts.models import Player
from games.accounts.names import isolated_text
from games.bus import presence
from games.moderation.farming import note_network
from games.pages.people.menu import Seated, seated_at
from games.pages.play.ending import ending_facts
from games.pages.presentation.base import PRESENTATIONS
from games.pages.tournaments.banner import banner_of
from games.ratings import reading
from games.ratings.reading import Stake
from games.relations.models import Follow
from games.rules.catalogue import BOTS, find, rules_of
from games.rules.words import safe, worded
from games.table.clock import now_ms
from games.table.models import Table
from games.table.reading.requested import (
    first_message,
    load_when_shown,
    message_of,
    players_of,
    visible_table,
)
from games.table.refusals import Refused
from games.table.replay import stored
from games.table.replay.rebuild import begun
from games.table.replay.recording import WATCHER
from games.table.writer import play
from games.table.writer.orders import Order
from games.untrusted import whole_number
from warsite.addresses import address_for_others

View = dict[str, Any]
FOLLOWED = 50
LISTS = ("home", "mine")  # where a seat can be given up, too
TOLD = 30  # battles, rounds or seconds in the log of a page as it opens


def log_of(lines: list[View]) -> list[View]:
    """The lines of the log by battle, newest battle first."""
    battles = [
        {"number": number, "parts": list(parts)}
        for number, parts in groupby(lines, key=lambda line: line["number"])
    ]
    return battles[::-1]


def chairs(facts: View, people: Mapping[int, Seated], stakes: Sequence[Stake]) -> list[View]:
    """The seats with their players, and the stakes of each."""
    by_number = {seat["number"]: seat for seat in facts["seats"]}
    expected = {stake.seat.number: stake for stake in stakes}
    numbers = range(1, facts["players"] + 1)
    return [
        {"number": n, "seat": by_number.get(n), "who": people.get(n), "stake": expected.get(n)}
        for n in numbers
    ]


def levels_of(game: str) -> list[tuple[str, str]]:
    """Bots that can be invited: key and name."""
    return [(key, level.name) for key, level in BOTS[game].levels.items()]


def names_of(facts: View) -> list[str]:
    return [chair["seat"]["name"] if chair["seat"] else "" for chair in chairs(facts, {}, ())]


def followed_by(player: object, table: Table) -> list[Follow]:
    """The players whom the reader may invite by name at an open table."""
    if table.status != "open" or not isinstance(player, Player):
        return []
    return list(player.follows.select_related("followed").order_by("-id")[:FOLLOWED])


def missed_in(table: Table) -> int:
    """The number of the last move that changed seats, if this move took the seat of a matched
    player who did not come; otherwise 0."""
    if table.status != "open" or table.vacate_after_s is None:
        return 0
    last = table.moves.filter(act__in=("sit", "bot", "leave", "missed")).order_by("-number").first()
    return last.number if last is not None and last.act == "missed" else 0


def stakes_of(table: Table, view: View | None) -> list[Stake]:
    """The stakes of a rated table, before the deal and after the end; empty during the game."""
    if not table.rated or (table.status != "open" and not (view and view["result"])):
        return []
    return reading.stakes(table, timezone.now())


def own_rating(stakes: Sequence[Stake], you: int | None) -> View:
    """The change of the reader's own rating."""
    stake = next((row for row in stakes if row.seat.number == you), None)
    return {"stake": stake, "note": reading.note_of(stakes)}


def find_table(request: HttpRequest, code: str) -> Table:
    """The table with this code, if this visitor may see it.  Raises Http404."""
    table = visible_table(code, request.user.pk)
    if table is None:
        raise Http404
    return table


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    table = find_table(request, code)
    if table.opened_by_id is None:
        presence.look("game")  # maybe one that sleeps while nobody watches
    player = request.user if request.user.is_authenticated else None
    snapshot = load_when_shown(table.pk)
    message = message_of(snapshot, player)
    facts, view = message["table"], message["view"]
    presentation = PRESENTATIONS[table.game]
    me = next((seat for seat in facts["seats"] if seat["you"]), None)
    if me and player is not None:
        note_network(table, player, network_code(request), accounts_on(request))
    stakes = stakes_of(table, view)
    context = {
        "table": table,
        "presentation": presentation,
        "message": message,
        "facts": facts,
        "view": view,
        "names": names_of(facts),
        "chairs": chairs(facts, seated_at(table, players_of(snapshot), player), stakes),
        "me": me,
        "log": log_of(message["lines"])[:TOLD],
        "levels": levels_of(table.game),
        "usual_level": BOTS[table.game].usual[0],
        "followed": followed_by(player, table),
        "banner": banner_of(table, player) if table.arranged else None,
        "now_ms": now_ms(),
    } | links_of(request, table)
    if (missed := missed_in(table)) and request.GET.get("wait") != str(missed):
        context["missed"] = missed
    if table.is_branch and table.status == "open":
        context["begins"] = beginning(table, context["names"])
    if view and view["result"]:
        you = None if table.one_screen else view["you"]  # both players sit there, so both are named
        context["ending"] = ending_facts(table, names_of(facts), you)
        context |= own_rating(stakes, view["you"])
    board = presentation.board_context(view) if view else {}
    return render(request, "table/table.html", context | board)


def beginning(table: Table, names: Sequence[str]) -> View | None:
    """The board at the place from which this branch will continue, as a spectator sees it; None if
    the rules have changed since."""
    seats = [name or _("Seat %(number)s") % {"number": n} for n, name in enumerate(names, 1)]
    try:
        view = first_view(table, seats)
    except ValueError:
        return None
    board = PRESENTATIONS[table.game].board_context(view)
    return {"view": view, "rows": board["rows"], "names": seats}


def first_view(table: Table, names: Sequence[str]) -> View:
    """A spectator's view at the beginning of a branch.  Raises ValueError."""
    if table.branch_of is not None:
        recording = stored.recording(table.branch_of, WATCHER)  # kept, so nothing is replayed
        return recording.view(recording.frame_at[table.branch_at], names)
    rules, o = rules_of(table.game, table.options)
    state, _at = begun(table)
    view = rules.view(state, o, None)
    return worded(view, rules.prompts(state, o, view, names, translation))


def links_of(request: HttpRequest, table: Table) -> dict[str, str]:
    """The whole addresses of the table and its replay, for sharing."""
    paths = {"link": f"/t/{table.code}/", "replay_link": f"/g/{table.code}/"}
    return {name: address_for_others(request, path) for name, path in paths.items()}


@require_safe
def aloud(request: HttpRequest, code: str) -> HttpResponse:
    """The cards on the table as text for a screen reader: the reader's own, or those of
    everybody."""
    table = find_table(request, code)
    player = request.user if request.user.is_authenticated else None
    message = first_message(table, player)
    whole = request.GET.get("of") == "table"
    view, names = message["view"], map(isolated_text, names_of(message["table"]))
    rows = find(table.game).spoken(view, safe(names), translation, whole=whole) if view else []
    return HttpResponse(" ".join(filter(None, rows)), content_type="text/plain; charset=utf-8")


@require_POST
def seat(request: HttpRequest, code: str) -> HttpResponse:
    """Sit, leave, invite or remove a bot.  A form does this instead of the socket, so that new
    visitors become guests."""
    table = get_object_or_404(Table.objects.visible_to(request.user.pk), code=code.upper())
    try:
        change_seat(request, table)
    except Refused as refused:
        if refused.code == "BLOCKED_HERE":
            context = {"table": table, "number": chosen_number(request)}
            return render(request, "table/sit_anyway.html", context)
        messages.error(request, refused.sentence)
    if request.POST.get("back") in LISTS:
        return redirect(request.POST["back"])
    return redirect("table", code=table.code)


def change_seat(request: HttpRequest, table: Table) -> None:
    """Perform the change of seats that a form names.  Raises Refused."""
    do, number = request.POST.get("do"), chosen_number(request)
    if do != "sit" and not request.user.is_authenticated:
        raise Refused("NOT_YOUR_SEAT")
    player = guest_for(request)
    match do:
        case "sit":
            anyway = "anyway" in request.POST
            play.sit(Order(table, player), number=number, anyway=anyway)
        case "leave":
            play.leave(Order(table, player))
        case "bot":
            level = request.POST.get("level", "")
            play.seat_bot(Order(table, player), level=level, number=number)
        case "dismiss":
            play.unseat_bot(Order(table, player), number=number or 0)
        case _:
            raise Refused("NOT_ALLOWED", _("Nothing was chosen. Press one of the buttons."))


def chosen_number(request: HttpRequest) -> int | None:
    text = request.POST.get("number", "")
    return whole_number(text, 0, 99)
