"""Contents page: Celery looks for tasks here, the work is done at its station."""

from celery import shared_task

from games.lab.runs import run
from games.table import clock
from games.work import cleanup, demo, lab, sweep


@shared_task
def sweep_tables() -> None:
    """Every two seconds (by beat): find what reminders have lost."""
    sweep.sweep()


@shared_task
def show() -> None:
    """Every ten seconds: a game of bots runs, to be watched."""
    demo.keep_showing()


@shared_task
def tidy() -> None:
    """Every hour: forget what nobody needs."""
    cleanup.forget_sessions()
    cleanup.forget_guests()


@shared_task
def play_chunk(simulation_id: int, number: int) -> None:
    """One part of a run of the lab; then the next of its lane, behind those of other runs."""
    following = lab.play_chunk(simulation_id, number)
    if following is not None:
        lab.send(simulation_id, following)


@shared_task
def requeue_stuck_runs() -> None:
    """Every twenty seconds: ask again for parts of runs that were lost."""
    run.requeue_stuck(now=clock.now_ms())
