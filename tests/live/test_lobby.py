"""The lobby lives: whoever shows it hears of each change, all of them the same bytes."""

import json

import pytest

from games.accounts import people
from games.live import feeds, lobby
from games.lobby import wishes
from games.lobby.rows import lobby_texts
from games.lobby.wishes import WishedGame
from games.relations import changes
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live.personal import Line
from tests.live.waiting import PATIENCE_S

WW3 = [WishedGame("ww3", seats=(2, 2))]


class Lobby(Line):
    """A line of a page that shows the lobby."""

    def __init__(self, base, player):
        super().__init__(base, player, lobby=True)

    def frame(self, meant=lambda rows: True):
        """The next one like this, as it came."""
        while True:
            text = self.socket.recv(PATIENCE_S)
            message = json.loads(text)
            if "lobby" in message and meant(message["lobby"]["rows"]):
                return text


@pytest.fixture
def no_beats(monkeypatch):
    """Stop the beats: every message now comes by a hint."""
    for module in (feeds, lobby):
        monkeypatch.setattr(module, "BEAT_S", 3600.0)


def test_all_who_show_it_hear_each_change_in_the_same_bytes(base, no_beats, alice, bob, charlie):
    with Lobby(base, alice) as one, Lobby(base, bob) as other:
        assert json.loads(one.frame())["lobby"] == {"count": 0, "rows": []}
        table = play.open_table(by=charlie, game="ww3")
        texts = [line.frame(lambda rows: rows) for line in (one, other)]
        assert texts[0] == texts[1] == lobby_texts(["en"])["en"]
        assert json.loads(texts[0])["lobby"]["rows"][0]["id"] == table.code
        wishes.make(player=alice, choices=WW3)
        assert one.frame(lambda rows: len(rows) == 2) == other.frame(lambda rows: len(rows) == 2)
        wishes.cancel(player=alice)
        assert one.frame(lambda rows: len(rows) == 1)
        play.leave(Order(table, charlie))
        play.open_table(by=charlie, private=True)
        seated = one.frame(lambda rows: not rows[0]["people"])
        assert json.loads(seated)["lobby"]["count"] == 1


def test_a_table_that_fills_up_goes(base, no_beats, alice, bob, charlie):
    table = play.open_table(by=bob)
    with Lobby(base, alice) as line:
        line.frame(lambda rows: rows)
        play.sit(Order(table, charlie))
        line.frame(lambda rows: not rows)


def test_a_lost_hint_costs_one_beat(base, monkeypatch, alice, bob):
    monkeypatch.setattr(lobby, "BEAT_S", 0.3)
    table = play.open_table(by=bob)
    with Lobby(base, alice) as line:
        line.frame(lambda rows: rows)
        people.rename(player=bob, name="Robert")  # nobody hints at it here
        line.frame(lambda rows: rows[0]["people"][0]["name"] == "Robert")
        Table.objects.filter(pk=table.pk).update(private=True)
        line.frame(lambda rows: not rows)


def test_however_many_read_it_it_is_read_once_a_change(base, no_beats, monkeypatch, alice, bob):
    times = []

    def counted(languages):
        times.append(languages)
        return lobby_texts(languages)

    monkeypatch.setattr(lobby, "lobby_texts", counted)
    lines = [Lobby(base, player) for player in (alice, bob) for _ in range(5)]
    for line in lines:
        line.__enter__()
    for line in lines:
        line.frame()
    before = len(times)
    for _ in range(5):  # within half a second
        play.open_table(by=bob)
    for line in lines:
        line.frame(lambda rows: len(rows) == 5)
        line.socket.close()
    assert len(times) - before <= 5 < len(lines)


def test_whom_one_blocks_and_follows_is_told_to_pages_of_the_lobby_alone(
    base, alice, bob, charlie, monkeypatch
):
    monkeypatch.setattr(feeds, "BEAT_S", 0.4)
    with Lobby(base, alice) as line, Line(base, alice) as plain:
        assert line.hear()["blocked"] == []
        changes.block(player=alice, other=bob)
        changes.follow(player=alice, other=charlie)
        me = line.hear(meant=lambda me: me["blocked"] and me["followed"])
        assert (me["blocked"], me["followed"]) == ([bob.pk], [charlie.pk])
        assert not {"blocked", "followed"} & plain.hear().keys()


def test_who_does_not_ask_gets_none(base, no_beats, alice, bob):
    with Line(base, alice) as line:
        line.hear()
        wishes.make(player=alice, choices=WW3)
        while True:
            message = json.loads(line.socket.recv(PATIENCE_S))
            assert "lobby" not in message
            if message.get("me", {}).get("wish"):
                break
