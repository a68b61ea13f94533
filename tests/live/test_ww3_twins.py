"""World War III: a viewer who may not know a difference is not shown one, byte for byte."""

import pytest

from games.rules.ww3 import view
from games.rules.ww3.state import Phase
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live import ww3_twins
from tests.live.twins import Walk, over_all_doors, pair

PRESETS = [*(preset.options for preset in ww3_twins.GAME.presets), "seats=2", "seats=4", "seats=6"]
PAIRS = 300
FEW = 250
WALK = Walk(ww3_twins.Game, PRESETS, seed=33, looks=5, steps=40)
DUELS = WALK._replace(options=["seats=2", "seats=2;hold=secret"])


def is_noticed() -> bool:
    """Whether a viewer who may not know the difference sees one in any of the pairs."""
    told = (pair(game, viewer) for game, viewer in WALK.take(FEW))
    return any(one != two for one, two in told)


def test_hundreds_of_pairs_look_the_same():
    windows = 0
    for i, (game, viewer) in enumerate(WALK.take(PAIRS)):
        other = game.twin(viewer)
        assert game.state.to_bytes() != other.state.to_bytes()
        windows += len(game.moves) != len(other.moves)
        one, two = pair(game, viewer)
        assert one == two, f"pair {i}, viewer {viewer}"
    assert windows >= PAIRS // 50  # pairs that differ in a call


def test_the_pairs_do_differ_in_what_is_hidden():
    """Otherwise the test above would prove nothing: after the end everything is shown."""
    told = (pair(game, viewer, status="finished") for game, viewer in WALK.take(40))
    assert sum(one != two for one, two in told) >= 30


# Leaks, planted to see that they are found -------------------------------------------------------


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
    monkeypatch.setattr("games.live.snapshot.seen_by", lambda event, seat: event.to_dict())
    assert is_noticed()


def test_a_version_that_counts_calls_is_found(monkeypatch):
    monkeypatch.setattr(Table, "shown", property(lambda table: table.version))
    assert is_noticed()


# Over sockets, pages and API ---------------------------------------------------------------------


def test_twins_look_the_same_over_sockets_pages_and_api(base, alice, bob):
    table = play.open_table(by=alice, game="ww3", options="seats=2", seated=False, now=2**41)
    for number, player in enumerate((alice, bob), 1):
        play.sit(Order(table, player, now=2**41), number=number)
    seated = {None: None, 1: alice, 2: bob}
    assert over_all_doors(base, table, seated, DUELS.take(12)) >= 12
