"""Chat over sockets: who hears what, after what, and what nobody can find out."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest

from games.accounts import preferences, sanctions
from games.accounts.guests import new_guest
from games.accounts.sanctions import ConductRule, Sanction, SanctionKind
from games.chat.models import Line
from games.relations import changes
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.conformance.twins import pages
from tests.live.client import Client, token_of
from tests.live.waiting import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)


class Talker(Client):
    """A page with the chat open."""

    def hello(self, since=0, **known):
        self.rooms = {}
        self.say({"hello": since, "chat": known})
        return self.until(lambda m: "view" in m)

    def hear(self, timeout=PATIENCE_S):
        message = super().hear(timeout)
        if "chat" in message:
            frame = message["chat"]
            kept = [one for one in self.rooms.get(frame["room"], []) if one["c"] <= frame["from"]]
            self.rooms[frame["room"]] = kept + frame["lines"]
        return message

    def read(self, room):
        return [line.get("text") or line["quick"] for line in self.rooms.get(room, [])]

    def wait(self, room, *lines):
        while self.read(room) != list(lines):
            self.until(lambda m: "chat" in m)

    def tell(self, text, room="seats", **more):
        return self.do("say", room=room, **({"text": text} if text else {}), **more)


def talker(base, table, player=None, **known):
    one = Talker(base, table.code, player)
    one.hello(**known)
    return one


def test_two_people_talk_and_no_version_changes(base, dealt, alice, bob):
    with talker(base, dealt, alice) as a, talker(base, dealt, bob) as b:
        before = Table.objects.values_list("version", flat=True).get(pk=dealt.pk)
        name = str(uuid4())
        first = a.tell("Hello <b>Bob</b>!", id=name)
        assert a.tell("Hello <b>Bob</b>!", id=name) == first == {"ack": name, "v": first["v"]}
        b.wait("seats", "Hello <b>Bob</b>!")
        b.tell("", quick="hello")
        a.wait("seats", "Hello <b>Bob</b>!", "hello")
        said = a.rooms["seats"][-1]
        assert {key: said[key] for key in ("v", "who", "quick")} == {
            "v": first["v"], "who": "Bob", "quick": "hello",
        }  # fmt: skip
        assert a.tell("see evil.example")["code"] == "NO_LINKS"
        assert a.do("say", room="kitchen", text="x")["code"] == "BAD_PARAM"
        assert a.do("say", room="seats", text="x", quick="wow")["code"] == "BAD_PARAM"
        assert Line.objects.count() == 2
        assert Table.objects.values_list("version", flat=True).get(pk=dealt.pk) == before


def test_who_comes_back_is_told_only_what_is_new(base, dealt, alice, bob):
    with talker(base, dealt, alice) as a:
        a.tell("one")
        a.wait("seats", "one")
        a.tell("second")
        a.wait("seats", "one", "second")
        number = a.rooms["seats"][0]["c"]
    with talker(base, dealt, alice, seats=number) as a:
        a.wait("seats", "second")
        assert a.told[-1]["chat"]["from"] == number
    with Client(base, dealt.code, bob) as b:  # who does not ask for it is told nothing
        b.hello()
        b.until(lambda m: "beat" in m)
        assert not [m for m in b.told if "chat" in m]


def test_watchers_and_players_talk_apart_until_the_end(base, dealt, alice, charlie):
    with talker(base, dealt, alice) as a, talker(base, dealt, charlie) as c:
        a.tell("I have two aces", room="seats")
        a.wait("seats", "I have two aces")
        c.tell("Alice has two aces", room="watchers")
        c.wait("watchers", "Alice has two aces")
        assert "seats" not in c.rooms and "watchers" not in a.rooms
        assert c.tell("let me in")["code"] == "NOT_YOUR_ROOM"
        assert a.tell("and you?", room="watchers")["code"] == "NOT_YOUR_ROOM"
        play.resign(Order(dealt, alice))
        a.wait("watchers", "Alice has two aces")
        assert "seats" not in c.rooms


def test_what_the_seats_say_changes_no_byte_for_anybody_else(base, dealt, alice, bob, charlie):
    told = []
    Table.objects.filter(pk=dealt.pk).update(started_ms=2**41, due_ms=None)
    for words in ("", "two aces", "no aces at all"):
        if words:
            with talker(base, dealt, alice) as a:
                assert "ack" in a.tell(words)
        seen = []
        for player in (charlie, None):
            with talker(base, dealt, player) as c:
                c.do("say", room="seats", text="hello")
                c.until(lambda m: "chat" in m) if not c.rooms else None
                seen.append([m for m in c.told if "view" in m or "chat" in m])
                for message in seen[-1]:
                    message.pop("now", None)
                    message.pop("watchers", None)
        told.append([json.dumps(seen), *pages(dealt, charlie), *pages(dealt, None)])
    assert told[0] == told[1] == told[2]


def test_a_block_hides_both_from_each_other_and_old_lines_too(base, dealt, alice, bob):
    with talker(base, dealt, alice) as a, talker(base, dealt, bob) as b:
        b.tell("you cheat")
        a.wait("seats", "you cheat")
        a.tell("I do not")
        b.wait("seats", "you cheat", "I do not")
        changes.block(player=alice, other=bob)
        assert "ack" in b.tell("answer me!!")
        a.wait("seats", "I do not")  # the whole room, without him
        b.wait("seats", "you cheat", "I do not", "answer me!!")
        a.tell("alone at last")
        a.wait("seats", "I do not", "alone at last")
        b.tell("", quick="sorry")
        b.wait("seats", "you cheat", "I do not", "answer me!!", "sorry")
    with talker(base, dealt, bob) as b:
        b.wait("seats", "you cheat", "answer me!!", "sorry")


def test_a_mute_hides_one_from_the_other_alone(base, dealt, alice, bob):
    with talker(base, dealt, alice) as a, talker(base, dealt, bob) as b:
        b.tell("la la la")
        changes.mute(player=alice, other=bob)
        a.tell("silence")
        a.wait("seats", "silence")
        b.wait("seats", "la la la", "silence")
        changes.unmute(player=alice, other=bob)
        a.say({"hello": 0, "chat": {}})
        a.wait("seats", "la la la", "silence")


def test_quiet_people_read_and_write_no_text(base, dealt, alice, bob):
    preferences.choose(bob, {"quiet": True})
    with talker(base, dealt, alice) as a, talker(base, dealt, bob) as b:
        a.tell("hello Bob")
        a.tell("", quick="hello")
        b.wait("seats", "hello")
        assert b.tell("hello Alice")["code"] == "QUIET_MODE"
        b.tell("", quick="hello")
        a.wait("seats", "hello Bob", "hello", "hello")


def test_guests_and_strangers(base, dealt):
    guest = new_guest()
    with talker(base, dealt, guest) as g, talker(base, dealt) as stranger:
        assert g.tell("hello", room="watchers")["code"] == "ACCOUNTS_ONLY"
        g.tell("", quick="wow", room="watchers")
        stranger.wait("watchers", "wow")
        assert stranger.tell("", quick="wow", room="watchers")["code"] == "SIGN_IN"


def test_programs_hear_no_chat_and_bots_say_nothing(base, dealt, alice, bob, client):
    with talker(base, dealt, alice) as a, Talker(base, dealt.code, token=token_of(bob)) as program:
        program.hello()
        a.tell("only for Bob")
        a.wait("seats", "only for Bob")
        assert "ack" in program.do("say", room="seats", text="I am a person")
        a.wait("seats", "only for Bob", "I am a person")
        program.until(lambda m: "beat" in m)
        assert not [m for m in program.told if "chat" in m]


def test_a_sanction_holds_at_once_on_an_open_socket_and_ends_by_its_time(base, dealt, alice):
    with talker(base, dealt, alice) as a:
        assert "ack" in a.tell("", quick="hello")
        hour = timedelta(hours=1)
        mute = sanctions.impose(
            player=alice, kind=SanctionKind.MUTE, rule=ConductRule.ABUSE, lasts=hour
        )
        assert a.tell("", quick="oops")["code"] == "MUTED"
        Sanction.objects.filter(pk=mute.pk).update(until=mute.since)
        assert a.tell("", quick="oops").get("code") != "MUTED"
