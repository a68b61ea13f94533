"""The stamp of the public lists of tables, shared by processes.  The stamp is replaced whenever a
table is opened, joined, left, dealt or over, or a player is renamed."""

from typing import Any
from uuid import uuid4

from django.core.cache import caches

from games.table.signals import Written

KEY = "public-lists"


def stamp() -> str | None:
    """The current stamp; None if the cache does not answer."""
    value: str | None = caches["copies"].get(KEY)
    if value is None:
        renew()
        value = caches["copies"].get(KEY)
    return value


def renew(**_: Any) -> None:
    """Receive `player_changed`, and replace the stamp."""
    caches["copies"].set(KEY, uuid4().hex, timeout=None)


def on_table_changed(*, written: Written, **_: Any) -> None:
    """Receive `table_changed`, and replace the stamp if the public lists change."""
    table = written.table
    is_listed = (
        written.state is None or table.is_over or any(m.act == "deal" for m in written.moves)
    )
    if is_listed and not table.private:
        renew()
