"""Bots of War (rules sheet 1.14): levels, reactions, and when they act."""

import statistics

import pytest

from games.rules.bots import Decision
from games.rules.catalogue import BOTS
from games.rules.war.acts import Reject
from games.rules.war.state import Phase
from tests.each import each
from tests.rules.live import play_bots
from tests.rules.war.live import Live

LEVELS = ("recruit", "sergeant", "general")


def window() -> Live:
    """A slap card has just been turned."""
    live = Live.of("5c 2c 3c", "Td 6d 7d", slap="5")
    live.act(-1, "lead", ms=120)
    live.all("flip")
    assert live.phase == Phase.SLAP
    return live


def slaps(level: str, draws: int = 4000) -> list[Decision | None]:
    live = window()
    return [live.decide(0, level, seed) for seed in range(draws)]


@each([("recruit", 700, 15, 400), ("sergeant", 450, 5, 250), ("general", 330, 1, 220)])
def test_reactions_of_the_levels(level, median, misses, floor):
    drawn = slaps(level)
    rts = [wish.args["rt"] for wish in drawn if wish]
    assert statistics.median(rts) == pytest.approx(median, rel=0.03)
    assert min(rts) >= floor
    assert 100 * drawn.count(None) / len(drawn) == pytest.approx(misses, abs=2)
    assert len(set(rts)) > 100


def test_a_slap_is_due_when_the_bot_has_seen_the_card():
    live = window()
    wish = live.decide(0, "general", 1)
    assert wish.act == "slap"
    assert wish.args["reveal"] == live.t.reveal
    assert wish.at == live.t.show_at + wish.args["rt"]


def test_delays_are_human():
    live = Live.of("9c 2c", "7c 3c")
    for level, quick, slow in (("recruit", 500, 2500), ("sergeant", 350, 1100)):
        delays = [live.decide(0, level, seed).at - live.t.since for seed in range(300)]
        assert quick <= min(delays)
        assert max(delays) <= slow
        assert len(set(delays)) > 100


def test_the_general_lets_the_table_turn_the_cards():
    live = Live.of("9c 2c", "7c 3c")
    wish = live.decide(0, "general", 1)
    assert (wish.act, wish.args) == ("auto", {"on": 1})
    assert live.act(0, "auto", on=True) == Reject.OK
    assert live.decide(0, "general", 1) is None


def test_only_the_recruit_slaps_wrongly():
    live = Live.of("9c 2c 3c", "7c 6d 8d", slap="5")
    live.all("flip")
    assert live.phase == Phase.COLLECT
    wrong = {
        level: sum(
            (wish := live.decide(0, level, seed)) is not None and wish.act == "slap"
            for seed in range(3000)
        )
        for level in LEVELS
    }
    assert wrong["sergeant"] == wrong["general"] == 0
    assert 30 < wrong["recruit"] < 95


def test_a_general_wins_the_slaps():
    live = Live.dealt("slap=5,6", 11)
    play_bots(live, ["recruit", "general"], 11)
    firsts = [e.seat for e in live.tape if e.ev == "slap"]
    assert firsts.count(1) > 5 * firsts.count(0)


def test_nobody_acts_when_nothing_is_asked():
    live = Live.of("9c", "7c")
    live.all("flip")
    live.run(live.now + 600)
    assert live.decide(0, "recruit", 1) is None


def test_bots_turn_at_the_chosen_tempo_and_slap_as_ever():
    live = Live.of("5c 2c 3c", "Td 6d 7d", slap="5")
    bots, since = BOTS["war"], live.t.since

    def due(tempo):
        return bots.decide(live.t, live.o, 1, "sergeant", 7, tempo, {0}).at - since

    assert due("instant") == 0
    assert 0 < due("fast") == due("normal") * 3 // 10
    calm = bots.decide(live.t, live.o, 1, "recruit", 7, "normal", {0}).at - since
    assert calm >= 500
    live = window()
    assert len({due(tempo) for tempo in ("", *bots.tempos)}) == 1
