"""Views and events, seat by seat (rules sheet 0.4, 1.10)."""

import random

from games.rules.events import seen_by
from games.rules.war.state import Phase
from tests.depth import seeds
from tests.each import each
from tests.rules.live import NAMES, play_bots
from tests.rules.war.live import GAME, Live
from tests.rules.war.strategies import random_options

UNDERDOG = ("8c 2c 3c 4c Kc 5c", "8d 2d 6d 4d Qd 9d")


@each(seeds(40))
def test_nobody_is_told_of_a_card_before_it_is_turned(seed):
    """Every code in a view or masked event was turned up before, or is shown by the rules."""
    rng = random.Random(seed)
    live = Live.dealt(random_options(rng), seed)
    play_bots(live, ["sergeant"] * live.o.players, seed, most_ms=120_000)
    for viewer in (None, *range(live.o.players)):
        for e in live.tape:
            row = seen_by(e, viewer)
            hidden = {"lay": "down", "take": "cards", "false_slap": "burned"}.get(e.ev)
            if hidden:
                assert set(row[hidden]) <= {"??"}
                assert len(row[hidden]) == len(e.to_dict()[hidden])
            if e.ev == "underdog_check" and viewer != e.seat:
                assert set(row["cards"]) <= {"??"}
            if e.ev == "win" and not live.o.spoils_shown:
                assert row["spoils"] == []


def at_check(**options: object) -> Live:
    live = Live.of(*UNDERDOG, underdog="6", **options)
    live.all("flip")
    live.all("lay")
    assert live.phase == Phase.UNDERDOG
    return live


def test_face_down_cards_are_hidden_while_they_lie():
    live = at_check()
    for viewer in (None, 0, 1):
        lanes = [seat["lane"] for seat in live.view(viewer)["seats"]]
        assert lanes == [[["8c"], ["??", "??", "??", "Kc"]], [["8d"], ["??", "??", "??", "Qd"]]]


def test_a_hit_is_seen_by_all():
    live = at_check(spoils="hidden")
    live.act(1, "check")
    check = next(e for e in live.tape if e.ev == "underdog_check")
    for viewer in (None, 0, 1):
        assert seen_by(check, viewer)["shown"] == ["2d", "6d", "4d"]
        assert live.view(viewer)["seats"][1]["lane"][1] == ["2d", "6d", "4d", "Qd"]


def missed(spoils: str) -> Live:
    live = Live.of(
        "8c 2c 3c 4c Kc 5c", "8d 2d 3d 4d Qd 9d", "8h 2h 3h 4h Jh 9h", underdog="6", spoils=spoils
    )
    live.all("flip")
    live.all("lay")
    live.act(1, "check")
    assert live.phase == Phase.UNDERDOG
    return live


def test_a_miss_is_seen_by_the_loser_alone_where_spoils_are_hidden():
    live = missed("hidden")
    check = next(e for e in live.tape if e.ev == "underdog_check")
    cards = ["2d", "3d", "4d"]
    assert seen_by(check, 1)["cards"] == cards
    assert live.view(1)["seats"][1]["lane"][1] == [*cards, "Qd"]
    for viewer in (None, 0, 2):
        row = seen_by(check, viewer)
        assert (row["cards"], row["shown"]) == (["??"] * 3, [])
        assert live.view(viewer)["seats"][1]["lane"][1] == ["??", "??", "??", "Qd"]


def test_a_miss_is_seen_by_all_where_spoils_are_shown():
    live = missed("shown")
    check = next(e for e in live.tape if e.ev == "underdog_check")
    assert seen_by(check, None)["shown"] == ["2d", "3d", "4d"]
    assert live.view(None)["seats"][1]["lane"][1] == ["2d", "3d", "4d", "Qd"]
    assert live.view(None)["seats"][0]["lane"][1] == ["??", "??", "??", "Kc"]


@each([("shown", True), ("hidden", False)])
def test_spoils(spoils, shown):
    live = Live.of("8c 2c 3c 4c Kc 5c", "8d 2d 3d 4d Qd 9d", spoils=spoils)
    live.all("flip")
    live.all("lay")
    win = next(e for e in live.tape if e.ev == "win")
    spoil = ["2c", "3c", "4c", "2d", "3d", "4d"] if shown else []
    assert seen_by(win, None)["spoils"] == spoil
    lane = live.view(None)["seats"][0]["lane"][1]
    assert lane == (["2c", "3c", "4c", "Kc"] if shown else ["??", "??", "??", "Kc"])


def test_the_open_view_shows_everything():
    live = Live.of("9c", "7c")
    live.all("flip")
    live.run(live.now + 600)
    row = GAME.open_view(live.t, live.o)
    assert sorted(row["seats"][0]["cards"]) == ["7c", "9c"]
    assert row["center_cards"] == []
    said = GAME.prompts(live.t, live.o, row, NAMES)["result"]["text"]
    assert said == "Ann took all 2 cards."


def test_a_spectator_is_asked_nothing():
    live = Live.of("9c 2c", "7c 3c")
    view = live.view(None)
    assert (view["you"], view["asks"]) == (None, None)
    assert live.view(0)["asks"] == {
        "acts": ["flip"],
        "label": "Turn card",
        "until": 13_000,
        "silence": "If time runs out, your card turns by itself.",
    }


def test_the_call_names_the_war():
    live = Live.of("Tc 2c 3c 4c Td 5c", "Th 2d 3d 4d Ts 9d")
    live.all("flip")
    live.all("lay")
    call = live.view(None)["call"]
    assert call == {
        "title": "War again over two tens",
        "detail": "10 cards in the pot, 2 cards to lay",
    }


def test_a_won_battle_is_described_from_the_viewers_seat():
    war = ("9c 2c 3c 4c Kc 5c", "9d 2d 6d 4d Qd 8d")
    for piles, won in ((("9c 2c", "7c 3c"), "the battle"), (war, "the war")):
        live = Live.of(*piles)
        while live.t.phase != Phase.COLLECT:
            live.all("lay" if live.t.phase == Phase.LAY else "flip")
        titles = [live.view(seat)["call"]["title"] for seat in (0, 1, None)]
        assert titles == [f"You win {won}", f"You lose {won}", f"Ann wins {won}"]


def test_after_a_slap_everyone_reads_how_quick_they_were():
    live = Live.of("5c 2c 3c", "Td 6d 7d", slap="5")
    live.all("flip")
    live.slap(1, 320, 340, 60)
    live.slap(0, 412, 430, 60)
    while live.t.phase != Phase.COLLECT:
        live.fire()
    said = [live.view(seat)["call"]["detail"] for seat in (0, 1, None)]
    assert said == [
        "Bob 320 ms, You 412 ms. Bob takes 2 cards",
        "You 320 ms, Ann 412 ms. You take 2 cards",
        "Bob 320 ms, Ann 412 ms. Bob takes 2 cards",
    ]


def test_between_two_battles_the_next_one_has_no_number_yet():
    """The title of the page counts battles that have begun."""
    live = Live.of("9c 8c", "7c 6c")
    titles = [live.view(None)["call"]["title"]]
    live.all("flip")
    live.run(live.now + 600)
    titles.append(live.view(None)["call"]["title"])
    assert titles == ["Battle 1", "Next battle"]
