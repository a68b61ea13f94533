"""A player's wish is shown on every page; after a match, one tab goes to each table."""

import json

import pytest

from games.lobby import wishes
from games.lobby.models import WishEnd
from games.lobby.wishes import WishedGame
from games.table.clock import now_ms
from tests.live.personal import Line

WW3 = [WishedGame("ww3", seats=(2, 2))]


@pytest.fixture(autouse=True)
def clean(no_reminders):
    yield


def test_two_lines_are_led_to_one_table(base, alice, bob, clock):
    with Line(base, alice) as first, Line(base, alice) as second, Line(base, bob) as others:
        for line, tab in ((first, "a" * 32), (second, "b" * 32), (others, "c" * 32)):
            assert line.hear()["wish"] is None
            line.socket.send(json.dumps({"tab": tab, "visible": True}))
        wishes.make(player=alice, choices=WW3, tab="b" * 32)
        for line in (first, second):
            told = line.hear(meant=lambda me: me["wish"])["wish"]
            assert told["kinds"] == ["World War III, 2 players"]
            assert 0 < told["left_ms"] <= 300_000 and told["end"] == ""
        wishes.make(player=bob, choices=WW3, tab="c" * 32)
        ways = [line.hear(meant=lambda me: me["go"]) for line in (first, second, others)]
        assert len({me["go"]["table"] for me in ways}) == 1
        assert [me["go"]["tab"] for me in ways] == ["b" * 32, "b" * 32, "c" * 32]
        assert {me["wish"]["end"] for me in ways} == {"matched"}
        assert ways[0]["tables"][0]["code"] == ways[0]["go"]["table"]


def test_every_tab_learns_that_it_was_cancelled(base, alice):
    with Line(base, alice) as first, Line(base, alice) as second:
        wishes.make(player=alice, choices=WW3)
        for line in (first, second):
            line.hear(meant=lambda me: me["wish"] and not me["wish"]["end"])
        wishes.cancel(player=alice)
        for line in (first, second):
            told = line.hear(meant=lambda me: me["wish"] and me["wish"]["end"])
            assert (told["wish"]["words"], told["go"]) == ("You stopped looking.", None)


def test_why_it_ended_is_told_to_who_comes_back_hours_later(base, alice):
    hours_ago = now_ms() - 3 * 3_600_000
    for cause, is_told in ((WishEnd.AWAY, True), (WishEnd.CANCELLED, False)):
        wishes.make(player=alice, choices=WW3)
        wishes.end([alice.pk], cause, hours_ago)
        with Line(base, alice) as line:
            wish = line.hear()["wish"]
            assert bool(wish) == is_told
            if wish:
                assert (wish["ended_ms"], wish["words"]) == (hours_ago, WishEnd.AWAY.label)
