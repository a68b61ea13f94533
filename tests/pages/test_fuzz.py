"""Odd values in every parameter of every address, in every field of every form, in every call of
the API and in every message are taken or refused, and break nothing."""

import inspect
import json
import logging
import re
import sys
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from itertools import cycle, islice, repeat
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlencode
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from games.accounts.tokens import Scope
from games.api.api import api
from games.live import protocol
from games.live.protocol import BadMessage
from games.sockets import personal
from games.table.writer import play
from games.tournaments.models import Entrant
from games.untrusted import BadJson, parse_json, whole_number
from tests.api.program import Program
from tests.conftest import forget_keys
from tests.each import each
from tests.pages.addresses import pages
from tests.pages.everything import Everything, guest, member

pytestmark = pytest.mark.outer

JSON = "application/json"
LARGE = "9" * 5000
ODD = (
    *("9999-12-31", LARGE, "9" * 19, "1e999", "٣", "²"),
    *("ÄÄÄÄÄÄÄÄ.seats.1", "AAAAAAAA.seats.١", "\ud83d ["),
)
IN_PATHS = (LARGE, "9" * 19, "Ä")
AT_ONCE = 3  # odd values of a parameter
NUL, LONG = "\0", 500  # a body with a long text in each field would be refused unread
UNSTORABLE = (
    *("[" * 900, '{"a":' * 40 + "1" + "}" * 40, r'{"a": "\u0000"}', r'{"\ud800": "a"}'),
    *(f"[{LARGE}]", "[1e999]", "NaN", "\ud83d"),
)
READ = re.compile(r'GET(?:\.get|\.getlist)?[\[(]\s*"(\w+)"|"(\w+)" in request\.GET')
GIVEN = {"key": "war", "room": "seats", "said_ms": 1, "stage": 1, "after": 1, "number": 1}


def written(text: str) -> str:
    """The text as a browser sends it, without half a surrogate pair."""
    return text.encode(errors="replace").decode()


@each(UNSTORABLE)
def test_json_that_cannot_be_stored_is_refused(text):
    for given in (text, text.encode(errors="surrogatepass")):
        with pytest.raises(BadJson):
            parse_json(given)
    for read in (protocol.read_message, personal.read_message):
        with pytest.raises(BadMessage, match=r"JSON|long|^$"):
            read(text)


def test_numbers_are_plain_digits_in_a_range():
    for text in (*ODD, "+1", " 1", "1_000", "1.0", "4"):
        assert whole_number(text, 1, 3) is None
    assert [whole_number(text, 0, 12) for text in ("0", "007", "12")] == [0, 7, 12]
    assert parse_json(b'{"a": [1, 2.5, "\\u00e4", null]}') == {"a": [1, 2.5, "ä", None]}


class Form(NamedTuple):
    method: str
    action: str
    fields: dict[str, str]


class Forms(HTMLParser):
    """The forms of a page, as they would be sent unchanged."""

    def __init__(self, page: str, path: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.path, self.choice = path, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        values = {name: value or "" for name, value in attrs}
        name = values.get("name", "")
        if tag == "form":
            method = values.get("method", "get").lower()
            self.found.append(Form(method, values.get("action") or self.path, {}))
        elif self.found and tag in ("input", "textarea", "button") and name:
            if values.get("type") not in ("checkbox", "radio") or "checked" in values:
                self.found[-1].fields[name] = values.get("value", "")
        elif self.found and tag == "select":
            self.choice = name
        elif self.found and tag == "option" and self.choice:
            fields = self.found[-1].fields
            if "selected" in values or self.choice not in fields:
                fields[self.choice] = values.get("value", "")


class Fuzz:
    """Sends odd requests, each of which is undone."""

    def __init__(self, site: Everything) -> None:
        self.site = site
        self.clients = {
            "stranger": Client(),
            "guest": guest(site.guest),
            "alice": member(site.alice),
            "dora": guest(site.director),
            "mona": guest(site.mona),
        }
        # Reading what her tournaments call her to would be half of the work for each page.
        Entrant.objects.filter(player=site.alice).update(status=Entrant.Status.WITHDRAWN)
        self.failures: list[str] = []
        self.odd = cycle(ODD)
        self.unstorable = cycle(text for text in UNSTORABLE if len(text) < LONG)

    def send(self, name: str, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        client = Client()
        client.cookies.load({key: one.value for key, one in self.clients[name].cookies.items()})
        body = {key: written(value) for key, value in (data or {}).items()}
        try:
            with transaction.atomic():
                answer = client.generic(
                    method, path, urlencode(body), "application/x-www-form-urlencoded"
                )
                transaction.set_rollback(True)
        except Exception as failure:
            where = f"{name}: {method} {path[:200]} {str(data)[:400]}"
            self.failures.append(f"{where}: {failure!r:.200}")
            return HttpResponse()
        return answer

    def changed(self, fields: dict[str, str], alone: Iterable[str]) -> Iterator[dict[str, str]]:
        """The fields with an odd value in one of these, then in all of them, always the next value:
        all come to every reader of values, which reads many fields."""
        for key in alone:
            yield fields | {key: next(self.odd)}
        for values in (self.odd, self.unstorable, repeat(NUL)):
            yield dict(zip(fields, values, strict=False))

    def paths(self) -> Iterator[tuple[str, str]]:
        """One address for each page there is, by who sees it."""
        seen, site = set(), self.site
        for name, paths in {
            "alice": (*site.as_anybody(), *site.as_member()),
            "stranger": (*site.as_stranger(), *site.as_anybody()),
            "guest": site.as_guest(),
            "mona": site.as_moderator(),
            "dora": site.as_director(),
        }.items():
            for path in paths:
                bare = path.partition("?")[0]
                page = name in ("stranger", "guest"), resolve(bare).view_name
                if page not in seen:
                    seen.add(page)
                    yield name, path

    def routes(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Every address of the pages, with arguments that lead somewhere."""
        known = {}
        for name, path in self.paths():
            match = resolve(path.partition("?")[0])
            known.setdefault(match.route, (name, match.kwargs))
        for route, _ in pages():
            given = {"code": self.site.tables[0].code, "slug": "bob", **GIVEN}
            name, kwargs = known.get(route, ("alice", {}))
            yield name, route, {k: kwargs.get(k, given.get(k, "1")) for k in names_in(route)}


def names_in(route: str) -> list[str]:
    return re.findall(r"<(?:\w+:)?(\w+)>", route)


def filled(route: str, values: dict[str, Any]) -> str:
    def value(match: re.Match[str]) -> str:
        return quote(written(str(values[match[1]])), safe="")

    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", value, route)


def leads_somewhere(path: str) -> bool:
    try:
        return bool(resolve(unquote(path)))
    except Resolver404:
        return False


def send_in_addresses(fuzz: Fuzz) -> None:
    for name, route, values in fuzz.routes():
        for key in values:
            for odd in IN_PATHS:
                path = filled(route, values | {key: odd})
                if leads_somewhere(path):
                    fuzz.send(name, "GET", path)
        path = filled(route, values)
        module = inspect.getmodule(inspect.unwrap(resolve(path).func))
        source = inspect.getsource(module or sys.modules[__name__])
        keys = dict.fromkeys(sorted({one or other for one, other in READ.findall(source)}), "")
        for query in fuzz.changed(keys, keys) if keys else ():
            sent = {key: written(value) for key, value in query.items()}
            fuzz.send(name, "GET", f"{path}?{urlencode(sent)}")


def send_in_forms(fuzz: Fuzz) -> None:
    seen = set()
    for name, path in fuzz.paths():
        for form in Forms(fuzz.send(name, "GET", path).content.decode(), path).found:
            action = form.action.partition("?")[0]
            if not leads_somewhere(action):
                continue
            view = resolve(action).view_name
            new = [key for key in form.fields if (view, key) not in seen]
            if not new:
                continue
            seen |= {(view, key) for key in new}
            forget_keys(1)  # what only limits how often one may try
            for fields in fuzz.changed(form.fields, new):
                if form.method == "get":
                    query = urlencode({key: written(value) for key, value in fields.items()})
                    fuzz.send(name, "GET", f"{action}?{query}")
                else:
                    fuzz.send(name, "POST", form.action, fields)
    for odd in UNSTORABLE:  # a field that scripts send
        fuzz.send("alice", "POST", "/me/preferences/change/", {"own": odd})


@pytest.mark.django_db
@pytest.mark.timeout(900)
def test_odd_values_break_no_page(settings, caplog):
    settings.LIMITS = False
    fuzz = Fuzz(Everything())
    send_in_addresses(fuzz)
    send_in_forms(fuzz)
    assert fuzz.failures == []
    assert [row for row in caplog.records if row.levelno >= logging.ERROR] == []


VALUES = (*ODD, 10**40, -1, 2.5, True, None, [], {}, [[[]]], {"a": LARGE}, ["x"] * 300)


def send_to(program: Program, method: str, path: str, body: str = "") -> None:
    with transaction.atomic():
        answer = program.client.generic(method, path, body, content_type=JSON)
        transaction.set_rollback(True)
    assert answer.status_code < 500, (method, path[:200], body[:300], answer.content)


@pytest.mark.django_db
def test_odd_values_in_calls_of_the_api_break_nothing(settings):
    settings.LIMITS = False
    program = Program("Ann", *Scope.values)
    table = play.open_table(by=program.player)
    schema, values = api.get_openapi_schema(), cycle(ODD)
    known = {"code": table.code, "slug": "ann", "key": "war", "number": "1"}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            names = [(one["in"], one["name"]) for one in operation.get("parameters", [])]
            usual = {name: known.get(name, "1") for where, name in names if where == "path"}
            for where, name in names:
                for odd in islice(values, AT_ONCE):
                    value = quote(written(odd), safe="")
                    inside = path.format(**usual | ({name: value} if where == "path" else {}))
                    query = f"?{name}={value}" if where == "query" else ""
                    send_to(program, method.upper(), inside + query, "{}")
            for body in bodies(schema, operation):
                send_to(program, method.upper(), path.format(**usual), body)


def bodies(schema: dict[str, Any], operation: dict[str, Any]) -> Iterator[str]:
    """Bodies of a call: such as nobody can read, and with odd values in the fields it knows."""
    if "requestBody" not in operation:
        return
    yield from (text.encode(errors="replace").decode() for text in UNSTORABLE)
    known = schema["components"]["schemas"]
    refs = re.findall(r"'#/components/schemas/(\w+)'", str(operation["requestBody"]))
    fields = [key for ref in refs for key in known[ref].get("properties", {})]
    for shift, _value in enumerate(VALUES):
        odd = {key: VALUES[(place + shift) % len(VALUES)] for place, key in enumerate(fields)}
        usual = {"id": str(uuid4()), "act": "ready", "game": "war"}
        yield json.dumps(odd)
        yield json.dumps(odd | {key: usual[key] for key in fields if key in usual})
