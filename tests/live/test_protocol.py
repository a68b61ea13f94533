"""The messages that a client may send."""

import json

import pytest

from games.live.protocol import (
    MESSAGE_BYTES,
    BadMessage,
    Command,
    Hello,
    Ping,
    Probe,
    read_message,
)
from tests.each import each

ID = "5f0e2c1a-8d3b-4c6e-9a47-1b2c3d4e5f60"


def refused(text: str | None) -> str:
    with pytest.raises(BadMessage) as caught:
        read_message(text)
    assert caught.value.text.endswith(".")
    return caught.value.code


def test_a_command_has_an_id_an_act_and_arguments():
    said = {"id": ID, "act": "slap", "reveal": 3, "rt": 310}
    assert read_message(json.dumps(said)) == Command(ID, "slap", {"reveal": 3, "rt": 310})


def test_the_other_messages():
    assert read_message('{"hello": 0}') == Hello(0)
    assert read_message('{"ping": 7}') == Ping(7)
    assert read_message('{"probe": "00112233445566ff"}') == Probe("00112233445566ff")


def test_an_unreadable_act_is_one_nobody_knows():
    for act in (7, None, [], "x" * 100, "Flip", "flip\n"):
        assert read_message(json.dumps({"id": ID, "act": act})) == Command(ID, "", {})


@each(
    [
        "",
        "{",
        "flip",
        "{'a': 1}",
        '{"ping": NaN}',
        '{"ping": Infinity}',
        "[" * 3000,
        '{"a":"\x00"}',
    ]
)
def test_what_is_not_json(text):
    assert refused(text) == "BAD_JSON"


@each(
    [
        [],
        5,
        None,
        "hello",
        {},
        {"hi": 1},
        {"hello": -1},
        {"hello": "1"},
        {"hello": True},
        {"hello": 1.5},
        {"hello": 2**60},
        {"ping": []},
        {"probe": 7},
        {"probe": "x"},
    ]
)
def test_what_is_no_message(said):
    assert refused(json.dumps(said)) == "BAD_MESSAGE"


def test_binary_frames_are_refused():
    assert refused(None) == "BAD_MESSAGE"


def test_a_command_without_an_id():
    assert refused('{"act": "flip"}') == "MISSING_ID"
    assert refused('{"id": null, "act": "flip"}') == "MISSING_ID"


@each([7, "7", ID.upper(), ID + "0", [ID], "'; drop table games_move"])
def test_an_id_is_a_uuid(name):
    assert refused(json.dumps({"id": name, "act": "flip"})) == "BAD_ID"


def test_a_message_may_not_be_long():
    assert refused('{"ping": 1, "x": "' + "y" * MESSAGE_BYTES + '"}') == "TOO_BIG"
    wide = json.dumps({"ping": 1, "x": "ä" * (MESSAGE_BYTES // 2)}, ensure_ascii=False)
    assert len(wide) < MESSAGE_BYTES and refused(wide) == "TOO_BIG"


def test_half_a_character_is_carried_no_further():
    assert refused('{"ping": 1, "x": "\\ud800"}') == "BAD_JSON"
