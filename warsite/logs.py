"""Logs: one JSON object per line, with the request id, on standard error."""

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
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "json"},
        "operators": {"class": "games.bus.error_log.ErrorLog", "level": "ERROR"},
    },
    "root": {"handlers": ["stderr", "operators"], "level": "WARNING"},
    "loggers": {"games": {"level": "INFO"}, "django_structlog": {"level": "WARNING"}},
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
