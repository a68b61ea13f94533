"""House rules of World War III: values, refusals, canonical text, presets (rules sheet 3.9)."""

import pytest

from games.rules.options import BadOptions
from games.rules.ww3.options import PRESETS, SCHEMA
from tests.each import each
from tests.rules.ww3.live import GAME

VALUES = {
    "seats": ["1", "2", "3", "4", "5", "6"],
    "hold": ["race", "secret"],
    "same_ms": ["200", "500", "777", "1000"],
    "hold_window": ["4000", "8000", "20000"],
    "joker_window": ["1000", "2500", "6000"],
    "order": ["shuffle", "oldest", "newest"],
    "failcard": ["keep", "play"],
    "lap": ["continue", "single"],
    "heldjoker": ["immune", "reset"],
    "seqhold": ["compare", "reset"],
    "mid": ["stand", "lose"],
    "fallen": ["remove", "centre"],
    "cap": ["10", "40", "2000"],
}


def test_there_are_no_other_options():
    assert set(SCHEMA.defaults()) == set(VALUES)


@each(VALUES)
def test_every_value_can_be_chosen_and_written_again(key):
    for value in VALUES[key]:
        o = GAME.options(f"{key}={value}")
        default = SCHEMA.find(key).default
        assert GAME.canonical(o) == ("" if value == default else f"{key}={value}")
        assert SCHEMA.values(o)[key] == value
        assert GAME.options(GAME.canonical(o)) == o


@pytest.mark.parametrize("option", SCHEMA.options, ids=[o.key for o in SCHEMA.options])
def test_every_choice_of_the_form_can_be_chosen(option):
    for choice in option.choices:
        assert option.read(choice.value) == choice.value
        assert choice.label
    assert option.description.endswith(".")


def test_nothing_chosen_is_the_default():
    o = GAME.options({})
    assert (o.players, o.cap, o.hold_window, o.joker_window, o.same_ms) == (3, 200, 8000, 2500, 500)
    assert GAME.canonical(o) == ""


@each([("2", 200), ("3", 200), ("4", 100), ("5", 100), ("6", 100), ("1", 200)])
def test_the_usual_round_limit_depends_on_the_players(seats, cap):
    """3.8: 200 for two and three, 100 for more."""
    o = GAME.options({"seats": seats})
    assert o.cap == cap
    assert "cap" not in GAME.canonical(o)
    assert GAME.options({"seats": seats, "cap": str(cap)}) == o
    assert GAME.options({"seats": seats, "cap": "usual"}) == o


@each(
    [
        ("seats=0", "seats", "cannot be chosen"),
        ("seats=7", "seats", "cannot be chosen"),
        ("players=3", "players", "no option"),
        ("hold=fast", "hold", "cannot be chosen"),
        ("same_ms=199", "same_ms", "from 200 to 1000"),
        ("same_ms=1001", "same_ms", "from 200 to 1000"),
        ("hold_window=3999", "hold_window", "from 4000 to 20000"),
        ("hold_window=20001", "hold_window", "from 4000 to 20000"),
        ("joker_window=999", "joker_window", "from 1000 to 6000"),
        ("joker_window=6001", "joker_window", "from 1000 to 6000"),
        ("order=random", "order", "cannot be chosen"),
        ("failcard=lay", "failcard", "cannot be chosen"),
        ("lap=two", "lap", "cannot be chosen"),
        ("heldjoker=dead", "heldjoker", "cannot be chosen"),
        ("seqhold=never", "seqhold", "cannot be chosen"),
        ("mid=win", "mid", "cannot be chosen"),
        ("fallen=victor", "fallen", "cannot be chosen"),
        ("cap=9", "cap", "from 10 to 2000"),
        ("cap=2001", "cap", "from 10 to 2000"),
        ("cap=many", "cap", "from 10 to 2000"),
        ("cap=40;cap=50", "cap", "twice"),
        ("cap", "cap", "key=value"),
    ]
)
def test_what_cannot_be_played_is_refused_with_a_reason(text, key, reason):
    with pytest.raises(BadOptions) as bad:
        GAME.options(text)
    assert bad.value.keys == (key,)
    assert reason in str(bad.value)


def test_every_combination_is_legal():
    """3.9: no combination is refused, except a race at a table without a clock, which does not
    exist."""
    rows = {key: values[-1] for key, values in VALUES.items()}
    assert GAME.options(rows).secret


def test_remarks():
    def keys(text: str) -> list[tuple[str, ...]]:
        return [note.keys for note in GAME.notes(GAME.options(text))]

    assert keys("") == []
    assert keys("order=oldest") == keys("order=newest") == [("order",)]
    assert keys("hold=secret;same_ms=300") == [("same_ms", "hold")]
    assert keys("hold=secret;joker_window=1000") == [("joker_window", "hold")]
    assert keys("seats=4;cap=1000") == [("cap",)]


def test_presets():
    by_key = {preset.key: GAME.options(preset.options) for preset in PRESETS}
    assert by_key["quick"].cap == 40
    assert by_key["full"].cap == 1000
    assert by_key["solo"].solo
    assert by_key["secret"].secret
    assert by_key["standard"] == GAME.options("")
    for preset in PRESETS:
        assert GAME.canonical(by_key[preset.key]) == preset.options


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


@each([("", 1), ("", 7), ("seats=4", 3), ("seats=1", 3)])
def test_a_log_of_another_number_of_seats_is_refused(text, seats):
    with pytest.raises(BadOptions):
        GAME.read_options(text, seats)


def test_a_log_may_have_numbers_no_table_offers():
    assert GAME.read_options("cap=3", 4).cap == 3
    with pytest.raises(BadOptions):
        GAME.read_options("cap=0", 4)
