"""Rebuilding of a state from the deal and the moves.

A branch, a game that goes on from a place of another one, begins with the state of that game there,
which is rebuilt in the same way; from then on its random numbers come from its own key."""

from collections.abc import Iterable, Iterator, Sequence

from games.rules import fairness, hands
from games.rules.catalogue import find, rules_of
from games.rules.events import Event
from games.rules.game import State
from games.rules.records import StaleLayout
from games.table.models import Move, Seat, Table
from games.table.moves import moves_of

# Moves that concern only the table; the others are acts and timers of the game.
TABLE_ACTS = frozenset(
    """open sit bot leave ready deal arrive away back substitute offer answer lapse pause resume
    extend unready rematch unrematch missed abort""".split()  # noqa: SIM905
)


class Replayed:
    """A game replayed from its beginning, under the rules of its day; `step` does one stored move
    and returns its events.  `at` is the game time (ms)."""

    def __init__(self, table: Table, key: bytes) -> None:
        self.game = find(table.game)
        self.o = self.game.options(table.options)
        self.key = key
        self.state: State
        self.at: int
        if table.is_branch:
            self.state, self.at = begun(table)
            return
        self.state, self.at = self.game.from_deal_text(self.o, table.deal), 0
        self.game.keep_rules(self.state, table.rules_version)

    def step(self, move: Move) -> list[Event]:
        """Do one stored move.  Raises ValueError if the rules do not allow it here."""
        if move.act in TABLE_ACTS or move.refused:
            return []
        self.at = move.at_ms
        self.game.set_word(self.state, fairness.word(self.key, move.number))
        tape: list[Event] = []
        if move.act == "timer":
            if self.game.deadline(self.state, self.o) != move.at_ms:
                raise ValueError(f"move {move.number}: no timer was due at {move.at_ms} ms")
            self.game.fire(self.state, self.o, tape)
            return tape
        act = self.game.read_move(move.act, move.args)
        reject = self.game.apply(self.state, self.o, move.at_ms, move.seat - 1, act, tape)
        if reject:
            raise ValueError(f"move {move.number}: {move.act} is refused, {reject.name}")
        return tape

    def steps(self, moves: Iterable[Move]) -> Iterator[tuple[Move, list[Event]]]:
        for move in moves:
            yield move, self.step(move)


def begun(table: Table) -> tuple[State, int]:
    """The state in which a branch begins, and the game time (ms) there.  Raises ValueError if
    today's rules cannot replay the origin."""
    if table.branch_of is not None:
        before = up_to(table.branch_of, table.branch_move)
        return before.state, before.at
    return find(table.game).table.from_dict(table.beginning.state), table.beginning.at_ms


def up_to(table: Table, last: int) -> Replayed:
    """A finished game, replayed up to the move with this number; 0: up to its beginning."""
    game = Replayed(table, key_of(table, list(table.seats.order_by("number"))))
    for move in moves_of(table):
        if move.number > last:
            break
        game.step(move)
    return game


def dealt(table: Table, key: bytes) -> str:
    """The deal that this key gives at this table."""
    if table.by_hand:
        return hands.deal(hands.decoded(table.by_hand), key)
    game, o = rules_of(table.game, table.options)
    return game.deal_text(game.deal(o, fairness.shuffle(key, game.pack(o))))


def key_of(table: Table, seats: Sequence[Seat]) -> bytes:
    """The game's key (rules, section 0.2): secret until the end, the key of a deal of the day until
    the day is over.  Players add no random bytes to the key of the day, nor to that of a deal that
    tables share, so that everybody gets the same cards."""
    if table.shared_deal:
        return fairness.key(bytes(table.secret), table.shared_deal, [])
    if table.day is None:
        entropies = [bytes(seat.entropy) for seat in seats]
        return fairness.key(bytes(table.secret), table.code, entropies)
    day = table.day.isoformat()
    if table.commitment:
        return fairness.key(bytes(table.secret), f"{table.game}|{day}", [])
    daily = find(table.game).daily
    assert daily is not None  # otherwise the table could not have been opened
    return daily.old_key(day)


def stored_state(table: Table) -> State:
    """The stored position of a dealt game, rebuilt from the log if a release with another layout of
    the state wrote it."""
    try:
        return find(table.game).load(bytes(table.state or b""))
    except StaleLayout:
        return rebuild(table, list(table.seats.order_by("number")))


def rebuild(table: Table, seats: Sequence[Seat]) -> State:
    """The state after the last move, from the deal and the log alone."""
    game = Replayed(table, key_of(table, seats))
    for _ in game.steps(moves_of(table)):
        pass
    return game.state
