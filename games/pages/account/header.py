"""The header of every page: its reader's looks, new notices, and calls of tournaments."""

from functools import cached_property
from typing import Any, NamedTuple

from django.contrib.auth.models import Permission
from django.db.models import Count, Exists, FilteredRelation, OuterRef, Q
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.accounts.models import Player
from games.notices.kinds import Kind
from games.pages.account.preferences import look_of
from games.pages.tournaments.card_session import displaced_on
from games.table.clock import now_ms
from games.tournaments.reading.calls import Calls, calls_for, entries_at
from games.tournaments.reading.displaced import Displaced


class Unread(NamedTuple):
    """The number of new notices, and the number of those that are about sanctions."""

    notices: int
    sanctions: int


class Duties(NamedTuple):
    """The operators' pages that the reader may open."""

    moderation: bool
    admin: bool


class HeaderColumns(NamedTuple):
    """The columns of a player that the header needs.  `called`: whether a tournament may be calling
    the player."""

    chosen: dict[str, Any] | None = None
    notices: int = 0
    sanctions: int = 0
    called: bool = False
    moderates: bool = False
    operates: bool = False


MODERATE = Permission.objects.filter(content_type__app_label="games", codename="moderate")

OF_PLAYER = Q(user=OuterRef("pk")) | Q(group__user=OuterRef("pk"))


class Header:
    """The facts of the header, in one query for a player and none for other visitors; a player who
    may be called by a tournament needs a few more.  Facts are read when a template needs them, so
    they include changes that the view has just made."""

    def __init__(self, request: HttpRequest) -> None:
        user = getattr(request, "user", None)
        self.request, self.now = request, now_ms()
        self.player = user if isinstance(user, Player) else None

    @cached_property
    def row(self) -> HeaderColumns:
        if self.player is None:
            return HeaderColumns()
        unseen = FilteredRelation("notices", condition=Q(notices__seen=None))
        players = Player.objects.filter(pk=self.player.pk).alias(unseen=unseen)
        players = players.annotate(
            unread=Count("unseen"),
            decided=Count("unseen", Q(unseen__kind=Kind.SANCTION)),
            called=Exists(entries_at(self.now).filter(player=OuterRef("pk"))),
            moderates=Q(is_superuser=True) | Exists(MODERATE.filter(OF_PLAYER)),
        )
        names = ("preferences__chosen", "unread", "decided", "called", "moderates", "is_staff")
        row = players.values_list(*names).first()
        return HeaderColumns(*row) if row else HeaderColumns()

    def unread(self) -> Unread:
        return Unread(self.row.notices, self.row.sanctions)

    def duties(self) -> Duties:
        return Duties(self.row.moderates, self.row.operates)

    def look(self) -> dict[str, Any]:
        is_person = self.player is not None and self.player.is_person
        return look_of(self.request, self.row.chosen if is_person else None)

    def displaced(self) -> Displaced | None:
        return displaced_on(self.request)

    def calls(self) -> Calls:
        if self.player is None or not self.row.called:
            return Calls(self.now)
        return calls_for([self.player.pk], self.now)[self.player.pk]


def header(request: HttpRequest) -> dict[str, Any]:
    """Add the facts of the header to the context; pages without a header read nothing."""
    reader = Header(request)
    return {
        "unread": SimpleLazyObject(reader.unread),
        "duties": SimpleLazyObject(reader.duties),
        "look": SimpleLazyObject(reader.look),
        "calls": SimpleLazyObject(reader.calls),
        "displaced": SimpleLazyObject(reader.displaced),
    }
