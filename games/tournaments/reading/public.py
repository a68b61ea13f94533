"""What others than its directors may see of a tournament."""

from allauth.mfa.adapter import get_adapter
from django.db.models import Count, Prefetch, prefetch_related_objects

from games.accounts.models import Player
from games.tournaments.models import Round, Stage, Tournament
from games.tournaments.settings import Settings
from games.tournaments.writer.ledger import is_director
from games.tournaments.writer.stages import resolve

HIDDEN = (Round.State.DRAWN, Round.State.UNDONE)  # of rounds


def directs(player: object) -> bool:
    """Whether this is a director with a second factor."""
    if not isinstance(player, Player) or not is_director(player):
        return False
    return bool(get_adapter().is_mfa_enabled(player))


def find(code: str, player: object) -> Tournament | None:
    """The tournament, if this player may see it: drafts exist for directors alone."""
    tournament = Tournament.objects.filter(code=code.upper()).first()
    if tournament is None or (tournament.state == "draft" and not directs(player)):
        return None
    return tournament


def stages_of(tournament: Tournament) -> list[tuple[Stage, Settings]]:
    """Its stages, each with the `size` of its field, and their settings."""
    stages = Stage.objects.annotate(size=Count("field")).order_by("number")
    prefetch_related_objects([tournament], Prefetch("stages", stages))
    return [(stage, resolve(stage.settings)) for stage in tournament.stages.all()]
