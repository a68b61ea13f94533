"""The app as the lab's worker sees it: all models, and nothing that listens to them."""

from django.apps import AppConfig


class LabConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.work import worker

        worker.connect()
