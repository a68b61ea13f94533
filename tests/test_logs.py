"""Logs: of requests that were refused, the kind of page and a code of the network; of exceptions,
their types and lines; nothing else."""

import io
import json
import logging

import pytest
from django.db import OperationalError
from django.test import Client

from warsite.celery import app

KEY, NETWORK = "k3yOfCircle", "203.0.113."


@pytest.fixture
def log(monkeypatch):
    """The lines written to standard error."""
    (stderr,) = (one for one in logging.getLogger().handlers if one.name == "stderr")
    log = io.StringIO()
    monkeypatch.setattr(stderr, "stream", log)
    return log


@pytest.mark.django_db
def test_refused_requests_are_logged_without_addresses_and_paths(log):
    page = Client(enforce_csrf_checks=True, raise_request_exception=False)
    for end, path in enumerate((f"/g/{KEY}/", f"/{KEY}", f"/p/{KEY}/?k={KEY}", f"/p/{KEY}%00/")):
        assert page.get(path, REMOTE_ADDR=f"{NETWORK}{end}").status_code in (400, 404)
    assert page.post(f"/circles/join/{KEY}/", REMOTE_ADDR=f"{NETWORK}9").status_code == 403
    page.get(f"/g/{KEY}/", REMOTE_ADDR="198.51.100.1")
    assert KEY not in log.getvalue() and NETWORK not in log.getvalue()
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    requests = [line for line in lines if "request" in line]
    assert len(requests) == 6
    assert requests[0]["request"] == "GET /g/<slug:code>/"
    assert requests[1]["request"] == "GET (unknown address)"
    same, other = {line["network"] for line in requests[:5]}, requests[5]["network"]
    assert len(same) == 1 and other not in same


@pytest.mark.django_db
def test_an_answer_is_logged_with_its_status(log, monkeypatch):
    """A database that does not answer is no error of the program."""
    client = Client(raise_request_exception=False)
    for problem, status in ((OperationalError("gone"), 503), (ValueError("broken"), 500)):

        def fail(*_args, problem=problem, **_more):
            raise problem

        monkeypatch.setattr("games.api.links.key_page", fail)
        assert client.get("/api/v1/tables").status_code == status
        lines = [json.loads(line) for line in log.getvalue().splitlines()]
        assert [line["code"] for line in lines if line["event"] == "request_failed"] == [status]
        log.truncate(0)
        log.seek(0)


def test_a_task_that_fails_is_logged_without_what_it_was_given(log):
    @app.task
    def fail(key):
        raise ValueError(key)

    assert fail.apply([KEY]).failed()
    assert KEY not in log.getvalue()
    (line,) = map(json.loads, log.getvalue().splitlines())
    assert line["event"].endswith("raised unexpected: ValueError")
    assert (
        "builtins.ValueError" in line["exception"] and "raise ValueError(key)" in line["exception"]
    )
