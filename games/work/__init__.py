"""The work of Celery workers: deadlines, bots, lab runs."""
