"""Invariants (rules sheet 0.9), over random house rules, deals, acts and times."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import NONE, listed
from games.rules.game import Reject
from games.rules.war import battle
from games.rules.war.acts import Kind
from games.rules.war.options import Options
from games.rules.war.state import End, Phase, Table, alive, leaders, places
from tests.depth import examples
from tests.rules.war.live import GAME, Live
from tests.rules.war.strategies import house_rules, random_options

seeds = st.integers(0, 2**32)


def all_cards(t: Table) -> list[int]:
    piles = [t.center]
    for seat in t.seats:
        piles += [seat.pile, seat.played]
    return [card for pile in piles for card in listed(pile)]


def table(o: Options, seed: int) -> tuple[Table, list[int]]:
    deck = GAME.pack(o)
    random.Random(seed).shuffle(deck)
    t = GAME.deal(o, deck)
    GAME.set_word(t, random.Random(seed).getrandbits(64))
    return t, sorted(all_cards(t))


def verify(t: Table, o: Options, dealt: list[int]) -> None:
    """Conservation (1), players who are out have no cards (5), and the game is over exactly when it
    should be (7)."""
    assert sorted(all_cards(t)) == dealt
    for seat in t.seats:
        assert not seat.out or seat.pile.size == 0 or t.phase == Phase.OVER
    assert (t.end != End.PLAYING) == (t.phase == Phase.OVER)
    if t.phase == Phase.FLIP:
        assert len(alive(t)) > 1
        assert t.battles < o.cap
        assert all(t.seats[p].pile.size > 0 for p in alive(t))


@examples(500)
@given(house_rules(), seeds)
def test_games_without_clocks(o, seed):
    t, dealt = table(o, seed)
    rng = random.Random(seed)
    steps = 0
    while t.phase != Phase.OVER:
        before = t.battles
        slapper = rng.choice([NONE, *alive(t)]) if t.phase == Phase.SLAP else NONE
        battle.step(t, o, slapper, None)
        verify(t, o, dealt)
        steps = steps + 1 if t.battles == before else 0
        assert steps <= 52  # every battle ends within the cards of the game (6)
    assert_ended(t, o)


def assert_ended(t: Table, o: Options) -> None:
    """The end matches an end condition (7), and nothing changes after it."""
    left = alive(t)
    if t.end == End.ALL:
        assert len(left) == 1
        assert t.seats[left[0]].pile.size == len(all_cards(t))
    if t.end == End.DEADLOCK:
        assert all(seat.pile.size == 0 for seat in t.seats)
    if t.end == End.CAP:
        assert t.battles == o.cap or (o.slap == NONE and o.order != 0)
    if t.end == End.RESIGN:
        assert len(left) == 1
    rank = places(t, o.players)
    assert sorted(p for p in range(o.players) if rank[p] == 1) == list(leaders(t))
    assert Counter(rank)[1] == len(leaders(t))


NAMES = ("flip", "lay", "check", "slap", "slap", "auto", "resign", "lead", "hurry", "stop")


def random_act(rng: random.Random, live: Live) -> tuple[int, str, dict[str, object]]:
    """A random act by a random seat, mostly illegal."""
    name = rng.choice(NAMES)
    server = Kind[name.upper()] >= Kind.LEAD
    seat = rng.randrange(NONE, 4) if rng.random() < 0.2 else rng.randrange(live.o.players)
    if server and rng.random() < 0.9:
        seat = NONE
    args: dict[str, object] = {}
    if name == "slap":
        arr = max(0, live.now - live.t.show_at)
        args = {
            "reveal": max(1, live.t.reveal + rng.choice([-1, 0, 0, 0, 0, 1])),
            "rt": rng.randrange(-50, 4000),
            "arr": arr,
            "credit": rng.randrange(0, 400),
        }
    if name == "auto":
        args = {"on": rng.randrange(2)}
    if name == "lead":
        args = {"ms": rng.randrange(400)}
    if name == "stop":
        args = {"end": 5}
    return seat, name, args


def play_randomly(live: Live, rng: random.Random, acts: int) -> list[tuple[int, Reject]]:
    """Random acts at random times, checking every invariant after each."""
    dealt = sorted(all_cards(live.t))
    verdicts = []
    for _ in range(acts):
        seat, name, args = random_act(rng, live)
        if name in ("resign", "stop") and rng.random() < 0.97:
            continue
        live.run(live.now + rng.choice([0, 40, 300, 700, 2500]))
        before, events, word = live.t.to_bytes(), len(live.tape), live.t.rng
        verdict = live.act(seat, name, **args)
        verdicts.append((seat, verdict))
        if verdict != Reject.OK:
            live.t.rng = word  # the caller sets the word
            assert live.t.to_bytes() == before  # a refused act changes nothing (3)
            assert len(live.tape) == events
        if live.phase == Phase.OVER and verdict != Reject.GAME_OVER and len(verdicts) > acts // 2:
            break
        assert sorted(all_cards(live.t)) == dealt
        assert Table.from_bytes(live.t.to_bytes()) == live.t
        assert live.t.copy() == live.t
        timer = GAME.deadline(live.t, live.o)
        assert (timer == NONE) == (live.phase == Phase.OVER)
        assert live.phase not in (Phase.JUDGE, Phase.WIN)
    return verdicts


@examples(120)
@given(seeds)
def test_live_games_with_acts_of_all_kinds(seed):
    rng = random.Random(seed)
    live = Live.dealt(random_options(rng), seed)
    play_randomly(live, rng, 120)
    live.run(live.now + 10**8)
    assert live.phase == Phase.OVER
    assert_ended(live.t, live.o)
    assert live.happened().count("game_over") == 1
