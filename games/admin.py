"""What operators see.  Tables and moves are read only: the writer alone changes them, through the
actions here.  Nothing secret of a running game is shown to anybody."""

import json
from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from allauth.mfa.adapter import get_adapter
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts import people
from games.accounts.models import Player
from games.table.models import Move, Seat, Table
from games.table.reading import game_log
from games.table.refusals import Refused
from games.table.writer import play
from games.tournaments.models import Tournament

admin.site.site_header = admin.site.site_title = "warsite"
admin.site.index_title = _("Operators")


def may_enter(request: HttpRequest) -> bool:
    """Staff with a second factor."""
    staff = request.user.is_active and request.user.is_staff
    return staff and get_adapter().is_mfa_enabled(request.user)


def log_in(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Reached by those who may not enter (yet)."""
    if may_enter(request):
        return redirect("admin:index")
    messages.info(request, gettext("Operators need a second factor. Add a passkey or an app."))
    return redirect("mfa_index")


# The site's own log in, with its limits and second factors, guards the admin too.
admin.site.login = secure_admin_login(log_in)  # type: ignore[method-assign]
admin.site.has_permission = may_enter  # type: ignore[method-assign]


def with_reason(
    request: HttpRequest, chosen: QuerySet[Any], *, action: str, question: str, button: str
) -> tuple[str, HttpResponse | None]:
    """The reason the operator gave, or the page that asks for one."""
    reason = request.POST.get("reason", "").strip()
    if "confirmed" in request.POST and reason:
        return reason, None
    context = admin.site.each_context(request) | {
        "title": button,
        "question": question,
        "button": button,
        "action": action,
        "chosen": chosen,
    }
    return "", render(request, "admin/reason.html", context)


if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
    SeatRows = admin.TabularInline[Seat, Table]
    Users = UserAdmin[Player]
else:  # the real classes take no types
    AnyAdmin, SeatRows, Users = admin.ModelAdmin, admin.TabularInline, UserAdmin


class ReadOnly(AnyAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [field for field in self.fields or () if isinstance(field, str)]


@admin.register(Player)
class PlayerAdmin(Users):
    """People, guests and bots."""

    list_display = ("name", "username", "email", "kind", "is_active", "is_staff", "date_joined")
    list_filter = ("is_active", "is_guest", "is_bot", "is_staff", "erased")
    search_fields = ("name", "username", "email")
    ordering = ("-id",)
    actions = ("ban", "unban")
    show_full_result_count = False
    fieldsets = (
        (None, {"fields": ("name", "username", "password", "email", "kind", "level")}),
        (_("Banned"), {"fields": ("is_active", "ban_reason")}),
        (_("Rights"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("date_joined", "last_login")}),
    )
    fixed = ("name", "username", "kind", "level", "is_active", "ban_reason")
    dates = ("date_joined", "last_login")
    rights = ("is_staff", "is_superuser", "groups", "user_permissions")

    @admin.display(description=_("kind"))
    def kind(self, player: Player) -> str:
        if player.erased:
            return gettext("deleted")
        if player.is_bot:
            return gettext("bot")
        return gettext("guest") if player.is_guest else gettext("person")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # people sign up; `manage.py createsuperuser` makes operators

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # games would lose a seat; players delete their data themselves

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        master = isinstance(request.user, Player) and request.user.is_superuser
        return (*self.fixed, *self.dates, *(() if master else self.rights))

    @admin.action(description=_("Ban the chosen players"), permissions=["change"])
    def ban(self, request: HttpRequest, chosen: QuerySet[Player]) -> HttpResponse | None:
        mortals = chosen.filter(is_superuser=False, is_bot=False)
        question = gettext("They are signed out, cannot return, and see the reason when they try.")
        button = gettext("Ban these players")
        reason, page = with_reason(request, mortals, action="ban", question=question, button=button)
        if page is None:
            for player in mortals:
                people.ban(player=player, reason=reason)
                self.log_change(request, player, f"Banned: {reason}")
        return page

    @admin.action(description=_("Lift the ban of the chosen players"), permissions=["change"])
    def unban(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        for player in chosen.filter(is_active=False, erased=False):
            people.unban(player=player)
            self.log_change(request, player, "Ban lifted")


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


@admin.register(Table)
class TableAdmin(ReadOnly):
    """Tables; the deal and the secret only once nothing depends on them any more."""

    list_display = ("code", "game", "preset", "status", "result", "end", "length", "created_at")
    list_filter = ("status", "game", "preset", "end", "private", "created_at")
    search_fields = ("code", "seats__player__name")
    ordering = ("-id",)
    actions = ("abort",)
    inlines = (SeatInline,)
    list_per_page = 50
    show_full_result_count = False
    fields = (
        ("code", "game", "preset", "options"),
        ("status", "result", "end", "reason"),
        ("players", "private", "rated", "opened_by"),
        ("length", "wars", "counts"),
        ("version", "rules_version", "moves"),
        ("created_at", "ended_at", "rematch"),
        ("commitment", "revealed", "cards"),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [name for row in self.fields for name in row]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).defer("state", "front")

    @admin.display(description=_("secret"))
    def revealed(self, table: Table) -> str:
        if table.is_over:
            return bytes(table.secret).hex()
        return gettext("shown when the game is over")

    @admin.display(description=_("deal"))
    def cards(self, table: Table) -> str:
        return table.deal if table.is_over else gettext("shown when the game is over")

    @admin.display(description=_("moves"))
    def moves(self, table: Table) -> str:
        address = reverse("admin:games_move_changelist")
        return format_html('<a href="{}?table__id={}">{}</a>', address, table.pk, table.version)

    @admin.action(description=_("Abort the chosen games"), permissions=["change"])
    def abort(self, request: HttpRequest, chosen: QuerySet[Table]) -> HttpResponse | None:
        going = chosen.filter(status__in=("open", "running"))
        question = gettext("These games end now without a result. The players see the reason.")
        button = gettext("Abort these games")
        reason, page = with_reason(request, going, action="abort", question=question, button=button)
        if page is not None:
            return page
        assert isinstance(request.user, Player)
        for table in going:
            try:
                play.abort(table=table, by=request.user, reason=reason)
                self.log_change(request, table, f"Aborted: {reason}")
            except Refused as refused:  # it ended a moment ago
                messages.warning(request, f"{table}: {refused.sentence}")
        return None


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """The log of one table, reached from the table."""

    list_display = ("number", "at_ms", "seat", "act", "args", "refused", "events_seen")
    list_display_links = None
    ordering = ("number",)
    list_per_page = 100
    show_full_result_count = False
    fields = ("number", "at_ms", "seat", "act", "args", "refused", "events_seen")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Of one table: the whole log of the site is too long to be of use."""
        moves = super().get_queryset(request).select_related("table")
        return moves if "table__id" in request.GET else moves.none()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup == "table__id"

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False  # not in the index

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("events"))
    def events_seen(self, move: Move) -> str:
        """What the public may see; after the end that is everything."""
        return json.dumps(game_log.seen(move.table, move, None))


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    """The list alone: directors act in the console, where the log is written."""

    list_display = ("name", "code", "state", "question", "revision", "console")
    list_display_links = None
    list_filter = ("state",)
    search_fields = ("name", "code")
    ordering = ("-id",)
    list_per_page = 50
    show_full_result_count = False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        return super().get_queryset(request).defer("secret", "key")

    @admin.display(description=_("console"))
    def console(self, tournament: Tournament) -> str:
        address = reverse("tournament_console", args=[tournament.code])
        return format_html('<a href="{}">{}</a>', address, gettext("open the console"))
