"""My own house rules stand beside the presets wherever those are chosen."""

import re

import pytest
from django.test import Client

from games.lab.runs.models import Simulation
from games.lobby import matchmaker
from games.lobby.models import Wish
from games.relations import circles
from games.rule_sets import writer
from games.rule_sets.models import RuleSet
from games.table.clock import now_ms
from games.table.models import Table
from games.tournaments.models import Stage
from tests.each import each
from tests.pages.browsing import entered, signed_in, text

pytestmark = pytest.mark.django_db
OPTIONS = "auto=2;order=winner"


@pytest.fixture
def mine(alice):
    return signed_in(alice)


@pytest.fixture
def circle(alice):
    return circles.create(by=alice, name="Friday")


def offered(answer):
    """What the page offers as saved, with what is chosen in brackets."""
    html = answer.content.decode()
    group = re.search(r'<optgroup label="Saved by you">(.*?)</optgroup>', html, re.DOTALL)
    options = re.findall(r"<option([^>]*)>([^<]*)<", group[1]) if group else []
    return [f"({name})" if " selected" in attributes else name for attributes, name in options]


@each(
    ["/new/", "/lab/", "/lab/deal/", "/rules/set/new/", "/tournaments/new/"],
    "mine, alice, bob, grandma, circle",
)
def test_forms_offer_what_the_reader_has_saved_of_the_game(
    address, mine, alice, bob, grandma, circle
):
    writer.save(by=alice, name="Evening", game="ww3", options="seats=4")
    writer.save(by=bob, name="Bob's", game="war", options="auto=3")
    old = writer.save(by=alice, name="Old", game="war", options="auto=4")
    RuleSet.objects.filter(pk=old.pk).update(options="auto=4;trump=hearts")
    of_war = {"game": "war"} | ({"circle": circle.code} if "tournaments" in address else {})
    assert offered(mine.get(address, of_war)) == ["Grandma&#x27;s War"]
    if address != "/tournaments/new/":
        assert offered(Client().get(address, of_war)) == []


def test_a_table_is_opened_with_them(mine, grandma, circle):
    chosen = {"game": "war", "was_game": "war", "was": "classic", "preset": grandma.key}
    form = mine.post("/new/", chosen | {"do": "check", "circle": circle.code})
    assert offered(form) == ["(Grandma&#x27;s War)"]
    assert "twos start a war" in text(form) and "Only members of Friday" in text(form)
    as_shown = {"auto": "2", "order": "winner", "preset": grandma.key, "was": grandma.key}
    mine.post("/new/", as_shown | {"game": "war", "do": "open", "circle": circle.code})
    table = Table.objects.get()
    assert (table.options, table.circle) == (OPTIONS, circle)


def test_a_preset_replaces_them_and_takes_back_their_number_of_players(mine, alice):
    three = writer.save(by=alice, name="Three", game="war", options="auto=2;players=3")
    data = {"game": "war", "was_game": "war", "auto": "2", "players": "3"}
    form = mine.post("/new/", data | {"was": three.key, "preset": "peace", "do": "check"})
    assert 'id="players-2" checked' in form.content.decode()
    assert "Peace: the lowest card wins" in text(form) and offered(form) == ["Three"]


def test_nobody_chooses_the_rules_of_others(bob, grandma):
    form = signed_in(bob).post("/new/", {"game": "war", "preset": grandma.key, "do": "check"})
    assert offered(form) == [] and '<option value="classic" selected>' in form.content.decode()


def test_the_lab_simulates_them(mine, grandma):
    chosen = {"game": "war", "was": "classic", "preset": grandma.key}
    assert offered(mine.post("/lab/", chosen | {"do": "check"})) == ["(Grandma&#x27;s War)"]
    mine.post("/lab/", chosen | {"games": "100", "do": "run"})
    assert Simulation.objects.get().options == OPTIONS
    dealt = mine.get("/lab/deal/", {"options": OPTIONS, "hand1": "4 aces"})
    assert offered(dealt) == ["(Grandma&#x27;s War)"]


def test_an_event_is_held_with_them(mine, grandma, circle):
    chosen = {"circle": circle.code, "game": "war", "was": "classic", "preset": grandma.key}
    form = mine.post("/tournaments/new/", chosen | {"do": "check", "size": "2"})
    assert offered(form) == ["(Grandma&#x27;s War)"]
    again = chosen | {"was": grandma.key, "rule-auto": "2", "rule-order": "winner"}
    plan = entered(form.context["form"]) | again | {"size": "2", "name": "Friday", "do": "draft"}
    assert mine.post("/tournaments/new/", plan).status_code == 302
    assert set(OPTIONS.split(";")) <= set(Stage.objects.get().settings["options"].split(";"))


def test_players_are_found_whatever_each_calls_the_rules(mine, alice, bob, grandma):
    party = writer.save(by=bob, name="Party", game="war", options=OPTIONS + ";players=3")
    bobs = signed_in(bob)
    assert "Grandma&#x27;s War" in mine.get("/find/").content.decode()
    assert "Grandma&#x27;s War" not in bobs.get("/find/").content.decode()
    look = {"do": "look", "low_war": "2", "high_war": "2"}
    for client, rule_set in ((mine, grandma), (bobs, party)):
        client.post("/find/", look | {"kind": f"war:{rule_set.key}"})
        form = client.get("/find/").content.decode()
        assert f'value="war:{rule_set.key}" checked' in form and form.count(" checked") == 1
    taken_over = bobs.get(f"/find/?like={alice.wishes.get().pk}").content.decode()
    assert f'value="war:{party.key}" checked' in taken_over
    matchmaker.run(matchmaker.Presence({alice.pk, bob.pk}, ()), now_ms())
    assert [wish.end for wish in Wish.objects.all()] == ["matched", "matched"]
    assert Table.objects.get().options == OPTIONS


def test_nobody_looks_for_rules_of_others_or_that_were_deleted(mine, bob, grandma):
    look = {"do": "look", "kind": f"war:{grandma.key}", "low_war": "2", "high_war": "2"}
    writer.rename(rule_set=grandma, by=grandma.owner, name="Nana")
    assert mine.post("/find/", look).status_code == 302
    assert "This game has no such preset." in text(signed_in(bob).post("/find/", look))
    writer.delete(rule_set=grandma, by=grandma.owner)
    assert mine.post("/find/", look).status_code == 422
    assert [wish.player.name for wish in Wish.objects.all()] == ["Alice"]


def test_home_plays_them_and_knows_them_again(mine, bob, grandma):
    assert offered(mine.get("/play/war/")) == ["Grandma&#x27;s War"]
    assert offered(mine.get("/play/ww3/")) == []
    assert "as you saved it" in text(mine.get("/play/war/"))
    mine.post("/play/", {"game": "war", "preset": grandma.key, "length": "quick"})
    assert "As last time: Grandma&#x27;s War, Quick War, 2 players." in text(mine.get("/"))
    assert offered(mine.get("/play/war/")) == ["(Grandma&#x27;s War)"]
    mine.post("/play/", {"game": "war", "last": "1"})
    signed_in(bob).post("/play/", {"game": "war", "preset": grandma.key})  # they are not Bob's
    played = list(Table.objects.order_by("pk").values_list("options", flat=True))
    assert played == ["auto=2;cap=100;order=winner"] * 2 + [""]
    writer.delete(rule_set=grandma, by=grandma.owner)
    assert "Grandma" not in text(mine.get("/"))
