"""Views and events, seat by seat (rules sheet 0.4, 3.2, 3.10)."""

import json
import random
import re
from collections.abc import Iterator

from games.rules.cards import NONE, listed, name
from games.rules.events import read_event, seen_by
from games.rules.game import Reject
from games.rules.ww3.state import Answer, Phase, row
from tests.depth import deep, seeds
from tests.each import each
from tests.rules.live import play_bots
from tests.rules.ww3.live import GAME, Live
from tests.rules.ww3.strategies import random_options

LEVELS = ["recruit", "sergeant", "general"]
CODE = re.compile(r'"([2-9TJQKA][cdhsCDHS]|X[1-8])"')


def position(seed: int) -> Live:
    """A position of a game between bots."""
    rng = random.Random(seed)
    live = Live.dealt(random_options(rng), seed)
    play_bots(live, rng.choices(LEVELS, k=live.o.players), seed, rng.randrange(3_000, 150_000))
    return live


def viewers(live: Live) -> list[int | None]:
    return [None, *range(live.o.players)]


def test_whether_a_move_is_forced_is_not_told_to_the_others():
    """Seat 2 may decline, or must lay the jack: others see the same clock."""
    views = []
    for hand in ("9d8d7d6d5d", "Jd8d7d6d5d"):
        live = Live.of(["Tc9c8c7c6c", hand], ["3c4c", "4d5h"], "3s4s5s6s", shown=["", "2d"])
        live.do(0, "play")
        views.append((live.view(0), live.view(None), live.view(1)["until"]))
    assert views[0][:2] == views[1][:2]
    assert views[0][2] != views[1][2]


@each(seeds(60))
def test_nobody_is_told_of_a_card_he_may_not_see(seed):
    live = position(seed)
    open_cards = {name(card) for card in listed(live.t.removed)}
    for seat in live.t.seats:
        open_cards |= {name(card) for card in (*listed(seat.discard), *row(seat.shown))}
    for e in live.tape:  # what was open in this round may be shown until the next
        if e.ev in ("play", "war_draw") and e.number == live.t.rounds:
            open_cards |= {name(card) for card in ((e.card,) if e.ev == "play" else e.cards)}
    for viewer in viewers(live):
        seen = set(CODE.findall(json.dumps(live.view(viewer))))
        own = set() if viewer is None else {name(c) for c in row(live.t.seats[viewer].hand)}
        assert seen <= open_cards | own


@each(seeds(30))
def test_events_tell_nobody_of_a_card_that_was_never_open(seed):
    """All codes in masked events have been laid, turned, declared, or left the game by then; the
    owner of a hand sees the cards that fill it up."""
    live = position(seed)
    for viewer in viewers(live):
        for e in live.tape:
            told = set(CODE.findall(json.dumps(seen_by(e, viewer))))
            if e.ev == "refill":
                assert told == (set() if e.seat != viewer else {name(c) for c in e.cards})
            elif e.ev == "take":
                assert told == set()
            elif e.ev in ("out", "resign"):
                assert told == {name(c) for c in e.removed}


def test_masked_events_can_be_told():
    for seed in seeds(20):
        live = position(seed)
        masked = [read_event("ww3", seen_by(e, None)) for e in live.tape]
        names = [f"P{p + 1}" for p in range(live.o.players)]
        assert GAME.describe(masked, names) == GAME.describe(live.tape, names)


# Calls -------------------------------------------------------------------------------------


def windows(count: int) -> Iterator[tuple[Live, random.Random]]:
    """Positions with an open window, and some answers already given."""
    found, seed = 0, 0
    while found < count:
        seed += 1
        rng = random.Random(seed)
        live = Live.dealt(random_options(rng), seed)
        while live.phase != Phase.OVER and found < count:
            if live.phase in (Phase.HOLD, Phase.JOKER) and rng.random() < 0.5:
                found += 1
                yield live, rng
            if live.phase in (Phase.HOLD, Phase.JOKER):
                live.run(live.t.until)
            else:
                live.fire()


def answer(live: Live, seat: int, rng: random.Random) -> Reject:
    """Let the seat call, or decline to hold."""
    ms = live.now - live.t.show_at
    joker = live.phase == Phase.JOKER
    act = "reset" if joker and seat == live.t.duel.joker else rng.choice(["hold", "hold", "draw"])
    act = "hold" if joker and act == "draw" else act
    if act == "draw":
        return live.act(seat, act)
    return live.act(seat, act, reveal=live.t.reveal, rt=ms, arr=ms, credit=0)


def copy_of(live: Live) -> Live:
    other = Live(live.o, live.t.copy())
    other.now = live.now
    return other


def test_nothing_shows_a_call_before_the_window_is_judged():
    """Pairs of tables, with a call at one of each.  Until the window is judged other players
    get no other message, view or clock."""
    pairs = 0
    for live, rng in windows(deep(1_000)):
        asked = [p for p in range(live.o.players) if live.view(p)["asks"]]
        if len(asked) < 2:
            continue  # a single answer closes the window, so there is nothing to hide
        caller = rng.choice(asked)
        one, two = copy_of(live), copy_of(live)
        at = live.t.show_at + rng.randrange(150, 900)
        one.run(at)
        two.run(at)
        assert answer(one, caller, rng) == Reject.OK
        judged = GAME.deadline(one.t, one.o)
        assert one.phase == two.phase
        for later in (at, min(judged, GAME.deadline(two.t, two.o)) - 1):
            one.run(later)
            two.run(later)
            assert one.tape == two.tape == []
            for viewer in viewers(live):
                if viewer != caller:
                    assert one.view(viewer) == two.view(viewer)
        pairs += 1
    assert pairs > deep(700)


def test_two_calls_show_nothing_of_each_other():
    """The second caller learns nothing of the first call: their own view is the same without it."""
    for options in ("", "hold=secret"):
        live = Live.of(
            ["Tc9c8c7c6c", "9d8d7d6d5d"], ["Kc4c", "Ad5h"], "3s4s5s", **GAME_OPTIONS[options]
        )
        live.do(0, "play")
        live.do(1, "fight")
        live.draw(0, 1)
        live.run(live.t.show_at + 300)
        alone = live.view(1)
        live.call(0, 300)
        assert live.view(1) == alone
        assert live.view(1)["asks"]["until"] == live.t.show_at + 8000
        assert live.view(0)["asks"] is None


GAME_OPTIONS = {"": {}, "hold=secret": {"hold": "secret"}}


def test_the_answer_lies_only_in_the_state():
    live = Live.of(["Tc9c8c7c6c", "9d8d7d6d5d"], ["Kc4c", "Ad5h"], "3s4s5s")
    live.do(0, "play")
    live.do(1, "fight")
    live.draw(0, 1)
    marked = copy_of(live)
    marked.t.seats[0].answer, marked.t.seats[0].eff, marked.t.until = Answer.HOLD, 300, 1
    for viewer in (None, 1):
        assert live.view(viewer) == marked.view(viewer)


# The rest of a view ------------------------------------------------------------------------


def test_a_view_is_ready_for_json_and_counts_seats_from_one():
    live = Live.dealt("seats=4", 5)
    live.run(3000)
    view = json.loads(json.dumps(live.view(0)))
    assert view == live.view(0)
    assert (view["you"], view["at"], view["leader"]) == (1, 1, 1)
    assert [seat["seat"] for seat in view["seats"]] == [1, 2, 3, 4]
    assert view["seats"][1]["hand"] == ["??"] * 5
    assert view["seats"][1]["must"] is None
    assert "??" not in view["seats"][0]["hand"]
    assert view["asks"]["acts"] == ["play"]
    assert view["war"] is view["reveal"] is view["last"] is view["top"] is view["result"] is None


def test_the_turn_counts_decisions():
    live = Live.dealt("", 7)
    play_bots(live, LEVELS, 3, 60_000)
    before = live.view(None)
    live.do(NONE, "lead", ms=80)
    assert live.view(None)["turn"] == before["turn"]
    live.fire()
    assert live.view(None)["turn"] == before["turn"] + 1


def test_a_finished_game_opens_everything():
    live = Live.dealt("seats=2;cap=10", 3)
    play_bots(live, ["general", "recruit"], 3)
    everything = GAME.open_view(live.t, live.o)
    codes = CODE.findall(json.dumps([everything["seats"], everything["centre_cards"]]))
    assert len(codes) + len(everything["removed"]) == 56


def test_standing():
    live = Live.dealt("seats=2", 1)
    assert GAME.standing(live.t, live.o) == {
        "counts": [13, 13],
        "pot": 20,
        "number": 0,
        "wars": 0,
        "captured": [0, 0],
    }


@each(seeds(40))
def test_every_moment_has_words(seed):
    live = position(seed)
    for viewer in viewers(live):
        view = live.view(viewer)
        assert view["call"]["title"] and view["call"]["detail"]
        if view["asks"]:
            assert view["asks"]["label"] and view["asks"]["silence"].endswith(".")


def test_who_is_asked_may_do_what_he_is_asked():
    for seed in seeds(120):
        live = position(seed)
        for seat in range(live.o.players):
            asks = live.view(seat)["asks"]
            for act in asks["acts"] if asks else ():
                args = {}
                if act in ("hold", "reset"):
                    args = {"reveal": live.t.reveal, "rt": 500, "arr": 500, "credit": 0}
                if act == "decline":
                    args = {"card": asks["declines"][0]}
                if act == "target":
                    args = {"opponent": asks["targets"][0]}
                move = GAME.read_move(act, args)
                assert GAME.legal(live.t, live.o, seat, move) == Reject.OK
