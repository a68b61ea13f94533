"""The only Django app.  Connects the signals of the storage layers to the entry points."""

import atexit

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.db import connections
from django.utils.translation import gettext_lazy as _


def close_pools() -> None:
    """Close pools before Python shuts down: a thread killed while it works may abort it
    (SIGABRT)."""
    for connection in connections.all():
        if close := getattr(connection, "close_pool", None):  # PostgreSQL
            close()


class OperatorsConfig(AdminConfig):
    default_site = "games.operators.site.OperatorSite"


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Site")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.accounts.signals import player_changed
        from games.lab.runs.run import run_wanted
        from games.live import on_commit as live
        from games.live import tournaments as live_tournaments
        from games.notices.signals import notices_changed
        from games.table.signals import table_changed
        from games.tournaments.signals import tournament_changed
        from games.work import lab, ratings, tournaments, worker
        from games.work import on_commit as work

        table_changed.connect(live.on_table_changed, dispatch_uid="live")
        player_changed.connect(live.on_player_changed, dispatch_uid="live")
        notices_changed.connect(live.on_notices_changed, dispatch_uid="live")
        table_changed.connect(work.on_table_changed, dispatch_uid="work")
        table_changed.connect(ratings.on_table_changed, dispatch_uid="ratings")
        player_changed.connect(ratings.on_player_changed, dispatch_uid="ratings")
        table_changed.connect(tournaments.on_table_changed, dispatch_uid="tournaments")
        table_changed.connect(work.make_notices, dispatch_uid="notices")
        tournament_changed.connect(tournaments.on_tournament_changed, dispatch_uid="work")
        tournament_changed.connect(live_tournaments.on_tournament_changed, dispatch_uid="live")
        run_wanted.connect(lab.on_run_wanted, dispatch_uid="work")
        worker.connect()
        atexit.register(close_pools)
