"""The types of a table's messages, apart from the view and the events of its game."""

from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

from games.rules.view_types import TEXT, Keywords


def typed(name: str) -> Keywords:
    """A value whose type depends on the game, by the name of its type in a description."""
    return Keywords(**{TYPE: name})


TYPE = "x-type"
VIEW, WORDS, EVENT = typed("View"), typed("ViewWords"), typed("Event")


class Offer(TypedDict):
    """An offer that all players must accept."""

    what: Annotated[str, Keywords(enum=["finish", "fast"])]
    by: int
    """seat"""
    yes: list[int]
    """seats"""
    until: int


class Absence(TypedDict):
    """The consequence of a player's absence, and its time."""

    then: Annotated[str, Keywords(enum=["bot", "out"])]
    until: int


class PublicPlayer(TypedDict):
    """The player on a seat, as everybody sees them."""

    number: int
    """of the seat"""
    name: str
    emblem: str
    bot: bool
    level: str
    """of a bot of the site"""
    owner: str | None
    """whose bot it is, if a program plays it"""
    ready: bool
    away_ms: int | None
    """since when the player is away"""
    substitute: bool
    """a bot plays for them"""
    absence: Absence | None
    place: int | None
    won: bool | None


class Player(PublicPlayer):
    """The player on a seat."""

    you: bool


class Facts(TypedDict):
    """The table, apart from its game."""

    code: str
    status: Annotated[str, Keywords(enum=["open", "running", "finished", "aborted"])]
    game: str
    rules_version: int
    """changes when the rules of the game do"""
    players: int
    """number of seats"""
    private: bool
    arranged: bool
    """seats are assigned: by a tournament or by matchmaking"""
    rated: bool
    chat: Annotated[str, Keywords(enum=["text", "quick", "off"])]
    agree: bool
    """players can end the game by agreement"""
    offer: Offer | None
    deal_ms: int | None
    """when the cards are dealt (epoch ms)"""
    limit_ms: int | None
    """the time limit (ms)"""
    paused: bool
    rematch: str | None
    """code of the next table"""
    commitment: str
    """of the server to its part of the deal, before it knows that of the players"""
    day: str | None
    """whose deal is played"""
    end: str
    result: str
    """winning seat, `=1+3` if shared, `*` before the end"""
    reason: str
    """code of the reason for which it was paused or aborted; a text in `words.table`"""


class Table(Facts):
    seats: list[Player]
    title: NotRequired[Annotated[str, TEXT]]
    options: NotRequired[Annotated[list[str], TEXT]]
    """house rules"""


class Line(TypedDict):
    """A line of the log, with cards as {Kd}."""

    n: int
    """number of the move"""
    number: int
    """of the battle, the round or the second"""
    text: str
    kind: Annotated[str, Keywords(enum=["", "war", "end", "note", "outage"])]
    mine: NotRequired[bool]
    """it speaks to you, and others read another sentence"""


class TableWords(TypedDict):
    """The texts of `table`."""

    title: str
    options: list[str]
    reason: NotRequired[str]


class Words(TypedDict):
    """Texts for people, as trees with the keys of `view` and `table`."""

    view: NotRequired[Annotated[dict[str, Any], WORDS]]
    table: NotRequired[TableWords]


class Heard(TypedDict):
    """The fields of both kinds of states.  Times are ms of the game."""

    v: int
    """version"""
    now: int
    watchers: int
    events: list[Annotated[dict[str, Any], EVENT]]
    """what has happened after version `from`"""
    lines: list[Line]


# `from` cannot be the name of an attribute.
From = TypedDict("From", {"from": int})  # what comes is newer than this version or line


class State(Heard, From):
    """Everything that you may know at version `v`."""

    view: Annotated[dict[str, Any], VIEW] | None
    """null before the deal"""
    table: Table
    words: Words
    ack: NotRequired[str]
    """id of your command that this state contains"""


class Difference(Heard, From):
    """A state that says only what differs from the state of version `base`, for a client that asked
    for changes."""

    base: int
    view: dict[str, Any]
    table: NotRequired[dict[str, Any]]
    words: dict[str, Any]
    """texts that have changed; null for those that are gone"""
    ack: NotRequired[str]
    """id of your command that this state contains"""


class Ack(TypedDict):
    """Your command is done and stored; version `v` contains it."""

    ack: str
    """id of the command"""
    v: int


class Reject(TypedDict):
    """Your command is not done, and why."""

    reject: str
    """id of the command"""
    code: str
    text: str
    v: int


class Beat(TypedDict):
    v: int
    """the newest version"""
    watchers: int
    now: NotRequired[int]
    """ms of the game"""
    probe: NotRequired[str]
    """to be sent back at once"""
    time: NotRequired[int]
    """of the server (epoch ms)"""


class BeatMessage(TypedDict):
    beat: Beat


class Pong(TypedDict):
    """The answer to a ping."""

    pong: int
    now: int


class Said(TypedDict):
    """A line of chat: a text or a quick word."""

    c: int
    """number of the line: when it was said (epoch ms)"""
    v: int
    """the version that the table showed"""
    who: str
    text: NotRequired[str]
    quick: NotRequired[str]


class Chat(From):
    """All lines of a room after line `from`."""

    room: Literal["seats", "watchers"]
    lines: list[Said]


class ChatMessage(TypedDict):
    chat: Chat


class ErrorMessage(TypedDict):
    """An error that belongs to no command."""

    error: str
    """code"""
    text: str


class Bye(TypedDict):
    """The last line of a stream."""

    bye: Literal["OVER", "HOUR", "REVOKED", "NO_SUCH_TABLE", "RESTART"]
    since: int
    """the version you know"""


class MeMessage(TypedDict):
    """What concerns you, if your hello asked for it (docs/protocol.md)."""

    me: dict[str, Any]


class LobbyMessage(TypedDict):
    """The lobby, if your hello asked for it."""

    lobby: dict[str, Any]


class CallsMessage(TypedDict):
    """The calls of tournaments, if your hello asked for them: a fragment of a page."""

    calls: str
    now: int


class TournamentMessage(TypedDict):
    """The version of the tournament that your hello named."""

    version: int
    within: int
    """a page loads it anew within this time (ms)"""


Message = (
    State
    | Difference
    | Ack
    | Reject
    | BeatMessage
    | Pong
    | ChatMessage
    | ErrorMessage
    | Bye
    | MeMessage
    | LobbyMessage
    | CallsMessage
    | TournamentMessage
)
