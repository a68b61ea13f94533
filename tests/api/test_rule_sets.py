"""House rules with a name over the API: read, and used where a preset can be chosen."""

import pytest

from games.lab.runs.models import Simulation
from games.rule_sets import writer
from games.rule_sets.models import RuleSet
from games.table.models import Table
from tests.api.program import Program
from tests.each import each
from tests.pages.stored import person

pytestmark = pytest.mark.django_db
OPTIONS = "auto=2;order=winner"


@pytest.fixture
def grandma(db):
    return writer.save(by=person("Ben"), name="Grandma's War", game="war", options=OPTIONS)


@pytest.fixture
def ann(db):
    return Program("Ann", "tables:play", "lab:run")


def test_a_program_reads_them(ann, grandma):
    read = ann.get(f"rule-sets/{grandma.code.lower()}")
    assert (read["name"], read["owner"], read["game"]) == ("Grandma's War", "Ben", "war")
    assert (read["options"], read["key"], read["lost"]) == (OPTIONS, grandma.key, [])
    assert "twos start a war" in read["words"]
    ann.get("rule-sets/NOTHING2", 404)
    grandma.owner.is_active = False
    grandma.owner.save()
    ann.get(f"rule-sets/{grandma.code}", 404)


def test_their_key_stands_where_a_preset_does(ann, grandma):
    asked = {"game": "war", "preset": grandma.key}
    assert ann.post("tables", asked, 201)["options"] == OPTIONS
    ann.post("lab/runs", asked | {"games": 10}, 201)
    assert Simulation.objects.get().options == OPTIONS
    ann.post("lab/runs", {"game": "war", "preset": "peace", "games": 10}, 201)
    assert Simulation.objects.last().options == "mode=peace"
    wish = {"kinds": [asked]}
    sent = ann.client.put("/api/v1/wishes/mine", wish, content_type="application/json").json()
    assert sent["kinds"][0]["options"] == OPTIONS


@each(["set-NOTHING2", "nothing", "of another game", "of old rules"], "ann, grandma")
def test_rules_that_are_none_of_the_game_are_refused(ann, grandma, preset):
    body = {"game": "war", "preset": preset}
    if preset == "of another game":
        body = {"game": "ww3", "preset": grandma.key}
    if preset == "of old rules":
        RuleSet.objects.update(options="auto=2;trump=hearts")
        body["preset"] = grandma.key
    for path in ("tables", "lab/runs"):
        problem = ann.post(path, body | {"games": 10}, 422)
        assert (problem["code"], list(problem["fields"])) == ("BAD_VALUE", ["preset"])
    assert not Table.objects.exists() and not Simulation.objects.exists()
