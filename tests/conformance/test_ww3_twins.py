"""Leaks of World War III, planted to see that the twins find them."""

import pytest

from games.rules.ww3 import view
from games.rules.ww3.state import Phase
from games.table.models import Table
from tests.conformance import ww3_twins
from tests.conformance.subjects import SUBJECTS
from tests.conformance.twins import pair

FEW = 250
WALK = SUBJECTS["ww3"].walk


def is_noticed() -> bool:
    """Whether a viewer who may not know the difference sees one in any of the pairs."""
    told = (pair(game, game.twin(viewer), viewer) for game, viewer in WALK.take(FEW))
    return any(one != two for one, two in told)


def test_pairs_differ_in_calls():
    pairs = [(game, game.twin(viewer)) for game, viewer in WALK.take(FEW)]
    assert sum(len(game.moves) != len(twin.moves) for game, twin in pairs) >= FEW // 50


def leaking(monkeypatch: pytest.MonkeyPatch, leak) -> None:
    """Make the view reveal something that it should not."""
    honest = view.view

    def told(t, o, seat):
        return honest(t, o, seat) | {"leak": leak(t, seat)}

    monkeypatch.setattr(type(ww3_twins.GAME), "view", staticmethod(told))


LEAKS = {
    "a hand of another": lambda t, seat: t.seats[0].hand.cards[0],
    "the top of a pick-up pile": lambda t, seat: t.seats[1].pickup.cards[t.seats[1].pickup.top],
    "the centre": lambda t, seat: view.codes(t.centre),
    "how low the hand to move is": lambda t, seat: (
        t.at >= 0 and view.row(t.seats[t.at].hand) < [30]
    ),
    "that somebody called": lambda t, seat: [int(s.answer) > 0 for s in t.seats],
    "when the window will be judged": lambda t, seat: t.until if t.phase == Phase.HOLD else 0,
    "the luck to come": lambda t, seat: t.rng,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(monkeypatch, leak):
    leaking(monkeypatch, LEAKS[leak])
    assert is_noticed()


def test_a_leak_in_what_is_told_is_found(monkeypatch):
    """Sealed moves sent like others, and refills sent with their cards."""
    monkeypatch.setattr("games.table.reading.snapshot.seen_by", lambda event, seat: event.to_dict())
    assert is_noticed()


def test_a_version_that_counts_calls_is_found(monkeypatch):
    monkeypatch.setattr(Table, "shown", property(lambda table: table.version))
    assert is_noticed()
