"""A socket obeys no longer than the session it was opened with."""

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.accounts import people, personal_data
from games.accounts.models import Player
from games.live.sessions import CHECK_S
from tests.live.client import Client


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr("games.live.sessions.CHECK_S", 0.2)


def test_they_are_asked_often_enough():
    assert CHECK_S <= 2.5  # whoever is banned or signs out is gone in three seconds


def log_out(alice):
    Session.objects.all().delete()


def expire(alice):
    Session.objects.update(expire_date=timezone.now())


def change_password(alice):
    alice.set_password("another horse")
    alice.save()


def ban(alice):
    people.ban(player=alice, reason="shouting")


@pytest.mark.parametrize("end", [log_out, expire, change_password, ban, personal_data.erase])
def test_a_socket_ends_with_its_session(base, dealt, alice, end):
    with Client(base, dealt.code, alice) as own, Client(base, dealt.code) as stranger:
        own.hello()
        assert Player.objects.get(pk=alice.pk).is_active
        end(alice)
        assert own.closed() == (4401, "SIGNED_OUT")
        assert stranger.hello()["view"]


def test_it_stays_open_while_the_session_lasts(base, dealt, alice, bob):
    with Client(base, dealt.code, alice) as a, Client(base, dealt.code, bob) as b:
        a.hello()
        people.ban(player=bob, reason="shouting")
        b.closed()
        a.say({"ping": 1})
        assert a.until(lambda m: m.get("pong") == 1)
