"""Rebuilding of a state from the deal and the moves.

A branch is a game that continues from a place in another game.  The branch begins with the state of
the other game at this place, which is rebuilt in the same way; from then on its random numbers come
from its own key."""

from collections.abc import Sequence

from games.rules import replay
from games.rules.catalogue import find, rules_of
from games.rules.game import State
from games.rules.records import StaleLayout
from games.rules.replay import Draw
from games.table.models import Seat, Table
from games.table.moves import moves_of


class Replayed(replay.Replayed):
    """The game of a table, replayed from the beginning."""

    def __init__(self, table: Table, key: bytes) -> None:
        game = find(table.game)
        o = game.options(table.options)
        if table.is_branch:
            super().__init__(game, o, key, *begun(table))
        else:
            start = replay.begin(game, o, table.deal, table.rules_version)
            super().__init__(game, o, key, start)


def begun(table: Table) -> tuple[State, int]:
    """The state in which a branch begins, and its game time (ms).  Raises ValueError if today's
    rules cannot replay the origin."""
    if table.branch_of is not None:
        before = up_to(table.branch_of, table.branch_move)
        return before.state, before.at
    return find(table.game).table.from_dict(table.beginning.state), table.beginning.at_ms


def up_to(table: Table, last: int) -> Replayed:
    """Replay a finished game up to the move with this number; with 0, only its beginning."""
    game = Replayed(table, key_of(table, list(table.seats.order_by("number"))))
    for move in moves_of(table):
        if move.number > last:
            break
        game.step(move)
    return game


def dealt(table: Table, key: bytes) -> str:
    """The deal that this key produces at this table."""
    return replay.dealt(*rules_of(table.game, table.options), key, table.by_hand)


def key_of(table: Table, seats: Sequence[Seat]) -> bytes:
    """The game's key, which is secret until the end of the game; the key of a deal of the day,
    until the day is over."""
    return draw_of(table, seats).key(find(table.game))


def draw_of(table: Table, seats: Sequence[Seat]) -> Draw:
    """The inputs from which the game's key is computed."""
    secret = bytes(table.secret)
    if table.shared_deal:
        return Draw(secret, shared=table.shared_deal)
    if table.day is None:
        return Draw(secret, table.code, [bytes(seat.entropy) for seat in seats])
    # The secret of a table from before days had one does not count.
    return Draw(secret if table.commitment else b"", day=table.day.isoformat())


def stored_state(table: Table) -> State:
    """The stored position of a dealt game.  A position in the layout of another release is rebuilt
    from the log."""
    try:
        return find(table.game).load(bytes(table.state or b""))
    except StaleLayout:
        return rebuild(table, list(table.seats.order_by("number")))


def rebuild(table: Table, seats: Sequence[Seat]) -> State:
    """Rebuild the state after the last move from the deal and the log alone."""
    game = Replayed(table, key_of(table, seats))
    for _ in game.steps(moves_of(table)):
        pass
    return game.state
