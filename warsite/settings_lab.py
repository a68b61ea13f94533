"""Settings of the lab's worker (`warsite.sims`): the site's, reduced to what runs need."""

from warsite.settings import *  # noqa: F403

INSTALLED_APPS = [
    "games.work.apps.LabConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
]
MIDDLEWARE = []
CELERY_IMPORTS = ["games.work.lab"]
CELERY_WORKER_POOL = "threads"  # compiled code releases the interpreter lock
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
