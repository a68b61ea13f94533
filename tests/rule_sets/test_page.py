"""The page of house rules with a name: words, what was measured, keys, and what has changed."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from games.accounts.models import Player
from games.lab.runs import limits, luck, rule_sets, run
from games.lab.runs.models import Simulation
from games.lab.runs.spec import BadRun
from games.rule_sets import writer
from games.rule_sets.models import RuleSet
from games.rules.catalogue import GAMES
from games.table.models import Table
from tests.lab.counted import played
from tests.pages.browsing import signed_in
from tests.pages.heads import Head
from tests.pages.sitemaps import found

pytestmark = pytest.mark.django_db
FEW = 40  # games


@pytest.fixture(autouse=True)
def small_runs(monkeypatch):
    monkeypatch.setattr(rule_sets, "GAMES", FEW)
    monkeypatch.setattr("games.lab.runs.preset_lengths.FEWEST", FEW)
    monkeypatch.setattr(luck, "GAMES_EACH", FEW)


def shown(rule_set, client=None):
    answer = (client or Client()).get(rule_set.get_absolute_url())
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def said(rule_set):
    return " ".join(re.sub(r"<[^>]+>", " ", shown(rule_set)).split())


def do(rule_set, act, client=None, **more):
    address = f"{rule_set.get_absolute_url()}change/"
    return (client or Client()).post(address, {"do": act} | more)


def count():
    """Let the lab play whatever was asked for."""
    for row in Simulation.objects.running():
        played(row.games, row.seed, row.options, row.game, row.policies)


def test_it_says_the_rules_in_words_and_nobody_has_measured_them(grandma):
    words_of_page = said(grandma)
    for words in (
        "Grandma's War",
        "House rules of War, saved by Alice",
        "Twos start a war.",
        "Turning this rank starts a war at once",
        "Winner's cards first.",
        "Everything else is as in",
        "Nobody has measured these rules yet.",
    ):
        assert words in words_of_page, words
    head = Head(shown(grandma))
    assert head.title.strip() == "Grandma's War: house rules of War | warsite"
    assert "robots" not in head.metas
    assert grandma.get_absolute_url() in found(Client())
    assert grandma.get_absolute_url() in Client().get("/p/alice/").content.decode()


def test_anybody_has_them_measured_once(grandma):
    assert do(grandma, "measure")["Location"] == grandma.get_absolute_url()
    do(grandma, "measure")
    (only,) = Simulation.objects.all()
    assert only.spec.is_plain and only.options == "auto=2;order=winner"
    assert "The simulation is running." in said(grandma)
    count()
    page = shown(grandma)
    assert "A game takes" in Head(page).only("description")
    for words in ("never end", "Seat 2", "Luck alone", "40 simulated games", only.code):
        assert words in page, words
    assert "Measure these rules" not in page
    grandma.refresh_from_db()
    assert grandma.rules_version == only.rules_version


def test_what_was_counted_before_is_not_counted_again(grandma):
    small = played(FEW // 2, options=grandma.options)
    assert small.code in shown(grandma) and "Measure these rules" in shown(grandma)
    large = played(FEW + 8, options=grandma.options, seed=9)
    assert large.code in shown(grandma) and "Measure these rules" not in shown(grandma)
    do(grandma, "measure")
    assert Simulation.objects.count() == 2


def test_numbers_of_older_rules_say_so(grandma):
    do(grandma, "measure")
    count()
    Simulation.objects.update(rules_version=9)
    RuleSet.objects.update(rules_version=9)
    words_of_page = said(grandma)
    assert "These numbers are from version 9 of the rules and bots" in words_of_page
    assert "A game takes" in words_of_page and "Measure these rules" in words_of_page


def test_luck_is_measured_where_there_is_something_to_decide(alice):
    client = signed_in(alice)
    form = {"game": "ww3", "seats": "2", "cap": "20", "name": "Quick", "do": "save"}
    assert client.post("/rules/set/new/", form).status_code == 302
    quick = RuleSet.objects.get()
    assert Simulation.objects.count() == 3  # by itself, and the best bot in each seat
    assert rule_sets.meter_of(quick) is None
    count()
    meter = rule_sets.meter_of(quick)
    assert (meter.best, meter.beginner, sum(meter.games) > 0) == ("general", "recruit", True)
    page = shown(quick)
    link = "/lab/luck/ww3/?options=cap%3D20%3Bseats%3D2"
    assert link in page and "Measure these rules" not in page
    assert Client().get(link).status_code == 200
    alone = "/lab/luck/ww3/?options=seats%3D1"  # against the General, who has a seat of its own
    assert Client().get(alone).status_code == 404


def test_it_is_compared_with_the_usual_rules_over_the_same_deals(alice, grandma):
    location = do(grandma, "compare")["Location"]
    count()
    usual, own = [
        Simulation.objects.get(code=code) for code in parse_qs(urlsplit(location).query)["run"]
    ]
    assert (usual.options, own.options) == ("", "auto=2;order=winner")
    assert (usual.games, usual.seed) == (own.games, own.seed)
    assert location.startswith("/lab/compare/?") and Client().get(location).status_code == 200
    assert "“Grandma's War”" in Head(shown(grandma)).only("description")


def test_a_comparison_has_their_name_as_long_as_anybody_may_see_it(alice, grandma):
    address = do(grandma, "compare")["Location"]
    count()

    def compared(query=address):
        head = Head(Client().get(query).content.decode())
        return head.title, head.only("description")

    title, said = compared()
    assert title.startswith("Compare Grandma's War")
    assert "“Grandma's War”" in said and "“Classic War”" in said
    writer.rename(rule_set=grandma, by=alice, name="Nana")
    assert "“Nana”" in compared()[1]
    other = writer.save(by=alice, name="Other", game="war", options="auto=4")
    plain = compared(address.replace(grandma.code, other.code))
    assert "own options" in plain[1] and plain[0].startswith("Compare runs")
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    assert compared() == plain
    Player.objects.filter(pk=alice.pk).update(is_active=True)
    writer.delete(rule_set=grandma, by=alice)
    assert compared() == plain


@pytest.mark.outer
def test_the_rules_of_every_preset_have_a_page_and_are_measured(alice, monkeypatch):
    monkeypatch.setattr(run, "verify_may", lambda spec, by: None)
    monkeypatch.setattr(limits, "count", lambda caller, game, games: None)
    for game in GAMES.values():
        for preset in game.presets:
            name = f"{game.name}, {preset.name}"
            made = writer.save(by=alice, name=name, game=game.key, options=preset.options)
            assert f"House rules of {game.name}" in said(made)
            do(made, "measure")
            assert "The simulation is running." in said(made), name
            assert "Measure these rules" not in said(made)
            assert do(made, "compare")["Location"].startswith("/lab/compare/?run="), name


def test_it_plays_bots_and_opens_tables(grandma):
    page = shown(grandma)
    assert "/new/?game=war&players=2&mode=war&auto=2" in page
    form = dict(rule_fields(page))
    Client().post("/new/", form | {"do": "open"})
    table = Table.objects.get()
    assert (table.options, table.status, table.substitute) == (grandma.options, "running", True)


def rule_fields(page):
    """The hidden fields of the form that plays bots."""
    form = page.split('action="/new/"')[1].split("</form>")[0]
    return [
        (name, value)
        for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)
        if name != "csrfmiddlewaretoken"
    ]


def test_rules_that_no_longer_exist_say_what_changed(alice, grandma):
    """Case 4 of the answers."""
    RuleSet.objects.update(options="auto=2;cap=20000;trump=hearts", rules_version=3)
    grandma.refresh_from_db()
    words_of_page = said(grandma)
    for words in (
        "War has changed since these rules were saved",
        "Battle limit is a number from 20 to 10000.",
        "This game has no option “trump”.",
        "The nearest rules that can be played",
        "At most 10000 battles.",
    ):
        assert words in words_of_page, words
    assert "Save the nearest rules instead" not in words_of_page
    with pytest.raises(BadRun):
        rule_sets.compare(None, grandma)
    for act in ("compare", "measure"):
        assert do(grandma, act)["Location"] == grandma.get_absolute_url()
    assert "Save the nearest rules instead" in shown(grandma, signed_in(alice))
    do(grandma, "mend", signed_in(alice))
    grandma.refresh_from_db()
    assert grandma.options == "auto=2;cap=10000"
    assert "War has changed" not in shown(grandma)


def test_only_the_owner_renames_and_deletes(alice, bob, grandma):
    assert do(grandma, "delete").status_code == 404
    do(grandma, "delete", signed_in(bob))
    do(grandma, "rename", signed_in(bob), name="Bob's")
    grandma.refresh_from_db()
    assert grandma.name == "Grandma's War"
    do(grandma, "rename", signed_in(alice), name="Granny’s War")
    assert "Granny’s War" in shown(grandma)
    assert do(grandma, "dance", signed_in(alice)).status_code == 404
    assert do(grandma, "delete", signed_in(alice))["Location"] == "/p/alice/"
    assert Client().get(grandma.get_absolute_url()).status_code == 404


def test_the_page_of_a_banned_player_is_gone(alice, grandma):
    alice.is_active = False
    alice.save()
    assert Client().get(grandma.get_absolute_url()).status_code == 404
    assert grandma.get_absolute_url() not in Client().get("/p/alice/").content.decode()


def test_running_the_lab_is_limited_as_always(grandma, monkeypatch):
    monkeypatch.setattr(run, "verify_may", refuse)
    assert do(grandma, "measure", client := Client())["Location"] == grandma.get_absolute_url()
    assert "The lab is busy." in shown(grandma, client)


def refuse(spec, by):
    raise BadRun("TOO_MANY", "The lab is busy.")
