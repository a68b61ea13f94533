"""Where the services are: one Valkey or Redis URL, in the form each library needs."""

from urllib.parse import urlsplit, urlunsplit


def at_database(url: str, number: int) -> str:
    """The URL of database `number` of a server at redis://..., rediss://... or unix://path."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"unix://{parts.path}?db={number}"
    return urlunsplit(parts._replace(path=f"/{number}"))


def broker(url: str) -> str:
    """The same server as Celery's broker (database 0)."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"redis+socket://{parts.path}?virtual_host=0"
    return at_database(url, 0)
