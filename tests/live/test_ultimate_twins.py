"""Ultimate War: a viewer who may not know a difference is not shown one, byte for byte."""

import pytest

from games.accounts.models import Player
from games.rules.events import KINDS
from games.rules.ultimate import view as views
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live import ultimate_twins
from tests.live.twins import Walk, over_all_doors, pair

RULES = [
    "",
    "change=on;multi=on;seats=5",
    "seats=3;order=winner",
    "pace=pulse;seats=6;change=on;multi=on",
    "seats=8;leftover=seats",
]
PAIRS = 300
WALK = Walk(ultimate_twins.Game, RULES, seed=41, looks=6, steps=50)


def test_hundreds_of_pairs_look_the_same():
    seen = set()
    for i, (game, viewer) in enumerate(WALK.take(PAIRS)):
        one, other = pair(game, viewer)
        assert one == other, f"pair {i}, viewer {viewer}"
        seen |= {row["ev"] for move in game.moves[-100:] for row in move.events}
    hidden = {"draw", "lay", "take", "challenge", "option", "handed", "join"}
    assert hidden <= seen


def show(monkeypatch, event: str, field: str) -> None:
    """Forget that this field of an event is hidden."""
    kind = KINDS["ultimate"][event]
    open_form = kind.forms[field]._replace(who="")
    monkeypatch.setattr(kind, "forms", {**kind.forms, field: open_form})


def leak_hand(monkeypatch) -> None:
    row = views.seat_view
    monkeypatch.setattr(views, "seat_view", lambda t, o, p, viewer: row(t, o, p, p))


def leak_plan(monkeypatch) -> None:
    row = views.seat_view
    kind = lambda t, p: {"ready": t.seats[p].plan.kind}  # noqa: E731
    monkeypatch.setattr(
        views, "seat_view", lambda t, o, p, viewer: row(t, o, p, viewer) | kind(t, p)
    )


def leak_order(monkeypatch) -> None:
    clocks = views.clocks
    top = lambda t: [t.seats[p].stack.cards[t.seats[p].stack.top] for p in range(t.players)]  # noqa: E731
    monkeypatch.setattr(views, "clocks", lambda t, o: {**clocks(t, o), "top": top(t)})


LEAKS = {
    "another's hand": leak_hand,
    "a plan for the next pulse": leak_plan,
    "the top of a stack": leak_order,
    "a drawn card": lambda patch: show(patch, "draw", "card"),
    "face-down war cards": lambda patch: show(patch, "lay", "down"),
    "the order of a packet": lambda patch: show(patch, "take", "cards"),
    "why a handed-in act was refused": lambda patch: show(patch, "refused", "code"),
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_is_found(monkeypatch, leak):
    """Each hidden thing, shown on purpose: the pairs differ at once."""
    leak(monkeypatch)
    for game, viewer in WALK.take(120):
        one, other = pair(game, viewer)
        if one != other:
            return
    pytest.fail("nobody noticed")


def test_the_card_of_a_challenger_stays_hidden_when_an_option_is_taken():
    """No event reveals it: two cards are named, the one that struck and the option."""
    taken = 0
    for game, _ in WALK.take(150):
        for row in (row for move in game.moves for row in move.events):
            if row["ev"] == "challenge" and row["zone"] != "field":
                assert row["card"] is None
            if row["ev"] == "option":
                taken += 1
                assert [key for key in row if key in ("card", "struck")] == ["card", "struck"]
                assert set(row) - {"card", "struck"} == {
                    "ev",
                    "at",
                    "number",
                    "seat",
                    "zone",
                    "target",
                }
    assert taken


def test_twins_look_the_same_over_sockets_pages_and_api(base, alice, bob, charlie):
    dora = Player.objects.create_user("dora", name="Dora")
    table = play.open_table(by=alice, game="ultimate")
    for player in (bob, charlie, dora):
        play.sit(Order(table, player))
    seated = {None: None, 1: alice, 2: bob, 3: charlie, 4: dora}
    pairs = (pair for pair in WALK.take(60) if pair[0].o.players == 4)
    assert over_all_doors(base, table, seated, pairs) >= 8
