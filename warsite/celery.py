"""The Celery application; the settings name the modules with its tasks."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # they load every page; `migrate` has made them

app = Celery("warsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
