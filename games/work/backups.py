"""The daily backup, made by one of the live workers."""

import logging
from datetime import UTC, datetime

from django.conf import settings

from games.bus import marks, valkey
from warsite import backups

log = logging.getLogger(__name__)
MARK = "backup"


def make_due() -> None:
    """Make a backup if the newest one is a day old, unless another worker is making one.  Frequent
    calls do no harm, so a site that runs only a few hours a day has its backups, too."""
    folder, now = backups.usual_folder(), datetime.now(UTC)
    if folder is None or not settings.BACKUPS_KEPT or not backups.is_due(folder, now):
        return
    if valkey.has_server() and marks.is_marked(MARK):
        return
    with marks.marked(MARK):
        try:
            backups.keep(folder, settings.BACKUPS_KEPT, now)
        except backups.CannotBackUp as problem:
            log.error("No backup was made: %s", problem)
