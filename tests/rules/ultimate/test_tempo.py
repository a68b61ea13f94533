"""Among people, bots of Ultimate War act so slowly that a newcomer can read and survive."""

from statistics import median
from typing import NamedTuple

from games.rules.catalogue import BOTS
from tests.each import each
from tests.rules.ultimate.live import Live
from tests.rules.ultimate.newcomer import newcomer

FOUR_S, FIVE_MIN = 4_000, 300_000
PERSON = 0  # the seat of the newcomer
BOT = BOTS["ultimate"]


class Game(NamedTuple):
    survived: bool
    lives: list[int]  # ms that field cards lay open
    acts: int  # of the bots
    ms: int  # how long the game has gone on


def five_minutes(seed: int, tempo: str) -> Game:
    """A newcomer, who acts every four seconds, against the usual bots."""
    live = Live.dealt("seats=4", seed)
    company, acted, shown = BOT.company(3), set(), {}
    lives, acts, next_ms = [], 0, FOUR_S
    while not live.over and live.now < FIVE_MIN and not live.t.seats[PERSON].out:
        wishes = [
            (max(live.now, wish.at), seat, wish)
            for seat in (1, 2, 3)
            if (wish := BOT.decide(live.t, live.o, seat, company[seat - 1], seed, tempo, (PERSON,)))
            and (seat, str(wish), live.t.turn) not in acted
        ]
        at, seat, wish = min(wishes, default=(FIVE_MIN, -1, None), key=lambda one: one[:2])
        if 0 <= live.game.deadline(live.t, live.o) <= min(at, next_ms):
            live.fire()
        elif next_ms <= at:
            live.run(next_ms)
            next_ms += FOUR_S
            if deed := newcomer(live.view(PERSON + 1)):
                live.now_act(PERSON, *deed)
        elif wish is not None:
            live.run(at)
            acted.add((seat, str(wish), live.t.turn))
            acts += not live.now_act(seat, wish.act, wish.args)
        now_shown = field_cards(live)
        lives += [live.now - since for key, since in shown.items() if now_shown.get(key) != since]
        shown = now_shown
    return Game(not live.t.seats[PERSON].out, lives, acts, live.now)


def field_cards(live: Live) -> dict[tuple[int, int], int]:
    """Since when each field card has lain open, by seat and card."""
    return {
        (p, seat.field.cards[i]): seat.field.since[i]
        for p, seat in enumerate(live.t.seats)
        for i in range(seat.field.size)
    }


def test_a_newcomer_survives_calm_bots_and_can_read_the_cards():
    played = [five_minutes(seed, "calm") for seed in range(1, 11)]
    assert sum(game.survived for game in played) >= 8
    assert median(life for game in played for life in game.lives) >= 6_000


def test_each_tempo_is_quicker_than_the_one_before():
    rates = [
        sum(game.acts for game in played) / sum(game.ms for game in played)
        for played in ([five_minutes(seed, tempo) for seed in (1, 2)] for tempo in BOT.tempos)
    ]
    assert rates[0] * 1.4 < rates[1] and rates[1] * 1.4 < rates[2]


def test_bots_are_calm_where_people_play_unless_they_choose():
    assert BOT.tempo("", {0}) == "calm"
    assert BOT.tempo("storm", {0}) == "storm"
    assert BOT.tempo("", ()) == ""
    assert BOTS["ww3"].tempo("", {0}) == ""


@each(["calm", "brisk"])
def test_an_answer_comes_before_its_time_is_over(tempo):
    live = Live.of("2c 3c 4c / Kc / 5c", "6d 7d 8d / 9d / Td", "2h 3h / 4h / 5h", respond=4_000)
    assert not live.act(20_000, 1, "challenge", "hand", 2, "hand", ["5c"])
    answers = [
        BOT.decide(live.t, live.o, 1, "hunter", seed, tempo, (PERSON,)).at for seed in range(50)
    ]
    assert max(answers) < 24_000 - 1_000
    assert min(answers) > 21_000
