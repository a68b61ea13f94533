"""The view of a seat and of a spectator (rules sheet 0.4, 2.9), in data and words."""

import json

from games.rules.cards import NONE
from games.rules.events import KINDS, Event, read_event, seen_by
from games.rules.ultimate.state import Reject
from tests.rules.ultimate.live import GAME, Live

ALICE, BOB, CHARLIE = "2c 3c / Kc / 8c", "2d 3d / Td / 9d", "2h 3h / - / 4h"
NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Fay", "Gus", "Hana")


def table(**options: object) -> Live:
    return Live.of(ALICE, BOB, CHARLIE, **options)


def test_own_hand_is_seen_other_hands_and_stacks_are_not():
    live = table()
    hands = {viewer: [row["hand"] for row in live.view(viewer)["seats"]] for viewer in (None, 1, 2)}
    assert hands == {None: ["??", "??", None], 1: ["Kc", "??", None], 2: ["??", "Td", None]}
    for viewer in (None, 1, 2, 3):
        text = json.dumps(live.view(viewer))
        assert not any(code in text for code in ("2c", "3c", "2d", "3d", "2h", "3h"))


def test_fields_counts_and_clocks_are_public():
    row = table().view(None)["seats"][1]
    assert row["field"] == [{"card": "9d", "since": 0, "locked": False, "pledged": False}]
    assert (row["stack"], row["total"], row["war_at"], row["out"]) == (2, 4, None, False)
    assert table().view(None)["clocks"] == {"end": 1_200_000, "muster": 60_000, "pulse": None}


def test_an_open_challenge_is_public_but_not_its_hidden_card():
    live = table(change=True)
    live.act(1000, 1, "challenge", "hand", 2, "stack", ["8c"])
    live.act(1200, 2, "change", 1, "hand")
    rows = {viewer: live.view(viewer)["challenges"] for viewer in (None, 1, 2, 3)}
    assert rows[None] == rows[1] == rows[2] == rows[3]
    assert rows[None] == [
        {
            "id": 1,
            "seat": 1,
            "source": {"zone": "hand", "card": None},
            "target": 2,
            "zone": "stack",
            "options": ["8c"],
            "opened": 1000,
            "until": 11_000,
            "proposed": True,
            "proposal": {"zone": "hand", "card": None, "until": 7200, "gone": False},
        }
    ]
    seats = live.view(3)["seats"]
    assert (seats[0]["locked"], seats[1]["locked"]) == (["hand"], ["stack", "hand"])
    assert seats[0]["field"][0]["pledged"] is True


def test_a_called_table_is_public_but_not_its_hidden_cards():
    live = table(multi=True)
    live.act(1000, 1, "multi", "hand", "none")
    live.act(1500, 2, "join", "9d")
    assert live.view(3)["phase"] == "multi"
    assert live.view(3)["multi"] == {
        "seat": 1,
        "force": "none",
        "opened": 1000,
        "until": 9000,
        "answers": [
            {"seat": 1, "act": "join", "zone": "hand", "card": None},
            {"seat": 2, "act": "join", "zone": "field", "card": "9d"},
        ],
    }
    assert live.view(3)["asks"]["acts"] == ["join", "pass"]
    assert live.view(2)["asks"] is None


def test_what_is_asked():
    live = table(change=True)
    assert live.view(None)["asks"] is None
    assert live.view(1)["asks"]["label"] == ""
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"])
    asked = live.view(2)["asks"]
    assert asked["acts"][:3] == ["accept", "option", "change"]
    assert (asked["until"], asked["silence"]) == (
        11_000,
        "If time runs out, you accept the challenge.",
    )
    live.act(1200, 2, "change", 1, "9d")
    assert live.view(1)["asks"]["acts"][0] == "consent"
    assert live.view(1)["asks"]["until"] == 7200
    live.act(1300, 1, "consent", 1, False)
    assert live.view(2)["asks"]["acts"][:3] == ["accept", "option", "draw"]


def test_what_a_seat_could_do_and_why_not():
    live = table()
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"])
    may = live.view(1)["may"]
    assert may["sources"] == {"stack": "", "hand": "LOCKED", "8c": "PLEDGED"}
    assert may["moves"] == {"draw": "HAND_FULL", "play": "LOCKED", "deploy": ""}
    assert may["ready_at"] == 1500
    rows = {row["seat"]: row for row in live.view(3)["may"]["targets"]}
    assert rows[1] == {
        "seat": 1,
        "field": "",
        "stack": "",
        "hand": "TARGET_LOCKED",
        "war": "HAS_FIELD",
    }
    assert rows[2] == {
        "seat": 2,
        "field": "",
        "stack": "TARGET_BUSY",
        "hand": "TARGET_LOCKED",
        "war": "HAS_FIELD",
    }
    assert may["why"]["PLEDGED"] == "That card is at stake in your challenge."
    assert may["short"]["PLEDGED"] == "card at stake"
    assert live.view(None)["may"] is None


def test_what_a_challenge_may_be_answered_with():
    live = table(change=True)
    assert live.view(2)["may"]["answer"] is None
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"])
    answer = live.view(2)["may"]["answer"]
    assert answer["id"] == 1
    assert answer["option"]["hand"] == "" == answer["option"]["stack"]  # the challenged card too
    assert "hand" not in answer["change"]
    live.act(1200, 2, "change", 1, "stack")
    live.act(1300, 1, "consent", 1, False)
    assert live.view(2)["may"]["answer"]["change"] == {}
    assert live.view(1)["may"]["answer"] is None
    assert live.view(1)["may"]["offers"] == {"8c": "PLEDGED"}


def test_a_decision_has_a_number_and_a_time():
    live = table()
    before = live.view(2)["turn"]
    live.act(1000, 1, "draw")
    live.act(1000, 1, "deploy")
    assert live.view(2)["turn"] == before
    assert (live.view(1)["turn"], live.view(1)["since"]) == (1, 1000)
    live.act(2000, 1, "challenge", "hand", 2, "hand", ["8c"])
    assert (live.view(2)["turn"], live.view(2)["since"]) == (before + 1, 2000)
    assert (live.view(None)["turn"], live.view(None)["since"]) == (2, 2000)


def test_the_open_view_of_a_finished_game_shows_everything():
    live = table(center="As")
    live.act(1000, 0, "stop", "agreed")
    shown = GAME.open_view(live.t, live.o)
    assert shown["seats"][0]["cards"] == ["2c", "3c"]
    assert [row["hand"] for row in shown["seats"]] == ["Kc", "Td", None]
    assert shown["center_cards"] == ["As"]
    assert (
        GAME.prompts(live.t, live.o, shown, NAMES)["result"]["text"]
        == "Alice and Bob share the win: most cards, ended by agreement."
    )


def test_the_standing():
    live = table(center="As")
    assert GAME.standing(live.t, live.o) == {"counts": [4, 4, 3], "pot": 1, "number": 0, "wars": 0}


def test_a_drawn_card_is_told_to_its_owner_only():
    live = Live.of("2c 3c / - / 8c", BOB, CHARLIE)
    live.act(1000, 1, "draw")
    seen = {viewer: seen_by(live.tape[0], viewer)["card"] for viewer in (None, 0, 1)}
    assert seen == {None: "??", 0: "2c", 1: "??"}
    words = GAME.describe([read_event("ultimate", seen_by(live.tape[0], 1))], NAMES)
    assert words[0].text == "Alice draws a card."


def test_war_cards_and_packets_stay_hidden():
    live = Live.of("2c 3c 4c 5c / - / 9c", "2d 3d 4d 6d / - / 9d", CHARLIE)
    live.act(1000, 1, "confront", "9c", 2, "9d")
    for viewer in (None, 0, 1, 2):
        text = json.dumps([seen_by(e, viewer) for e in live.tape])
        assert "6d" in text
        assert not any(code in text for code in ("2c", "3c", "4c", "2d", "3d", "4d"))
        assert '"cards": ["??"' in text


def test_there_are_words_for_every_event_people_should_read():
    silent = {name for name, kind in KINDS["ultimate"].items() if kind.says is Event.says}
    assert silent == {"take", "handed"}


def test_some_words():
    live = Live.of("2c 3c 4c 5c / Kc / 9c 8c", "2d 3d 4d 6d / Td / 9d", CHARLIE)
    live.act(1000, 1, "challenge", "hand", 2, "hand", ["8c"])
    live.act(2000, 2, "accept", 1)
    live.act(3000, 1, "confront", "9c", 2, "9d")
    told = [line.text for line in GAME.describe(live.tape, NAMES)]
    assert (
        told
        == [
            "Alice challenges Bob's hand with the hand card. At stake: {8c}.",
            "Bob accepts: Alice {Kc}, Bob {Td}.",
            "Alice takes 2 cards.",
            "Alice strikes Bob's {9d} with {9c}.",
            "War: Alice and Bob.",
            "Alice lays 3 face down and {5c}.",
            "Bob lays 3 face down and {6d}.",
            "Bob takes 10 cards.",
            "Bob is out." if live.t.seats[1].out else told[-1],
        ][: len(told)]
    )
    assert live.tape[-1].at == 3000
    assert NONE == -1


def test_two_fights_in_the_same_millisecond_are_two():
    live = Live.of("2c / - / 9c", "2d / - / 8d", "2h / - / 7h", "2s / - / 6s")
    assert live.act(1000, 1, "confront", "9c", 2, "8d") == Reject.OK
    assert live.act(1000, 3, "confront", "7h", 4, "6s") == Reject.OK
    shown = live.view(None)["last"]["cards"]
    assert shown == [{"seat": 3, "card": "7h"}, {"seat": 4, "card": "6s"}]
