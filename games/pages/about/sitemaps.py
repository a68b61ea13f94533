"""The sitemap, in parts: pages that search engines may find.  No part has games and tables of
people, which say `noindex`, as do profiles of people who have not chosen to be found.  Named house
rules are meant to be found."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.urls import reverse

from games.accounts.models import Player
from games.favourites.models import Playlist
from games.lab.runs.gallery import GALLERY
from games.lab.runs.models import Simulation
from games.pages.about.guides import GUIDES
from games.rule_sets.models import RuleSet
from games.rules.catalogue import GAMES
from games.table.clock import moment
from games.tournaments.models import Tournament

if TYPE_CHECKING:
    Part = Sitemap[Any]
else:  # the real class takes no types
    Part = Sitemap

MOST = 1000  # pages of a part, the newest


class Texts(Part):
    """The pages that every site has, such as rules, guides and questions of the lab."""

    def items(self) -> list[str]:
        names = ("home", "rules", "about", "lab", "lab_calibration", "lab_deals", "tournaments")
        return [
            *map(reverse, (*names, "fair", "questions", "accessibility", "credits")),
            *(reverse("rules_of", args=[key]) for key in GAMES),
            *(reverse("about_guide", args=[guide.key]) for guide in GUIDES),
            *(reverse("lab_question", args=[key]) for key in GALLERY),
        ]

    def location(self, item: str) -> str:
        return item


class Runs(Part):
    """Finished runs that are listed.  Runs from a place of a game are left out, because their pages
    say `noindex`."""

    def items(self) -> QuerySet[Simulation]:
        runs = Simulation.objects.listed().done().filter(start="")
        return runs.only("code", "ended_at").order_by("-id")[:MOST]

    def lastmod(self, item: Simulation) -> datetime | None:
        return item.ended_at


class RuleSets(Part):
    """House rules with a name."""

    def items(self) -> QuerySet[RuleSet]:
        return RuleSet.objects.shown().only("code", "created_at").order_by("-id")[:MOST]

    def lastmod(self, item: RuleSet) -> datetime:
        return item.created_at


class Playlists(Part):
    """Public playlists, of people who have chosen to be found."""

    def items(self) -> QuerySet[Playlist]:
        shown = Playlist.objects.shown().filter(owner__preferences__chosen__findable=True)
        return shown.only("code").order_by("-id")[:MOST]


class Tournaments(Part):
    """Tournaments in public lists."""

    def items(self) -> QuerySet[Tournament]:
        return Tournament.objects.public().only("code", "state_ms").newest()[:MOST]

    def lastmod(self, item: Tournament) -> datetime:
        return moment(item.state_ms)


class Bots(Part):
    """The site's own bots.  Bots of accounts are left out, because they belong to people."""

    def items(self) -> QuerySet[Player]:
        return Player.objects.bots().filter(owner=None).only("name").order_by("-id")[:MOST]

    def location(self, item: Player) -> str:
        return reverse("player", args=[item.slug])


class People(Part):
    """Profiles of people who have chosen to be found."""

    def items(self) -> QuerySet[Player]:
        shown = Player.objects.people().filter(is_active=True, preferences__chosen__findable=True)
        return shown.only("name").order_by("-id")[:MOST]

    def location(self, item: Player) -> str:
        return reverse("player", args=[item.slug])


SITEMAPS = {
    "texts": Texts,
    "runs": Runs,
    "rules": RuleSets,
    "playlists": Playlists,
    "tournaments": Tournaments,
    "bots": Bots,
    "people": People,
}
