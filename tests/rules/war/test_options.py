"""House rules of War: ranges, the table of legal combinations, presets (rules sheet 1.8)."""

import pytest

from games.rules.options import BadOptions
from games.rules.war.options import SCHEMA
from tests.development.scripted.options import loose
from tests.each import each
from tests.rules.war.live import GAME

RANKS = list("23456789TJQKA")


def refused(text: str) -> tuple[set[str], str]:
    with pytest.raises(BadOptions) as bad:
        GAME.options(text)
    return set(bad.value.keys), str(bad.value)


def test_what_can_be_chosen():
    """The first value is the default."""
    assert {o.key: [c.value for c in o.choices] for o in SCHEMA.options if not o.number} == {
        "players": ["2", "3"],
        "mode": ["war", "peace"],
        "auto": ["none", *RANKS],
        "auto_in_war": ["on", "off"],
        "faces": ["none", *RANKS[:9]],
        "ace": ["none", *RANKS[:9]],
        "underdog": ["none", *RANKS[:9]],
        "underdog_scope": ["last", "all"],
        "underdog_counter": ["off", "on"],
        "slap": ["none", *RANKS],
        "false_slap": ["lockout", "burn", "none"],
        "order": ["random", "winner", "loser", "high", "low", "seat"],
        "zero": ["stand", "lose"],
        "short": ["own", "equal"],
        "leftover": ["center", "seats", "remove"],
        "spoils": ["shown", "hidden"],
        "pace": ["manual", "auto:400", "auto:800", "auto", "auto:2000", "auto:3000"],
    }
    assert all(o.default == o.choices[0].value for o in SCHEMA.options if not o.number)
    ranges = {o.key: (o.low, o.default, o.high) for o in SCHEMA.options if o.number}
    assert ranges == {"slap_window": (1000, "3000", 8000), "cap": (20, "3000", 10000)}


@each(
    [
        "slap=5,5",
        "slap=5,6,7",
        "slap=none,5",
        "pace=auto:399",
        "pace=auto:3001",
        "pace=auto:",
    ]
)
def test_what_is_no_value_is_refused(text):
    keys, reason = refused(text)
    assert keys
    assert reason


@each(["faces", "ace"])
def test_peace_with_a_beating_number_has_no_effect(number):
    keys, reason = refused(f"mode=peace;{number}=3")
    assert keys == {"mode", number}
    assert "No effect" in reason


@each(["faces", "ace"])
def test_a_number_that_always_starts_a_war_is_never_compared(number):
    keys, reason = refused(f"auto=3;{number}=3")
    assert keys == {"auto", number}
    assert "Never compared" in reason


@each(["faces", "ace"])
def test_it_counts_for_war_cards_when_the_automatic_card_rests(number):
    o = GAME.options(f"auto=3;auto_in_war=off;{number}=3")
    assert [note.keys for note in GAME.notes(o)] == [(number, "auto")]


@each(
    [
        ("ace=4;faces=4", 0),
        ("auto=2;slap=2", 1),
        ("faces=3;slap=3", 0),
        ("auto=6;underdog=6", 0),
        ("slap=6;underdog=6", 0),
        ("faces=6;underdog=6", 0),
        ("auto=2;mode=peace", 1),
        ("auto=A;mode=peace", 0),
        ("mode=peace;underdog=6", 0),
        ("mode=peace;slap=5", 0),
        ("mode=peace;players=3", 0),
        ("auto=A;mode=peace;underdog=6", 0),
        ("auto=2;faces=3;players=3;slap=5;underdog=6", 0),
        ("order=seat", 1),
    ]
)
def test_these_are_allowed(text, noted):
    assert GAME.canonical(GAME.options(text)) == text
    assert len(GAME.notes(GAME.options(text))) == noted


def test_seat_order_forces_the_cap():
    keys, _ = refused("cap=3001;order=seat")
    assert keys == {"cap", "order"}
    assert GAME.options("order=seat").cycles


def test_a_form_may_send_everything_and_empty_means_default():
    values = SCHEMA.defaults() | {"auto": "2", "cap": "", "slap": "6+5"}
    assert GAME.canonical(GAME.options(values)) == "auto=2;slap=5,6"


def test_canonical_text_reads_back_to_the_same_options():
    text = "ace=4;auto=2;cap=500;faces=3;pace=auto:800;players=3;slap=5,6;underdog=6"
    o = GAME.options(text)
    assert GAME.canonical(o) == text
    assert GAME.options(GAME.canonical(o)) == o
    assert GAME.canonical(GAME.options("pace=auto:1200")) == "pace=auto"


def test_options_in_words():
    assert GAME.phrases(GAME.options("")) == ["two players", "the highest card wins"]
    arsenal = GAME.phrases(GAME.options("ace=4;auto=2;faces=3;slap=5;underdog=6"))
    assert "twos start a war" in arsenal
    assert "slap fives within 3 s" in arsenal


def test_a_log_may_hold_what_a_table_would_refuse():
    assert loose(SCHEMA, {"cap": 2, "auto_in_war": False, "slap": ["5", "6"]}).cap == 2
    with pytest.raises(BadOptions):
        GAME.read_options("", 4)
