"""What operators can ask the running site: its health (/health/) and its metrics (/metrics)."""

import dataclasses
import hmac
from typing import Any, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django_prometheus.exports import ExportToDjangoView
from health_check.base import HealthCheck
from health_check.exceptions import ServiceUnavailable
from health_check.views import HealthCheckView

from games.table.clock import now_ms
from games.table.models import Pulse

PULSE_S = 30


@dataclasses.dataclass
class LiveWorker(HealthCheck):  # type: ignore[misc]
    """A live worker reports every second; without one, bots and deadlines wait."""

    async def run(self) -> None:
        pulse = await Pulse.objects.afirst()
        if pulse is None:
            raise ServiceUnavailable("no live worker has run yet")
        silent_s = (now_ms() - pulse.alive_ms) / 1000
        if silent_s > PULSE_S:
            raise ServiceUnavailable(f"no live worker for {silent_s:.0f} s")


class Health(HealthCheckView):  # type: ignore[misc]
    """Plain text (or JSON), because the library's HTML page has styles that our policy blocks."""

    checks: tuple[str | type[HealthCheck], ...] = (
        "health_check.checks.Database",
        "health_check.checks.Cache",
    )

    def render_to_response(self, context: dict[str, Any], **options: Any) -> HttpResponse:
        well = not context["errors"]
        return cast(HttpResponse, self.render_to_response_text(200 if well else 500))


class WholeHealth(Health):
    checks = (*Health.checks, LiveWorker)


def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus, with `Authorization: Bearer METRICS_TOKEN`; otherwise a 404."""
    header = request.headers.get("Authorization", "")
    token = settings.METRICS_TOKEN
    if not token or not hmac.compare_digest(header.encode(), f"Bearer {token}".encode()):
        raise Http404
    return cast(HttpResponse, ExportToDjangoView(request))
