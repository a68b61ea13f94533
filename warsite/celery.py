"""The Celery application; the settings name the modules with its tasks."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")

app = Celery("warsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
