"""Queries over many tournaments."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Self

from django.db import models

from games.accounts.models import Player
from games.relations.circles import Circle

if TYPE_CHECKING:
    from games.tournaments.models import Tournament
else:
    Tournament = models.Model


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def public(self) -> Self:
        """All tournaments except drafts, unlisted ones that are found only by their link, and
        private events of circles."""
        listed = self.filter(private=False).exclude(state="draft")
        return listed.exclude(terms__link_only=True)

    def visible_to(self, player: int | None) -> Self:
        """Tournaments except events of circles that this player (an id) is not in.  A private event
        of a deleted circle is visible to its entrants."""
        if not player:
            return self.filter(private=False)
        mine = models.Q(circle__in=Circle.objects.filter(members__player=player))
        entered = self.model._default_manager.filter(entrants__player=player)
        left_over = models.Q(circle=None, pk__in=entered.values("pk"))
        return self.filter(models.Q(private=False) | mine | left_over)

    def for_player(self, player: Player | int) -> Self:
        """Tournaments this player has entered."""
        return self.filter(entrants__player=player)

    def due(self, *, at: int) -> Self:
        """Tournaments with something to do at or before `at` (epoch ms), the earliest first."""
        return self.filter(due_ms__lte=at).order_by("due_ms")

    def newest(self) -> Self:
        return self.order_by("-id")

    def names(self, codes: Collection[str]) -> dict[str, str]:
        """Names of tournaments, by code."""
        return dict(self.filter(code__in=codes).values_list("code", "name"))

    def among_site_bots(self) -> Self:
        """Tournaments that only the site's own bots have ever entered."""
        of_bots = self.exclude(entrants__player__is_bot=False)
        return of_bots.exclude(entrants__player__owner__isnull=False)
