"""House rules of Ultimate War (rules sheet 2.8): every key, its range, its text, its words."""

from itertools import product

import pytest

from games.rules.ultimate.options import SCHEMA, Leftover, Options, Order
from tests.each import each
from tests.rules.ultimate.live import GAME


def test_what_can_be_chosen():
    assert {o.key: [c.value for c in o.choices] for o in SCHEMA.options if not o.number} == {
        "seats": ["3", "4", "5", "6", "7", "8"],
        "pace": ["realtime", "pulse"],
        "change": ["off", "on"],
        "multi": ["off", "on"],
        "order": ["random", "winner", "loser"],
        "leftover": ["center", "seats", "remove"],
        "spoils": ["hidden", "shown"],
    }
    words = [o for o in SCHEMA.options if not o.number and o.key != "seats"]
    assert all(o.default == o.choices[0].value for o in words)
    assert {o.key: (o.low, o.default, o.high) for o in SCHEMA.options if o.number} == {
        "clock": (300000, "1200000", 7200000),
        "cooldown": (250, "500", 3000),
        "nofield": (3000, "5000", 20000),
        "nofield0": (5000, "10000", 30000),
        "respond": (4000, "10000", 30000),
        "consent": (4000, "6000", 30000),
        "multi_window": (4000, "8000", 30000),
        "stall": (20000, "60000", 300000),
    }
    assert GAME.options("") == Options() and Options().players == 4


def test_what_the_values_mean():
    o = GAME.options("seats=6;order=loser;leftover=seats;stall=off;pace=pulse;spoils=shown")
    assert (o.players, o.order, o.leftover) == (6, Order.LOSER, Leftover.SEATS)
    assert (o.stall, o.pulse, o.spoils_shown) == (0, True, True)


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


@each(product(DEALS, ["center", "seats", "remove"]))
def test_the_deal(deal, leftover):
    seats, own, rest = deal
    o = GAME.options(f"seats={seats};leftover={leftover}")
    t = GAME.deal(o, GAME.pack(o))
    extra = rest if leftover == "seats" else 0
    sizes = [t.seats[p].stack.size for p in range(8)]
    assert sizes == [own + (p < extra) for p in range(seats)] + [0] * (8 - seats)
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
