"""What Celery workers do, a door: deadlines, bots, runs of the lab."""
