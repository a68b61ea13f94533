"""What every game offers.  The stations after the rules know nothing else about a game.

Inside the rules seats count from 0 and `NONE` (-1) is no seat; times are whole milliseconds
since the game started."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

from games.rules.events import Event
from games.rules.options import Note, Preset, Schema

# A game's own NamedTuple and Record: only the game that made them looks inside.
Options = Any
State = Any


class Reject(IntEnum):
    """Why an act is refused (section 0.5); OK: it is not.  A refused act changes nothing."""

    OK = 0
    NOT_YOUR_SEAT = 1
    GAME_OVER = 2
    YOU_ARE_OUT = 3
    WRONG_PHASE = 4
    NOT_YOUR_TURN = 5
    BAD_PARAM = 6
    STALE = 7
    TOO_LATE = 8
    LOCKED_OUT = 9
    ALREADY = 10
    FALSE_SLAP = 11
    # 12..19: World War III
    NOT_IN_WAR = 12
    NO_DECLINE_CARD = 13
    CAN_BEAT = 14
    CANNOT_BEAT = 15
    JOKER_WAR = 16
    BAD_TARGET = 17
    FALSE_START = 18
    HAND_FULL = 40
    HAND_EMPTY = 41
    STACK_EMPTY = 42
    FIELD_FULL = 43
    NO_SOURCE = 44
    LOCKED = 45
    PLEDGED = 46
    TARGET_GONE = 47
    TARGET_LOCKED = 48
    TARGET_BUSY = 49
    OPTION_NEEDED = 50
    ONE_AT_A_TIME = 51
    NO_CHALLENGE = 52
    ALREADY_PROPOSED = 53
    HAS_FIELD = 54
    TOO_SOON = 55
    COOLDOWN = 56
    TABLE_CALLED = 57
    NOT_PLAYED = 58

    @property
    def sentence(self) -> str:
        """Words for the player."""
        return SENTENCES[self]


SENTENCES = {
    Reject.OK: "Done.",
    Reject.NOT_YOUR_SEAT: "That is not your seat.",
    Reject.GAME_OVER: "The game is over.",
    Reject.YOU_ARE_OUT: "You are out of this game.",
    Reject.WRONG_PHASE: "That cannot be done now.",
    Reject.NOT_YOUR_TURN: "You have nothing to do in this step.",
    Reject.BAD_PARAM: "That move was not understood.",
    Reject.STALE: "The cards you reacted to are gone.",
    Reject.TOO_LATE: "Too late: the window is closed.",
    Reject.LOCKED_OUT: "You may not slap until the battle is over.",
    Reject.ALREADY: "You have done that already.",
    Reject.FALSE_SLAP: "There was nothing to slap.",
    Reject.NOT_IN_WAR: "You are not in this war.",
    Reject.NO_DECLINE_CARD: "You have not declared that two.",
    Reject.CAN_BEAT: "You can beat the card, so you must lay your highest.",
    Reject.CANNOT_BEAT: "Your highest card does not beat the one on the table.",
    Reject.JOKER_WAR: "No card declines a war that a joker has begun.",
    Reject.BAD_TARGET: "Choose an opponent who is still in the game.",
    Reject.FALSE_START: "Nobody reacts that fast: the call was not counted.",
    Reject.HAND_FULL: "Your hand holds a card already.",
    Reject.HAND_EMPTY: "Your hand is empty.",
    Reject.STACK_EMPTY: "Your stack is empty.",
    Reject.FIELD_FULL: "Your field is full: three cards are the most.",
    Reject.NO_SOURCE: "There is no such card to fight with.",
    Reject.LOCKED: "That card is bound until a challenge is answered.",
    Reject.PLEDGED: "That card is offered as an option in your challenge.",
    Reject.TARGET_GONE: "Too late: that card is gone.",
    Reject.TARGET_LOCKED: "That card is bound in another challenge.",
    Reject.TARGET_BUSY: "That player is being challenged already.",
    Reject.OPTION_NEEDED: "Offer a field card with it, not the one you fight with.",
    Reject.ONE_AT_A_TIME: "You have a challenge open already.",
    Reject.NO_CHALLENGE: "That challenge is over.",
    Reject.ALREADY_PROPOSED: "Another card may be proposed only once in a challenge.",
    Reject.HAS_FIELD: "That player has a field card.",
    Reject.TOO_SOON: "That player has not been without a field card for long enough.",
    Reject.COOLDOWN: "Not so fast: you have only just attacked.",
    Reject.TABLE_CALLED: "The whole table is called: join or pass first.",
    Reject.NOT_PLAYED: "This rule is not played at this table.",
}


class BadAct(ValueError):
    """What a client sent is no act of this game; `code` is BAD_PARAM or UNKNOWN_ACT."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


class Act(NamedTuple):
    """An act: numbers only, one shape for all games.  What a..d mean depends on the kind."""

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
    """How a game ended: the code of section 0.7, the winners (seats from 1) and the place of
    every seat (1 is best; equal places are possible)."""

    end: str
    winners: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def text(self) -> str:
        """As in WSN: `1` or, shared, `=1+3`."""
        names = "+".join(str(seat) for seat in self.winners)
        return names if len(self.winners) == 1 else f"={names}"


class Daily(NamedTuple):
    """A deal of the day: the same for everybody, from the date alone."""

    options: str  # canonical
    key: Callable[[str], bytes]  # of a day such as `2026-11-20`: the key (section 0.2), no secret


class Game(Protocol):
    """A game: options, deal, acts, timers, views, words, notation."""

    @property
    def key(self) -> str:
        """Short name in addresses and logs."""

    @property
    def name(self) -> str:
        """Name for people."""

    @property
    def rules_version(self) -> int:
        """Goes up when the same acts may lead elsewhere."""

    @property
    def credit(self) -> str:
        """Whose game it is."""

    @property
    def unit(self) -> str:
        """What its length is counted in: `battle`, `round`."""

    @property
    def daily(self) -> Daily | None:
        """Its deal of the day; None: it has none."""

    def score(self, t: State, o: Options) -> int | None:
        """What a finished game is worth beyond its winner; None: nothing."""

    @property
    def step(self) -> str:
        """What its places are (see `place`): as `unit`, but seconds where there are no turns."""

    @property
    def mark(self) -> str:
        """Where a replay jumps to: `war`, `fight`."""

    @property
    def landmarks(self) -> frozenset[str]:
        """The names of the events that are such places, besides wars."""

    @property
    def seats_key(self) -> str:
        """The option that says how many play."""

    @property
    def draws_seats(self) -> bool:
        """Does it matter who sits where, so that seats are drawn by lot?"""

    @property
    def schema(self) -> Schema:
        """Its house rules."""

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Ready-made house rules."""

    def free(self, key: str, value: str) -> bool:
        """Does a preset stay itself when this option has this value?  Lengths, numbers of seats."""

    def options(self, chosen: str | Mapping[str, str]) -> Options:
        """What is chosen, checked.  Has `.players`, the number of seats.

        Raises:
            BadOptions: a key, a value or a combination is refused.
        """

    def read_options(self, text: str, seats: int) -> Options:
        """The options of a log with so many seats: values are read, combinations not judged.

        Raises:
            BadOptions: an unknown key or value, or not a game for so many.
        """

    def log_options(self, o: Options) -> str:
        """The options as a log writes them: without the number of seats, which is a tag."""

    def canonical(self, o: Options) -> str:
        """The options as text."""

    def phrases(self, o: Options) -> list[str]:
        """The options in short phrases for people."""

    def notes(self, o: Options) -> list[Note]:
        """Remarks on combinations that are allowed but worth a word."""

    def pack(self, o: Options) -> list[int]:
        """The cards in canonical order, before the shuffle."""

    def deal(self, o: Options, deck: Sequence[int]) -> State:
        """A new game with the cards of this shuffled deck, at time 0."""

    def deal_text(self, t: State) -> str:
        """The deal as WSN writes it; right after the deal."""

    def from_deal_text(self, o: Options, text: str) -> State:
        """The game dealt like this.

        Raises:
            ValueError: the text is no deal for these options.
        """

    def load(self, data: bytes) -> State:
        """The state stored as these bytes.

        Raises:
            StaleLayout: stored by rules with another layout.
        """

    def read_act(self, name: str, args: Mapping[str, object]) -> Act:
        """What a player's client asked for.

        Raises:
            BadAct: there is no such act for players, or its arguments are wrong.
        """

    def write_act(self, act: Act) -> tuple[str, dict[str, int]]:
        """Name and arguments as they are stored."""

    def read_move(self, name: str, args: Mapping[str, object]) -> Act:
        """The act stored like this; knows the server's acts and arguments too.

        Raises:
            BadAct: nothing of this game is stored like that.
        """

    def legal(self, t: State, o: Options, seat: int, act: Act) -> Reject:
        """May this seat (NONE: the server) do this now?  Changes nothing."""

    def sealed(self, t: State, o: Options, act: Act) -> bool:
        """Is this act nobody's business but the seat's own before the table goes on?"""

    def races(self, o: Options) -> bool:
        """Are there reactions to be measured at this table?"""

    def apply(
        self, t: State, o: Options, now: int, seat: int, act: Act, tape: list[Event] | None
    ) -> Reject:
        """Do it, if it is legal.  The caller has fired every timer due by `now`."""

    def deadline(self, t: State, o: Options) -> int:
        """When (ms) the next timer fires; NONE: there is none."""

    def fire(self, t: State, o: Options, tape: list[Event] | None) -> None:
        """Fire exactly the next timer; the time is its deadline."""

    def set_word(self, t: State, word: int) -> None:
        """Give the random word (64 bits) of the next act or timer."""

    def view(self, t: State, o: Options, seat: int | None) -> dict[str, Any]:
        """What this seat (None: a spectator) may see, ready for JSON."""

    def open_view(self, t: State, o: Options) -> dict[str, Any]:
        """Everything; for finished games only."""

    def result(self, t: State, o: Options) -> Result | None:
        """How it ended; None while it is played."""

    def standing(self, t: State, o: Options) -> dict[str, Any]:
        """Counts per seat, pot, number of the battle, wars: what lists show."""

    def place(self, t: State, o: Options, at: int) -> int:
        """The number of the lines that tell what happens now; `at` is the time in ms."""

    def pictured(self, t: State, o: Options) -> bool:
        """Is there something to see beyond the piles?  Replays show such positions only."""

    def hidden(self, t: State, o: Options, seat: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """Fields of the row of a seat (from 0) that a spectator may see otherwise: as the seat
        itself sees them, and as they are when nothing of it is hidden any more, the cards that
        lie face down or in its hand.  For finished games."""

    def tell(self, events: Sequence[Event], names: Sequence[str]) -> list[Line]:
        """The words of these events; masked events work too."""

    def write_log(self, o: Options, deal: str, events: Sequence[Event]) -> list[str]:
        """The move text of the WSN log: one string a line, from all events of a game."""

    def read_log(self, o: Options, deal: str, lines: Sequence[str]) -> tuple[State, list[Event]]:
        """Replay the move text of a log through the rules.

        Raises:
            BadLine: a line cannot be read, or does not follow from the rules.
        """
