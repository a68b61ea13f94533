"""Replays of stored games, under the rules with which the games were played."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from games.rules import fairness, hands
from games.rules.events import Event
from games.rules.game import Game, Options, State

# Moves that concern only the table; the others are acts and timers of the game.
TABLE_ACTS = frozenset(
    """open sit bot leave ready deal arrive away back substitute offer answer lapse pause resume
    extend unready rematch unrematch missed abort""".split()  # noqa: SIM905
)


class Stored(Protocol):
    """A stored move.  Seats count from 1 (0: none); times are in ms since the game started."""

    @property
    def number(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def act(self) -> str: ...
    @property
    def args(self) -> Any: ...
    @property
    def at_ms(self) -> int: ...
    @property
    def refused(self) -> str: ...
    @property
    def events(self) -> Any: ...


M = TypeVar("M", bound=Stored)


class Draw(NamedTuple):
    """The sources of a game's key: the code of its table and every seat's random bytes; or the name
    of a deal that several tables `shared`; or the `day` of a deal of the day.  Old deals of the day
    have no secret."""

    secret: bytes = b""
    code: str = ""
    entropies: Sequence[bytes] = ()
    shared: str = ""
    day: str = ""

    def key(self, game: Game) -> bytes:
        """The key of the game (section 0.2).  The key of a shared deal or of a day does not depend
        on the players, so that everybody gets the same cards.

        Raises:
            ValueError: the game has no deal of the day.
        """
        if self.shared:
            return fairness.key(self.secret, self.shared, [])
        if not self.day:
            return fairness.key(self.secret, self.code, self.entropies)
        if self.secret:
            return fairness.key(self.secret, f"{game.key}|{self.day}", [])
        if game.daily is None:
            raise ValueError(f"{game.key} has no deal of the day")
        return game.daily.old_key(self.day)


def dealt(game: Game, o: Options, key: bytes, by_hand: str = "") -> str:
    """The deal by this key, as text.  `by_hand`: the stored hands of a deal by hand."""
    if by_hand:
        return hands.deal(hands.decoded(by_hand), key)
    return game.deal_text(game.deal(o, fairness.shuffle(key, game.pack(o))))


def begin(game: Game, o: Options, deal: str, rules_version: int) -> State:
    """The game right after this deal, under the rules with this version.

    Raises:
        ValueError: the text is not a deal for these options.
    """
    state = game.from_deal_text(o, deal)
    game.keep_rules(state, rules_version)
    return state


class Replayed:
    """A game replayed from its beginning, under the rules with which it was played; `step` does one
    stored move and returns its events.  `at` is the game time (ms)."""

    def __init__(self, game: Game, o: Options, key: bytes, state: State, at: int = 0) -> None:
        self.game, self.o, self.key = game, o, key
        self.state, self.at = state, at

    def step(self, move: Stored) -> list[Event]:
        """Do one stored move, and return its events.  Raises ValueError if the rules do not allow
        the move here."""
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

    def steps(self, moves: Iterable[M]) -> Iterator[tuple[M, list[Event]]]:
        for move in moves:
            yield move, self.step(move)
