"""House rules of Ultimate War (rules sheet 2.8): every key, its range, its text, its words."""

import pytest

from games.rules.options import BadOptions
from games.rules.ultimate.options import PRESETS, SCHEMA, Leftover, Options, Order
from tests.each import each
from tests.rules.ultimate.live import GAME

RANGES = [
    ("seats", 3, 8),
    ("cooldown", 250, 3000),
    ("nofield", 3000, 20000),
    ("nofield0", 5000, 30000),
    ("respond", 4000, 30000),
    ("consent", 4000, 30000),
    ("multi_window", 4000, 30000),
    ("stall", 20000, 300000),
    ("clock", 300000, 7200000),
]
WORDS = [
    ("change", ("on", "off")),
    ("multi", ("on", "off")),
    ("order", ("random", "winner", "loser")),
    ("leftover", ("center", "seats", "remove")),
    ("spoils", ("hidden", "shown")),
    ("pace", ("realtime", "pulse")),
    ("stall", ("off",)),
]


def test_the_defaults():
    assert GAME.options("") == Options()
    assert SCHEMA.defaults() == {
        "seats": "4",
        "change": "off",
        "multi": "off",
        "order": "random",
        "leftover": "center",
        "cooldown": "500",
        "nofield": "5000",
        "nofield0": "10000",
        "respond": "10000",
        "consent": "6000",
        "multi_window": "8000",
        "stall": "60000",
        "clock": "1200000",
        "spoils": "hidden",
        "pace": "realtime",
    }


@each(RANGES)
def test_a_number_has_a_range(key, low, high):
    for value in (low, high):
        o = GAME.options(f"{key}={value}")
        assert getattr(o, "players" if key == "seats" else key) == value
    for value in (low - 1, high + 1, "x", "", "-5"):
        if value == "":
            continue
        with pytest.raises(BadOptions) as refused:
            GAME.options(f"{key}={value}")
        assert refused.value.keys == (key,)
        assert refused.value.code == "BAD_OPTIONS"
        assert SCHEMA.find(key).label in str(refused.value)


@each(WORDS)
def test_a_word_is_one_of_a_few(key, values):
    for value in values:
        assert GAME.canonical(GAME.options(f"{key}={value}")) in ("", f"{key}={value}")
    with pytest.raises(BadOptions) as refused:
        GAME.options(f"{key}=maybe")
    assert refused.value.keys == (key,)


def test_keys_of_other_games_are_refused():
    with pytest.raises(BadOptions) as refused:
        GAME.options("auto=2")
    assert refused.value.keys == ("auto",)


def test_what_the_values_mean():
    o = GAME.options("seats=6;order=loser;leftover=seats;stall=off;pace=pulse;spoils=shown")
    assert (o.players, o.order, o.leftover) == (6, Order.LOSER, Leftover.SEATS)
    assert (o.stall, o.pulse, o.spoils_shown) == (0, True, True)


def test_the_canonical_text_is_sorted_and_leaves_defaults_out():
    text = "seats=5;multi=on;change=on;clock=1200000"
    assert GAME.canonical(GAME.options(text)) == "change=on;multi=on;seats=5"
    assert GAME.log_options(GAME.options(text)) == "change=on;multi=on"


@pytest.mark.parametrize("preset", PRESETS, ids=[preset.key for preset in PRESETS])
def test_presets_are_canonical_and_all_different(preset):
    assert GAME.canonical(GAME.options(preset.options)) == preset.options
    assert [p.options for p in PRESETS].count(preset.options) == 1


def test_the_presets():
    rows = {preset.key: GAME.options(preset.options) for preset in PRESETS}
    minutes = {key: o.clock // 60000 for key, o in rows.items()}
    assert (minutes["short"], minutes["standard"], minutes["long"]) == (10, 20, 40)
    assert minutes["full"] == 120
    assert rows["family"].change
    assert rows["family"].multi
    assert rows["pulse"].pulse


def test_logs_do_not_name_the_number_of_seats():
    assert GAME.read_options("clock=30000", 6).players == 6
    assert GAME.read_options("seats=6", 6).players == 6
    for text, seats in (("seats=5", 6), ("", 2), ("", 9)):
        with pytest.raises(BadOptions):
            GAME.read_options(text, seats)


def test_options_in_words():
    assert GAME.phrases(GAME.options("")) == ["four players", "20 minutes"]
    text = "change=on;multi=on;order=loser;leftover=remove;respond=20000;spoils=shown;stall=off"
    assert GAME.phrases(GAME.options(text + ";seats=8;pace=pulse;clock=600000")) == [
        "eight players",
        "10 minutes",
        "a move every 4 s",
        "challenged cards can be changed",
        "the whole table can be called",
        "losers' cards first",
        "the odd cards are not played",
        "20 s to answer a challenge",
        "no muster",
        "face-down cards are shown when won",
    ]


def test_remarks():
    assert GAME.notes(GAME.options("")) == []
    keys = [note.keys for note in GAME.notes(GAME.options("stall=off;pace=pulse;respond=4000"))]
    assert keys == [("stall",), ("consent", "multi_window", "pace", "respond")]


DEALS = [(3, 17, 1), (4, 13, 0), (5, 10, 2), (6, 8, 4), (7, 7, 3), (8, 6, 4)]


@pytest.mark.parametrize(("seats", "each", "rest"), DEALS)
@pytest.mark.parametrize("leftover", ["center", "seats", "remove"])
def test_the_deal(seats, each, rest, leftover):
    o = GAME.options(f"seats={seats};leftover={leftover}")
    t = GAME.deal(o, GAME.pack(o))
    extra = rest if leftover == "seats" else 0
    sizes = [t.seats[p].stack.size for p in range(8)]
    assert sizes == [each + (p < extra) for p in range(seats)] + [0] * (8 - seats)
    assert t.center.size == (rest if leftover == "center" else 0)
    assert [seat.out for seat in t.seats] == [p >= seats for p in range(8)]
    assert GAME.deal_text(GAME.from_deal_text(o, GAME.deal_text(t))) == GAME.deal_text(t)


def test_cards_are_dealt_one_at_a_time_and_the_first_is_on_top():
    o = GAME.options("")
    deck = GAME.pack(o)
    t = GAME.deal(o, deck)
    assert [t.seats[p].stack.cards[0] for p in range(4)] == deck[:4]


@each(["", "1:2c/2:3c", "1:2c/2:3c/4:4c", "1:2c/2:2c/3:4c", "1:2c/2:3x/3:4c", "1:2c/2/3:4c"])
def test_a_text_that_is_no_deal(text):
    with pytest.raises(ValueError, match="deal|card"):
        GAME.from_deal_text(GAME.options(""), text)
