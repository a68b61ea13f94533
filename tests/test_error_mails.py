"""Operators get a few mails about errors, however often a page fails, and none of them tells what
people sent."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
from django.urls import URLResolver, get_resolver
from django.urls.converters import IntConverter

from games.bus import error_log, publisher
from tests.conftest import forget_keys
from warsite.logs import HOUR_S, MAILS

SECRET = "s3cretSent"
FIELDS = ("login", "password", "password1", "oldpassword", "code", "credential", "token", "email")


@pytest.fixture
def mails(settings, mailoutbox):
    """From a process that has not sent any."""
    settings.ADMINS = [("operator", "operator@example.org")]
    forget_mails()
    return mailoutbox


def forget_mails() -> None:
    (handler,) = logging.getLogger("django").handlers
    (few,) = (one for one in handler.filters if hasattr(one, "passed"))
    few.passed.clear()


def fail(times: int) -> None:
    for _ in range(times):
        logging.getLogger("django.request").error("Internal Server Error: /")


def test_a_page_that_keeps_failing_sends_ten_mails_an_hour(mails, time_machine):
    time_machine.move_to("2026-01-05 10:00:00Z", tick=False)
    fail(300)
    assert len(mails) == MAILS
    time_machine.shift(HOUR_S - 1)
    fail(300)
    assert len(mails) == MAILS
    time_machine.shift(1)
    fail(300)
    assert len(mails) == 2 * MAILS
    assert {tuple(mail.to) for mail in mails} == {("operator@example.org",)}


class Broken:
    """Middleware in front of each view that fails while it holds everything that was sent."""

    quotes = False  # what was sent, in the text of the exception

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_view(self, request, view, args, kwargs):
        password = request.POST["password"]
        try:
            int(password if self.quotes else "seven")
        except ValueError as error:
            raise RuntimeError(password if self.quotes else "Cannot count.") from error


@pytest.fixture
def broken(mails, settings, client, monkeypatch):
    """A site on which each page fails; send to an address, and get the mail to operators and the
    log."""
    settings.MIDDLEWARE = ["tests.test_error_mails.Broken", *settings.MIDDLEWARE]
    settings.LIMITS = False
    client.raise_request_exception = False
    client.cookies["sessionid"] = client.cookies["lang"] = SECRET
    (stderr,) = (one for one in logging.getLogger().handlers if one.name == "stderr")
    log = io.StringIO()
    monkeypatch.setattr(stderr, "stream", log)
    monkeypatch.setattr(error_log, "KEPT", 10_000)

    def fail_at(address: str) -> tuple[str, str]:
        forget_mails()
        mails.clear()
        log.seek(log.truncate(0))
        form = dict.fromkeys(FIELDS, SECRET) | {"credential": json.dumps(SECRET)}
        response = client.post(f"{address}?key={SECRET}", form, headers={"User-Agent": SECRET})
        assert response.status_code == 500, address
        (mail,) = mails
        return str(mail.message()), log.getvalue()

    yield fail_at
    publisher.flush()
    forget_keys(0)


def listed() -> str:
    """The errors on the operators' page."""
    publisher.flush()
    return json.dumps(error_log.latest())


def addresses(resolver: URLResolver, prefix: str = "/") -> Iterator[str]:
    """Every address of the site, with the secret wherever a text may stand."""
    for name in resolver.reverse_dict:
        for possibilities, _pattern, _defaults, converters in resolver.reverse_dict.getlist(name):
            for form, parameters in possibilities:
                values = {
                    key: 7 if isinstance(converters.get(key), IntConverter) else SECRET
                    for key in parameters
                }
                yield prefix + form % values
    for inner_prefix, inner in resolver.namespace_dict.values():
        yield from addresses(inner, prefix + inner_prefix)


@pytest.mark.django_db
@pytest.mark.services
def test_no_page_that_fails_tells_operators_what_was_sent(broken):
    pages = sorted(set(addresses(get_resolver())))
    assert {"/account/login/", "/account/reauthenticate/", "/admin/login/"} < {*pages}
    assert f"/account/password/reset/key/{SECRET}-{SECRET}/" in pages
    for page in pages:
        for text in broken(page):
            assert SECRET not in text, page
    errors = listed()
    assert "RuntimeError at " in errors
    assert SECRET not in errors


@pytest.mark.django_db
@pytest.mark.services
def test_a_mail_names_the_page_the_request_and_the_lines(broken, monkeypatch):
    mail, log = broken(f"/t/{SECRET}/")
    assert "Subject: [Django] ERROR: RuntimeError at POST /t/<slug:code>/" in mail
    (request_id,) = {line["request_id"] for line in map(json.loads, log.splitlines())}
    assert request_id in mail
    assert "builtins.ValueError" in mail
    assert 'int(password if self.quotes else "seven")' in mail
    assert "RuntimeError at " in listed()
    monkeypatch.setattr(Broken, "quotes", True)
    mail, log = broken(f"/t/{SECRET}/")
    assert SECRET not in mail + log + listed() and "builtins.RuntimeError" in log
