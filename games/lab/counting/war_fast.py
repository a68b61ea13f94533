"""Classic War by the fast path of its rules, where it is proved: over a hundred thousand games
of a return order its sums are, bit for bit, those of the general rules.  Only bulk workers
import this.

`manage.py warm` makes the proof, or the first worker that is asked for the order.  It is stored
with the compiled rules and names the sources and the processor.  Without it the general rules
play."""

import json
import logging
import os
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]

from games.lab.counting import war
from games.lab.counting.accumulator import Sums
from games.lab.counting.war import GameStats, add_game
from games.lab.runs.cache import fingerprint, folder
from games.lab.runs.spec import RunSpec
from games.rules.jit import I64, driver, jit
from games.rules.war import fast
from games.rules.war.fast import Game
from games.rules.war.options import Options, Order
from games.rules.war.state import End, Table

log = logging.getLogger(__name__)
GAMES = 100_000
SEED = 2026
_proofs: dict[Order, bool] = {}
_proving = Lock()


@jit
def span(g: Game) -> tuple[int, int]:
    """Fewest and most cards of seat 1 after any battle, including 26 at the start."""
    low = I64(26)
    high = I64(26)
    for i in range(g.battles):
        low = min(low, I64(g.sizes[i]))
        high = max(high, I64(g.sizes[i]))
    return low, high


@jit
def lead_changes(g: Game) -> int:
    """How often the lead passed to the other seat.  Every battle moves a card, so the piles are
    never equal twice in a row: the last leader is at most two battles back."""
    changes = 0
    before = I64(0)
    last = I64(0)
    for i in range(g.battles):
        now = I64(g.sizes[i]) - 26
        led = last if last != 0 else before
        changes += I64(now * led < 0)
        before = last
        last = now
    return changes


@jit
def note(g: Game, t: Table, c: GameStats) -> None:
    """Convert a game's statistics to what `add_game` needs."""
    t.battles = g.battles
    t.wars = g.wars
    t.end = g.end
    low, high = span(g)
    c.lowest[0] = low
    c.lowest[1] = 52 - high
    c.aces[0] = g.aces
    c.aces[1] = 4 - g.aces
    c.strength[0] = g.strength
    c.strength[1] = fast.POINTS - g.strength
    c.depth = g.deepest
    c.pot = g.pot
    c.changes = lead_changes(g)
    for p in range(2):
        size = I64(g.bottom[p] - g.top[p])
        t.seats[p].pile.size = size
        t.seats[p].out = size == 0
        t.seats[p].fights = g.end == End.DEADLOCK


@driver
def drive(g: Game, t: Table, c: GameStats, sums: Sums, o: Options, where: Any) -> None:
    """Play games where[1] .. where[1] + where[2] - 1 of run where[0] and add them up."""
    for game in range(where[1], where[1] + where[2]):
        fast.play(g, o, where[0], game)
        note(g, t, c)
        for i in range(1, fast.DEEPEST + 1):
            sums.depths[i] += g.depths[i]
        add_game(t, o, c, sums, game)


def simulate(seed: int, first: int, games: int, o: Options) -> Sums:
    """Like `bulk.simulate`, for options that fit."""
    from games.lab.runs.bulk import blank, record

    stored, sums = blank(Sums)
    drive(
        blank(Game)[1], blank(Table)[1], blank(GameStats)[1], sums, record(o), (seed, first, games)
    )
    return Sums.from_bytes(bytes.fromhex(Sums.shape) + stored.tobytes())


def is_trusted(spec: RunSpec) -> bool:
    """Whether these games may be played fast."""
    o = spec.o
    return spec.game == "war" and fast.fits(o) and is_proved(Order(o.order))


def is_proved(order: Order) -> bool:
    """Whether the fast path counts the same as the general rules with this return order.  The
    first caller finds out; other threads do not wait for it."""
    if order not in _proofs:
        _proofs.update({Order[name]: equal for name, equal in read().items()})
    if order not in _proofs and _proving.acquire(blocking=False):
        try:
            _proofs[order] = prove(order)
        finally:
            _proving.release()
    return _proofs.get(order, False)


def prove(order: Order) -> bool:
    """Compare both over many games, and store the result."""
    from games.lab.runs import bulk

    o = Options(order=order)
    slow = bulk.simulate(war.ADAPTER, SEED, 0, GAMES, o, 0)
    equal = simulate(SEED, 0, GAMES, o).to_bytes() == slow.to_bytes()
    if not equal:
        log.error("The fast path of War is wrong for the order %s: not used", order.name)
    write(read() | {order.name: equal})
    return equal


def subject() -> str:
    """What a proof is valid for: these sources, compiled for this processor."""
    return f"{fingerprint()} {llvm.get_host_cpu_name()}"


def place() -> Path:
    """Where proofs are stored: with the compiled rules."""
    return folder() / "war_fast.json"


def read() -> dict[str, bool]:
    """Stored proofs; none if they cannot be read."""
    try:
        rows = json.loads(place().read_text())
        return {str(order): equal is True for order, equal in rows[subject()].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def write(proofs: dict[str, bool]) -> None:
    """Store proofs, completely or not at all; a full disk or a read-only image only costs time."""
    path = place()
    part = path.with_name(f"war_fast.{os.getpid()}.part")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps({subject(): proofs}, indent=1))
        part.replace(path)
