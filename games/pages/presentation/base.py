"""The base of a game's presentation on pages, and the registry."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.templatetags.static import static

from games.rules.bots import Bots, Tempo
from games.rules.catalogue import BOTS, Parts, find
from games.rules.game import BadAct, Game, Options
from games.rules.options import Option, Preset, pairs
from games.templatetags.script_words import Words

View = dict[str, Any]


def to_the_end(o: Options, median: int) -> bool:
    """Whether a limit usually stops a game early.  By default games are played to the end."""
    return False


class Usual(NamedTuple):
    """The median length of games with some rules."""

    length: int  # in the game's unit: battles, rounds, fights
    minutes: int


class Shown(NamedTuple):
    """The open cards of a seat on the table, as pictures show them.  `won`: the last card has
    won."""

    cards: Sequence[str]
    won: bool = False


@dataclass(frozen=True, kw_only=True)
class Presentation:
    """One game as pages show it: its tile, form, board and rules page.

    Templates are found by the key: `table/<key>/_felt.html` and `_keys.html` draw the board and
    list its keys; `rules/<key>.html` is the rules page, `rules/<key>/_minute.html` its short form.
    `board` is a module as described in `games/js/boards/board.d.ts`."""

    key: str
    line: str  # what it is, for people who have never played it
    tile: tuple[tuple[str, ...], ...]  # rows of cards; `fan` is three cards face down
    more_options: str  # what is behind "more" in the form for a new table
    length: Callable[[Options], int]  # length of a typical game
    is_cut: Callable[[Options, int], bool] = to_the_end  # are most games of this median stopped?
    own_end: Callable[[Options], int | None] | None = None  # the median of games nothing stops
    endless: str = ""  # the preset that is played to the end
    minutes: Callable[[int, Options], float]  # minutes that a game of this length takes people
    held: str  # the field of a seat in a view that card shares count
    shown: Callable[[View], Sequence[Shown]]  # what pictures of its board show, seat by seat
    board: str  # path of its module among the static files
    practice: str = ""  # options of a short game to learn it by
    guided: bool = False  # games/pages/play/guide.py has a deal for it
    loose: str = "pot"  # the field of a view that counts cards in no pile
    script_words: Words = field(default_factory=dict)  # words of its board and its replay
    stylesheet: str = ""  # style sheet of its board, if it needs more than table.css
    one_screen: bool = False  # can two play it at one screen, as no seat knows more?
    fixed_key: str = ""  # the key that never moves, under a thumb that players choose
    script_checks_moves: bool = False  # docs/verify.py checks more than the deal
    rules_context: Callable[[], dict[str, Any]] = dict  # additional context of the rules page

    @property
    def game(self) -> Game:
        return find(self.key)

    @property
    def seats(self) -> Option:
        """The option for the number of players."""
        return self.game.schema.find(self.game.seats_key)

    @property
    def lengths(self) -> list[Preset]:
        """The first preset, and the presets that differ from it only in length."""
        first, *others = self.game.presets
        return [first, *(preset for preset in others if preset.length)]

    @property
    def house_rules(self) -> list[Preset]:
        """The first preset, and those that differ from it in more than the length and the number of
        players."""
        first, *others = self.game.presets
        return [first, *filter(self.has_own_rules, others)]

    def has_own_rules(self, preset: Preset) -> bool:
        keys = {key for key, _ in pairs(preset.options)}
        return not preset.length and keys != {self.game.seats_key}

    @property
    def bots(self) -> Bots:
        return BOTS[self.key]

    @property
    def tempos(self) -> Mapping[str, Tempo]:
        """The tempos to choose from for the bots of this game; empty if there is no choice."""
        return self.bots.tempos

    @property
    def has_turns(self) -> bool:
        """Whether players take turns.  If not, positions of a replay are seconds."""
        return self.game.step != "second"

    @property
    def plays_fast(self) -> bool:
        """Whether players can agree to play the rest quickly."""
        return self.knows("hurry")

    @property
    def plays_itself(self) -> bool:
        """Whether a player can leave forced moves to the table."""
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
        """The usual length of a game with these rules.  `length`: the median that the lab has
        measured, if it has."""
        length = self.length(o) if length is None else length
        return Usual(length, max(1, round(self.minutes(length, o))))

    def board_context(self, view: View) -> View:
        """The view for templates: the seats in order, and card shares."""
        return {
            "rows": seats_in_order(view),
            "counts": [seat[self.held] for seat in view["seats"]],
            "pot": view[self.loose],
        }


def seats_in_order(view: View) -> list[View]:
    """The seats in the order in which the board shows them: opponents clockwise from the viewer's
    left, the viewer last."""
    seats: list[View] = view["seats"]
    if you := view["you"]:
        return [*seats[you:], *seats[:you]]
    return seats[::-1] if len(seats) == 2 else seats


PRESENTATIONS: Parts[Presentation] = Parts("presentation")
