"""The only Django app.  It connects the signals of the storage layers to the entry points, and the
signal of an erasure to the layers that store names."""

import atexit

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.contrib.auth.signals import user_logged_out
from django.db import connections
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _

from warsite import observing
from warsite.services import on_connection


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
        connection_created.connect(on_connection, dispatch_uid="pool")
        observing.start()
        connect_storage()
        connect_live()
        connect_work()
        atexit.register(close_pools)


# Models can be imported only when the app is ready.


def connect_storage() -> None:
    """Connect `player_erased` to everything that stores names."""
    from games.accounts.signals import player_erased
    from games.moderation import erasure

    player_erased.connect(erasure.on_player_erased, dispatch_uid="moderation")


def connect_live() -> None:
    """Connect changes to the pages that are open."""
    from games.accounts.signals import player_changed
    from games.chat.signals import line_said
    from games.live import on_commit
    from games.lobby import public_lists
    from games.lobby.signals import wishes_changed
    from games.notices.signals import notices_changed
    from games.table.signals import table_changed
    from games.tournaments.signals import tournament_changed

    table_changed.connect(on_commit.on_table_changed, dispatch_uid="live")
    line_said.connect(on_commit.on_line_said, dispatch_uid="live")
    player_changed.connect(on_commit.on_player_changed, dispatch_uid="live")
    notices_changed.connect(on_commit.on_personal_news, dispatch_uid="live")
    wishes_changed.connect(on_commit.on_wishes_changed, dispatch_uid="live")
    tournament_changed.connect(on_commit.on_tournament_changed, dispatch_uid="live")
    table_changed.connect(public_lists.on_table_changed, dispatch_uid="public lists")
    player_changed.connect(public_lists.renew, dispatch_uid="public lists")


def connect_work() -> None:
    """Connect changes to the workers."""
    from games.accounts.signals import player_changed, sanction_changed
    from games.lab.chances.curves import part_wanted
    from games.lab.chances.luck import analysis_wanted
    from games.lab.forecasts.forecasts import forecast_wanted
    from games.lab.runs.run import run_wanted
    from games.lobby.signals import wishes_changed
    from games.moderation.signals import report_closed, report_made
    from games.ratings.signals import tables_void
    from games.relations.signals import followed, joined, left
    from games.table.signals import table_changed
    from games.tournaments.signals import tournament_changed
    from games.work import chances, lab, mail, matching, on_commit, ratings, tournaments, worker

    table_changed.connect(on_commit.on_table_changed, dispatch_uid="work")
    table_changed.connect(on_commit.make_notices, dispatch_uid="notices")
    table_changed.connect(ratings.on_table_changed, dispatch_uid="ratings")
    table_changed.connect(tournaments.on_table_changed, dispatch_uid="tournaments")
    table_changed.connect(matching.on_table_changed, dispatch_uid="matching")
    tables_void.connect(ratings.on_tables_void, dispatch_uid="ratings")
    player_changed.connect(ratings.on_player_changed, dispatch_uid="ratings")
    wishes_changed.connect(matching.on_wishes_changed, dispatch_uid="work")
    user_logged_out.connect(matching.on_signed_out, dispatch_uid="work")
    tournament_changed.connect(tournaments.on_tournament_changed, dispatch_uid="work")
    sanction_changed.connect(on_commit.make_sanction_notice, dispatch_uid="notices")
    followed.connect(on_commit.on_followed, dispatch_uid="notices")
    joined.connect(on_commit.on_joined, dispatch_uid="notices")
    left.connect(tournaments.on_left, dispatch_uid="tournaments")
    report_made.connect(mail.on_report_made, dispatch_uid="mail")
    report_closed.connect(mail.on_report_closed, dispatch_uid="mail")
    run_wanted.connect(lab.on_run_wanted, dispatch_uid="work")
    part_wanted.connect(lab.on_part_wanted, dispatch_uid="work")
    analysis_wanted.connect(chances.on_analysis_wanted, dispatch_uid="work")
    forecast_wanted.connect(lab.on_forecast_wanted, dispatch_uid="work")
    worker.connect()
