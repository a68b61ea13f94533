"""The tasks of Celery besides that of the lab (`games.work.lab`); each calls one function."""

from celery import shared_task

from games.lab.chances import curves
from games.lab.forecasts import forecasts
from games.lab.runs import run
from games.table import clock
from games.tournaments.writer import weekly
from games.work import backups, chances, cleanup, mail, ratings, showcase, tournaments


@shared_task
def show() -> None:
    """Keep public games of bots, and demo tournaments, running while somebody watches (every ten
    seconds)."""
    showcase.keep_going()


@shared_task
def rate() -> None:
    """Rate finished tables whose reminder was lost (every minute)."""
    ratings.rate_tables()


@shared_task
def announce() -> None:
    """Announce tournaments that begin soon, and hold weekly ones again (every minute)."""
    tournaments.announce_starts(clock.now_ms())
    weekly.hold_again(clock.now_ms())


@shared_task
def send_mails() -> None:
    """Send notices by mail (every minute)."""
    mail.send_due()


@shared_task
def tidy() -> None:
    """Delete unneeded rows, seal the deal of tomorrow, and look for signs of arranged games (every
    hour)."""
    cleanup.seal_days()
    cleanup.forget_sessions()
    cleanup.forget_guests()
    cleanup.forget_shows()
    cleanup.look_for_farming()


@shared_task
def archive() -> None:
    """Archive the moves of finished games (every ten minutes)."""
    cleanup.archive_games()


@shared_task
def back_up() -> None:
    """Make the backup of the day (tried every hour)."""
    backups.make_due()


@shared_task
def compute_chances() -> None:
    """Request the chances in the game of the home page, and in results of the deal of the day
    (every ten seconds)."""
    chances.compute_ahead()


@shared_task
def requeue_stuck_runs() -> None:
    """Queue lost chunks of runs again, and lost parts of curves and forecasts (every twenty
    seconds)."""
    run.requeue_stuck(now=clock.now_ms())
    curves.requeue_stuck(now=clock.now_ms())
    forecasts.requeue_stuck(now=clock.now_ms())
