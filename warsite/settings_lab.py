"""Settings of the lab's worker (`warsite.sims`): those of the site, with only what plays runs."""

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
