"""Published figures about War, and the corresponding figures of this site: each is a number of a
run of the gallery, which anybody can repeat."""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.lab.runs import statistics
from games.lab.runs.comparison import Side
from games.lab.runs.figures import number
from games.lab.runs.gallery import GALLERY
from games.lab.runs.rare import SWEEP
from games.lab.runs.spec import RunSpec
from games.lab.runs.statistics import Share
from games.lab.runs.sweep import NUMBERS, Measured, of_share

Text = str | Promise
MILLION = 1_000_000


def per_game(count: int, games: int) -> Measured:
    """The average number of times that an event happens in a game.  The interval assumes that
    events are independent."""
    error = statistics.Z95 * sqrt(count) / games
    return Measured(count / games, count / games - error, count / games + error)


def longest(side: Side) -> Measured:
    """The length of the longest game, which has no interval."""
    most = statistics.length(side.sums).max
    return Measured(most, most, most)


class Kind(NamedTuple):
    """A kind of figure: how it is measured, and how many decimals it has."""

    measure: Callable[[Side], Measured]
    digits: int
    is_share: bool = False
    is_rarity: bool = False  # a share, said as one in so many
    has_interval: bool = True

    def said(self, value: float) -> str:
        """The figure in words."""
        if self.is_rarity:
            return _("1 in {many}").format(many=number(1 / value)) if value else _("never")
        if self.is_share:
            return _("{number}%").format(number=number(100 * value, self.digits))
        return number(value, self.digits)


KINDS = {
    "length": Kind(NUMBERS["length"].measure, 1),
    "wars": Kind(NUMBERS["wars"].measure, 2),
    "double": Kind(lambda side: per_game(side.sums.depths[2], side.sums.games), 4),
    "triple": Kind(lambda side: per_game(side.sums.depths[3], side.sums.games), 4),
    "wins": Kind(NUMBERS["wins"].measure, 2, is_share=True),
    "endless": Kind(NUMBERS["endless"].measure, 1, is_share=True),
    "longest": Kind(longest, 0, has_interval=False),
    "sweep": Kind(
        lambda side: of_share(Share(side.sums.lengths[SWEEP], side.sums.games)), 0, is_rarity=True
    ),
}


class Known(NamedTuple):
    """A published figure.  `games` is the number of games in which it was counted; 0: unknown or
    exact."""

    key: str
    says: Text  # what it is, in our words
    source: str  # title and site
    year: int | None
    kind: str  # of KINDS
    theirs: float
    question: str  # the run beside it: a side of a question of the gallery
    place: int
    why: Text  # their rules, and why both agree or not
    games: int = 0

    @property
    def spec(self) -> RunSpec:
        """The specification of the run that gives this site's figure."""
        question = GALLERY[self.question]
        return question.spec_of(question.sides[self.place])


def agrees(known: Known, ours: Measured, games: int) -> bool | None:
    """Whether both figures agree within the margin of chance (95 %); None for an extreme value,
    which differs in each run."""
    if not KINDS[known.kind].has_interval:
        return None
    half = (ours.high - ours.low) / 2 * sqrt(1 + games / known.games if known.games else 1)
    return abs(known.theirs - ours.value) <= half


_KB_RULES = gettext_lazy(
    "Won cards are shuffled, and who has no card left for a war loses: our rules with “zero=lose”."
)
_SET_BY_RULES = gettext_lazy(
    "How won cards go back, and what happens when they run out, change it: see the gallery."
)
_ONE_CARD = gettext_lazy(
    "Other rules: the Bicycle rules lay one card face down in a war, ours lay three."
)
_KNOWN = (
    Known(
        "kb-length",
        gettext_lazy("Battles in a game, on average"),
        "kbWar, GitHub",
        2015,
        "length",
        270.621807,
        "shortest",
        1,
        _KB_RULES,
        games=MILLION,
    ),
    Known(
        "kb-wars",
        gettext_lazy("Wars in a game, on average"),
        "kbWar, GitHub",
        2015,
        "wars",
        16.925803,
        "shortest",
        1,
        _KB_RULES,
        games=MILLION,
    ),
    Known(
        "kb-double",
        gettext_lazy("Battles with exactly two wars in a row, in a game"),
        "kbWar, GitHub",
        2015,
        "double",
        0.860591,
        "shortest",
        1,
        _KB_RULES,
        games=MILLION,
    ),
    Known(
        "kb-triple",
        gettext_lazy("Battles with exactly three wars in a row, in a game"),
        "kbWar, GitHub",
        2015,
        "triple",
        0.047073,
        "shortest",
        1,
        _KB_RULES,
        games=MILLION,
    ),
    Known(
        "kb-seat",
        gettext_lazy("Games that the first player wins"),
        "kbWar, GitHub",
        2015,
        "wins",
        0.499958,
        "shortest",
        1,
        gettext_lazy("Neither seat is better off."),
        games=MILLION,
    ),
    Known(
        "kb-longest",
        gettext_lazy("Battles in the longest of a million games"),
        "kbWar, GitHub",
        2015,
        "longest",
        2966,
        "longest",
        0,
        gettext_lazy("The longest game is another one with every seed."),
        games=MILLION,
    ),
    Known(
        "kb-endless",
        gettext_lazy("Games that never end if won cards are not shuffled"),
        "kbWar, GitHub",
        2015,
        "endless",
        0.09518,
        "endless",
        5,
        gettext_lazy(
            "The order in which won cards go back decides it: with ours, from none of the games to "
            "a third of them. Ours here has seat 1’s cards first."
        ),
        games=100_000,
    ),
    Known(
        "wimpy-length",
        gettext_lazy("Battles in a game if won cards are shuffled, on average"),
        "The Statistics of War (the card game), wimpyprogrammer.com",
        None,
        "length",
        262,
        "shortest",
        1,
        _SET_BY_RULES,
        games=100_000,
    ),
    Known(
        "nerdland-length",
        gettext_lazy("Turns in a game, on average"),
        "The Markovian State Space of War, nerdland.net",
        2009,
        "length",
        277,
        "shortest",
        0,
        _SET_BY_RULES,
    ),
    Known(
        "wikipedia-length",
        gettext_lazy("Battles in a game, on average, as Wikipedia once had it"),
        "Does War have infinite expected length?, MathOverflow",
        2010,
        "length",
        248,
        "shortest",
        0,
        _SET_BY_RULES,
        games=MILLION,
    ),
    Known(
        "copy-length",
        gettext_lazy("Battles in a game, on average, as an old copy of Wikipedia has it"),
        "War (card game), absoluteastronomy.com",
        None,
        "length",
        253.314,
        "shortest",
        0,
        _SET_BY_RULES,
        games=MILLION,
    ),
    Known(
        "copy-wars",
        gettext_lazy("Wars in a game, on average, as an old copy of Wikipedia has it"),
        "War (card game), absoluteastronomy.com",
        None,
        "wars",
        15.0961,
        "shortest",
        0,
        _SET_BY_RULES,
        games=MILLION,
    ),
    Known(
        "simulator-length",
        gettext_lazy("Rounds in a game, on average"),
        "War Card Game Simulator, zaporter, GitHub",
        2022,
        "length",
        178.0,
        "shortest",
        1,
        _ONE_CARD,
        games=10_000,
    ),
    Known(
        "simulator-wars",
        gettext_lazy("Wars in a game, on average"),
        "War Card Game Simulator, zaporter, GitHub",
        2022,
        "wars",
        13.3,
        "shortest",
        1,
        _ONE_CARD,
        games=10_000,
    ),
    Known(
        "four-aces",
        gettext_lazy("Games that four aces win against the other 48 cards"),
        "Card Wars, hectorpefo.github.io",
        2017,
        "wins",
        0.655,
        "four-aces",
        1,
        gettext_lazy(
            "Three cards face down, shuffled. There, who has too few cards for a whole war loses; "
            "here, players lay as many as they have."
        ),
        games=10 * MILLION,
    ),
    Known(
        "sweep",
        gettext_lazy("Games of 26 battles without a war"),
        "Perfect War, hectorpefo.github.io",
        2020,
        "sweep",
        1 / 159_620_172,
        "shortest",
        0,
        gettext_lazy(
            "Another question: theirs is exact, and without wars. We count every game of 26 "
            "battles, and nearly all of these have wars."
        ),
    ),
)
KNOWN = {row.key: row for row in _KNOWN}
