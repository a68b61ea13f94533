"""Errors for Sentry (SENTRY_DSN) and traces for OpenTelemetry (OTEL_EXPORTER_OTLP_ENDPOINT): off
unless the environment names where they go.  What visitors sent is in neither, as in the logs."""

import logging
import os
from importlib import import_module
from importlib.metadata import version
from typing import Any
from weakref import WeakKeyDictionary

from celery import signals as tasks
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django_structlog import signals as requests

from warsite.logs import address_of

KEPT = ("event_id", "timestamp", "level", "platform", "release", "environment", "server_name")


def start() -> None:
    """Start what the environment asks for.  Raises ImproperlyConfigured."""
    if dsn := os.environ.get("SENTRY_DSN"):
        send_errors(dsn)
    if os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        send_traces()


def library(name: str, extra: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        words = f"{name} is not installed: add the extra `{extra}` (docs/monitoring.md)."
        raise ImproperlyConfigured(words) from None


# Sentry ----------------------------------------------------------------------------------------


def send_errors(dsn: str) -> None:
    """Send what is logged as an error.  Everything that fails is logged, so that no other
    integration is needed, and none sees a request."""
    sentry = library("sentry_sdk", "sentry")
    logs = library("sentry_sdk.integrations.logging", "sentry")
    ends = library("sentry_sdk.integrations.atexit", "sentry")
    sentry.init(
        dsn=dsn,
        release=version_of_site(),
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            logs.LoggingIntegration(level=None, event_level=logging.ERROR),
            ends.AtexitIntegration(callback=lambda pending, timeout: None),  # sends what is left
        ],
        include_local_variables=False,
        max_breadcrumbs=0,
        before_send=without_text,
    )


def version_of_site() -> str | None:
    try:
        return version("warsite")
    except ImportError:  # a checkout
        return None


def without_text(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """Keep of an event the types and the lines of code, and the URL pattern of the page.  The text
    of an exception or of a log line may quote what somebody sent."""
    record: logging.LogRecord = hint["log_record"]
    kept = {key: event[key] for key in KEPT if key in event}
    kept |= {"logger": record.name, "message": words_of(record)}
    values = event.get("exception", {}).get("values", [])
    kept["exception"] = {"values": [{**value, "value": ""} for value in values]}
    return kept


def words_of(record: logging.LogRecord) -> str:
    """The URL pattern of the page, or the words of the log without its arguments."""
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest):
        return address_of(request)
    return str(record.msg.get("event", "") if isinstance(record.msg, dict) else record.msg)


# OpenTelemetry -----------------------------------------------------------------------------------


def send_traces() -> None:
    """Send a span for each request and each task; the SDK reads the other variables OTEL_...."""
    os.environ.setdefault("OTEL_SERVICE_NAME", "warsite")
    trace = library("opentelemetry.sdk.trace", "otlp")
    export = library("opentelemetry.sdk.trace.export", "otlp")
    otlp = library("opentelemetry.exporter.otlp.proto.http.trace_exporter", "otlp")
    provider = trace.TracerProvider()
    provider.add_span_processor(export.BatchSpanProcessor(otlp.OTLPSpanExporter()))
    spans = Spans(provider.get_tracer("warsite"))
    requests.bind_extra_request_metadata.connect(spans.begin_request, weak=False)
    requests.bind_extra_request_finished_metadata.connect(spans.end_request, weak=False)
    requests.bind_extra_request_failed_metadata.connect(spans.fail_request, weak=False)
    tasks.task_prerun.connect(spans.begin_task, weak=False)
    tasks.task_postrun.connect(spans.end_task, weak=False)


class Spans:
    """The spans of this process: of requests, and of tasks by their ids."""

    def __init__(self, tracer: Any) -> None:
        self.tracer = tracer
        self.open = WeakKeyDictionary[HttpRequest, Any]()
        self.running = dict[str, Any]()

    def begin_request(self, *, request: HttpRequest, **_: Any) -> None:
        self.open[request] = self.tracer.start_span(request.method)

    def end_request(self, *, request: HttpRequest, response: Any, **_: Any) -> None:
        self.end(request, response.status_code)

    def fail_request(self, *, request: HttpRequest, **_: Any) -> None:
        self.end(request, 500)

    def end(self, request: HttpRequest, status: int) -> None:
        span = self.open.pop(request, None)
        if span is not None:
            span.update_name(address_of(request))
            span.set_attribute("http.request.method", request.method)
            span.set_attribute("http.response.status_code", status)
            span.end()

    def begin_task(self, *, task_id: str, task: Any, **_: Any) -> None:
        self.running[task_id] = self.tracer.start_span(task.name)

    def end_task(self, *, task_id: str, state: str | None, **_: Any) -> None:
        if (span := self.running.pop(task_id, None)) is not None:
            span.set_attribute("celery.state", state or "")
            span.end()
