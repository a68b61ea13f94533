"""Reading many tournaments: the vocabulary of lists."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NoReturn, Self

from django.db import models

from games.accounts.models import Player

if TYPE_CHECKING:
    from games.tournaments.models import Act, Tournament
else:
    Act = Tournament = models.Model


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def public(self) -> Self:
        """All but drafts, which only directors see, and those that are known by their link."""
        return self.exclude(state="draft").exclude(terms__link_only=True)

    def for_player(self, player: Player | int) -> Self:
        """Those this player has entered."""
        return self.filter(entrants__player=player)

    def due(self, *, at: int) -> Self:
        """Those with something to do at or before this epoch ms, the earliest first."""
        return self.filter(due_ms__lte=at).order_by("due_ms")

    def newest(self) -> Self:
        return self.order_by("-id")

    def names(self, codes: Collection[str]) -> dict[str, str]:
        """By code."""
        return dict(self.filter(code__in=codes).values_list("code", "name"))

    def among_house_bots(self) -> Self:
        """Those that nobody but the site's own bots has ever entered."""
        of_bots = self.exclude(entrants__player__is_bot=False)
        return of_bots.exclude(entrants__player__owner__isnull=False)


class ActQuerySet(models.QuerySet["Act"]):
    """Only ever grows, until its whole tournament is forgotten."""

    def since(self, number: int) -> Self:
        return self.filter(number__gt=number).order_by("number")

    def update(self, **_: Any) -> NoReturn:
        raise TypeError("An act is never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("An act is never removed.")
