"""Logs: one JSON object per line, with the request id, on standard error; and mails about
errors."""

import logging
import traceback
from collections import deque
from typing import Any

import structlog
from django.core import mail
from django.http import HttpRequest

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.TimeStamper(fmt="iso"),
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.StackInfoRenderer(),
    structlog.processors.ExceptionRenderer(lambda error: outline(error[1])),
]

MAILS = 10  # errors that each process mails in an hour; all are logged
HOUR_S = 3600


class Few(logging.Filter):
    """A filter that passes at most MAILS records an hour, so that nobody can fill an operator's
    mailbox."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = deque[float](maxlen=MAILS)

    def filter(self, record: logging.LogRecord) -> bool:
        if len(self.passed) == MAILS and record.created - self.passed[0] < HOUR_S:
            return False
        self.passed.append(record.created)
        return True


class PatternsOnly(logging.Filter):
    """A filter that replaces paths of requests, which hold keys and names, by their URL
    patterns."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request and isinstance(record.args, tuple):
            path = request.path.encode("unicode_escape").decode()  # as Django writes it
            record.args = tuple(address_of(request) if arg == path else arg for arg in record.args)
        return True


class TypesOnly(logging.Filter):
    """A filter that replaces the text of an exception, in Celery's message about a failed task, by
    its type."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, dict) and "exc" in record.args and record.exc_info:
            record.args = {**record.args, "exc": type(record.exc_info[1]).__name__}
        return True


class ErrorMails(logging.Handler):
    """A handler that mails to ADMINS the page that failed, the request id, and the traceback.

    These mails contain nothing that a visitor sent: no path, form, cookie, header or variable, and
    no text of an exception, which may quote any of these."""

    def emit(self, record: logging.LogRecord) -> None:
        request = getattr(record, "request", None)
        where = address_of(request) if request else record.name
        error = record.exc_info[1] if record.exc_info else None
        subject = f"{record.levelname}: {type(error).__name__ if error else 'error'} at {where}"
        request_id = structlog.contextvars.get_contextvars().get("request_id", "none")
        lines = outline(error) if error else ""
        body = f"Request id: {request_id}, as in the log.\n\n{where}\n\n{lines}"
        mail.mail_admins(subject, body, fail_silently=True)


def address_of(request: HttpRequest) -> str:
    """The method and URL pattern of a request.  The path is left out, as it may contain a key or a
    name."""
    match = request.resolver_match
    return f"{request.method} {f'/{match.route}' if match else '(unknown address)'}"


def outline(error: BaseException) -> str:
    """The lines of code that led to an exception and to the exceptions that caused it, the latest
    exception first."""
    parts, seen = list[str](), set[int]()
    following: BaseException | None = error
    while following is not None and id(following) not in seen:
        seen.add(id(following))
        lines = "".join(traceback.format_tb(following.__traceback__))
        parts.append(f"{type(following).__module__}.{type(following).__qualname__}\n{lines}")
        following = following.__cause__ or following.__context__
    return "\nduring or because of\n\n".join(parts)


class Refusals(logging.Filter):
    """A filter that drops uvicorn's message about each websocket refused with an HTTP response.
    uvicorn logs such a refusal as an error, so anybody could fill the log of errors."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.getMessage() != "ASGI callable returned without completing handshake."


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processor": structlog.processors.JSONRenderer(),
            "foreign_pre_chain": SHARED,
        }
    },
    "filters": {
        "few": {"()": Few},
        "patterns": {"()": PatternsOnly},
        "types": {"()": TypesOnly},
        "refusals": {"()": Refusals},
        "in_production": {"()": "django.utils.log.RequireDebugFalse"},
    },
    "handlers": {
        "mail_admins": {
            "class": "warsite.logs.ErrorMails",
            "level": "ERROR",
            "filters": ["in_production", "few"],
        },
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json",
            "filters": ["patterns", "types"],
        },
        "operators": {
            "class": "games.bus.error_log.ErrorLog",
            "level": "ERROR",
            "filters": ["patterns", "types"],
        },
    },
    "root": {"handlers": ["stderr", "operators"], "level": "WARNING"},
    "loggers": {
        "games": {"level": "INFO"},
        "django": {"handlers": ["mail_admins"], "level": "INFO"},
        "uvicorn.error": {"filters": ["refusals"]},
        "django_structlog": {"level": "WARNING"},
    },
}

structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *SHARED,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
