"""Errors for Sentry and traces by OTLP: off, and without what visitors sent when they are on."""

import gzip
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec

import brotli
import pytest

from tests.site import ROOT, Site

pytestmark = pytest.mark.services
UNPACK = {"": bytes, "gzip": gzip.decompress, "br": brotli.decompress}
HAVE_BOTH = find_spec("sentry_sdk") is not None and find_spec("opentelemetry") is not None
USE = """
import logging
import django
django.setup()
from django.test import Client, RequestFactory
from games.tasks import rate

client = Client(headers={"User-Agent": "hush-browser"})
address = "/api/v1/games/HUSHHUSH?key=hush-key"
assert client.get(address, HTTP_HOST="127.0.0.1").status_code == 404
rate.apply()
request = RequestFactory().get(address)
try:
    secret = "hush-variable"
    raise ValueError("hush-text")
except ValueError as error:
    log = logging.getLogger("django.request")
    log.error("Internal Server Error: %s", "hush-path", exc_info=error, extra={"request": request})
    logging.getLogger("games").error("Bots are late by %s", "hush-argument")
"""


LOADED = """
import sys
import django
django.setup()
print({"sentry_sdk", "opentelemetry.exporter"} & {*sys.modules})
"""


@contextmanager
def collector() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """A server that takes whatever is sent: its address, and the paths and bodies."""
    got: list[tuple[str, bytes]] = []

    class Take(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            unpack = UNPACK[self.headers.get("Content-Encoding", "")]
            got.append((self.path, unpack(body)))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Take) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"127.0.0.1:{server.server_port}", got
        finally:
            server.shutdown()


def use(site: Site, script: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=site.environment | {"DJANGO_SETTINGS_MODULE": "warsite.settings"} | environment,
        capture_output=True,
        text=True,
    )


@pytest.fixture
def site(tmp_path) -> Iterator[Site]:
    made = Site(tmp_path / "home")
    yield made
    made.close()


@pytest.mark.skipif(not HAVE_BOTH, reason="without the libraries")
def test_errors_and_traces_arrive_without_what_visitors_sent(site):
    with collector() as (address, got):
        places = {
            "SENTRY_DSN": f"http://key@{address}/1",
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://{address}",
        }
        done = use(site, USE, **places)
        assert done.returncode == 0, done.stderr
    everything = b"".join(body for _path, body in got)
    assert b"hush" not in everything.lower() and b"HUSHHUSH" not in everything
    events = [
        json.loads(line)
        for path, body in got
        if path.endswith("/envelope/")
        for line in body.splitlines()
        if b'"event_id"' in line and b'"logger"' in line
    ]
    assert [event["message"] for event in events] == [
        "GET (unknown address)",
        "Bots are late by %s",
    ]
    (error,) = events[0]["exception"]["values"]
    assert error["type"] == "ValueError" and "raise ValueError" not in error["value"]
    spans = b"".join(body for path, body in got if path == "/v1/traces")
    assert b"games.tasks.rate" in spans and b"GET /" in spans


@pytest.mark.skipif(not HAVE_BOTH, reason="without the libraries")
def test_nothing_is_loaded_unless_it_is_asked_for(site):
    done = use(site, LOADED)
    assert done.stdout == "set()\n", done.stderr


@pytest.mark.parametrize("variable", ["SENTRY_DSN", "OTEL_EXPORTER_OTLP_ENDPOINT"])
def test_a_missing_library_is_named(monkeypatch, variable):
    from django.core.exceptions import ImproperlyConfigured

    from warsite import observing

    monkeypatch.setenv(variable, "http://key@127.0.0.1/1")
    for name in ("sentry_sdk", "opentelemetry.sdk.trace"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImproperlyConfigured, match="is not installed: add the extra"):
        observing.start()
