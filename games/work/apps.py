"""The configuration of the app in the lab's worker: all models, without receivers of signals."""

from django.apps import AppConfig

from warsite import observing


class LabConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.work import worker

        observing.start()
        worker.connect()
