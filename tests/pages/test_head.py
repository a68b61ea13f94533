"""HEAD answers where GET does, with the same head and no body."""

import pytest
from django.urls import URLPattern, get_resolver

from games.api.api import api
from games.work import demo
from tests.depth import deep, share

pytestmark = pytest.mark.django_db
ENDLESS = ("/stream", "/export")  # lines for as long as somebody reads


def addresses(resolver=None, start="/"):
    """Those of all views that take no argument."""
    for one in (resolver or get_resolver()).url_patterns:
        address = start + str(one.pattern)
        if "<" in address or "^" in address:
            continue
        if isinstance(one, URLPattern):
            yield address
        else:
            yield from addresses(one, address)


def test_head_answers_where_get_does(client, admin_client):
    asked = 0
    for address in share(sorted({*addresses(), *api.get_openapi_schema()["paths"]})):
        if address.endswith(ENDLESS) or "{" in address:
            continue
        for visitor in (client, admin_client):
            seen = visitor.get(address)
            if seen.status_code in (200, 302, 401, 403):
                asked += 1
                head = visitor.head(address)
                assert (head.status_code, head.content) == (seen.status_code, b""), address
                assert head.get("Content-Type") == seen.get("Content-Type"), address
    assert asked > deep(100)


def test_head_answers_for_a_game(client):
    (table,) = demo.fill(games=1)
    for address in (f"/g/{table.code}/", f"/g/{table.code}.json", f"/api/v1/games/{table.code}"):
        assert client.head(address).status_code == client.get(address).status_code == 200
    stream = client.head(f"/api/v1/tables/{table.code}/stream")
    assert (stream.status_code, stream["Allow"]) == (405, "GET")
