"""What a presentation says, and where to find that of a game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.templatetags.static import static

from games.rules.catalogue import Parts, find
from games.rules.game import BadAct, Game, Options

View = dict[str, Any]


class Usual(NamedTuple):
    """Half of the games are shorter."""

    length: int  # in units of the game: battles, rounds, fights
    minutes: int


@dataclass(frozen=True, kw_only=True)
class Presentation:
    """One game as pages show it: its tile, its form, its board, its page of rules.

    Templates are found by the key: `table/<key>/_felt.html` and `_keys.html` draw the board and
    list its keys; `rules/<key>.html` is the page of rules, `rules/<key>/_minute.html` its short
    form.  `board` is a module as `games/js/boards/board.d.ts` describes it."""

    key: str
    line: str  # what it is, for someone who has never played it
    tile: tuple[tuple[str, ...], ...]  # rows of cards; `fan` is three cards face down
    more_options: str  # what is behind the "more" of the form of a new table, in words
    skill: Callable[[Options], str]  # how much there is to decide
    length: Callable[[Options], int]  # of a usual game
    minutes: Callable[[int, Options], float]  # what a game of this length takes people
    held: str  # the field of a seat in a view that the front counts
    board: str  # address of its module among the static files
    loose: str = "pot"  # the field of a view that counts what nobody holds
    stylesheet: str = ""  # of its board, if it needs more than table.css
    script_checks_moves: bool = False  # docs/verify.py checks more than its deal
    rules_context: Callable[[], dict[str, Any]] = dict  # what its page of rules shows besides

    @property
    def game(self) -> Game:
        return find(self.key)

    @property
    def has_turns(self) -> bool:
        """Does everybody wait for somebody?  Else the positions of a replay are seconds."""
        return self.game.step != "second"

    @property
    def plays_fast(self) -> bool:
        """Can all agree to turn the rest quickly?"""
        return self.knows("hurry")

    @property
    def plays_itself(self) -> bool:
        """Can a player leave the forced moves to the table?"""
        return self.knows("auto", on=1)

    def knows(self, act: str, **args: object) -> bool:
        try:
            self.game.read_move(act, args)
        except BadAct:
            return False
        return True

    @property
    def felt(self) -> str:
        return f"table/{self.key}/_felt.html"

    @property
    def keys(self) -> str:
        return f"table/{self.key}/_keys.html"

    @property
    def rules_page(self) -> str:
        return f"rules/{self.key}.html"

    @property
    def rules_minute(self) -> str:
        return f"rules/{self.key}/_minute.html"

    @property
    def board_url(self) -> str:
        return static(self.board)

    def usual(self, o: Options, length: int | None = None) -> Usual:
        """What to expect of a game with these rules; `length`: as the lab has measured it."""
        length = self.length(o) if length is None else length
        return Usual(length, max(1, round(self.minutes(length, o))))

    def drawn(self, view: View) -> View:
        """What templates need to draw a view: the seats as they sit, and the front."""
        return {
            "rows": seats_in_order(view),
            "counts": [seat[self.held] for seat in view["seats"]],
            "pot": view[self.loose],
        }


def seats_in_order(view: View) -> list[View]:
    """Opponents clockwise from the viewer's left, the viewer last."""
    seats: list[View] = view["seats"]
    if you := view["you"]:
        return [*seats[you:], *seats[:you]]
    return seats[::-1] if len(seats) == 2 else seats


PRESENTATIONS: Parts[Presentation] = Parts("presentation")
