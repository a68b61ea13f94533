"""Invariants (rules sheet 0.9), over random house rules, deals, acts and times."""

import random
from statistics import mean

from games.rules.cards import NONE, listed
from games.rules.game import Reject
from games.rules.ww3.acts import Kind
from games.rules.ww3.options import Options
from games.rules.ww3.state import (
    TWO,
    Answer,
    End,
    Phase,
    Table,
    alive,
    cards_of,
    leaders,
    mark,
    places,
    row,
    worth,
)
from tests.depth import seeds
from tests.each import each
from tests.rules.ww3 import drill
from tests.rules.ww3.live import GAME, Live
from tests.rules.ww3.strategies import random_options


def all_cards(t: Table) -> list[int]:
    cards = [*listed(t.centre), *listed(t.removed)]
    for seat in t.seats:
        cards += [*listed(seat.pickup), *listed(seat.discard), *row(seat.hand), *row(seat.shown)]
    return cards


def verify(t: Table, o: Options) -> None:
    """Conservation (1), players who are out have no cards and are not targets (5), the game is over
    exactly when it should be (7), hands and twos."""
    assert sorted(all_cards(t)) == list(range(56 if o.players <= 3 else 112))
    for p, seat in enumerate(t.seats):
        assert not seat.out or cards_of(seat) == 0
        assert all(worth(card) == TWO for card in row(seat.shown))
        assert not (seat.out and t.phase in (Phase.TURN, Phase.TARGET) and p == t.at)
        assert not (seat.out and t.phase == Phase.TURN and p == t.owner)  # a joker beats nobody's
        short = seat.hand.size < 5 and not seat.out and t.phase == Phase.TURN and t.at == p
        assert not short or t.centre.size == seat.pickup.size == 0
    assert (t.end != End.PLAYING) == (t.phase == Phase.OVER)
    if t.phase == Phase.TURN:
        assert all(worth(card) != TWO for card in row(t.seats[t.at].hand))
    if t.phase == Phase.ROUND_END:
        assert len(alive(t)) > 1 and t.rounds < o.cap
        assert all(t.seats[p].pickup.size > 0 for p in alive(t))
        assert not t.seats[t.leader].out


def assert_ended(t: Table, o: Options) -> None:
    """The end matches an end condition (7), and the places match the winners."""
    left = alive(t)
    if t.end in (End.ALL, End.RESIGN):
        assert len(left) == 1
    if t.end == End.ALL_OUT:
        assert not left
    if t.end == End.CAP:
        assert t.rounds == o.cap and len(left) > 1
    first, rank = leaders(t, o.players), places(t, o.players)
    assert sorted(p for p in range(o.players) if rank[p] == 1) == list(first)
    if left:
        assert set(first) <= set(left)
        assert len({mark(t, p) for p in first}) == 1


@each(range(10))
def test_games_without_clocks(block):
    """300 games, several thousand rounds, checking every invariant after every step."""
    for seed in range(block * 30, block * 30 + 30):
        rng = random.Random(seed)
        o = GAME.options(random_options(rng, cap=str(rng.choice([10, 40]))))
        deck = GAME.pack(o)
        rng.shuffle(deck)
        t = GAME.deal(o, deck)
        GAME.set_word(t, seed)
        t.phase = Phase.ROUND_END
        steps = 0
        while t.phase != Phase.OVER:
            before = t.rounds, t.wars
            drill.step(t, o, seed % 2 == 0, None)
            verify(t, o)
            steps = steps + 1 if (t.rounds, t.wars) == before else 0
            assert steps <= 5 * 112  # every round and war ends (6)
        assert_ended(t, o)


@each([(2, 23), (3, 19)])
def test_games_are_as_long_as_they_were_measured(players, rounds):
    """Another sensible policy than that of the sheet (3.15) plays, so the lengths agree only
    roughly."""
    lengths = []
    for game in range(150):
        t = Table()
        drill.play(t, Options(players=players, cap=2000), 2026, game, True, None)
        lengths.append(t.rounds)
    assert abs(mean(lengths) - rounds) < 4


NAMES = ["play", "fight", "decline", "target", "draw", "draw", "hold", "hold", "hold", "reset"]
NAMES += ["auto", "resign", "lead", "hurry", "stop"]


def random_act(rng: random.Random, live: Live) -> tuple[int, str, dict[str, object]]:
    """A random act by a random seat, mostly illegal."""
    name = rng.choice(NAMES)
    seat = rng.randrange(NONE, 6) if rng.random() < 0.2 else rng.randrange(live.o.players)
    if Kind[name.upper()] >= Kind.LEAD and rng.random() < 0.9:
        seat = NONE
    args: dict[str, object] = {}
    if name in ("hold", "reset"):
        args = {
            "reveal": max(1, live.t.reveal + rng.choice([-1, 0, 0, 0, 0, 1])),
            "rt": rng.randrange(-50, 9000),
            "arr": max(0, live.now - live.t.show_at),
            "credit": rng.randrange(0, 400),
        }
    elif name == "decline":
        twos = [card for seat in live.t.seats for card in row(seat.shown)] or [0]
        args = {"card": rng.choice(twos)}
    elif name == "target":
        args = {"opponent": rng.randrange(1, 7)}
    elif name == "auto":
        args = {"on": rng.randrange(2)}
    elif name == "lead":
        args = {"ms": rng.randrange(400)}
    elif name == "stop":
        args = {"end": 5}
    return seat, name, args


def play_randomly(live: Live, rng: random.Random, acts: int) -> None:
    """Random acts at random times, checking every invariant after each."""
    for _ in range(acts):
        seat, name, args = random_act(rng, live)
        if name in ("resign", "stop", "hurry") and rng.random() < 0.97:
            continue
        live.run(live.now + rng.choice([0, 40, 300, 700, 2500]))
        before, events, word = live.t.to_bytes(), len(live.tape), live.t.rng
        act = GAME.read_move(name, args)
        foreseen = GAME.legal(live.t, live.o, seat, act)
        assert live.t.to_bytes() == before
        verdict = live.act(seat, name, **args)
        assert verdict == foreseen
        if verdict != Reject.OK:
            live.t.rng = word
            assert live.t.to_bytes() == before  # a refused act changes nothing (3)
            assert len(live.tape) == events
        verify(live.t, live.o)
        assert Table.from_bytes(live.t.to_bytes()) == live.t
        timer = GAME.deadline(live.t, live.o)
        assert (timer == NONE) == (live.phase == Phase.OVER)
        assert timer == NONE or timer >= live.now or name == "hurry"
        if live.phase == Phase.OVER:
            break


@each(seeds(50))
def test_live_games_with_acts_of_all_kinds(seed):
    rng = random.Random(seed)
    live = Live.dealt(random_options(rng), seed)
    play_randomly(live, rng, 150)
    for _ in range(20_000):
        if live.phase == Phase.OVER:
            break
        live.fire()
        verify(live.t, live.o)
    assert live.phase == Phase.OVER  # the clocks alone end every game
    assert_ended(live.t, live.o)
    assert live.happened().count("game_over") == 1
    state = live.t.to_bytes()
    live.run(live.now + 10**8)
    assert live.act(0, "play") in (Reject.GAME_OVER, Reject.YOU_ARE_OUT)
    live.t.rng = Table.from_bytes(state).rng
    assert live.t.to_bytes() == state


def test_answers_do_not_outlive_their_window():
    for seed in range(20):
        rng = random.Random(seed)
        live = Live.dealt(random_options(rng), seed)
        play_randomly(live, rng, 60)
        if live.phase not in (Phase.HOLD, Phase.JOKER, Phase.OVER):
            assert all(seat.answer == Answer.OPEN for seat in live.t.seats[: live.o.players])
