"""Seasons of a circle, created and changed by the people who hold its events."""

from collections.abc import Collection

from django.db import transaction

from games.accounts.models import Player
from games.accounts.names import clean_title
from games.relations.circles import Circle, holders_of
from games.tournaments.models import Season
from games.tournaments.refusals import Refused
from games.tournaments.scoring.season import Scoring

MOST, MOST_EVENTS, LONGEST_NAME = 20, 60, 60


@transaction.atomic
def create(*, circle: Circle, by: Player, name: str) -> Season:
    """Create a season without events.  Raises Refused."""
    verify_holds(circle, by)
    Circle.objects.select_for_update(no_key=True).get(pk=circle.pk)  # two tabs keep the limit too
    if circle.seasons.count() >= MOST:
        raise Refused("TOO_MANY_SEASONS")
    return Season.objects.create(circle=circle, name=clean(name))


@transaction.atomic
def change(
    *,
    season: Season,
    by: Player,
    name: str,
    best: int | None,
    scoring: str,
    events: Collection[int],
) -> None:
    """Change the rules of a season, and which events of its circle belong to it.  Raises
    Refused."""
    verify_holds(season.circle, by)
    if best is not None and not 1 <= best <= MOST_EVENTS:
        raise Refused("SEASON_BEST")
    season.name, season.best = clean(name), best
    season.scoring = Scoring(scoring) if scoring in list(Scoring) else season.scoring
    season.save(update_fields=["name", "best", "scoring"])
    mine = season.circle.events.exclude(state="draft")
    season.events.exclude(pk__in=events).update(season=None)
    chosen = mine.filter(pk__in=events).order_by("-pk").values("pk")[:MOST_EVENTS]
    mine.filter(pk__in=list(chosen.values_list("pk", flat=True))).update(season=season)


def delete(*, season: Season, by: Player) -> None:
    """Delete a season; its events stay.  Raises Refused."""
    verify_holds(season.circle, by)
    season.delete()


def verify_holds(circle: Circle, by: Player) -> None:
    if by.pk not in holders_of(circle):
        raise Refused("SEASON_OF_OTHERS")


def clean(name: str) -> str:
    title = clean_title(name, LONGEST_NAME)
    if not title:
        raise Refused("SEASON_NAME")
    return title
