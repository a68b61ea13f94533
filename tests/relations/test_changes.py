"""Follow and block: who may, how often, what is left of it, and who sees it."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts import people, personal_data
from games.accounts.bots import bot_player, make_owned
from games.accounts.guests import new_guest
from games.limits.counting import TooMany
from games.limits.declared import RELATIONS
from games.relations import changes
from games.relations.changes import Refused
from games.relations.models import Block, Follow
from games.relations.signals import followed
from tests.pages.stored import played

pytestmark = pytest.mark.django_db


def test_following_and_blocking_count_once_and_end(anna, ben):
    for _ in range(2):
        changes.follow(player=anna, other=ben)
    changes.follow(player=ben, other=anna)
    assert Follow.objects.count() == 2
    for _ in range(2):
        changes.block(player=anna, other=ben)
    assert not Follow.objects.exists() and Block.objects.get().blocked == ben
    with pytest.raises(Refused, match="BLOCKED"):
        changes.follow(player=anna, other=ben)
    changes.follow(player=ben, other=anna)  # as ever: nothing tells Ben
    changes.unblock(player=anna, other=ben)
    changes.unfollow(player=ben, other=anna)
    assert not Follow.objects.exists() and not Block.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_change_counts_even_if_its_news_fail(anna, ben, caplog):
    heard = []

    def fail(**_):
        raise ValueError("no line")

    def hear(*, followed_id, **_):
        heard.append(followed_id)

    for receiver in (fail, hear):
        followed.connect(receiver)
    try:
        changes.follow(player=anna, other=ben)
    finally:
        for receiver in (fail, hear):
            followed.disconnect(receiver)
    assert Follow.objects.get().followed == ben
    assert heard == [ben.pk] and "no line" in caplog.text


def test_relations_are_between_people(anna):
    guest, robo = new_guest(), make_owned(owner=anna, name="Robo")
    for do in (changes.follow, changes.block):
        with pytest.raises(Refused, match="ACCOUNTS_ONLY"):
            do(player=guest, other=anna)
        for other in (anna, robo, bot_player("recruit")):
            with pytest.raises(Refused, match="NOT_A_PERSON"):
                do(player=anna, other=other)
    with pytest.raises(Refused, match="NOT_A_PERSON"):
        changes.follow(player=anna, other=guest)
    changes.block(player=anna, other=guest)
    people.introduce(guest, "Gustav")  # the same row
    assert anna.blocks.get().blocked == guest


def test_lists_and_changes_are_limited(anna, ben, max, monkeypatch):
    monkeypatch.setattr(changes, "MOST", 1)
    for do in (changes.follow, changes.block):
        do(player=anna, other=ben)
        do(player=anna, other=ben)
        with pytest.raises(Refused, match="LIST_FULL"):
            do(player=anna, other=max)
        changes.unfollow(player=anna, other=ben)
    monkeypatch.setattr(RELATIONS, "most", 9)
    changes.unblock(player=anna, other=ben)
    with pytest.raises(TooMany):
        changes.follow(player=anna, other=ben)
    changes.follow(player=ben, other=anna)


def test_the_export_has_my_lists_alone_and_erasure_ends_both_sides(anna, ben, max):
    changes.follow(player=anna, other=ben)
    changes.follow(player=max, other=anna)
    changes.block(player=anna, other=max)
    changes.follow(player=max, other=anna)
    mine = json.loads(json.dumps(personal_data.as_export(anna)))
    assert [row["followed__name"] for row in mine["follows"]] == ["Ben"]
    assert [row["blocked__name"] for row in mine["blocks"]] == ["Max"]
    assert "Anna" not in json.dumps(personal_data.as_export(ben))
    assert personal_data.as_export(max)["blocks"] == []
    personal_data.erase(anna)
    assert not Follow.objects.exists() and not Block.objects.exists()


def test_the_buttons_work_without_scripts_and_a_block_asks_first(client, anna, ben):
    client.force_login(anna)
    profile, act = reverse("player", args=["ben"]), reverse("relation", args=["ben"])
    text = client.get(profile).content.decode()
    assert 'value="follow"' in text and reverse("block", args=["ben"]) in text
    assert (
        "You are now following Ben."
        in client.post(act, {"do": "follow"}, follow=True).content.decode()
    )
    assert 'value="unfollow"' in client.get(profile).content.decode()
    asked = client.get(reverse("block", args=["ben"])).content.decode()
    assert "They are not told" in asked and Block.objects.count() == 0
    client.post(act, {"do": "block"})
    assert 'value="unblock"' in client.get(profile).content.decode()
    done = client.post(act, {"do": "unblock", "back": "people"})
    assert done["Location"] == reverse("people") and Block.objects.count() == 0
    for nothing in ({"do": "marry"}, {}):
        assert client.post(act, nothing)["Location"] == profile
    assert client.post(reverse("relation", args=["nobody"]), {"do": "block"}).status_code == 404


def test_my_people_and_recent_opponents_are_for_me_alone(client, anna, ben, max):
    played(anna, ben)
    changes.block(player=anna, other=max)
    client.force_login(anna)
    text = client.get(reverse("people")).content.decode()
    assert text.index("Recent opponents") < text.index("Ben") < text.index("Blocked")
    assert text.index("Blocked") < text.index("Max")
    changes.follow(player=anna, other=ben)
    text = client.get(reverse("people")).content.decode()
    assert "Recent opponents" not in text and text.index("Ben") < text.index("Blocked")
    stranger = Client()
    assert stranger.get(reverse("people")).status_code == 302
    stranger.force_login(max)
    assert "Anna" not in stranger.get(reverse("people")).content.decode()
    seen = stranger.get(reverse("player", args=["anna"])).content.decode()
    assert 'value="follow"' in seen  # as if nothing were


def test_pages_of_people_cost_the_same_for_any_number(
    client, anna, ben, max, django_assert_num_queries
):
    client.force_login(anna)
    changes.follow(player=anna, other=ben)
    changes.block(player=anna, other=max)
    with django_assert_num_queries(8):
        client.get(reverse("people"))
