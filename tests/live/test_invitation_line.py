"""Invitations are told on every page: those to answer, and what came of those sent."""

from games.bus import presence, valkey
from games.live import feeds
from games.lobby import invitations
from games.lobby.models import DeclineReason
from games.relations import changes
from games.table import clock
from games.table.writer import play
from tests.live.personal import Line


def told(line, meant):
    return line.hear(meant=lambda me: meant(me["invitations"]))["invitations"]


def test_an_invitation_comes_and_goes_with_its_answer(base, no_beats, alice, bob, charlie):
    table = play.open_table(by=alice, game="ww3", private=True)
    with Line(base, alice) as inviter, Line(base, bob) as invited:
        assert told(invited, lambda _: True) == {"in": [], "out": []}
        one = invitations.send(table=table, by=alice, player=bob)
        (row,) = told(invited, lambda each: each["in"])["in"]
        assert row["until"] - one.made_ms == 600_000
        del row["until"]
        assert row == {
            "id": one.pk,
            "by": "Alice",
            "table": table.code,
            "title": "World War III",
            "text": "Alice invites you to World War III.",
            "url": f"/me/invitations/{one.pk}/",
        }
        (row,) = told(inviter, lambda each: each["out"])["out"]
        assert (row["to"], row["state"], row["words"]) == (
            "Bob",
            "waiting",
            "Has not answered yet",
        )
        invitations.decline(invitation=one, reason=DeclineReason.BUSY)
        assert told(invited, lambda each: not each["in"])
        (row,) = told(inviter, lambda each: each["out"][0]["state"] == "declined")["out"]
        assert (row["words"], row["reason"]) == ("Declined", "I am busy.")
        other = invitations.send(table=table, by=alice, player=charlie)
        told(inviter, lambda each: len(each["out"]) == 2)
        invitations.accept(invitation=other)
        states = told(inviter, lambda each: each["out"][0]["state"] == "accepted")["out"]
        assert [row["to"] for row in states] == ["Charlie", "Bob"]


def test_one_that_was_withdrawn_ends_for_both(base, no_beats, alice, bob):
    table = play.open_table(by=alice, game="ww3")
    with Line(base, alice) as inviter, Line(base, bob) as invited:
        one = invitations.send(table=table, by=alice, player=bob)
        told(invited, lambda each: each["in"])
        invitations.withdraw(invitation=one)
        told(invited, lambda each: not each["in"])
        told(inviter, lambda each: each["out"] and each["out"][0]["state"] == "ended")


def test_who_is_seen_to_be_here_is_told_and_a_table_that_closes_ends_it(
    base, monkeypatch, alice, bob
):
    monkeypatch.setattr(feeds, "BEAT_S", 0.4)
    changes.follow(player=alice, other=bob)
    changes.follow(player=bob, other=alice)  # so Bob lets her see him
    table = play.open_table(by=alice, game="ww3")
    invitations.send(table=table, by=alice, player=bob)
    with Line(base, alice) as inviter:
        told(inviter, lambda each: each["out"][0]["state"] == "waiting")
        presence.see(valkey.client(), [bob.pk], clock.now_ms())
        (row,) = told(inviter, lambda each: each["out"][0]["state"] == "here")["out"]
        assert row["words"] == "Online, has not answered yet"
        play.tick(table=table, now=clock.now_ms() + 31 * 60_000)  # nobody was there
        told(inviter, lambda each: each["out"][0]["state"] == "ended")
