"""World War III over real sockets: an illegal act gets its code and sentence, and does nothing."""

from collections.abc import Callable

import pytest

from games.rules.ww3.acts import Reject
from games.table import clock
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live.client import Client
from tests.rules.ww3 import live as ww3

LAG_MS = 1_000  # the position is a second old when the players connect
OPENED = 2**41  # far ahead: nothing is due before the position is laid out


@pytest.fixture
def at(alice, bob, charlie) -> Callable[[ww3.Live], Table]:
    """A table with this position where Alice, Bob and Charlie have seats."""

    def sit(live: ww3.Live) -> Table:
        table = play.open_table(by=alice, game="ww3", seated=False, now=OPENED)
        for number, player in enumerate((alice, bob, charlie), 1):
            play.sit(Order(table, player, now=OPENED), number=number)
        for player in (alice, bob, charlie):
            play.ready(Order(table, player, now=OPENED), entropy=bytes(16))
        table.refresh_from_db()
        table.state = live.t.to_bytes()
        table.options = ww3.GAME.canonical(live.o)
        table.started_ms = clock.now_ms() - live.now - LAG_MS
        table.moved_ms = clock.now_ms() - LAG_MS
        due = ww3.GAME.deadline(live.t, live.o)
        table.due_ms = None if due < 0 else table.started_ms + due
        table.save()
        return table

    return sit


def refuse(client: Client, code: Reject, act: str, **args: object) -> None:
    """The act is refused in words, and the table is unchanged."""
    client.hello()
    before = client.state
    verdict = client.do(act, **args)
    assert (verdict["code"], verdict["text"]) == (code.name, code.sentence)
    after = client.hello()
    assert (after["v"], after["view"]) == (before["v"], before["view"])


# What has to be laid ------------------------------------------------------------------------


def test_who_can_beat_may_not_decline(base, at, alice, bob):
    live = ww3.usual("Tc9c8c7c6c", "Jd8d7d6d5d", shown=["", "2d"])
    live.do(0, "play")
    table = at(live)
    with Client(base, table.code, bob) as b:
        refuse(b, Reject.CAN_BEAT, "decline", card="2d")
        refuse(b, Reject.CAN_BEAT, "fight")
    with Client(base, table.code, alice) as a:
        refuse(a, Reject.NOT_YOUR_TURN, "play")


def test_who_cannot_beat_may_not_lay_nor_decline_with_what_he_has_not(base, at, bob):
    live = ww3.usual(shown=["", "2d"])
    live.do(0, "play")
    table = at(live)
    with Client(base, table.code, bob) as b:
        refuse(b, Reject.CANNOT_BEAT, "play")
        refuse(b, Reject.NO_DECLINE_CARD, "decline", card="2h")
        for odd in ({"card": "no card"}, {"card": 500}, {"card": ["2d"]}, {}):
            assert b.do("decline", **odd)["code"] == Reject.BAD_PARAM.name
        assert "ack" in b.do("decline", card="2d")


def test_no_two_declines_a_joker(base, at, alice, bob, charlie):
    live = ww3.usual("X19c8c7c6c", shown=["", "2d", "2h"])
    live.do(0, "play")
    table = at(live)
    with Client(base, table.code, bob) as b, Client(base, table.code, charlie) as c:
        refuse(b, Reject.JOKER_WAR, "decline", card="2d")
        with Client(base, table.code, alice) as a:
            assert "ack" in a.do("target", opponent=2)
        refuse(b, Reject.JOKER_WAR, "decline", card="2d")
        refuse(c, Reject.WRONG_PHASE, "decline", card="2h")


def test_a_joker_hits_an_opponent_who_is_still_in(base, at, alice, bob):
    live = ww3.usual("X19c8c7c6c")
    live.do(0, "play")
    live.t.seats[2].out = True
    table = at(live)
    with Client(base, table.code, alice) as a:
        refuse(a, Reject.BAD_TARGET, "target", opponent=3)
        refuse(a, Reject.BAD_TARGET, "target", opponent=1)
        refuse(a, Reject.BAD_TARGET, "target", opponent=6)
        for odd in (0, 7, "2", 2.5, True, None):
            assert a.do("target", opponent=odd)["code"] == Reject.BAD_PARAM.name
    with Client(base, table.code, bob) as b:
        refuse(b, Reject.NOT_YOUR_TURN, "target", opponent=1)


# Wars ---------------------------------------------------------------------------------------


def test_nobody_acts_in_the_war_of_others(base, at, charlie):
    table = at(ww3.drawn("Kc5c9c", "Td6s8s", third="3h4hAhTs"))
    with Client(base, table.code, charlie) as c:
        reveal = c.hello()["view"]["reveal"]["id"]
        refuse(c, Reject.NOT_IN_WAR, "hold", reveal=reveal, rt=1200)
        refuse(c, Reject.NOT_IN_WAR, "draw")
        refuse(c, Reject.NOT_IN_WAR, "reset", reveal=reveal, rt=1200)
        refuse(c, Reject.WRONG_PHASE, "fight")


def test_a_hold_after_anothers_hold_is_too_late(base, clock, at, alice, bob):
    table = at(ww3.drawn("Kc5c9c", "Td6s8s", third="3h4hAhTs"))
    with Client(base, table.code, alice) as a, Client(base, table.code, bob) as b:
        reveal = a.hello()["view"]["reveal"]["id"]
        b.hello()
        assert "ack" in a.do("hold", reveal=reveal, rt=1100)
        b.see(lambda state: state["view"]["war"]["sides"][1]["holds"])
        assert b.state["view"]["phase"] == "draw"
        verdict = b.do("hold", reveal=reveal, rt=1900)
        assert (verdict["code"], verdict["text"]) == ("TOO_LATE", Reject.TOO_LATE.sentence)


def test_an_answer_is_final(base, at, alice, bob):
    table = at(ww3.drawn("Kc5c9c", "Td6s8s", third="3h4hAhTs"))
    with Client(base, table.code, alice) as a, Client(base, table.code, bob) as b:
        reveal = a.hello()["view"]["reveal"]["id"]
        b.hello()
        assert "ack" in a.do("draw")
        refuse(a, Reject.ALREADY, "hold", reveal=reveal, rt=1100)
        refuse(a, Reject.ALREADY, "draw")
        assert "ack" in b.do("hold", reveal=reveal, rt=1100)
        b.see(lambda state: state["view"]["phase"] == "draw")
        assert b.do("hold", reveal=reveal, rt=1100)["code"] == Reject.ALREADY.name


def test_calls_are_for_the_cards_on_show_and_by_people(base, at, alice):
    table = at(ww3.drawn("Kc5c9c", "Td6s8s", third="3h4hAhTs"))
    with Client(base, table.code, alice) as a:
        reveal = a.hello()["view"]["reveal"]["id"]
        refuse(a, Reject.BAD_PARAM, "hold", reveal=reveal + 1, rt=900)
        refuse(a, Reject.WRONG_PHASE, "reset", reveal=reveal, rt=900)
        for odd in (
            {"reveal": "x", "rt": 900},
            {"reveal": reveal},
            {"reveal": reveal, "rt": 10**9},
        ):
            assert a.do("hold", **odd)["code"] == Reject.BAD_PARAM.name
        # Clients cannot send what the server measures itself.
        assert "reject" in a.do("hold", reveal=reveal, rt=900, arr=1, credit=60000)
        a.hello()
        assert a.state["view"]["asks"]["acts"] == ["hold", "draw"]


def test_a_call_before_the_cards_are_shown_does_not_count(base, at, alice):
    live = ww3.drawn("Kc5c9c", "Td6s8s", third="3h4hAhTs")
    table = at(live)
    table.started_ms = clock.now_ms() - live.t.show_at + 60_000
    table.due_ms = table.started_ms + ww3.GAME.deadline(live.t, live.o)
    table.lead_ms = 100
    table.save()
    with Client(base, table.code, alice) as a:
        verdict = a.do("hold", reveal=live.t.reveal, rt=300)  # a guess: they have not been sent
        assert verdict["code"] == Reject.FALSE_START.name
        assert not a.state and Table.objects.get().version == table.version


def test_the_joker_belongs_to_its_owner(base, at, alice, bob):
    table = at(ww3.drawn("X25c9c", "Td6s8s", third="3h4hAhTs"))
    with Client(base, table.code, alice) as a, Client(base, table.code, bob) as b:
        view = a.hello()["view"]
        assert (view["phase"], view["war"]["joker"]) == ("joker", 1)
        refuse(a, Reject.NOT_YOUR_TURN, "hold", reveal=view["reveal"]["id"], rt=1100)
        refuse(b, Reject.NOT_YOUR_TURN, "reset", reveal=view["reveal"]["id"], rt=1100)
        refuse(b, Reject.WRONG_PHASE, "draw")


def test_who_is_out_or_only_watches_does_nothing(base, at, charlie):
    live = ww3.usual()
    live.do(2, "resign")
    table = at(live)
    with Client(base, table.code, charlie) as c, Client(base, table.code) as stranger:
        refuse(c, Reject.YOU_ARE_OUT, "play")
        stranger.hello()
        assert "reject" in stranger.do("play")
