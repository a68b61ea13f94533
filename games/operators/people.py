"""The admin's read-only lists of people's texts and wishes, and of the ledger of ratings."""

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.favourites.models import Playlist
from games.lobby.models import Invitation, Wish
from games.operators.pieces import AnyAdmin, ReadOnly, Rows
from games.ratings.models import RatingChange
from games.relations.circles import Circle
from games.rule_sets.models import RuleSet
from games.table.clock import moment
from games.table.querysets import HEAVY_OF_TABLE
from games.templatetags.games import kind_name


@admin.register(Wish)
class WishAdmin(Rows):
    list_display = ("player", "games", "rated", "since", "end")
    list_filter = ("end", "rated")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    ordering = ("-id",)
    exclude = ("tab", "met")

    @admin.display(description=_("games"))
    def games(self, wish: Wish) -> str:
        return ", ".join(kind_name((kind["game"], kind["preset"])) for kind in wish.kinds)

    @admin.display(description=_("since"))
    def since(self, wish: Wish) -> object:
        return moment(wish.made_ms)


@admin.register(Invitation)
class InvitationAdmin(Rows):
    list_display = ("sent", "inviter", "player", "table", "state", "reason")
    list_filter = ("state",)
    list_select_related = ("inviter", "player", "table")
    search_fields = ("inviter__name", "player__name", "table__code")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Invitation]:
        return super().get_queryset(request).defer(*HEAVY_OF_TABLE)

    @admin.display(description=_("sent"))
    def sent(self, invitation: Invitation) -> object:
        return moment(invitation.made_ms)


@admin.register(Circle)
class CircleAdmin(ReadOnly):
    """The circles, for which operators decide only whether their events may be rated."""

    list_display = ("name", "code", "owner", "people", "chat", "rated_events", "created_at")
    list_filter = ("chat",)
    list_select_related = ("owner",)
    search_fields = ("name", "code", "owner__name")
    ordering = ("-id",)
    list_per_page = 50
    show_full_result_count = False
    # Without its key: everybody with the key may join.
    fields = ("name", "code", "owner", "chat", ("rated_events",))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Circle]:
        rows: QuerySet[Circle] = super().get_queryset(request)
        return rows.annotate(people=Count("members"))

    @admin.display(description=_("members"))
    def people(self, circle: Circle) -> int:
        return circle.people  # type: ignore[attr-defined, no-any-return]


@admin.register(RuleSet)
class RuleSetAdmin(Rows):
    """The rule sets, of which operators delete those with a forbidden name."""

    list_display = ("name", "code", "owner", "game", "options", "created_at")
    list_filter = ("game",)
    list_select_related = ("owner",)
    search_fields = ("name", "code", "owner__name")
    ordering = ("-id",)

    def has_delete_permission(self, request: HttpRequest, obj: RuleSet | None = None) -> bool:
        return AnyAdmin.has_delete_permission(self, request, obj)


@admin.register(Playlist)
class PlaylistAdmin(Rows):
    """The playlists, of which operators delete those with forbidden texts."""

    list_display = ("name", "about", "code", "owner", "shown", "created_at")
    list_filter = ("shown",)
    list_select_related = ("owner",)
    search_fields = ("name", "code", "owner__name")
    ordering = ("-id",)

    def has_delete_permission(self, request: HttpRequest, obj: Playlist | None = None) -> bool:
        return AnyAdmin.has_delete_permission(self, request, obj)


@admin.register(RatingChange)
class RatingChangeAdmin(Rows):
    list_display = ("at", "pool", "number", "table", "player", "place", "before", "after", "note")
    list_filter = ("pool", "note")
    list_select_related = ("pool", "table", "player")
    search_fields = ("player__name", "table__code")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatingChange]:
        return super().get_queryset(request).defer(*HEAVY_OF_TABLE)

    @admin.display(description=_("before"))
    def before(self, change: RatingChange) -> str:
        return f"{change.before.points} ± {change.before.margin}"

    @admin.display(description=_("after"))
    def after(self, change: RatingChange) -> str:
        return f"{change.skill.points} ± {change.skill.margin}"
