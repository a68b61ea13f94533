"""Bad input and bad behaviour: clear answers, nothing lost, other tables unaffected."""

import json
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed

from games.table.models import Move, Table
from games.table.replay.rebuild import rebuild
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live.client import Client
from tests.live.waiting import PATIENCE_S


@pytest.fixture
def dealt(alice, bob) -> Table:
    table = play.open_table(by=alice)
    play.sit(Order(table, bob))
    for player in (alice, bob):
        play.ready(Order(table, player), entropy=bytes(16))
    return table


@pytest.fixture
def at_flip(dealt) -> Table:
    """The first decision is open, and stays so for a while."""
    dealt.refresh_from_db()
    Table.objects.filter(pk=dealt.pk).update(started_ms=dealt.started_ms - 3100)
    play.tick(table=dealt)
    dealt.refresh_from_db()
    return dealt


def version(table: Table) -> int:
    return Table.objects.values_list("version", flat=True).get(pk=table.pk)


UNREADABLE = [
    ("{", "BAD_JSON"),
    ("[" * 4000, "BAD_JSON"),
    ('{"ping": 1e999}', "BAD_JSON"),
    ("null", "BAD_MESSAGE"),
    ('{"hello": {}}', "BAD_MESSAGE"),
    ('{"act": "flip"}', "MISSING_ID"),
    ('{"act": "flip", "id": 1}', "BAD_ID"),
    ('{"ping": 1, "x": "' + "x" * 5000 + '"}', "TOO_BIG"),
]


def test_an_unreadable_message_ends_the_connection_with_a_reason(base, dealt):
    for said, code in UNREADABLE:
        with Client(base, dealt.code) as c:
            c.say(said)
            assert c.closed() == (4400, code)
            (error,) = [message for message in c.told if "error" in message]
            assert error["error"] == code and error["text"]


def test_binary_frames_end_it_too(base, dealt):
    with Client(base, dealt.code) as c:
        c.socket.send(b"\x00\x01")
        assert c.closed() == (4400, "BAD_MESSAGE")


def test_a_frame_of_a_megabyte_is_not_even_read(base, dealt, alice):
    with Client(base, dealt.code, alice) as c, Client(base, dealt.code, alice) as other:
        other.hello()
        with pytest.raises(ConnectionClosed) as ended:
            c.socket.send("x" * 1_000_000)
            while True:  # a heartbeat may be on its way
                c.socket.recv(PATIENCE_S)
        assert ended.value.rcvd is None or ended.value.rcvd.code == 1009
        assert other.do("dance")["code"] == "UNKNOWN_ACT"


ODD = [
    {"act": "dance"},
    {"act": ""},
    {"act": 7},
    {"act": "__class__"},
    {"act": "timer"},
    {"act": "lead", "ms": 400},
    {"act": "hurry"},
    {"act": "stop", "end": "agreed"},
    {"act": "slap"},
    {"act": "slap", "reveal": "1", "rt": 300},
    {"act": "slap", "reveal": 1, "rt": -5},
    {"act": "slap", "reveal": 1, "rt": 1e300},
    {"act": "slap", "reveal": True, "rt": 300},
    {"act": "slap", "reveal": 1, "rt": 300, "arr": 1, "credit": 250},
    {"act": "auto", "on": "yes"},
    {"act": "flip", "seat": 2, "player": 1},
    {"act": "sit", "seat": "2"},
    {"act": "sit", "seat": 10**12},
    {"act": "sit", "seat": True},
    {"act": "ready", "entropy": "zz"},
    {"act": "ready", "entropy": 5},
    {"act": "offer", "what": []},
    {"act": "offer", "what": "money"},
    {"act": "answer", "yes": "maybe"},
    {"act": "answer"},
    {"act": "bot", "level": "grandmaster"},
    {"act": "unbot"},
    {"act": "rematch"},
    {"act": "rematch", "entropy": "luck"},
    {"act": "away"},
    {"act": "abort", "reason": "I lose"},
]


def test_every_odd_command_is_refused_in_words(base, dealt, alice):
    before = version(dealt)
    with Client(base, dealt.code, alice) as a:
        for args in ODD:
            a.say({"id": str(uuid4()), **args})
            verdict = a.until(lambda m: "reject" in m or "ack" in m)
            assert verdict.get("code", "TRY_AGAIN") != "TRY_AGAIN", (args, verdict)
            assert verdict["text"].endswith(".")
    moved = Move.objects.filter(table=dealt, number__gt=before).exclude(act="back")
    assert not moved.filter(refused="").exists()


def test_nobody_plays_for_another_seat(base, at_flip, alice, bob, charlie):
    with Client(base, at_flip.code, charlie) as c, Client(base, at_flip.code, alice) as a:
        for extra in ({}, {"seat": 1}, {"player": alice.pk}, {"you": 1}):
            assert c.do("flip", **extra)["code"] == "NOT_YOUR_SEAT"
        assert "ack" in a.do("flip", seat=2, player=bob.pk) or a.told[-1]["code"] == "BAD_PARAM"
    assert not Move.objects.filter(table=at_flip, player=bob, act="flip").exists()


def test_a_second_click_is_refused_and_a_repeated_one_answered_again(base, at_flip, alice):
    name = str(uuid4())
    with Client(base, at_flip.code, alice) as a:
        first = a.do("flip", id=name)
        assert "ack" in first
        assert a.do("flip")["code"] == "ALREADY"
        assert a.do("flip", id=name) == first
    assert Move.objects.filter(table=at_flip, act="flip").count() == 1


def test_an_id_used_for_another_act_does_nothing_new(base, at_flip, alice):
    name = str(uuid4())
    with Client(base, at_flip.code, alice) as a:
        first = a.do("flip", id=name)
        assert a.do("resign", id=name) == first
    at_flip.refresh_from_db()
    assert at_flip.status == "running"


def test_ten_tabs_click_at_once(base, at_flip, alice):
    tabs = [Client(base, at_flip.code, alice) for _ in range(10)]
    names = [str(uuid4()) for _ in tabs]
    for tab, name in zip(tabs, names, strict=True):
        tab.say({"id": name, "act": "flip"})
    verdicts = [tab.until(lambda m: "ack" in m or "reject" in m) for tab in tabs]
    for tab in tabs:
        tab.socket.close()
    assert sum("ack" in verdict for verdict in verdicts) == 1
    assert {v.get("code") for v in verdicts} == {None, "ALREADY"}


def test_two_people_want_one_seat(base, alice, bob, charlie):
    table = play.open_table(by=alice)
    with Client(base, table.code, bob) as b, Client(base, table.code, charlie) as c:
        for one in (b, c):
            one.say({"id": str(uuid4()), "act": "sit", "seat": 2})
        verdicts = [one.until(lambda m: "ack" in m or "reject" in m) for one in (b, c)]
    assert sorted(str(v.get("code")) for v in verdicts) in (
        ["None", "SEAT_TAKEN"],
        ["None", "TABLE_FULL"],
    )


def test_a_thousand_messages_a_second_stop_one_connection_only(base, dealt, at_flip, alice, bob):
    with Client(base, dealt.code, alice) as noisy, Client(base, dealt.code, bob) as quiet:
        quiet.hello()
        names = [str(uuid4()) for _ in range(1000)]
        try:
            for name in names:
                noisy.say({"id": name, "act": "dance"})
        except ConnectionClosed:
            pass
        for n in range(5):
            quiet.say({"ping": n})
            quiet.until(lambda m, n=n: m.get("pong") == n)
        assert "ack" in quiet.do("flip")
        assert noisy.closed() == (4429, "TOO_MANY")
        verdicts = [m["reject"] for m in noisy.told if "reject" in m]
        assert verdicts == names[: len(verdicts)], "one verdict each, in order"
        codes = [m["code"] for m in noisy.told if "reject" in m]
        assert set(codes) == {"UNKNOWN_ACT", "SLOW_DOWN"}
    with Client(base, dealt.code, alice) as again:
        assert again.hello()["view"], "the player may come back at once"


def test_a_table_survives_all_kinds_of_noise(base, at_flip, alice, bob):
    """Random bytes from three connections; the players go on, and the log explains the game."""
    import random

    luck = random.Random(7)
    with Client(base, at_flip.code, alice) as a, Client(base, at_flip.code, bob) as b:
        a.hello(), b.hello()
        for _ in range(30):
            with Client(base, at_flip.code, luck.choice([None, alice, bob])) as c:
                junk = "".join(chr(luck.randrange(32, 0x3000)) for _ in range(luck.randrange(50)))
                c.say(luck.choice([junk, json.dumps({"hello": junk}), json.dumps([junk])]))
                assert c.closed()[0] == 4400
        assert "ack" in a.do("flip")
        assert "ack" in b.do("flip")
        a.see(lambda m: m["view"]["number"] == 1)
    at_flip.refresh_from_db()
    rebuild(at_flip, list(at_flip.seats.order_by("number")))


def test_private_tables_cannot_be_guessed(base, alice):
    table = play.open_table(by=alice, private=True)
    near = [table.code[:-1] + ch for ch in "ABC" if ch != table.code[-1]]
    for code in (*near, table.code.lower(), str(table.pk), "________"):
        with Client(base, code) as c:
            assert c.closed() == (4404, "NO_SUCH_TABLE")
