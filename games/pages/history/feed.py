"""The Atom feed of games of bots: the games of the last week with the most wars."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.syndication.views import Feed
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.feeds import OfSite, served
from games.table.models import Seat, Table
from games.table.words import title
from warsite.addresses import address_for_others

WEEK = timedelta(days=7)
NEWEST = 1_000  # games that are looked at
BEST = 10


class Entry(NamedTuple):
    """A game and the whole address of its replay."""

    table: Table
    address: str


if TYPE_CHECKING:
    Entries = Feed[Entry, HttpRequest]
else:  # the real class takes no types
    Entries = Feed


class BestOfBots(OfSite, Entries):
    """The games of bots with the most wars."""

    def title(self) -> str:
        return _("The bots’ best games of the week at warsite")

    def link(self, request: HttpRequest) -> str:
        return address_for_others(request, reverse("history"))

    def items(self, request: HttpRequest) -> list[Entry]:
        since = datetime.now(UTC) - WEEK
        newest = Table.objects.public().over().finished().filter(ended_at__gt=since).newest()
        people = Seat.objects.people().filter(table=OuterRef("pk"))
        of_bots = newest.filter(started_ms__isnull=False).exclude(Exists(people))[:NEWEST]
        best = sorted(of_bots.only(*COLUMNS), key=lambda table: (-table.wars, -table.pk))[:BEST]
        return [Entry(table, self.address(request, table)) for table in best]

    def address(self, request: HttpRequest, table: Table) -> str:
        return address_for_others(request, reverse("replay", args=[table.code]))

    def item_title(self, item: Entry) -> str:
        wars = ngettext("%(wars)d war", "%(wars)d wars", item.table.wars)
        words = {"title": title(item.table), "wars": wars % {"wars": item.table.wars}}
        return _("%(title)s: %(wars)s") % words

    def item_description(self, item: Entry) -> str:
        return title(item.table)

    def item_link(self, item: Entry) -> str:
        return item.address

    def item_updateddate(self, item: Entry) -> datetime | None:
        return item.table.ended_at


COLUMNS = ("code", "game", "preset", "options", "players", "wars", "ended_at")
feed = served(BestOfBots())
