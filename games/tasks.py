"""Contents page: Celery looks for tasks here, the work is done at its station.  A worker loads
only what its tasks need: one that plays for the lab starts in half the time."""

from celery import shared_task


@shared_task
def sweep_tables() -> None:
    """Every two seconds (by beat): find what reminders have lost."""
    from games.work import sweep

    sweep.sweep()


@shared_task
def show() -> None:
    """Every ten seconds: a game of bots runs, to be watched."""
    from games.work import demo

    demo.keep_showing()


@shared_task
def tidy() -> None:
    """Every hour: forget what nobody needs."""
    from games.work import cleanup

    cleanup.forget_sessions()
    cleanup.forget_guests()


@shared_task
def play_chunk(simulation_id: int, number: int) -> None:
    """One part of a run of the lab; then the next of its lane, behind those of other runs."""
    from games.work import lab

    following = lab.play_chunk(simulation_id, number)
    if following is not None:
        lab.send(simulation_id, following)


@shared_task
def nurse_runs() -> None:
    """Every twenty seconds: ask again for parts of runs that were lost."""
    from games.work import lab

    lab.nurse()
