"""Invitations on the pages: from a profile, at a table, to answer, and on the home page."""

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts import people
from games.lobby import invitations
from games.lobby.models import Invitation
from games.relations import changes
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.pages.everything import guest as signed_in

pytestmark = pytest.mark.django_db
MINE = reverse("invitations")


def text(answer):
    return " ".join(answer.content.decode().split())


def test_play_on_a_profile_opens_a_private_table_and_invites(alice, bob):
    page = signed_in(alice)
    assert "/new/?invite=bob&amp;private=on" in text(page.get("/p/bob/"))
    form = page.get("/new/?invite=bob&private=on&game=war")
    assert "You are inviting" in text(form) and ">Bob</bdi></b>." in text(form)
    assert "checked" in text(form)
    opened = page.post(
        "/new/",
        {"game": "war", "preset": "classic", "private": "on"} | {"do": "open", "invite": "bob"},
    )
    table = Table.objects.get()
    assert opened["Location"] == reverse("table", args=[table.code])
    assert table.private and [seat.player for seat in table.seats.all()] == [alice]
    bobs_browser = signed_in(bob)
    assert ">Alice</bdi></b> invited you to <b>Classic War</b>" in text(bobs_browser.get("/"))
    assert "Received" in text(bobs_browser.get(MINE))
    accepted = bobs_browser.post(
        reverse("answer_invitation", args=[Invitation.objects.get().pk]), {"do": "accept"}
    )
    assert accepted["Location"] == opened["Location"] and table.seats.count() == 2
    assert "Accepted" in text(page.get(MINE))


def test_at_a_table_players_are_invited_by_name(alice, bob, charlie):
    table = play.open_table(by=alice, game="ww3")
    page, address = signed_in(alice), reverse("table_invite", args=[table.code])
    changes.follow(player=alice, other=charlie)
    page_text = text(page.get(reverse("table", args=[table.code])))
    assert address in page_text and '<option value="Charlie">' in page_text
    assert address not in text(signed_in(bob).get(reverse("table", args=[table.code])))
    assert "You invited Bob." in text(page.post(address, {"name": "bob"}, follow=True))
    again = text(page.post(address, {"name": "Zoe"}, follow=True))
    assert '<p class="notice bad" role="alert">No player is called Zoe.</p>' in again
    assert 'value="Zoe"' in again and again.count("No player is called") == 1
    browser, invitation = signed_in(bob), Invitation.objects.get()
    browser.post(
        reverse("answer_invitation", args=[invitation.pk]), {"do": "decline", "reason": "busy"}
    )
    page_text = text(page.get(MINE))
    assert "Declined" in page_text and "<q>I am busy.</q>" in page_text


def test_who_refuses_and_who_blocks_look_the_same(alice, bob, charlie):
    changes.block(player=bob, other=alice)
    people.ban(player=charlie, reason="shouting")
    table = play.open_table(by=alice, game="ww3")
    page, address = signed_in(alice), reverse("table_invite", args=[table.code])
    answers = set()
    for name in ("Bob", "Charlie"):
        answer = page.post(address, {"name": name})
        sentences = [str(message) for message in page.get("/").context["messages"]]
        assert answer["Location"] == f"/t/{table.code}/?invite={name}"
        answers.add((answer.status_code, *sentences))
    assert answers == {(302, "This player takes no invitations right now.")}


def test_invitations_of_others_are_not_found(alice, bob, charlie):
    table = play.open_table(by=alice, game="ww3")
    invitation = invitations.send(table=table, by=alice, player=bob)
    answer, withdraw = (
        reverse(name, args=[invitation.pk]) for name in ("answer_invitation", "withdraw_invitation")
    )
    for player in (alice, charlie):
        assert signed_in(player).post(answer, {"do": "accept"}).status_code == 404
    for player in (bob, charlie):
        assert signed_in(player).post(withdraw).status_code == 404
    assert Client().post(answer)["Location"].startswith("/account/login/")
    signed_in(alice).post(withdraw)
    response = signed_in(bob).post(answer, {"do": "accept"}, follow=True)
    assert "This invitation has ended." in text(response)


def test_beside_somebody_i_block_i_am_asked_at_the_table(alice, bob, charlie):
    table = play.open_table(by=alice, game="ww3")
    play.sit(Order(table, charlie))
    invitation = invitations.send(table=table, by=alice, player=bob)
    changes.block(player=bob, other=charlie)
    response = signed_in(bob).post(
        reverse("answer_invitation", args=[invitation.pk]), {"do": "accept"}
    )
    assert response["Location"] == reverse("table", args=[table.code])


def test_the_page_costs_the_same_for_any_number(alice, bob, charlie, django_assert_num_queries):
    page = signed_in(alice)
    for player in (bob, charlie):
        table = play.open_table(by=player, game="ww3")
        invitations.send(table=table, by=player, player=alice)
        mine = play.open_table(by=alice, game="ww3")
        invitations.send(table=mine, by=alice, player=player)
    with django_assert_num_queries(7):
        page.get(MINE)
