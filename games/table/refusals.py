"""Why the table says no: a code for programs, a sentence for people."""

from typing import NamedTuple


class Verdict(NamedTuple):
    """The answer to a command: the version of the table with its move, as everybody counts;
    `code` is empty when it was done."""

    version: int
    code: str = ""


class Refused(Exception):
    """The command was not done.  `version` is where the table stood."""

    def __init__(self, code: str, sentence: str = "", version: int = 0) -> None:
        super().__init__(code)
        self.code, self.version = code, version
        self.sentence = sentence or SENTENCES[code]

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"


SENTENCES = {
    "NO_TABLE": "This table does not exist.",
    "BANNED": "This account is closed.",
    "STARTED": "The game has already started. You can watch.",
    "NOT_STARTED": "The game has not started yet.",
    "GAME_OVER": "The game is over.",
    "NOT_OVER": "The game is not over yet.",
    "TABLE_FULL": "All seats are taken. You can watch.",
    "SEAT_TAKEN": "Someone else has just taken this seat.",
    "NO_SUCH_SEAT": "This table does not have that seat.",
    "ALREADY_SEATED": "You already have a seat at this table.",
    "NOT_YOUR_SEAT": "You do not have a seat at this table.",
    "NOT_ALLOWED": "Only players at this table can do that.",
    "NOT_A_BOT": "There is no bot in that seat.",
    "HOUSE_SEAT": "This seat is reserved for the house.",
    "UNKNOWN_LEVEL": "There is no bot at that level.",
    "BAD_ENTROPY": "The random bytes of your browser are not 16 bytes.",
    "NOT_YOUR_COMMAND": "This command id was already used by someone else.",
    "TOO_MANY_TABLES": "You already have five open tables. Close one first.",
    "NO_DAILY": "This game has no deal of the day.",
    "UNKNOWN_GAME": "This game does not exist.",
    "BAD_OPTIONS": "These rules cannot be combined.",
    "UNKNOWN_OFFER": "You can offer to end the game or to speed it up.",
    "NO_SUCH_OFFER": "That cannot be offered in this game.",
    "OFFER_OPEN": "There is already an open offer.",
    "OFFER_TOO_SOON": "You can make one offer every three minutes.",
    "NO_OFFER": "There is no open offer any more.",
    "YOUR_OFFER": "You cannot answer your own offer.",
    "ANSWERED": "You have already answered.",
    "BOT_MOVED_ON": "The player is back.",
}
