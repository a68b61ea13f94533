"""Bots of War (rules sheet 1.14): levels, reactions, and that they see their view only."""

import random
import statistics

import pytest

from games.bots import war as bots
from games.bots.catalogue import BOTS
from games.bots.intent import Intent
from games.rules.game import Reject
from games.rules.war.state import Phase
from tests.each import each
from tests.rules.war.live import GAME, Live, play_bots

LEVELS = ("recruit", "sergeant", "general")


def window() -> dict:
    """What seat 1 sees when a slap card is turned."""
    live = Live.of("5c 2c 3c", "Td 6d 7d", slap="5")
    live.act(-1, "lead", ms=120)
    live.all("flip")
    assert live.phase == Phase.SLAP
    return live.view(0)


def slaps(level: str, draws: int = 4000) -> list[Intent | None]:
    view = window()
    return [bots.choose(view, level, bots.luck(seed, 0, 2)) for seed in range(draws)]


@each([("recruit", 700, 15, 400), ("sergeant", 450, 5, 250), ("general", 330, 1, 220)])
def test_reactions_of_the_levels(level, median, misses, floor):
    drawn = slaps(level)
    rts = [intent.args["rt"] for intent in drawn if intent]
    assert statistics.median(rts) == pytest.approx(median, rel=0.03)
    assert min(rts) >= floor
    assert 100 * drawn.count(None) / len(drawn) == pytest.approx(misses, abs=2)
    assert len(set(rts)) > 100


def test_a_slap_is_due_when_the_bot_has_seen_the_card():
    view = window()
    intent = bots.choose(view, "general", bots.luck(1, 0, view["turn"]))
    assert intent.act == "slap"
    assert intent.args["reveal"] == view["reveal"]["id"]
    due = view["since"] + intent.delay_ms
    assert due == view["reveal"]["show_at"] + intent.args["rt"]


@each(LEVELS)
def test_the_same_view_gives_the_same_intent_at_any_time(level):
    live = Live.dealt("slap=5;underdog=6", 3)
    for _ in range(200):
        live.fire()
        if live.phase == Phase.OVER:
            break
        view = live.view(1)
        one = bots.choose(view, level, bots.luck(9, 1, view["turn"]))
        assert bots.choose(dict(view), level, bots.luck(9, 1, view["turn"])) == one


@each(LEVELS)
def test_every_intent_is_a_legal_act(level):
    for seed in range(5):
        live = Live.dealt("auto=2;players=3;slap=5;underdog=6", seed)
        play_bots(live, [level] * 3, seed)
        assert live.phase == Phase.OVER


def test_delays_are_human():
    live = Live.of("9c 2c", "7c 3c")
    view = live.view(0)
    for level, quick, slow in (("recruit", 500, 2500), ("sergeant", 350, 1100)):
        delays = [bots.choose(view, level, bots.luck(s, 0, 1)).delay_ms for s in range(300)]
        assert quick <= min(delays)
        assert max(delays) <= slow
        assert len(set(delays)) > 100


def test_the_general_lets_the_table_turn_for_him():
    live = Live.of("9c 2c", "7c 3c")
    intent = bots.choose(live.view(0), "general", random.Random(1))
    assert (intent.act, intent.args) == ("auto", {"on": True})
    assert live.act(0, "auto", on=True) == Reject.OK
    assert bots.choose(live.view(0), "general", random.Random(1)) is None


def test_only_the_recruit_slaps_wrongly():
    live = Live.of("9c 2c 3c", "7c 6d 8d", slap="5")
    live.all("flip")
    assert live.phase == Phase.COLLECT
    view = live.view(0)
    wrong = {
        level: sum(
            (intent := bots.choose(view, level, bots.luck(s, 0, 2))) is not None
            and intent.act == "slap"
            for s in range(3000)
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
    assert bots.choose(live.view(None), "general", random.Random(1)) is None
    live.all("flip")
    live.run(live.now + 600)
    assert bots.choose(live.view(0), "recruit", random.Random(1)) is None


def test_the_catalogue_knows_the_levels():
    players = BOTS["war"]
    assert tuple(players.levels) == LEVELS
    assert players.levels["general"][0] == "General"
    assert players.choose(Live.of("9c", "7c").view(0), "recruit", players.luck(1, 0, 1))


def test_acts_of_bots_are_those_of_clients():
    for seed in range(20):
        view = window()
        intent = bots.choose(view, "recruit", bots.luck(seed, 0, view["turn"]))
        if intent:
            assert GAME.read_act(intent.act, intent.args)
