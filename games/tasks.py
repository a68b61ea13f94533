"""The tasks of Celery, besides that of the lab (`games.work.lab`); each calls one function."""

from celery import shared_task

from games.lab.runs import run
from games.table import clock
from games.work import cleanup, ratings, shows, sweep, tournaments
from games.work.mail import send


@shared_task
def sweep_tables() -> None:
    """Every two seconds (from beat): handle what lost reminders missed."""
    if abs(clock.off_ms()) <= clock.MOST_OFF_MS:
        sweep.sweep()


@shared_task
def show() -> None:
    """Every ten seconds: keep public games of bots, and demo tournaments, running while somebody
    watches."""
    shows.keep_going()


@shared_task
def rate() -> None:
    """Every minute: rate finished tables whose reminder was lost."""
    ratings.rate_tables()


@shared_task
def announce() -> None:
    """Every minute: what begins soon."""
    tournaments.announce_starts(clock.now_ms())


@shared_task
def send_mails() -> None:
    """Every minute: notices by mail."""
    send.send_due()


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
def requeue_stuck_runs() -> None:
    """Every twenty seconds: queue lost chunks of runs again."""
    run.requeue_stuck(now=clock.now_ms())
