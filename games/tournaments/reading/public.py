"""The public view of a tournament, and the players who may see more of it."""

from typing import NamedTuple

from allauth.mfa.models import Authenticator
from django.db.models import Count, Exists, OuterRef, Prefetch, Subquery, prefetch_related_objects

from games.accounts.models import Player
from games.tournaments.directors import holds, site_directors
from games.tournaments.models import Stage, Standing, Tournament
from games.tournaments.settings import Settings
from games.tournaments.writer.stages import resolve


class Office(NamedTuple):
    """The office of a player.  `appointed`: the player is a director of a tournament; `directs`:
    they may act on it now."""

    appointed: bool = False
    directs: bool = False


def site_office(player: Player) -> Office:
    """A player's office in the tournaments of the site, where directors act with a second
    factor."""
    if not player.is_staff:
        return Office()
    proved = Exists(Authenticator.objects.filter(user=OuterRef("pk")))
    row = site_directors().filter(pk=player.pk).values_list(proved).first()
    return Office(appointed=True, directs=row[0]) if row else Office()


def directs_site(player: object) -> bool:
    """Whether this is a director of the site with a second factor."""
    return isinstance(player, Player) and site_office(player).directs


def office_of(player: object, tournament: Tournament) -> Office:
    """The office of a player in a tournament.  Directors of the site act on events that everybody
    sees; members who hold an event for their circle need no second factor."""
    if not isinstance(player, Player):
        return Office()
    if tournament.circle is not None and holds(player, tournament.circle):
        return Office(appointed=True, directs=True)
    return Office() if tournament.private else site_office(player)


def directs(player: object, tournament: Tournament) -> bool:
    """Whether this player may act on the tournament now."""
    return office_of(player, tournament).directs


def find(code: str, player: object) -> Tournament | None:
    """The tournament, if this player may see it: only directors see drafts, only members the
    private events of a circle."""
    reader = player.pk if isinstance(player, Player) else None
    visible = Tournament.objects.visible_to(reader).select_related("circle")
    tournament = visible.filter(code=code.upper()).first()
    if tournament is None or (tournament.state == "draft" and not directs(player, tournament)):
        return None
    return tournament


def stages_of(tournament: Tournament) -> list[tuple[Stage, Settings]]:
    """The stages of a tournament with their settings.  Each stage has the `size` of its field, and
    as `last_after` the round of its latest standing."""
    standings = Standing.objects.filter(stage=OuterRef("pk")).order_by("-after")
    last_after = Subquery(standings.values("after")[:1])
    stages = Stage.objects.annotate(size=Count("field"), last_after=last_after).order_by("number")
    prefetch_related_objects([tournament], Prefetch("stages", stages))
    return [(stage, resolve(stage.settings)) for stage in tournament.stages.all()]
