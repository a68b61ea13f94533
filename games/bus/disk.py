"""Detection of a full disk, on which the database refuses to write until somebody frees space."""

import sqlite3

from django.utils.translation import gettext_lazy

DISK_FULL = "53100"  # PostgreSQL's SQLSTATE
NO_SPACE = gettext_lazy(
    "The site has run out of space and cannot save this. Nothing saved before is lost."
    " Try again later."
)


def is_full(problem: BaseException | None) -> bool:
    """Whether the database raised this error because no disk space was left."""
    cause = problem.__cause__ if problem else None
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return getattr(cause, "sqlstate", None) == DISK_FULL
