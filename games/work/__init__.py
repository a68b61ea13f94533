"""What Celery workers do: deadlines, bots, lab runs."""
