"""Logs: one JSON object per line, with the request id, on standard error."""

import logging
from collections import deque
from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.TimeStamper(fmt="iso"),
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,
]

MAILS = 10  # of errors that each process sends in an hour; all are logged
HOUR_S = 3600


class Few(logging.Filter):
    """Lets a handful of records through each hour: nobody can fill an operator's mailbox."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = deque[float](maxlen=MAILS)

    def filter(self, record: logging.LogRecord) -> bool:
        if len(self.passed) == MAILS and record.created - self.passed[0] < HOUR_S:
            return False
        self.passed.append(record.created)
        return True


class Refusals(logging.Filter):
    """Drops what uvicorn says of each websocket that is refused with an answer of HTTP, as it takes
    this for no answer: anybody could fill the log of errors."""

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
        "refusals": {"()": Refusals},
        "in_production": {"()": "django.utils.log.RequireDebugFalse"},
    },
    "handlers": {
        "mail_admins": {
            "class": "django.utils.log.AdminEmailHandler",
            "level": "ERROR",
            "filters": ["in_production", "few"],
        },
        "stderr": {"class": "logging.StreamHandler", "formatter": "json"},
        "operators": {"class": "games.bus.error_log.ErrorLog", "level": "ERROR"},
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
