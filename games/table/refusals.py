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
    "NO_TABLE": "There is no such table.",
    "BANNED": "This account is closed.",
    "STARTED": "The cards are dealt already. You can watch.",
    "NOT_STARTED": "The game has not started yet.",
    "GAME_OVER": "The game is over.",
    "NOT_OVER": "The game is not over yet.",
    "TABLE_FULL": "All seats are taken. You can watch.",
    "SEAT_TAKEN": "Somebody was quicker: this seat is taken.",
    "NO_SUCH_SEAT": "This table has no such seat.",
    "ALREADY_SEATED": "You sit at this table already.",
    "NOT_YOUR_SEAT": "You do not sit at this table.",
    "NOT_ALLOWED": "Only those who sit at the table may do that.",
    "NOT_A_BOT": "There sits no bot.",
    "HOUSE_SEAT": "The house keeps this seat.",
    "UNKNOWN_LEVEL": "There is no bot of that level.",
    "BAD_ENTROPY": "The random bytes of your browser are not 16 bytes.",
    "NOT_YOUR_COMMAND": "This command id belongs to somebody else.",
    "TOO_MANY_TABLES": "You have five open tables. Close one first.",
    "NO_DAILY": "This game has no deal of the day.",
    "UNKNOWN_GAME": "There is no such game.",
    "BAD_OPTIONS": "These rules cannot be played together.",
    "UNKNOWN_OFFER": "One can offer to finish or to play fast.",
    "NO_SUCH_OFFER": "That cannot be offered in this game.",
    "OFFER_OPEN": "There is an offer on the table already.",
    "OFFER_TOO_SOON": "You can make one offer in three minutes.",
    "NO_OFFER": "There is no offer to answer any more.",
    "YOUR_OFFER": "It is your own offer; the others answer it.",
    "ANSWERED": "You have answered already.",
    "BOT_MOVED_ON": "The owner of the seat is back.",
}
