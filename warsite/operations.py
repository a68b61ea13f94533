"""Health (/health/) and metrics (/metrics) of the running site, for operators."""

import asyncio
import dataclasses
import hmac
from collections import defaultdict
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, cast

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django_prometheus.exports import ExportToDjangoView
from health_check import checks
from health_check.base import HealthCheck, HealthCheckResult
from health_check.exceptions import ServiceUnavailable
from health_check.views import HealthCheckView
from prometheus_client import REGISTRY
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeout

from games.bus import valkey
from games.bus.db_thread import with_clean_connections
from games.operators.metrics import SiteMetrics
from games.operators.overview import LATE_MS, late_tables
from games.table.clock import MOST_OFF_MS, now_ms, off_ms
from games.table.writer.outages import alive_ms

REGISTRY.register(SiteMetrics())
PULSE_S = 30
LONGEST_S = 0.8  # the answer comes within a second, whatever hangs
_threads = defaultdict[type[HealthCheck], ThreadPoolExecutor](partial(ThreadPoolExecutor, 1))


class Check(HealthCheck):  # type: ignore[misc]
    """A check that fails if it gets no answer in time.  Each check has a thread of its own, so that
    a check that hangs does not delay another."""

    async def get_result(self, executor: Executor | None = None) -> HealthCheckResult:
        try:
            return await asyncio.wait_for(super().get_result(_threads[type(self)]), LONGEST_S)
        except TimeoutError:
            return HealthCheckResult(self, ServiceUnavailable("does not answer"), LONGEST_S)


@dataclasses.dataclass
class Database(Check, checks.Database):  # type: ignore[misc]
    pass


@dataclasses.dataclass
class Valkey(Check):
    """The check of Valkey.  Without Valkey nobody can sign in, and news arrives only with the next
    heartbeat."""

    def run(self) -> None:
        try:
            valkey.client().ping()
        except RedisTimeout as problem:
            raise ServiceUnavailable("does not answer") from problem
        except RedisError as problem:
            raise ServiceUnavailable("cannot be reached") from problem


@dataclasses.dataclass
class LiveWorker(Check):
    """The check that a live worker has reported recently, as each does in every sweep.  Without a
    live worker, bots and deadlines wait."""

    def run(self) -> None:
        reported = with_clean_connections(alive_ms)
        silent_s = (now_ms() - reported) / 1000
        if not reported:
            raise ServiceUnavailable("no live worker has run yet")
        if silent_s > PULSE_S:
            raise ServiceUnavailable(f"no live worker for {silent_s:.0f} s")


@dataclasses.dataclass
class Deadlines(Check):
    """The check that deadlines are met.  Deadlines are late if the live workers do not keep up, or
    if rows of tables are locked."""

    def run(self) -> None:
        late = with_clean_connections(late_tables)
        if late:
            raise ServiceUnavailable(f"{late} more than {LATE_MS // 1000} s late")


@dataclasses.dataclass
class Clock(Check):
    """The check of this machine's clock.  Times and deadlines of tables are those of the machine
    that writes them."""

    def run(self) -> None:
        off = with_clean_connections(off_ms)
        if abs(off) > MOST_OFF_MS:
            which = "ahead of" if off > 0 else "behind"
            raise ServiceUnavailable(f"{abs(off) / 1000:.1f} s {which} PostgreSQL's")


async def alive(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Respond that this process is alive.  This ASGI application needs neither Django nor a
    thread."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    start: ASGISendEvent = {
        "type": "http.response.start",
        "status": 200,
        "headers": headers,
        "trailers": False,
    }
    await send(start)
    await send({"type": "http.response.body", "body": b"OK\n", "more_body": False})


class Ready(HealthCheckView):  # type: ignore[misc]
    """The view that reports whether this process can serve pages.  It responds with plain text (or
    JSON), because the library's HTML page has styles that the content security policy blocks."""

    checks: tuple[type[HealthCheck], ...] = (Database,)

    def render_to_response(self, context: dict[str, Any], **options: Any) -> HttpResponse:
        well = not context["errors"]
        return cast(HttpResponse, self.render_to_response_text(200 if well else 500))


class Whole(Ready):
    checks = (Database, Valkey, LiveWorker, Deadlines, Clock)


def metrics(request: HttpRequest) -> HttpResponse:
    """Metrics for Prometheus, with `Authorization: Bearer METRICS_TOKEN`; otherwise a 404."""
    header = request.headers.get("Authorization", "")
    token = settings.METRICS_TOKEN
    if not token or not hmac.compare_digest(header.encode(), f"Bearer {token}".encode()):
        raise Http404
    return cast(HttpResponse, ExportToDjangoView(request))
