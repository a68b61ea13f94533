"""How every game of the lab is played by number: many of them, counted and compiled in the lab's
workers, or one by one in plain Python.  A game adds its rules as functions."""

from collections.abc import Callable
from typing import Any, NamedTuple

from games.lab.counting.accumulator import Sums
from games.rules.game import Options
from games.rules.jit import jit
from games.rules.records import Record

Levels = int  # the policies of all seats, see `adapter.level_of`
Rule = Callable[..., Any]


class Drive(NamedTuple):
    """How games are played: one, or many in a row."""

    count: Rule
    count_all: Rule


def drive_of(
    *, begin: Rule, note_deal: Rule, step: Rule, is_pause: Rule, watch: Rule, add_game: Rule
) -> Drive:
    """How games of these rules are played.  `begin` deals game number `game` of a run on an empty
    table, `step` makes the next move, `is_pause` says whether there is something to `watch` after
    it.  Compiled rules can be kept on disk only if they are no arguments of compiled functions."""

    @jit
    def play_on(t: Any, c: Any, sums: Sums, o: Options, levels: Levels, game: int) -> None:
        """Play from this state to the end, and add the game to the sums."""
        note_deal(t, o, c)
        while t.end == 0:
            step(t, o, c, levels, None)
            if is_pause(t, c):
                watch(t, o, c, sums)
        add_game(t, o, c, sums, game)

    @jit
    def count(t: Any, c: Any, sums: Sums, o: Options, levels: Levels, seed: int, game: int) -> None:
        """Play one game and add it to the sums; t and c are empty."""
        begin(t, o, seed, game)
        play_on(t, c, sums, o, levels, game)

    @jit
    def count_all(
        state: Any, t: Any, notes: Any, c: Any, sums: Sums, o: Options, levels: Levels, where: Any
    ) -> None:
        """Count games where[1] .. where[1] + where[2] - 1 of run where[0].  `state` and `notes`
        are the bytes of t and c."""
        for game in range(where[1], where[1] + where[2]):
            state[:] = 0
            notes[:] = 0
            count(t, c, sums, o, levels, where[0], game)

    return Drive(count, count_all)


# For compiled code --------------------------------------------------------------------------


def blank(kind: type[Record]) -> tuple[Any, Any]:
    """The bytes of an empty record, and the record itself."""
    import numpy as np  # only where rules are compiled

    layout = kind.dtype()
    buffer = np.zeros(layout.itemsize, np.int8)
    return buffer, buffer.view(layout)[0]


def packed_options(o: Options) -> Any:
    """The options as a record, passed as one pointer instead of twenty numbers."""
    import numpy as np

    return np.array([tuple(o)], np.dtype([(name, "i8") for name in o._fields]))[0]


def simulate(
    drive: Rule,
    table: type[Record],
    game_stats: type[Record],
    run: tuple[int, int, int],
    o: Options,
    levels: Levels,
) -> Sums:
    """What a compiled driver counts.  `run`: its seed, the first game, and how many."""
    stored, sums = blank(Sums)
    drive(*blank(table), *blank(game_stats), sums, packed_options(o), levels, run)
    return Sums.from_bytes(bytes.fromhex(Sums.shape) + stored.tobytes())
