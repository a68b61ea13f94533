"""Real sockets through a real web server."""

from contextlib import closing, suppress
from ipaddress import ip_network
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from games.accounts.guests import new_guest
from games.limits.declared import CONNECTIONS, CONNECTIONS_OF_NETWORK
from games.relations import circles
from games.table.models import Move, Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live.client import Client, Stream, bearer, token_of
from tests.live.waiting import PATIENCE_S, wait_for

ODD_CODES = ("%00", "%2500", "..", "'", "A%0A", "%ff", "é")


@pytest.fixture
def table(alice) -> Table:
    return play.open_table(by=alice)


@pytest.fixture
def dealt(table, alice, bob) -> Table:
    play.sit(Order(table, bob))
    for player in (alice, bob):
        play.ready(Order(table, player), entropy=bytes(16))
    table.refresh_from_db()
    return table


def test_two_people_meet_and_the_cards_are_dealt(base, table, alice, bob):
    with Client(base, table.code, alice) as a, Client(base, table.code, bob) as b:
        assert a.hello()["view"] is None
        b.hello()
        verdict = b.do("sit")
        assert verdict["ack"] and verdict["v"] > 1
        a.see(lambda m: len(m["table"]["seats"]) == 2)
        assert a.ready()["ack"] and b.ready()["ack"]
        state = a.see(lambda m: m["view"])
        assert state["table"]["status"] == "running"
        assert [seat["pile"] for seat in state["view"]["seats"]] == [26, 26]
        assert state["view"]["you"] == 1
        assert b.see(lambda m: m["view"])["view"]["you"] == 2
        assert [seat["you"] for seat in b.state["table"]["seats"]] == [False, True]


def test_a_stranger_watches_and_may_do_nothing(base, dealt, charlie):
    with Client(base, dealt.code) as nobody, Client(base, dealt.code, charlie) as c:
        assert nobody.hello()["view"]["you"] is None
        assert nobody.state["view"]["asks"] is None
        assert nobody.do("flip")["code"] == "SIGN_IN"
        assert nobody.do("sit")["code"] == "SIGN_IN"
        assert c.do("flip")["code"] == "NOT_YOUR_SEAT"
        assert c.do("resign")["code"] == "NOT_YOUR_SEAT"
        assert c.do("sit")["code"] == "STARTED"


def test_every_command_gets_one_verdict(base, dealt, alice):
    with Client(base, dealt.code, alice) as a:
        a.hello()
        names = [str(uuid4()) for _ in range(12)]
        for i, name in enumerate(names):
            a.say({"id": name, "act": ("flip", "dance", "offer", "sit")[i % 4]})
        verdicts = [a.until(lambda m: "ack" in m or "reject" in m) for _ in names]
        assert [m.get("ack") or m.get("reject") for m in verdicts] == names
        assert {m.get("code") for m in verdicts[1::4]} == {"UNKNOWN_ACT"}
        assert {m.get("code") for m in verdicts[2::4]} == {"BAD_PARAM"}
        assert all(m.get("text") for m in verdicts if "reject" in m)


def test_a_command_sent_again_is_done_once(base, table, bob):
    name = str(uuid4())
    with Client(base, table.code, bob) as b:
        first = b.do("sit", id=name)
        assert b.do("sit", id=name) == first
    with Client(base, table.code, bob) as again:
        assert again.do("sit", id=name) == first
    assert Move.objects.filter(table=table, act="sit", player=bob).count() == 1


def test_a_refusal_sent_again_is_the_same_refusal(base, dealt, alice):
    name = str(uuid4())
    with Client(base, dealt.code, alice) as a:
        first = a.do("flip", id=name)  # cards are still being dealt
        assert first["code"] == "WRONG_PHASE"
        assert a.do("flip", id=name) == first


def test_an_id_of_somebody_else_gives_nothing_away(base, table, alice, bob, charlie):
    name = str(uuid4())
    with Client(base, table.code, bob) as b, Client(base, table.code, charlie) as c:
        assert "ack" in b.do("sit", id=name)
        assert c.do("sit", id=name)["code"] in ("NOT_YOUR_COMMAND", "TABLE_FULL")


def test_two_tabs_of_one_player_both_work(base, dealt, alice, clock):
    with Client(base, dealt.code, alice) as one, Client(base, dealt.code, alice) as two:
        one.hello(), two.hello()
        assert one.do("resign")["ack"]
        assert two.see(lambda m: m["table"]["status"] == "finished")
        assert two.do("flip")["code"] == "GAME_OVER"


def test_the_version_known_is_where_the_story_goes_on(base, table, alice, bob):
    play.sit(Order(table, bob))
    with Client(base, table.code, alice) as a:
        a.hello()
        known = a.state["v"]
    for player in (alice, bob):
        play.ready(Order(table, player), entropy=bytes(16))
    with Client(base, table.code, alice) as a:
        state = a.hello(known)
        assert state["from"] == known and state["v"] > known
        assert all(row["n"] > known for row in state["events"])
        assert a.hello(state["v"])["events"] == []
        assert a.hello(state["v"] + 1000)["from"] == 0


def test_the_heartbeat_tells_version_and_crowd_and_measures(base, dealt, alice, monkeypatch):
    monkeypatch.setattr("games.live.rooms.BEAT_S", 0.2)
    with Client(base, dealt.code, alice) as a, Client(base, dealt.code) as watcher:
        a.hello(), watcher.hello()
        beat = a.until(lambda m: m.get("beat", {}).get("watchers") == 1)["beat"]
        assert beat["v"] == a.state["v"]
        a.until(lambda m: "beat" in m and dealt.seats.get(player=alice).rtt_ms >= 0)
        a.say({"ping": 5})
        pong = a.until(lambda m: "pong" in m)
        assert pong["pong"] == 5 and pong["now"] >= a.state["now"]


def test_an_unknown_code_is_told_apart_from_nothing(base):
    for code in ("ABCDEFGH", "abcdefgh", "x" * 500):
        with Client(base, code) as c:
            assert c.closed() == (4404, "NO_SUCH_TABLE")
            assert c.told[-1]["error"] == "NO_SUCH_TABLE"


def test_who_leaves_the_circle_of_a_table_sees_no_more_of_it(base, alice, bob, monkeypatch):
    monkeypatch.setattr("games.live.rooms.BEAT_S", 0.2)
    circle = circles.create(by=alice, name="Friday")
    circles.join(circle=circle, player=bob)
    table = play.open_table(by=alice, circle=circle)
    play.sit(Order(table, bob))
    host = base.removeprefix("ws://")
    with (
        Client(base, table.code, alice) as a,
        Client(base, table.code, bob) as b,
        closing(Stream(host, table.code, token_of(bob))) as lines,
    ):
        a.hello(), b.hello()
        assert lines.next()["table"]["code"] == table.code
        circles.leave(circle=circle, player=bob)
        assert b.closed() == (4404, "NO_SUCH_TABLE")
        assert lines.next("bye")["bye"] == "NO_SUCH_TABLE"
        a.until(lambda m: "beat" in m)


def test_an_address_of_nothing_is_not_found(base, alice, caplog):
    origin, token = base.replace("ws://", "http://"), bearer(token_of(alice))
    for path in (
        *("/", "/ws/", "/ws/nothing/", "/ws/me/x/", "/ws/table/ABCDEFGH/x/", "/ws/table/ABCDEFGH"),
        *(f"/ws/{kind}/{code}/" for kind in ("table", "tournaments") for code in ODD_CODES),
    ):
        for headers in ({}, token):
            with pytest.raises(InvalidStatus) as refused:
                connect(base + path, origin=origin, additional_headers=headers, legacy=True)
            assert refused.value.response.status_code == 404, path
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_pages_of_an_account_and_of_a_network_are_counted(
    base, table, alice, bob, settings, monkeypatch
):
    settings.LIMITS = True
    settings.NETWORK_LIMITS = {ip_network("127.0.0.0/8"): 3}
    monkeypatch.setattr(CONNECTIONS_OF_NETWORK, "most", 1)
    monkeypatch.setattr(CONNECTIONS, "most", 2)
    origin = base.replace("ws://", "http://")
    strangers = [connect(f"{base}/ws/me/", origin=origin, legacy=True) for _ in range(2)]
    guest = new_guest()
    with Client(base, table.code) as first, Client(base, table.code, guest) as refused:
        assert first.hello() and refused.closed() == (4429, "TOO_MANY")
        with Client(base, table.code, alice) as own, Client(base, table.code, alice) as second:
            assert own.hello() and second.hello()
            with Client(base, table.code, alice) as third, Client(base, table.code, bob) as other:
                assert third.closed() == (4429, "TOO_MANY") and other.hello()

    def come():
        """Connect, if the server has noticed that the others have left."""
        socket = connect(f"{base}/ws/me/", origin=origin, legacy=True)
        socket.send('{"ping": 1}')
        with suppress(ConnectionClosed):
            if socket.recv(PATIENCE_S) == '{"pong":1}':
                return socket
        socket.close()
        return None

    with wait_for(come), connect(f"{base}/ws/me/", origin=origin, legacy=True) as more:
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                more.recv(PATIENCE_S)
        assert closed.value.rcvd.code == 4429
    for socket in strangers:
        socket.close()


def test_a_private_table_is_found_by_its_link(base, alice):
    table = play.open_table(by=alice, private=True)
    with Client(base, table.code) as c:
        assert c.hello()["table"]["private"] is True


def test_a_foreign_origin_is_refused(base, table, alice):
    port = base.rpartition(":")[2]
    for origin in (
        *("https://evil.example", "null", "http://127.0.0.1.evil.example", "http://["),
        *("http://127.0.0.1", "http://127.0.0.1:1", "http://127.0.0.1:99999"),
        *(f"https://127.0.0.1:{port}", f"http://x@127.0.0.1:{port}", f"http://localhost:{port}"),
    ):
        with pytest.raises(InvalidStatus) as refused:
            Client(base, table.code, alice, origin=origin)
        assert refused.value.response.status_code == 403
