"""House rules with a name: who saves how many, under which names, and what becomes of them."""

import pytest

from games.accounts import personal_data
from games.accounts.bots import make_owned
from games.accounts.guests import new_guest
from games.limits.counting import TooMany
from games.limits.declared import RULE_SETS
from games.rule_sets import writer
from games.rule_sets.models import RuleSet, offered_to
from games.rule_sets.writer import Refused
from tests.each import each
from tests.pages.stored import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return person("Anna")


def saved(by, name="Grandma's War", game="war", options="order=winner;auto=2"):
    return writer.save(by=by, name=name, game=game, options=options)


def refusal(function, **named):
    with pytest.raises(Refused) as refused:
        function(**named)
    return refused.value.code


def test_they_are_stored_as_canonical_text_under_a_clean_name(anna):
    made = saved(anna, name="  Grandma’s \t War ", options="order=winner;players=2;auto=2")
    assert (made.name, made.options) == ("Grandma’s War", "auto=2;order=winner")
    assert len(made.code) == 8
    assert (made.rules_version, made.mended) == (None, ("auto=2;order=winner", ()))


@each(["", " ", "x" * 41, "a\x00b", "right\u202eleft"], "anna")
def test_a_name_is_judged_like_that_of_a_circle(anna, name):
    assert refusal(saved, by=anna, name=name) == "BAD_NAME"


def test_a_name_may_fill_its_field_in_any_script(anna):
    for letter in ("W", "ﬄ", "ΐ", "游"):  # some become three letters when case does not count
        assert saved(anna, name=letter * 40).name == letter * 40


def test_only_accounts_save_rules_that_can_be_played(anna):
    for stranger in (new_guest(), make_owned(owner=anna, name="Robo Anna")):
        assert refusal(saved, by=stranger) == "ACCOUNTS_OWN"
    assert refusal(saved, by=anna, game="chess") == "UNKNOWN_GAME"
    assert refusal(saved, by=anna, options="auto=3;faces=3") == "BAD_OPTIONS"


def test_one_player_has_a_name_once(anna):
    first, second = saved(anna), saved(person("Ben"))
    assert first.name == second.name
    assert refusal(saved, by=anna, name="GRANDMA'S  war") == "NAME_TAKEN"
    other = saved(anna, name="Other")
    assert refusal(writer.rename, rule_set=other, by=anna, name="grandma's War") == "NAME_TAKEN"
    writer.rename(rule_set=first, by=anna, name="Grandma's war")
    assert [each.name for each in RuleSet.objects.of(anna)] == ["Grandma's war", "Other"]
    assert offered_to(anna) and not offered_to(None)


def test_there_are_limits(anna, monkeypatch):
    monkeypatch.setattr(writer, "MOST_OWNED", 2)
    monkeypatch.setattr(RULE_SETS, "most", 4)
    first, _second = [saved(anna, name=str(number)) for number in range(2)]
    assert refusal(saved, by=anna, name="3") == "TOO_MANY_SETS"
    writer.delete(rule_set=first, by=anna)
    saved(anna, name="3")
    with pytest.raises(TooMany):
        saved(anna, name="4")


def test_only_the_owner_changes_them(anna):
    made, ben = saved(anna), person("Ben")
    for change, more in ((writer.rename, {"name": "x"}), (writer.mend, {}), (writer.delete, {})):
        assert refusal(change, rule_set=made, by=ben, **more) == "NOT_YOURS"
    assert RuleSet.objects.get() == made


def test_rules_of_another_version_can_be_replaced_by_the_nearest(anna):
    made = saved(anna)
    RuleSet.objects.update(options="auto=2;cap=20000;trump=hearts", rules_version=1)
    made.refresh_from_db()
    assert len(made.mended.lost) == 2
    writer.mend(rule_set=made, by=anna)
    made.refresh_from_db()
    assert (made.options, made.rules_version) == ("auto=2;cap=10000", None)


def test_they_are_exported_and_go_with_their_owner(anna):
    made = saved(anna)
    (row,) = personal_data.as_export(anna)["rule_sets"]
    assert (row["name"], row["code"], row["options"]) == (made.name, made.code, made.options)
    assert RuleSet.objects.shown().exists()
    anna.is_active = False
    anna.save()
    assert not RuleSet.objects.shown().exists()
    personal_data.erase(anna)
    assert not RuleSet.objects.exists()
