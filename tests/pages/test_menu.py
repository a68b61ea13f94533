"""The menu of a person: who they are, and what one can do about them, at a seat, beside a line, on
a profile."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.accounts.bots import make_owned
from games.accounts.guests import BACKEND, new_guest
from games.relations import changes, circles
from games.table.clock import moment, now_ms
from games.table.writer import play
from games.table.writer.orders import Order
from games.work.ratings import rate_tables
from tests.ratings.conftest import finished_tables

pytestmark = pytest.mark.django_db


def of(player):
    client = Client()
    if player is not None:
        client.force_login(player, backend=BACKEND if player.is_guest else None)
    return client


def menu(reader, player, **asked):
    answer = of(reader).get(reverse("person_menu", args=[player.slug]), asked)
    assert answer.status_code == 200
    text = " ".join(answer.content.decode().split())
    return re.sub(r'(csrfmiddlewaretoken" value)="\w+"', r"\1", text)


def chairs(reader, table):
    """The description of each seat, by name."""
    page = of(reader).get(reverse("table", args=[table.code]))
    seated = [chair for chair in page.context["chairs"] if chair["seat"]]
    return {chair["seat"]["name"]: chair["who"] for chair in seated}


def test_a_table_says_who_is_who(alice, bob, charlie, django_assert_num_queries):
    finished_tables([alice, bob], 12, until=moment(now_ms()))
    rate_tables()
    guest, robo = new_guest(), make_owned(owner=bob, name="Robo")
    changes.follow(player=charlie, other=alice)
    table = play.open_table(by=alice, game="ww3", options="seats=4", outside_bots=True)
    for player in (bob, guest, robo):
        play.sit(Order(table, player))
    seen = chairs(charlie, table)
    assert [name for name, one in seen.items() if one.followed] == ["Alice"]
    assert seen["Alice"].skill.margin < 217 and seen[guest.name].skill is None
    page = " ".join(of(charlie).get(table.get_absolute_url()).content.decode().split())
    # At the seat, and in the list.
    assert page.count('bot of <bdi translate="no">Bob<') == 2 and page.count(">guest<") == 2
    assert page.count(">following<") == 2 and f"± {seen['Bob'].skill.margin}" in page
    assert not any(one.followed for one in chairs(None, table).values())
    with django_assert_num_queries(5 if connection.vendor == "postgresql" else 6):
        of(None).get(table.get_absolute_url())
    own = of(charlie)
    with django_assert_num_queries(10 if connection.vendor == "postgresql" else 11):
        own.get(table.get_absolute_url())


def test_at_a_rated_table_everybody_has_a_rating_with_its_interval(alice, bob):
    table = play.open_table(by=alice, game="ww3", rated=True)
    play.sit(Order(table, bob))
    assert {one.skill.margin for one in chairs(None, table).values()} == {217}
    never_rated = play.open_table(by=alice, game="war")
    assert chairs(None, never_rated)["Alice"].skill is None


def test_a_guest_of_a_class_is_called_as_the_teacher_says(alice, bob):
    circle, guest = circles.create(by=alice, name="Class 4b"), new_guest()
    for player in (bob, guest):
        circles.join(circle=circle, player=player)
    member = circle.members.select_related("circle", "player").get(player=guest)
    circles.name_guest(member=member, by=alice, label="Tim")
    table = play.open_table(by=alice, game="ww3", circle=circle)
    play.sit(Order(table, guest))
    assert "(Tim)" in of(bob).get(table.get_absolute_url()).content.decode()
    assert "(Tim)" in menu(bob, guest, table=table.code)
    elsewhere = play.open_table(by=guest, game="ww3")
    assert chairs(bob, elsewhere)[guest.name].label == ""


def test_the_menu_offers_what_this_reader_can_do(alice, bob, charlie):
    table = play.open_table(by=alice, game="ww3")
    asked = {"table": table.code, "line": f"{table.code}.watchers.7"}
    text = menu(alice, bob, **asked)
    for words in ("Invite to this table", "Follow", "Mute", "Block", "Report this line"):
        assert f">{words}<" in text or f"> {words} <" in text, words
    assert f"/report/?line={table.code}.watchers.7" in text and "Profile" in text
    changes.block(player=alice, other=bob)
    text = menu(alice, bob, **asked)
    assert "Unblock" in text and "Invite" not in text and "Follow" not in text
    assert ">Follow<" in menu(bob, alice, **asked)  # as if nothing were
    for reader in (None, new_guest()):
        text = menu(reader, bob, table=table.code)
        assert "Mute at this table" in text and "Report" in text and "Follow" not in text
    assert "Mute" not in menu(bob, bob, table=table.code)
    assert "Mute" not in menu(bob, make_owned(owner=alice, name="Robo"), table=table.code)
    assert of(bob).get("/p/nobody/menu/").status_code == 404


def test_a_hidden_table_is_as_good_as_none(alice, bob):
    circle = circles.create(by=alice, name="Friday")
    table = play.open_table(by=alice, game="ww3", circle=circle)
    assert menu(bob, alice, table=table.code) == menu(bob, alice, table="NOSUCHXX")


def test_a_profile_has_the_same_menu(alice, bob):
    text = of(alice).get(reverse("player", args=[bob.slug])).content.decode()
    for words in ("Play", "Follow", "Mute", "Block"):
        assert f">{words}</" in text, words
    assert reverse("report_player", args=[bob.slug]) in text
    of(alice).post(reverse("relation", args=[bob.slug]), {"do": "mute"})
    assert ">Unmute</" in of(alice).get(reverse("player", args=[bob.slug])).content.decode()
