"""The Atom feed of tournaments: an entry when one is announced, another when it is over."""

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.pages.feeds import OfSite, served
from games.table.clock import moment
from games.tournaments.acts import ENDED
from games.tournaments.models import Tournament
from warsite.addresses import address_for_others

NEWEST = 40  # tournaments


class Entry(NamedTuple):
    """A tournament and its whole address."""

    tournament: Tournament
    address: str


if TYPE_CHECKING:
    Entries = Feed[Entry, HttpRequest]
else:  # the real class takes no types
    Entries = Feed


class Tournaments(OfSite, Entries):
    """The newest tournaments that are listed for everybody."""

    description_template = "tournaments/_feed_entry.html"

    def title(self) -> str:
        return _("Tournaments at warsite")

    def link(self, request: HttpRequest) -> str:
        return address_for_others(request, reverse("tournaments"))

    def items(self, request: HttpRequest) -> list[Entry]:
        newest = Tournament.objects.public().prefetch_related("stages").newest()[:NEWEST]
        return [Entry(one, address_for_others(request, one.get_absolute_url())) for one in newest]

    def item_title(self, item: Entry) -> str:
        words = {"name": item.tournament.name, "state": item.tournament.get_state_display()}
        return _("%(name)s: %(state)s") % words

    def item_link(self, item: Entry) -> str:
        return item.address

    def item_guid(self, item: Entry) -> str:
        return f"{item.address}#{'over' if item.tournament.state in ENDED else 'announced'}"

    def item_updateddate(self, item: Entry) -> datetime:
        return moment(item.tournament.state_ms)


feed = served(Tournaments())
