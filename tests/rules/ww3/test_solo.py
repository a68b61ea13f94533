"""One player against the General (rules sheet 3.12)."""

from games.rules import fairness
from games.rules.cards import card
from games.rules.ww3.state import Phase, pack
from tests.each import each
from tests.rules.live import play_bots
from tests.rules.ww3.live import GAME, Live


def daily_deck(day: str) -> list[int]:
    return fairness.shuffle(GAME.daily.old_key(day), pack(1))


def test_the_deal_of_a_day_is_the_same_for_everybody_and_another_tomorrow():
    deck = daily_deck("2026-11-20")
    assert deck == daily_deck("2026-11-20")
    assert deck != daily_deck("2026-11-21")
    assert sorted(deck) == sorted(pack(1))


def test_a_daily_game_is_played_to_its_end():
    o = GAME.options("seats=1")
    live = Live(o, GAME.deal(o, daily_deck("2026-11-20")))
    play_bots(live, ["general", "house"], seed=1)
    assert live.phase == Phase.OVER
    assert GAME.score(live.t, live.o) == live.t.seats[0].captured - live.t.rounds
    won = GAME.result(live.t, live.o).winners == (1,)
    assert live.t.seats[1].out == (won and GAME.result(live.t, live.o).end == "all")


def hands_of(mine: str, general: str, stage: int = 1) -> Live:
    """A war in which the General has turned a card."""
    low = ("3c5c", "4c6c")
    cards = zip(low, (mine, general), strict=True)
    piles = [p[: 2 * stage - 2] + card + "7s8s9s" for p, card in cards]
    live = Live.of(["Tc9c8c7c6c", "9d8d7d6d5d"], piles, "3s4s5s", seats=1)
    live.do(0, "play")
    live.do(1, "fight")
    for _ in range(stage - 1):
        live.draw(0, 1)
        live.draw(0, 1)
    live.draw(0, 1)
    return live


@each(
    [
        ("Th", "Jd", 1, True),
        ("9h", "Td", 1, False),
        ("Kh", "Jd", 1, False),
        ("8h", "9d", 2, True),
        ("7h", "8d", 2, False),
        ("Qh", "Td", 2, False),
    ]
)
def test_the_general_holds_as_printed(mine, general, stage, holds):
    live = hands_of(mine, general, stage)
    wish = live.decide(1, "house", 1)
    assert wish.act == ("hold" if holds else "draw")
    if holds:
        assert wish.args == {"reveal": live.t.reveal, "rt": 1500}
        assert wish.at == live.t.show_at + 1500


@each([("X1", "Jd", "hold"), ("X1", "Td", None), ("Kh", "X2", "reset")])
def test_the_general_in_a_joker_window(mine, general, act):
    live = hands_of(mine, general)
    assert live.phase == Phase.JOKER
    wish = live.decide(1, "house", 1)
    assert (wish and wish.act) == act
    if wish:
        assert wish.args["rt"] == 1200


def test_the_general_always_declines():
    live = Live.of(
        ["Tc9c8c7c6c", "9d8d7d6d5d"], ["3c4c", "4d5h"], "3s4s5s", shown=["", "2d"], seats=1
    )
    live.do(0, "play")
    wish = live.decide(1, "house", 1)
    assert (wish.act, wish.args) == ("decline", {"card": card("2d")})
