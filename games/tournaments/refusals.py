"""Why a tournament says no: a code for programs, a sentence for people."""

from games.tournaments import acts
from games.tournaments.readers import BadSettings

SENTENCES = {
    "NO_TOURNAMENT": "This tournament does not exist.",
    "STATE": "That is not possible at this point of the tournament.",
    "NOT_ALLOWED": "Only directors of tournaments can do that.",
    "REASON": "Give a reason of 1 to 300 characters.",
    "CONFLICT": "You play at this table, so another director has to decide.",
    "STALE": "Something has changed since you opened this page. Look again before you decide.",
    "BANNED": "This account is closed.",
    "GUESTS": "This tournament is for players with an account.",
    "BOTS": "Bots cannot enter this tournament.",
    "NOT_INVITED": "This tournament is for invited players.",
    "TOO_NEW": "Your account is too new for this tournament.",
    "TOO_FEW_GAMES": "You have not played enough games for this tournament yet.",
    "TOO_LATE": "It is too late to enter this tournament.",
    "ENTERED": "You have already entered this tournament.",
    "NOT_ENTERED": "You have not entered this tournament.",
    "BAD_ENTROPY": "The random bytes of your browser are not 16 bytes.",
    "NO_ROUND": "There is no such round to do this with.",
    "TOO_FEW": "Too few players are here to draw a round.",
    "NO_DRAW": "No draw respects all forbidden pairs.",
}


class Refused(Exception):
    """The act was not done, and nothing else has happened.  `setting` is set where one is bad."""

    def __init__(self, code: str, sentence: str = "", setting: str = "") -> None:
        super().__init__(code)
        self.code, self.setting = code, setting
        self.sentence = sentence or SENTENCES[code]

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"

    @classmethod
    def of(cls, refused: acts.Refused | BadSettings) -> "Refused":
        """The refusal of a pure module."""
        if isinstance(refused, BadSettings):
            return cls(refused.code, f"{refused.setting}: {refused.reason}", refused.setting)
        return cls(refused.code)
