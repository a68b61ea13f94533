"""What the Game objects share: each names the modules of its package, and this class says the
protocol of `games.rules.game` with them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.rules.acts import ActTable
from games.rules.cards import PACK
from games.rules.events import Event, Tape
from games.rules.game import Act, Daily, Line, Options, Reject, Result, State
from games.rules.options import BadOptions, Note, Preset, Schema, pairs


class Deals(Protocol):
    """The module `deal`."""

    def deal(self, o: Any, deck: Sequence[int]) -> State: ...
    def text(self, t: Any) -> str: ...
    def from_text(self, o: Any, text: str) -> State: ...


class Plays(Protocol):
    """The module `play`."""

    def apply(self, t: Any, o: Any, now: int, seat: int, act: Act, tape: Tape) -> Reject: ...


class Views(Protocol):
    """The module `view`."""

    def view(self, t: Any, o: Any, seat: int | None) -> dict[str, Any]: ...
    def open_view(self, t: Any, o: Any) -> dict[str, Any]: ...
    def standing(self, t: Any, o: Any) -> dict[str, Any]: ...
    def own_fields(self, t: Any, o: Any, p: int) -> dict[str, Any]: ...


class Words(Protocol):
    """The module `words`."""

    def tell(self, events: Sequence[Event], names: Sequence[str]) -> list[Line]: ...


class Notation(Protocol):
    """The module `notation`."""

    def write_log(self, o: Any, deal: str, events: Sequence[Event]) -> list[str]: ...
    def read_log(self, o: Any, deal: str, lines: Sequence[str]) -> tuple[State, list[Event]]: ...


class Ruleset(ABC):
    """A game, from the modules of its package."""

    key: str
    name: str
    rules_version: int = 1
    credit: str
    unit: str  # what the length of a game is counted in
    mark: str = "war"  # where a replay jumps to
    landmarks: frozenset[str] = frozenset()  # its events, besides wars
    schema: Schema
    presets: tuple[Preset, ...]
    daily: Daily | None = None
    seats_key: str  # the option that says how many play
    draws_seats: bool = False  # who sits where matters
    table: Any  # the Record that is its state
    deals: Deals
    acts: ActTable
    plays: Plays
    views: Views
    words: Words
    notation: Notation

    @abstractmethod
    def free(self, key: str, value: str) -> bool:
        """Does a preset stay itself when this option has this value?"""

    def options(self, chosen: str | Mapping[str, str]) -> Options:
        """What is chosen, checked.

        Raises:
            BadOptions: a key, a value or a combination is refused.
        """
        return self.schema.build(self.schema.read(chosen))

    def read_options(self, text: str, seats: int) -> Options:
        """The options of a log with so many seats; combinations are not judged.

        Raises:
            BadOptions: an unknown key or value, or not a game for so many.
        """
        values = self.schema.read_log(text)
        if self.seats_key not in dict(pairs(text)):
            values[self.seats_key] = str(seats)
        o = self.schema.build(values)
        offered = [choice.value for choice in self.schema.find(self.seats_key).choices]
        if o.players != seats or str(seats) not in offered:
            reason = f"{self.name} is not played by {seats} here."
            raise BadOptions((self.seats_key,), reason)
        return o

    def log_options(self, o: Options) -> str:
        """The options as a log writes them: without the number of seats."""
        usual = self.schema.find(self.seats_key).default
        return self.schema.canonical(self.schema.values(o) | {self.seats_key: usual})

    def canonical(self, o: Options) -> str:
        """The options as text: keys sorted, defaults left out."""
        return self.schema.canonical(self.schema.values(o))

    def phrases(self, o: Options) -> list[str]:
        """The options in short phrases for people."""
        return self.schema.phrases(o)

    def notes(self, o: Options) -> list[Note]:
        """Remarks on combinations that are allowed but worth a word."""
        return []

    def pack(self, o: Options) -> list[int]:
        """The cards in canonical order (0.2)."""
        return list(PACK)

    def deal(self, o: Options, deck: Sequence[int]) -> State:
        """A new game with this shuffled deck."""
        return self.deals.deal(o, deck)

    def deal_text(self, t: State) -> str:
        """The deal as WSN writes it; right after the deal."""
        return self.deals.text(t)

    def from_deal_text(self, o: Options, text: str) -> State:
        """The game dealt like this.

        Raises:
            ValueError: the text is no deal for these options.
        """
        return self.deals.from_text(o, text)

    def load(self, data: bytes) -> State:
        """The stored state.

        Raises:
            StaleLayout: stored by rules with another layout.
        """
        return self.table.from_bytes(data)

    def read_act(self, name: str, args: Mapping[str, object]) -> Act:
        """What a player's client asked for.

        Raises:
            BadAct: UNKNOWN_ACT or BAD_PARAM.
        """
        return self.acts.read_act(name, args)

    def write_act(self, act: Act) -> tuple[str, dict[str, Any]]:
        """Name and arguments as stored."""
        return self.acts.write_act(act)

    def read_move(self, name: str, args: Mapping[str, object]) -> Act:
        """The act stored like this.

        Raises:
            BadAct: UNKNOWN_ACT or BAD_PARAM.
        """
        return self.acts.read_move(name, args)

    @abstractmethod
    def legal(self, t: State, o: Options, seat: int, act: Act) -> Reject:
        """May this seat do this now?"""

    def sealed(self, t: State, o: Options, act: Act) -> bool:
        """Is this act nobody's business but the seat's own before the table goes on?"""
        return False

    def races(self, o: Options) -> bool:
        """Are there reactions to be measured at this table?"""
        return False

    def apply(
        self, t: State, o: Options, now: int, seat: int, act: Act, tape: list[Event] | None
    ) -> Reject:
        """Do it, if it is legal; the caller has fired every timer due by `now`."""
        return self.plays.apply(t, o, now, seat, act, tape)

    def deadline(self, t: State, o: Options) -> int:
        """When the next timer fires; NONE: there is none."""
        until: int = t.until
        return until

    @abstractmethod
    def fire(self, t: State, o: Options, tape: list[Event] | None) -> None:
        """Fire the next timer at its deadline."""

    def set_word(self, t: State, word: int) -> None:
        """Give the random word of the next act or timer (0.2)."""
        t.rng = word

    def view(self, t: State, o: Options, seat: int | None) -> dict[str, Any]:
        """What this seat (None: a spectator) may see."""
        return self.views.view(t, o, seat)

    def open_view(self, t: State, o: Options) -> dict[str, Any]:
        """Everything; for finished games."""
        return self.views.open_view(t, o)

    @abstractmethod
    def ranking(self, t: State, o: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who leads (seats from 0), and the place of every seat."""

    def result(self, t: State, o: Options) -> Result | None:
        """How it ended; None while it is played."""
        if not t.end:
            return None
        leaders, places = self.ranking(t, o)
        return Result(t.end.name.lower(), tuple(p + 1 for p in leaders), places)

    def standing(self, t: State, o: Options) -> dict[str, Any]:
        """What lists show: counts per seat, cards in the middle, how far it is, wars."""
        return self.views.standing(t, o)

    def score(self, t: State, o: Options) -> int | None:
        """What a finished game is worth beyond its winner; None: nothing."""
        return None

    @property
    def step(self) -> str:
        """What its places are."""
        return self.unit

    @abstractmethod
    def place(self, t: State, o: Options, at: int) -> int:
        """The number of the lines that tell what happens now; `at` is the time in ms."""

    def pictured(self, t: State, o: Options) -> bool:
        """Is there something to see beyond the piles?"""
        return True

    def hidden(self, t: State, o: Options, seat: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """Fields of the row of a seat that a spectator may see otherwise: as the seat itself sees
        them, and as they are.  It sees all there is to know of it."""
        own = self.views.own_fields(t, o, seat)
        return own, own

    def tell(self, events: Sequence[Event], names: Sequence[str]) -> list[Line]:
        """The words of these events."""
        return self.words.tell(events, names)

    def write_log(self, o: Options, deal: str, events: Sequence[Event]) -> list[str]:
        """The move text of the WSN log (section 4)."""
        return self.notation.write_log(o, deal, events)

    def read_log(self, o: Options, deal: str, lines: Sequence[str]) -> tuple[State, list[Event]]:
        """Replay the move text of a log.

        Raises:
            BadLine: a line cannot be read, or does not follow from the rules.
        """
        return self.notation.read_log(o, deal, lines)
