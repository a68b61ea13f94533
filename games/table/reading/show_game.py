"""The games of which home shows the newest, a battle at a time."""

from games.table.models import Table
from games.table.querysets import TableQuerySet

GAME = "war"  # few cards, understood at a glance


def show_games() -> TableQuerySet:
    """The games that home may show, newest first."""
    games = Table.objects.public().of_people().finished()
    return games.filter(game=GAME, players=2, started_ms__gt=0, branch_of=None).newest()
