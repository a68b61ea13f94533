"""The people who direct a tournament: directors of the site, and the owner and helpers of the
circle that holds the event."""

from django.db.models import QuerySet

from games.accounts.models import Player
from games.relations.circles import Circle, holders_of
from games.tournaments.models import Tournament

PERMISSION = "games.direct_tournament"
BACKEND = "django.contrib.auth.backends.ModelBackend"  # where permissions are kept


def is_director(player: Player) -> bool:
    """Whether this player may direct the tournaments of the site."""
    return player.is_staff and player.has_perm(PERMISSION)


def site_directors() -> QuerySet[Player]:
    """The players who may direct the tournaments of the site."""
    return Player.objects.with_perm(PERMISSION, backend=BACKEND).filter(is_staff=True)


def holds(player: Player, circle: Circle) -> bool:
    """Whether this player may hold events for the circle."""
    is_owner = player.pk == circle.owner_id
    return player.is_person and (is_owner or player.pk in holders_of(circle))


def may_direct(player: Player, tournament: Tournament) -> bool:
    """Whether this player may direct this tournament.  The site's directors may direct events of
    the site and public events of circles."""
    if tournament.circle is not None and holds(player, tournament.circle):
        return True
    return not tournament.private and is_director(player)


def directors_of(tournament: Tournament) -> set[int]:
    """The players who direct this tournament.  For an event of a circle, these are only the holders
    of the circle's events, not the site's directors."""
    if tournament.circle is not None:
        return holders_of(tournament.circle)
    return set(site_directors().values_list("pk", flat=True))
