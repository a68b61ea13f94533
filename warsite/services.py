"""Where the services are: one Valkey or Redis URL, in the form each library needs, and how many
connections to the database a process may have."""

from urllib.parse import SplitResult, parse_qs, urlsplit, urlunsplit

from django.core.exceptions import ImproperlyConfigured

LEAST_POOL = 8


def pool_size(number: int) -> int:
    """The most connections of a process; the threads for sockets keep half of the fewest."""
    if number < LEAST_POOL:
        raise ImproperlyConfigured(f"DATABASE_POOL is {number}, and must be at least {LEAST_POOL}.")
    return number


def first_database(parts: SplitResult) -> int:
    """The number in the URL, from which the site counts its databases."""
    in_path = "" if parts.scheme == "unix" else parts.path.strip("/")
    name = parse_qs(parts.query).get("db", [in_path])[0]
    try:
        return int(name or 0)
    except ValueError:
        words = f"REDIS_URL names the database {name!r}, which is no number."
        raise ImproperlyConfigured(words) from None


def at_database(url: str, number: int) -> str:
    """The URL of the site's database `number` of a server at redis://..., rediss://... or
    unix://path."""
    parts = urlsplit(url)
    number += first_database(parts)
    if parts.scheme == "unix":
        return f"unix://{parts.netloc}{parts.path}?db={number}"
    rest = "&".join(pair for pair in parts.query.split("&") if not pair.startswith("db="))
    return urlunsplit(parts._replace(path=f"/{number}", query=rest))


def broker(url: str) -> str:
    """The same server as Celery's broker (database 0)."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        number = first_database(parts)
        return f"redis+socket://{parts.netloc}{parts.path}?virtual_host={number}"
    return at_database(url, 0)
