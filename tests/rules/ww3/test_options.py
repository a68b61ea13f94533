"""House rules of World War III: values, refusals, canonical text, presets (rules sheet 3.9)."""

import pytest

from games.rules.options import BadOptions
from games.rules.ww3.options import SCHEMA
from tests.each import each
from tests.rules.ww3.live import GAME


def test_what_can_be_chosen():
    assert {o.key: [c.value for c in o.choices] for o in SCHEMA.options if not o.number} == {
        "seats": ["1", "2", "3", "4", "5", "6"],
        "hold": ["race", "secret"],
        "order": ["shuffle", "oldest", "newest"],
        "failcard": ["keep", "play"],
        "lap": ["continue", "single"],
        "heldjoker": ["immune", "reset"],
        "seqhold": ["compare", "reset"],
        "mid": ["stand", "lose"],
        "fallen": ["remove", "centre"],
    }
    words = [o for o in SCHEMA.options if not o.number and o.key != "seats"]
    assert all(o.default == o.choices[0].value for o in words)
    assert {o.key: (o.low, o.default, o.high) for o in SCHEMA.options if o.number} == {
        "same_ms": (200, "500", 1000),
        "hold_window": (4000, "8000", 20000),
        "joker_window": (1000, "2500", 6000),
        "cap": (10, "usual", 2000),
    }


def test_nothing_chosen_is_the_default():
    o = GAME.options({})
    assert (o.players, o.cap, o.hold_window, o.joker_window, o.same_ms) == (3, 200, 8000, 2500, 500)


@each([("2", 200), ("3", 200), ("4", 100), ("5", 100), ("6", 100), ("1", 200)])
def test_the_usual_round_limit_depends_on_the_players(seats, cap):
    """3.8: 200 for two and three, 100 for more."""
    o = GAME.options({"seats": seats})
    assert o.cap == cap
    assert "cap" not in GAME.canonical(o)
    assert GAME.options({"seats": seats, "cap": str(cap)}) == o
    assert GAME.options({"seats": seats, "cap": "usual"}) == o


def test_every_combination_is_legal():
    """3.9: no combination is refused, except a race at a table without a clock, which does not
    exist."""
    rows = {option.key: option.choices[-1].value for option in SCHEMA.options}
    assert GAME.options(rows).secret


def test_remarks():
    def keys(text: str) -> list[tuple[str, ...]]:
        return [note.keys for note in GAME.notes(GAME.options(text))]

    assert keys("") == []
    assert keys("order=oldest") == keys("order=newest") == [("order",)]
    assert keys("hold=secret;same_ms=300") == [("same_ms", "hold")]
    assert keys("hold=secret;joker_window=1000") == [("joker_window", "hold")]
    assert keys("seats=4;cap=1000") == [("cap",)]


def test_options_in_words():
    assert GAME.phrases(GAME.options("")) == [
        "three players",
        "holds are called in a race",
        "at most 200 rounds",
    ]
    text = (
        "cap=40;failcard=play;fallen=centre;heldjoker=reset;hold_window=4000;joker_window=1000;"
        "lap=single;mid=lose;order=newest;same_ms=300;seats=1;seqhold=reset"
    )
    assert len(GAME.phrases(GAME.options(text))) == 13
    assert GAME.phrases(GAME.options("hold=secret"))[1] == "holds are called in secret"


@each([("", 7), ("seats=4", 3), ("seats=1", 3)])
def test_a_log_of_another_number_of_seats_is_refused(text, seats):
    with pytest.raises(BadOptions):
        GAME.read_options(text, seats)


def test_the_options_of_a_log_do_not_count_seats_but_name_the_general():
    assert GAME.log_options(GAME.options("seats=5;cap=40")) == "cap=40"
    assert GAME.log_options(GAME.options("seats=1;cap=40")) == "cap=40;seats=1"
    assert GAME.read_options("cap=40;seats=1", 2).solo
    assert GAME.read_options("", 2) == GAME.options("seats=2")
