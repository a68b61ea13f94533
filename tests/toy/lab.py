"""The game in the lab: played by number, counted, and shown."""

from collections.abc import Iterator
from typing import Any

from games.lab.counting.accumulator import Sums, add_comeback, add_hand, add_length, add_marks
from games.lab.counting.adapter import MARK_WORDS, Adapter, Step, Terms, lines_of
from games.rules.cards import NONE, PACK, listed
from games.rules.cards import rank as rank_of
from games.rules.events import Event
from games.rules.records import Byte, Int, Record
from games.rules.rng import below, stream
from tests.toy import events as ev
from tests.toy import play
from tests.toy.events import ENDS
from tests.toy.policies import LEVELS
from tests.toy.state import Phase, Table, deal, leaders


class Notes(Record):
    """Notes about one game."""

    heap: Byte  # the largest
    changes: Int


def fresh(o: Any, seed: int, game: int) -> Table:
    luck = Table()
    luck.rng = stream(seed, game)
    deck = list(PACK)
    for last in range(len(deck) - 1, 0, -1):
        other = below(luck, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    t = deal(o, deck)
    play.fire(t, o, None)
    return t


def opening(t: Table, o: Any) -> list[Event]:
    """The first events of a table."""
    return [ev.Deal((26, 26))]


def steps(t: Table, o: Any, levels: int, notes: Notes) -> Iterator[Step]:
    """Play a dealt game, one card at a time."""
    while t.phase != Phase.OVER:
        tape: list[Event] = []
        play.lay(t, o, 0, tape)
        notes.heap = max(notes.heap, t.heap.size)
        yield Step(0, tape)


def count(t: Table, c: Notes, sums: Sums, o: Any, levels: int, seed: int, game: int) -> None:
    """Play one game to the end and add it to the sums."""
    t = fresh(o, seed, game)
    hands = [listed(seat.pile) for seat in t.seats]
    for _ in steps(t, o, levels, c):
        pass
    won = leaders(t)
    sole = won[0] if len(won) == 1 else NONE
    sums.ends[t.end] += 1
    if sole == NONE:
        sums.shared[0] += 1
        sums.shared[1] += 1
    else:
        sums.wins[sole] += 1
    add_length(sums, t.heaps, 0, sole, game)
    for p, hand in enumerate(hands):
        aces = sum(rank_of(card) == 12 for card in hand)
        add_hand(sums, aces, sum(rank_of(card) for card in hand) - 6 * 26, p == sole)
    add_comeback(sums, 0, 52, game)
    add_marks(sums, 0, 0, c.heap, c.changes, game)


ADAPTER = Adapter(
    key="toy",
    table=Table,
    game_stats=Notes,
    policies=lines_of(LEVELS.items()),
    count=count,
    fresh=fresh,
    steps=steps,
    opening=opening,
    terms=Terms(
        unit="heaps",
        one="heap",
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
