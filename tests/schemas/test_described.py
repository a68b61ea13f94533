"""The descriptions of messages: whole, written into files, and the same at every door."""

import re

import pytest
from django.test import Client
from jsonschema_rs import meta

from games.api.api import api
from games.management.commands.write_types import files
from games.rules.catalogue import GAMES
from games.schemas.described import document
from tests.live.described import fits
from tests.pages.stored import person, played
from warsite.local.processes import ROOT


def references(node):
    """Every reference in a schema."""
    if isinstance(node, dict):
        own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return own + [one for part in node.values() for one in references(part)]
    return [one for part in node for one in references(part)] if isinstance(node, list) else []


def test_the_files_of_types_are_as_the_types_say():
    for path, text in files().items():
        assert (ROOT / path).read_text() == text, "run manage.py write_types"


@pytest.mark.django_db
@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_is_described_to_programs(game):
    answer = Client().get(f"/api/v1/rules/{game}/schema")
    described = answer.json()
    meta.validate(described)
    named = {one.removeprefix("#/$defs/") for one in references(described)}
    assert named <= described["$defs"].keys()
    commands = document(GAMES[game], {})["$defs"]["Command"]["anyOf"]
    assert described["$defs"]["Command"]["anyOf"][-len(commands) :] == commands
    again = Client().get(answer.request["PATH_INFO"], headers={"If-None-Match": answer["ETag"]})
    assert (answer["Content-Type"], again.status_code) == ("application/json", 304)


@pytest.mark.django_db
def test_no_other_game_is_described():
    assert Client().get("/api/v1/rules/chess/schema").status_code == 404


def test_openapi_has_the_same_types():
    described = api.get_openapi_schema()
    types = described["components"]["schemas"]
    assert {one.rpartition("/")[2] for one in references(described)} <= types.keys()
    assert types["Truth"]["properties"]["view"]["anyOf"][0] == {"$ref": "#/components/schemas/View"}
    assert len(types["View"]["anyOf"]) == len(GAMES)
    act = described["paths"]["/api/v1/tables/{code}/commands"]["post"]
    assert re.search("Command'", str(act["requestBody"]))


@pytest.mark.django_db
def test_a_table_over_the_api_fits():
    table = played(person("Alice"), person("Bob"))
    seen = Client().get(f"/api/v1/tables/{table.code}").json()
    fits(seen["table"], "Table")
    fits(seen["view"], "View")
    assert seen["table"]["title"] and seen["view"]["call"]["title"]
