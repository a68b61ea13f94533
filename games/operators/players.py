"""The admin of people, guests and bots: search, bans, rights."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.accounts import sanctions
from games.accounts.callers import network_code
from games.accounts.models import Player
from games.accounts.names import fold
from games.accounts.sanctions import ConductRule, SanctionKind
from games.operators.pieces import with_reason

if TYPE_CHECKING:
    Users = UserAdmin[Player]
else:  # the real class takes no types
    Users = UserAdmin


class KindFilter(admin.SimpleListFilter):
    title = _("kind")
    parameter_name = "kind"
    kinds = {
        "person": (_("People"), Q(is_guest=False, is_bot=False, erased=False)),
        "guest": (_("Guests"), Q(is_guest=True)),
        "bot": (_("Bots"), Q(is_bot=True)),
        "staff": (_("Operators and staff"), Q(is_staff=True)),
        "erased": (_("Deleted"), Q(erased=True)),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(key, label) for key, (label, _rows) in self.kinds.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.kinds.get(self.value() or "")
        return queryset.filter(chosen[1]) if chosen else queryset


@admin.register(Player)
class PlayerAdmin(Users):
    """People, guests and bots."""

    list_display = ("name", "kind", "username", "email", "standing", "date_joined")
    list_select_related = ("owner",)
    list_filter = (KindFilter, "is_active")
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
        if player.owner:
            return gettext("bot of {name}").format(name=player.owner.name)
        if player.is_bot:
            return gettext("bot")
        if player.is_staff:
            return gettext("operator") if player.is_superuser else gettext("staff")
        return gettext("guest") if player.is_guest else gettext("person")

    @admin.display(description=_("standing"))
    def standing(self, player: Player) -> str:
        if player.is_active or player.erased:
            return gettext("may play")
        return gettext("banned: {reason}").format(reason=player.ban_reason)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        players, has_doubles = super().get_search_results(request, queryset, search_term)
        if key := fold(search_term):
            players |= queryset.filter(name_key__contains=key)
        return players, has_doubles

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # people sign up; `manage.py createsuperuser` makes operators

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # games would lose a seat; players delete their data themselves

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        master = isinstance(request.user, Player) and request.user.is_superuser
        return (*self.fixed, *self.dates, *(() if master else self.rights))

    @admin.action(description=_("Ban the chosen players"), permissions=["change"])
    def ban(self, request: HttpRequest, chosen: QuerySet[Player]) -> HttpResponse | None:
        mortals = chosen.filter(is_superuser=False).exclude(is_bot=True, owner=None)
        question = gettext("They are signed out, cannot return, and see the reason when they try.")
        button = gettext("Ban these players")
        reason, page = with_reason(request, mortals, action="ban", question=question, button=button)
        if page is None:
            banned, by = list(mortals), cast(Player, request.user)
            for player in banned:
                sanctions.impose(
                    player=player,
                    kind=SanctionKind.BAN,
                    rule=ConductRule.OTHER,
                    words=reason,
                    by=by,
                    network=network_code(request),
                )
                self.log_change(request, player, f"Banned: {reason}")
            text = ngettext("{count} player is banned.", "{count} players are banned.", len(banned))
            messages.success(request, text.format(count=len(banned)))
        return page

    @admin.action(description=_("Lift the ban of the chosen players"), permissions=["change"])
    def unban(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        banned = list(chosen.filter(is_active=False, erased=False))
        for player in banned:
            by, network = cast(Player, request.user), network_code(request)
            sanctions.lift_bans(player=player, by=by, network=network)
            self.log_change(request, player, "Ban lifted")
        text = ngettext("{count} ban is lifted.", "{count} bans are lifted.", len(banned))
        messages.success(request, text.format(count=len(banned)))
