"""Leaks of Ultimate War, planted to see that the twins find them."""

import pytest

from games.rules.events import KINDS
from games.rules.ultimate import view as views
from tests.conformance.subjects import SUBJECTS
from tests.conformance.twins import pair

WALK = SUBJECTS["ultimate"].walk


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
        one, other = pair(game, game.twin(viewer), viewer)
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
