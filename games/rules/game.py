"""The interface of a game; the layers above the rules use a game only through this interface.
Inside the rules seats count from 0 and `NONE` (-1) is no seat; times are whole milliseconds since
the game started."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, Self

from games.rules import view_types
from games.rules.cards import NONE, PACK
from games.rules.events import Event, Tape
from games.rules.options import BadOptions, Note, Preset, Schema, pairs
from games.rules.phrases import ENGLISH, Language, Phrase
from games.rules.phrases import gettext_noop as _
from games.rules.records import Record

# A game's own NamedTuple and Record; only that game looks inside.
Options = Any
State = Any
# Told of each step of a game that is replayed: the state after it, its time (ms), its events.
Watch = Callable[[State, int, Sequence[Event]], None]


class Refusal(IntEnum):
    """The reason why an act is refused (section 0.5); 0 is OK.  A refused act changes nothing.

    A game declares its own codes, `HAND_FULL = 40, "Your hand already holds a card."`, and includes
    the common codes it uses, `OK = Reject.OK`.  Logs store the names, compiled rules the
    numbers."""

    sentence: str  # for the player

    def __new__(cls, number: int, sentence: str = "") -> Self:
        """Create a code with its sentence, or return a common code unchanged."""
        self = int.__new__(cls, number)
        self._value_ = int(number)
        self.sentence = number.sentence if isinstance(number, Refusal) else sentence
        return self


class Reject(Refusal):
    """The codes that games share."""

    OK = 0, _("Done.")
    NOT_YOUR_SEAT = 1, _("That is not your seat.")
    GAME_OVER = 2, _("The game is over.")
    YOU_ARE_OUT = 3, _("You are out of this game.")
    WRONG_PHASE = 4, _("You cannot do that now.")
    NOT_YOUR_TURN = 5, _("There is nothing for you to do now.")
    BAD_PARAM = 6, _("The move could not be read.")
    STALE = 7, _("The cards you reacted to are gone.")
    TOO_LATE = 8, _("Too late: the window is closed.")
    ALREADY = 10, _("You have already done that.")


class BadAct(ValueError):
    """A client's message that is not an act of this game; `code` is BAD_PARAM or UNKNOWN_ACT."""

    def __init__(self, code: str, reason: Phrase) -> None:
        super().__init__(str(reason))
        self.code, self.reason = code, reason


class Act(NamedTuple):
    """An act as numbers, in one form for all games.  The meaning of a..d depends on the kind."""

    kind: int
    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0


class Line(NamedTuple):
    """A line of the log.  `text` holds cards as {Kd}; `kind` is "", "war", "end" or "note"."""

    number: int
    text: str
    kind: str = ""


class Result(NamedTuple):
    """The result of a game: the code of section 0.7, the winners (seats from 1) and the place of
    every seat (1 is best; places may be shared)."""

    end: str
    winners: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def text(self) -> str:
        """The result in WSN: `1`, or `=1+3` if shared."""
        names = "+".join(str(seat) for seat in self.winners)
        return names if len(self.winners) == 1 else f"={names}"


def result_row(end: IntEnum, leaders: Iterable[int], places: Iterable[int]) -> view_types.Result:
    """The result of a game in a view: code, winners (seats from 1) and places."""
    return {"end": end.name.lower(), "winners": [p + 1 for p in leaders], "places": list(places)}


class Daily(NamedTuple):
    """The deal of the day of a game, the same for everyone."""

    options: str  # canonical
    # The key (section 0.2) of a day such as `2026-11-20`, from before days had secrets.
    old_key: Callable[[str], bytes]


def unwatched(t: State, at: int, events: Sequence[Event]) -> None:
    """Do nothing: the default for replays without a `Watch`."""


class Game(ABC):
    """A game: options, deal, acts, timers, views, words, notation.  Each subclass uses the
    functions of its package."""

    key: str  # short name in URLs and logs
    name: str  # for people
    rules_version: int = 1  # raise it when the same acts may lead to a different game
    credit: str  # who invented the game
    unit: str  # the unit of its length: `battle`, `round`
    mark: str = _("war")  # where a replay jumps to: `war`, `fight`
    landmarks: frozenset[str] = frozenset()  # other events a replay jumps to
    schema: Schema  # its house rules
    presets: tuple[Preset, ...]
    ends: Mapping[Any, str] = {}  # how a game ends, in words
    takes_all: bool = False  # it is played until one player holds every card
    hint_texts: Mapping[str, str] = {}  # for the first games of a player
    presets_say_all: bool = False  # titles show only the preset's name, not the game's
    unrated: str = _("Only the usual rules are rated. Choose a preset with ratings.")
    seats_key: str  # the option that sets the number of players
    draws_seats: bool = False  # seats are drawn by lot because the order matters
    daily: Daily | None = None  # its deal of the day
    common: tuple[str, ...] = ()  # keys of views with cards to hide while others play their deal
    table: type[Record]  # its state
    view_type: type[view_types.GameView]  # what a viewer sees
    rejects: type[Refusal] = Reject  # why its acts are refused
    kept_rejects: frozenset[int] = frozenset({Reject.TOO_LATE})  # kept in the log

    @abstractmethod
    def counted(self, number: int, lang: Language = ENGLISH) -> str:
        """The length of a game in words: `270 battles`."""

    # House rules -------------------------------------------------------------------------

    @abstractmethod
    def keeps_preset(self, key: str, value: str) -> bool:
        """Whether a game that differs from the preset only in this option, such as its length,
        still counts as the preset."""

    def options(self, chosen: str | Mapping[str, str]) -> Options:
        """The chosen options, checked; `.players` is the number of seats.

        Raises:
            BadOptions: a key, a value or a combination is refused.
        """
        return self.schema.build(self.schema.read(chosen))

    def read_options(self, text: str, seats: int) -> Options:
        """The options of a log with this many seats.  Combinations are not checked.

        Raises:
            BadOptions: an unknown key or value, or the wrong number of seats.
        """
        values = self.schema.read_log(text)
        if self.seats_key not in dict(pairs(text)):
            values[self.seats_key] = str(seats)
        o = self.schema.build(values)
        offered = [choice.value for choice in self.schema.find(self.seats_key).choices]
        if o.players != seats or str(seats) not in offered:
            reason = Phrase(
                _("{game} is not played by {seats} here."), game=Phrase(self.name), seats=seats
            )
            raise BadOptions((self.seats_key,), reason)
        return o

    def log_options(self, o: Options) -> str:
        """The options for a log, without the number of seats, for which the log has another tag."""
        usual = self.schema.find(self.seats_key).default
        return self.schema.canonical(self.schema.values(o) | {self.seats_key: usual})

    def canonical(self, o: Options) -> str:
        """The options as text: keys sorted, defaults left out."""
        return self.schema.canonical(self.schema.values(o))

    def phrases(self, o: Options, lang: Language = ENGLISH) -> list[str]:
        return self.schema.phrases(o, lang)

    def notes(self, o: Options) -> list[Note]:
        """The notes on combinations of options that are allowed but unusual."""
        return []

    def has_decisions(self, o: Options) -> bool:
        """Whether players decide anything.  If they do not, the result is pure chance."""
        return True

    def waits_for_hands(self, o: Options) -> bool:
        """Whether one player can make all other players wait without any decision."""
        return False

    def limit_minutes(self, o: Options) -> int:
        """The time limit (minutes) of a game in a tournament; the tournament ends a longer game."""
        return 30

    # Deal and state ----------------------------------------------------------------------

    def pack(self, o: Options) -> list[int]:
        """The cards in canonical order, before the shuffle (0.2)."""
        return list(PACK)

    def cards(self, o: Options) -> int:
        """The number of cards in play, without those that cannot be dealt evenly."""
        return len(self.pack(o))

    @abstractmethod
    def deal(self, o: Options, deck: Sequence[int]) -> State:
        """A new game at time 0, dealt from this shuffled deck."""

    @abstractmethod
    def deal_text(self, t: State) -> str:
        """The deal in WSN; call this right after the deal."""

    @abstractmethod
    def from_deal_text(self, o: Options, text: str) -> State:
        """A game with this deal.

        Raises:
            ValueError: the text is not a deal for these options.
        """

    def keep_rules(self, t: State, version: int) -> None:  # noqa: B027 - most games have no older
        """Set an older `rules_version` in a game that has just been dealt, so that it is replayed
        by the rules it was played with."""

    def load(self, data: bytes) -> State:
        """The state stored in these bytes.

        Raises:
            StaleLayout: the bytes were stored with a different layout.
        """
        return self.table.from_bytes(data)

    # Acts and timers ---------------------------------------------------------------------

    @abstractmethod
    def read_act(self, name: str, args: Mapping[str, object]) -> Act:
        """The act in a message from a player's client, without the values that the server measures.

        Raises:
            BadAct: there is no such act for players, or its arguments are wrong.
        """

    @abstractmethod
    def read_move(self, name: str, args: Mapping[str, object]) -> Act:
        """The act that was stored, which may be an act of the server.

        Raises:
            BadAct: this game stores no such act.
        """

    @abstractmethod
    def write_act(self, act: Act) -> tuple[str, dict[str, Any]]:
        """The name and arguments to store; `read_move` makes the same act of them."""

    @abstractmethod
    def legal(self, t: State, o: Options, seat: int, act: Act) -> Refusal:
        """Whether this seat (NONE: the server) may do this act now.  Changes nothing."""

    def sealed(self, t: State, o: Options, act: Act) -> bool:
        """Whether this act must stay hidden from other players until the game continues."""
        return False

    def races(self, o: Options) -> bool:
        """Whether reactions are measured at this table."""
        return False

    @abstractmethod
    def apply(self, t: State, o: Options, now: int, seat: int, act: Act, tape: Tape) -> Refusal:
        """Do the act if it is legal.  The caller has fired every timer due by `now`."""

    def deadline(self, t: State, o: Options) -> int:
        """The time (ms) of the next timer; NONE: never."""
        until: int = t.until
        return until

    @abstractmethod
    def fire(self, t: State, o: Options, tape: Tape) -> None:
        """Fire only the next timer, at its deadline."""

    def set_word(self, t: State, word: int) -> None:
        """Set the random word (64 bits) for the next act or timer (0.2)."""
        t.rng = word

    # What is seen and said ---------------------------------------------------------------

    @abstractmethod
    def view(self, t: State, o: Options, seat: int | None) -> dict[str, Any]:
        """The view of this seat (None: a spectator), ready for JSON."""

    @abstractmethod
    def prompts(
        self,
        t: State,
        o: Options,
        view: dict[str, Any],
        names: Sequence[str],
        lang: Language = ENGLISH,
    ) -> dict[str, Any]:
        """The texts for a view of this state, as a tree with the keys of the view (`worded` joins
        the two): under `call` the `title` and `detail` of what happens now, under `asks` the
        `label` of the button and the meaning of `silence`, under `result` the `text`.  `names` by
        seat."""

    def hints(self, view: Mapping[str, Any]) -> Iterable[str]:
        """The keys of `hint_texts` that help a newcomer with this view, the most useful first."""
        return ()

    @abstractmethod
    def open_view(self, t: State, o: Options) -> dict[str, Any]:
        """The view with all cards open, for finished games only."""

    @abstractmethod
    def seat_fields(self, t: State, o: Options, seat: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """The fields of a seat's row (seat from 0) that differ from a spectator's view, twice: as
        the seat itself sees them, and with all its cards face up.  For finished games."""

    @abstractmethod
    def standing(self, t: State, o: Options) -> dict[str, Any]:
        """The facts that lists of tables show: cards per seat, pot, number of the battle, wars."""

    @abstractmethod
    def ranking(self, t: State, o: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The leaders (seats from 0), and the place of every seat (1 is best)."""

    def result(self, t: State, o: Options) -> Result | None:
        """The result of the game; None while it is running."""
        if not t.end:
            return None
        leaders, places = self.ranking(t, o)
        return Result(t.end.name.lower(), tuple(p + 1 for p in leaders), places)

    def score(self, t: State, o: Options) -> int | None:
        """The score of a finished game; None if the game has only winners."""
        return None

    @property
    def step(self) -> str:
        """The unit of positions in the log: as `unit`, but seconds for games without turns."""
        return self.unit

    @abstractmethod
    def position(self, t: State, o: Options, at: int) -> int:
        """The position of the present in the log, in units of `step`; `at` is the game time
        (ms)."""

    def pictured(self, t: State, o: Options) -> bool:
        """Whether the state shows more than piles.  Replays leave out all other states."""
        return True

    @abstractmethod
    def describe(
        self,
        events: Sequence[Event],
        names: Sequence[str],
        lang: Language = ENGLISH,
        you: int = NONE,
    ) -> list[Line]:
        """The lines of the log for these events; `names` by seat.  The seat `you` (from 0) is
        called *you*.  Events may be masked."""

    def spoken(
        self, view: Mapping[str, Any], names: Sequence[str], lang: Language, *, whole: bool
    ) -> list[str]:
        """Sentences to be read out about the cards on the table (written as `{Kd}`): the viewer's
        own cards, or those of the `whole` table.  `names` by seat."""
        return []

    def end_words(self, end: str, lang: Language = ENGLISH) -> str:
        """The words for `Result.end`; "" for an unknown code."""
        text = {code.name.lower(): text for code, text in self.ends.items()}.get(end)
        return lang.gettext(text) if text else ""

    # Logs (section 4) --------------------------------------------------------------------

    @abstractmethod
    def write_log(self, o: Options, deal: str, events: Sequence[Event]) -> list[str]:
        """The move text of the WSN log, one string per line, from all events of a game."""

    @abstractmethod
    def read_log(
        self, o: Options, deal: str, lines: Sequence[str], watch: Watch = unwatched
    ) -> tuple[State, list[Event]]:
        """Replay the move text of a log with the rules.  `watch` is called after every step.

        Raises:
            BadLine: a line cannot be read, or does not follow from the rules.
        """
