"""Tables and their moves."""

import json
from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.accounts import sanctions
from games.accounts.callers import network_code
from games.accounts.models import Player
from games.accounts.sanctions import AuditEntry
from games.chat.models import ListedWord
from games.operators.pieces import AnyAdmin, ReadOnly, with_reason
from games.ratings.recount import declare_void
from games.rules.catalogue import GAMES
from games.table import daily
from games.table.models import Move, Seat, Status, Table
from games.table.reading import game_log
from games.table.reasons import in_words
from games.table.refusals import Refused
from games.table.words import title
from games.table.writer import play
from games.table.writer.orders import Order
from games.templatetags.games import end_words, seat_names, winner_words

if TYPE_CHECKING:
    SeatRows = admin.TabularInline[Seat, Table]
else:  # the real class takes no types
    SeatRows = admin.TabularInline


class SeatInline(SeatRows):
    model = Seat
    fields = readonly_fields = ("number", "player", "bot", "ready", "substitute", "place", "won")
    ordering = ("number",)
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def paused(table: Table) -> str:
    reason = in_words(table.reason) or gettext("no reason given")
    return gettext("Paused: {reason}").format(reason=reason)


def hidden(table: Table) -> str:
    """The reason why operators, who may play too, do not see the table's cards yet; "" if they
    do."""
    if daily.shows_secret(table):
        return ""
    if table.shows_cards:
        return gettext("shown when the day is over")
    return gettext("shown when the game is over")


class GameFilter(admin.SimpleListFilter):
    title, parameter_name = _("game"), "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(key, gettext(game.name)) for key, game in GAMES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(game=self.value()) if self.value() else queryset


@admin.register(Table)
class TableAdmin(ReadOnly):
    """The tables.  Their deal and secret are shown once they are no longer secret for anybody."""

    list_display = ("code", "played", "players_seated", "state_in_words", "created_at")
    list_filter = ("status", GameFilter, "private", "created_at")
    search_fields = ("code", "seats__player__name")
    ordering = ("-id",)
    actions = ("abort", "void_rating")
    inlines = (SeatInline,)
    list_per_page = 50
    show_full_result_count = False
    fields = (
        ("code", "played", "options"),
        ("status", "result", "ending", "why"),
        ("players", "private", "rated", "opened_by"),
        ("length", "wars", "counts"),
        ("rules_version", "moves"),
        ("created_at", "ended_at", "rematch"),
        ("commitment", "revealed", "cards"),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [name for row in self.fields for name in row]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        seats = Prefetch("seats", Seat.objects.order_by("number").select_related("player"))
        return super().get_queryset(request).defer("state", "front").prefetch_related(seats)

    @admin.display(description=_("game"), ordering="game")
    def played(self, table: Table) -> str:
        return title(table)

    @admin.display(description=_("players"))
    def players_seated(self, table: Table) -> str:
        names = seat_names(table.seats.all())
        free = table.players - len(names)
        if free and not table.is_over:
            names.append(
                ngettext("{count} free seat", "{count} free seats", free).format(count=free)
            )
        return ", ".join(names)

    @admin.display(description=_("state"), ordering="status")
    def state_in_words(self, table: Table) -> str:
        if table.status == Status.OPEN:
            return gettext("Waits for players")
        if table.status == Status.RUNNING:
            going = gettext("Running, {moves} moves so far")
            return going.format(moves=table.shown) if table.paused_ms is None else paused(table)
        why = in_words(table.reason) or end_words(table)
        return f"{winner_words(table)}: {why}" if why else winner_words(table)

    @admin.display(description=_("end"))
    def ending(self, table: Table) -> str:
        return end_words(table)

    @admin.display(description=_("reason"))
    def why(self, table: Table) -> str:
        return in_words(table.reason)

    @admin.display(description=_("secret"))
    def revealed(self, table: Table) -> str:
        return hidden(table) or bytes(table.secret).hex()

    @admin.display(description=_("deal"))
    def cards(self, table: Table) -> str:
        return hidden(table) or table.deal

    @admin.display(description=_("moves"))
    def moves(self, table: Table) -> str:
        address = reverse("admin:games_move_changelist")
        number = table.version if table.is_over else table.shown
        return format_html('<a href="{}?table__id={}">{}</a>', address, table.pk, number)

    def record(self, request: HttpRequest, act: AuditEntry.Act, table: Table, reason: str) -> None:
        now = timezone.now()
        by, network = cast(Player, request.user), network_code(request)
        sanctions.record(by, act, subject=table.code, why=reason, network=network, now=now)

    @admin.action(description=_("Abort the chosen games"), permissions=["change"])
    def abort(self, request: HttpRequest, chosen: QuerySet[Table]) -> HttpResponse | None:
        going = chosen.filter(status__in=("open", "running"))
        question = gettext("These games end now without a result. The players see the reason.")
        button = gettext("Abort these games")
        reason, page = with_reason(request, going, action="abort", question=question, button=button)
        if page is not None:
            return page
        assert isinstance(request.user, Player)
        aborted = 0
        for table in list(going):
            try:
                play.abort(Order(table, request.user), reason=reason)
                self.record(request, AuditEntry.Act.ABORT, table, reason)
                self.log_change(request, table, f"Aborted: {reason}")
                aborted += 1
            except Refused as refused:  # it ended a moment ago
                messages.warning(request, f"{table}: {refused.sentence}")
        text = ngettext("{count} game is aborted.", "{count} games are aborted.", aborted)
        messages.success(request, text.format(count=aborted))
        return None

    @admin.action(description=_("Do not count the chosen rated games"), permissions=["change"])
    def void_rating(self, request: HttpRequest, chosen: QuerySet[Table]) -> HttpResponse | None:
        rated = chosen.filter(Q(rated=True) | Q(among_bots=True), status="finished")
        question = gettext("Ratings are computed anew as if these games had not been played.")
        button = gettext("Do not count these games")
        reason, page = with_reason(
            request, rated, action="void_rating", question=question, button=button
        )
        if page is not None:
            return page
        tables = list(rated)
        with transaction.atomic():
            declare_void(tables)
            for table in tables:
                self.record(request, AuditEntry.Act.VOID, table, reason)
                self.log_change(request, table, f"Not counted: {reason}")
        text = ngettext(
            "{count} game is not counted.", "{count} games are not counted.", len(tables)
        )
        messages.success(request, text.format(count=len(tables)))
        return None


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """The log of one table, reached from the table."""

    list_display = ("place", "at_ms", "seat", "act", "args", "refused", "events_seen")
    list_display_links = None
    ordering = ("number",)
    list_per_page = 100
    show_full_result_count = False
    fields = ("place", "at_ms", "seat", "act", "args", "refused", "events_seen")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """The moves of one table: the whole log of the site is too long to be of use.  Sealed moves
        are left out, and not counted, until its cards are shown."""
        moves = super().get_queryset(request).select_related("table")
        if "table__id" not in request.GET:
            return moves.none()
        shown = Q(table__status__in=("finished", "aborted"), table__held_back=False)
        public = moves.filter(Q(sealed=False) | shown)
        numbered: QuerySet[Move] = public.annotate(place=Window(RowNumber(), order_by="number"))
        return numbered

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup == "table__id"

    @admin.display(description=_("number"), ordering="number")
    def place(self, move: Any) -> int:
        """The public number of this move."""
        return int(move.place)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False  # hidden in the index

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("events"))
    def events_seen(self, move: Move) -> str:
        """The events of a move as the public may see them: after the end of the game, all of
        them."""
        return json.dumps(game_log.seen(move.table, move, None))


@admin.register(ListedWord)
class ListedWordAdmin(AnyAdmin):
    """The words that are forbidden in the chat; a new word applies from the next line on."""

    list_display = ("word", "language")
    list_filter = ("language",)
    search_fields = ("word",)
    ordering = ("language", "word")
