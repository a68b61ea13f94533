"""The driver that plays games of the lab by number: many games, counted and compiled in the lab's
workers, or one game at a time in plain Python.  Each game supplies its rules as functions.

A run plays games from their deals, or all games from one position, in which the cards that its
viewer does not know are dealt again for each game (`Start`)."""

import base64
import struct
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple, Self

from games.lab.counting.accumulator import MOST_CARDS, Sums
from games.rules.cards import NONE
from games.rules.game import Act, Options, State
from games.rules.jit import I64, jit
from games.rules.records import Record
from games.rules.rng import HasRng, below, stream

MOST_BYTES = 16_384  # size of a packed start
# What a packed start has besides its cells, as flags of their number.
PROVEN, CHOSEN = 0x8000, 0x4000

Levels = int  # the policies of all seats, see `adapter.level_of`
Rule = Callable[..., Any]


@jit
def as_they_were(t: Any, o: Options, c: Any, levels: Levels, names: Any) -> None:
    """Do nothing: for states in which nothing depends on the hidden cards except the cards
    themselves."""


@jit
def as_decided(t: Any, o: Options, c: Any, levels: Levels, choice: Any) -> None:
    """Do nothing: for games without a given decision."""


@jit
def redeal(state: Any, t: HasRng, hidden: Any, cards: Any, order: Any, names: Any) -> None:
    """Deal the hidden cards again; all possible assignments are equally likely (see `Start`).
    `order` is working memory; `names` maps each card to the card that replaced it."""
    cells, reach, mixed, ends = hidden
    order[:] = cards
    for i in range(len(cells)):
        j = i + below(t, reach[i] - i)
        card = order[j]
        order[j] = order[i]
        names[I64(state[cells[i]])] = card
        state[cells[i]] = card
    for i in range(len(mixed)):
        j = i + below(t, ends[i] - i)
        card = I64(state[mixed[j]])
        state[mixed[j]] = state[mixed[i]]
        state[mixed[i]] = card


def player_of(*, note_deal: Rule, step: Rule, is_pause: Rule, watch: Rule, add_game: Rule) -> Rule:
    """The function that plays one game of these rules to the end: `step` makes the next move, and
    after a move for which `is_pause` is true, `watch` counts what happened."""

    @jit
    def play_on(t: Any, c: Any, sums: Sums, o: Options, levels: Levels, game: int) -> None:
        """Play from this state to the end, and add the game to the sums."""
        note_deal(t, o, c)
        while t.end == 0:
            step(t, o, c, levels, None)
            if is_pause(t, c):
                watch(t, o, c, sums)
        add_game(t, o, c, sums, game)

    return play_on


def drive_of(
    *, begin: Rule, play_on: Rule, take_up: Rule = as_they_were, insist: Rule = as_decided
) -> Rule:
    """The function that plays many games in a row: `begin` deals game number `game` of a run on an
    empty table, `take_up` prepares a game from a position, `insist` makes a given first decision,
    and `play_on` plays the game (`player_of`).  Compiled rules can be cached on disk only if they
    are not arguments of compiled functions."""

    @jit
    def count_all(
        state: Any, t: Any, notes: Any, c: Any, sums: Sums, o: Options, levels: Levels, where: Any
    ) -> None:
        """Count games where[1] .. where[1] + where[2] - 1 of run where[0], from the start where[3]
        if it is not empty.  `state` and `notes` are the bytes of t and c; `lucky` counts the games
        from a start in which anything was left to chance."""
        known, hidden, cards, order, names, choice, lucky = where[3]
        for game in range(where[1], where[1] + where[2]):
            notes[:] = 0
            if len(known) == 0:
                state[:] = 0
                begin(t, o, where[0], game)
            else:
                state[:] = known
                t.rng = stream(where[0], game)
                redeal(state, t, hidden, cards, order, names)
                take_up(t, o, c, levels, names)
                if choice[0] != NONE:
                    insist(t, o, c, levels, choice)
            play_on(t, c, sums, o, levels, game)
            lucky[0] += t.rng != stream(where[0], game)

    return count_all


class Start:
    """The start of the games of a run: a state, the cells with cards that its viewer does not know
    (indices of `Record.values`), and the cards that may be in these cells.  In the state these
    cells hold the first of these cards, so that the state reveals nothing.

    The i-th cell gets one of the first `reach[i]` cards.  Every later cell can have these cards,
    too, so all assignments are equally likely.  Then cells in `mixed` exchange their cards: the
    i-th cell with one of the cells before `ends[i]`.  `choice` is a given first decision: the seat,
    the kind of its act, and the number of the act."""

    def __init__(
        self,
        state: State,
        cells: Sequence[int] = (),
        cards: Sequence[int] = (),
        reach: Sequence[int] | None = None,
        mixed: Sequence[int] = (),
        ends: Sequence[int] = (),
        choice: tuple[int, ...] = (),
    ) -> None:
        self.state, self.cells, self.cards = state, cells, cards
        self.reach: Sequence[int] = [len(cards)] * len(cells) if reach is None else reach
        self.mixed, self.ends = mixed, ends
        self.choice = choice

    def choosing(self, seat: int, act: Act) -> "Start":
        """A copy of the start in which this seat (from 0) begins with this act."""
        rest = (self.reach, self.mixed, self.ends)
        return Start(self.state, self.cells, self.cards, *rest, choice=(seat, act.kind, act.a))

    @property
    def hidden(self) -> tuple[Sequence[int], ...]:
        """The cells whose cards are dealt again, in the form that `redeal` takes."""
        return self.cells, self.reach, self.mixed, self.ends

    @property
    def is_known(self) -> bool:
        """Whether the viewer of the position knows every card."""
        return not self.cells and not self.mixed

    def dealt(self, seed: int, game: int) -> tuple[State, list[int]]:
        """The state of game number `game` in plain Python, with the hidden cards dealt again, and
        for each card the card that replaced it."""
        luck = type(self.state)()
        luck.rng = stream(seed, game)
        values, names = self.state.values(), list(range(MOST_CARDS))
        redeal(values, luck, self.hidden, self.cards, list(self.cards), names)
        t = type(self.state).of(values)
        t.rng = luck.rng
        return t, names

    def packed(self, *, choice: bool = True) -> bytes:
        """The start as bytes: the state, the number of cells, the cells, their reach, the same for
        mixed cells, a choice, and the cards.  Without the `choice`, starts with different choices
        have equal bytes."""
        state: bytes = self.state.to_bytes()
        count, mixed, flags, more = len(self.cells), len(self.mixed), 0, b""
        if mixed or any(reach < len(self.cards) for reach in self.reach):
            flags |= PROVEN
            known = (*self.reach, mixed, *self.mixed, *self.ends)
            more += struct.pack(f"<{count}BH{mixed}H{mixed}B", *known)
        if choice and self.choice:
            flags |= CHOSEN
            more += struct.pack("<3B", *self.choice)
        numbers = struct.pack(f"<{1 + count}H", flags | count, *self.cells)
        return state + numbers + more + bytes(self.cards)

    @classmethod
    def unpacked(cls, table: type[Record], data: bytes) -> Self:
        """The start in these bytes.  Raises StaleLayout if another version of the site packed
        it."""
        size = 4 + struct.calcsize("<" + table.format)
        state = table.from_bytes(data[:size])
        numbers = Numbers(data, size)
        (count,) = numbers.take(1, "H")
        start = cls(state, numbers.take(count % CHOSEN, "H"))
        if count & PROVEN:
            start.reach = numbers.take(len(start.cells), "B")
            (mixed,) = numbers.take(1, "H")
            start.mixed, start.ends = numbers.take(mixed, "H"), numbers.take(mixed, "B")
        if count & CHOSEN:
            start.choice = numbers.take(3, "B")
        start.cards = numbers.rest
        if not count & PROVEN:
            start.reach = [len(start.cards)] * len(start.cells)
        return start

    @property
    def text(self) -> str:
        """The start as text: packed, compressed, and encoded with letters, digits, `-` and `_`."""
        return base64.urlsafe_b64encode(zlib.compress(self.packed(), 9)).decode().rstrip("=")

    @classmethod
    def read(cls, table: type[Record], text: str) -> Self:
        """The start in a text that this site has written.  A text from another source may hold a
        state that the rules never reach.  Raises ValueError if the text is not a start
        (StaleLayout: written by another version of the site)."""
        padded = text + "=" * (-len(text) % 4)
        try:
            data = zlib.decompressobj().decompress(base64.urlsafe_b64decode(padded), MOST_BYTES)
            start = cls.unpacked(table, data)
        except (zlib.error, struct.error) as bad:
            raise ValueError(str(bad)) from bad
        values = start.state.values()
        places = [*start.cells, *start.mixed]
        if any(cell >= len(values) for cell in places):
            raise ValueError("no such place for a card")
        known = [*start.cards, *(values[cell] for cell in places)]
        if len(start.cards) < len(start.cells) or not all(0 <= card < MOST_CARDS for card in known):
            raise ValueError("no such cards")
        for ends, most in ((start.reach, len(start.cards)), (start.ends, len(start.mixed))):
            if not all(i < end <= most for i, end in enumerate(ends)):
                raise ValueError("no such cards for a place")
        return start


class Numbers:
    """A reader that takes numbers from bytes, in order."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def take(self, count: int, code: str) -> tuple[int, ...]:
        layout = f"<{count}{code}"
        found = struct.unpack_from(layout, self.data, self.at)
        self.at += struct.calcsize(layout)
        return found

    @property
    def rest(self) -> tuple[int, ...]:
        return tuple(self.data[self.at :])


# For compiled code --------------------------------------------------------------------------


@cache
def places_of(layout: str) -> list[int]:
    """Where each value begins in bytes of this layout (`Record.format`)."""
    return [0, *accumulate(struct.calcsize(code) for code in layout)]


def arrays_of(start: Start | None) -> tuple[Any, ...]:
    """A start as arrays for compiled code; the arrays are empty for an ordinary run."""
    import numpy as np  # only where rules are compiled

    state = start.state.to_bytes()[4:] if start else b""
    places = places_of(start.state.format) if start else []
    cells, reach, mixed, ends = start.hidden if start else [()] * 4
    rows = ([places[cell] for cell in cells], reach, [places[cell] for cell in mixed], ends)
    return (
        np.frombuffer(state, np.int8).copy(),
        tuple(np.array(row, np.int64) for row in rows),
        *(np.array(start.cards if start else [], np.int8) for _ in range(2)),
        np.arange(MOST_CARDS, dtype=np.int8),
        np.array((start and start.choice) or (NONE, 0, 0), np.int64),
        np.zeros(1, np.int64),
    )


@cache
def layout_of(kind: type[Record]) -> Any:
    return kind.dtype()


def blank(kind: type[Record]) -> tuple[Any, Any]:
    """The bytes of an empty record, and the record itself."""
    import numpy as np

    layout = layout_of(kind)  # type: ignore[arg-type]  # records have no hash, their classes do
    buffer = np.zeros(layout.itemsize, np.int8)
    return buffer, buffer.view(layout)[0]


def packed_options(o: Options) -> Any:
    """The options as a record, which compiled code gets as one pointer instead of twenty
    numbers."""
    import numpy as np

    return np.array([tuple(o)], np.dtype([(name, "i8") for name in o._fields]))[0]


def simulate(
    drive: Rule,
    table: type[Record],
    game_stats: type[Record],
    run: tuple[int, int, int],
    o: Options,
    levels: Levels,
    start: Start | None = None,
) -> Sums:
    """The sums over games that a compiled driver plays.  `run`: the seed, the number of the first
    game, and the number of games."""
    stored, _ = drive_games(drive, table, game_stats, run, o, levels, start)
    return Sums.from_bytes(bytes.fromhex(Sums.shape) + stored.tobytes())


class Played(NamedTuple):
    """The counts of games from a position: for each seat the games won alone, the shared wins, and
    its parts of the shared wins (in 840ths of a game); and the number of games in which chance had
    a part."""

    wins: list[int]
    shared: list[int]
    parts: list[int]
    lucky: int


def drive_games(
    drive: Rule,
    table: type[Record],
    game_stats: type[Record],
    run: tuple[int, int, int],
    o: Options,
    levels: Levels,
    start: Start | None,
) -> tuple[Any, Played]:
    """The sums as bytes in memory, and the counts of games from a start."""
    stored, sums = blank(Sums)
    where = (*run, arrays_of(start))
    drive(*blank(table), *blank(game_stats), sums, packed_options(o), levels, where)
    wins, shared, parts = (sums[name].tolist() for name in ("wins", "shared", "parts"))
    return stored, Played(wins, shared, parts, int(where[3][-1][0]))
