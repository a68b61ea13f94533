"""The tasks of Celery, besides that of the lab (`games.work.lab`); each calls one function."""

from celery import shared_task

from games.lab.chances import curves
from games.lab.forecasts import forecasts
from games.lab.runs import run
from games.table import clock
from games.tournaments.writer import weekly
from games.work import chances, cleanup, mail, ratings, showcase, tournaments


@shared_task
def show() -> None:
    """Every ten seconds: keep public games of bots, and demo tournaments, running while somebody
    watches."""
    showcase.keep_going()


@shared_task
def rate() -> None:
    """Every minute: rate finished tables whose reminder was lost."""
    ratings.rate_tables()


@shared_task
def announce() -> None:
    """Every minute: what begins soon, and what is held again every week."""
    tournaments.announce_starts(clock.now_ms())
    weekly.hold_again(clock.now_ms())


@shared_task
def send_mails() -> None:
    """Every minute: notices by mail."""
    mail.send_due()


@shared_task
def tidy() -> None:
    """Every hour: delete what nobody needs, seal the deal of tomorrow, and look for signs of
    arranged games."""
    cleanup.seal_days()
    cleanup.forget_sessions()
    cleanup.forget_guests()
    cleanup.forget_shows()
    cleanup.look_for_farming()


@shared_task
def archive() -> None:
    """Every ten minutes: store the moves of finished games in less space."""
    cleanup.archive_games()


@shared_task
def compute_chances() -> None:
    """Every ten seconds: ask for the chances in the game of the home page, and in results of the
    deal of the day."""
    chances.compute_ahead()


@shared_task
def requeue_stuck_runs() -> None:
    """Every twenty seconds: queue lost chunks of runs again, and lost parts of curves and
    forecasts."""
    run.requeue_stuck(now=clock.now_ms())
    curves.requeue_stuck(now=clock.now_ms())
    forecasts.requeue_stuck(now=clock.now_ms())
