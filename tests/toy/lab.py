"""The game in the lab: played by number, counted, and shown."""

from typing import Any

from games.lab.counting.accumulator import Sums, add_comeback
from games.lab.counting.adapter import MARK_WORDS, Adapter, Terms, lines_of
from games.lab.counting.driver import player_of
from games.lab.counting.observer import GameStats, add_notes, note_card, winner_counter
from games.rules.cards import ACE, NONE, PACK, listed
from games.rules.cards import rank as rank_of
from games.rules.events import Event, Tape
from games.rules.rng import below, stream
from tests.toy import events as ev
from tests.toy import play
from tests.toy.events import ENDS
from tests.toy.policies import LEVELS
from tests.toy.state import Table, deal, leaders

CARDS = 52


def begin(t: Table, o: Any, seed: int, game: int) -> None:
    luck = Table()
    luck.rng = stream(seed, game)
    deck = list(PACK)
    for last in range(len(deck) - 1, 0, -1):
        other = below(luck, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    vars(t).update(vars(deal(o, deck)))
    play.fire(t, o, None)


def opening(t: Table, o: Any) -> list[Event]:
    """The first events of a table."""
    return [ev.Deal((26, 26))]


def step(t: Table, o: Any, c: GameStats, levels: int, tape: Tape) -> None:
    """Lay one card."""
    play.lay(t, o, 0, tape)


def note_deal(t: Table, o: Any, c: GameStats) -> None:
    c.leader = NONE
    for p, seat in enumerate(t.seats):
        for card in listed(seat.pile):
            note_card(c, p, rank_of(card), rank_of(card) == ACE)
        c.strength[p] -= 6 * 26


def is_pause(t: Table, c: GameStats) -> bool:
    return True


def watch(t: Table, o: Any, c: GameStats, sums: Sums) -> None:
    c.pot = max(c.pot, t.heap.size)


def value_of(t: Table, p: int) -> int:
    return 1 if p in leaders(t) else 0


def add_game(t: Table, o: Any, c: GameStats, sums: Sums, game: int) -> None:
    sums.ends[t.end] += 1
    sole = winner_counter(value_of)(t, sums, 2)
    add_notes(c, sums, 2, t.heaps, 0, sole, game)
    add_comeback(sums, 0, CARDS, game)


ADAPTER = Adapter(
    key="toy",
    table=Table,
    game_stats=GameStats,
    policies=lines_of(LEVELS.items()),
    begin=begin,
    step=step,
    opening=opening,
    play_on=player_of(
        note_deal=note_deal,
        step=step,
        is_pause=is_pause,
        watch=watch,
        add_game=add_game,
    ),
    terms=Terms(
        unit="heaps",
        singular="heap",
        depth="Wars in a row",
        deep="heaps",
        lowest="Smallest pile of the later winner",
        prized="aces",
        strength="A two counts 0 points, an ace 12.",
        ends={end.name.lower(): words for end, words in ENDS.items()},
        marks=MARK_WORDS,
    ),
    chunk=100,
    smallest=50,
)
