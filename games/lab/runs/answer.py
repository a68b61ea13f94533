"""The finding of a run or a comparison, in one to three sentences, for pages, the API and the
command line.

A finding is a number with its uncertainty (95 %).  Its sentence gives the direction, the size in
terms that people notice, and the certainty; if a difference is unclear, the sentence says that this
number of games cannot show one."""

from collections.abc import Sequence
from enum import Enum
from itertools import pairwise
from math import inf

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.accounts.names import isolated_text
from games.lab.counting.accumulator import ENDLESS, MINUTE_MS, Sums
from games.lab.runs import comparison, rare, statistics
from games.lab.runs.comparison import Difference
from games.lab.runs.figures import Named, digits_for, margin, number, percent, quoted
from games.lab.runs.spec import RunSpec
from games.lab.runs.statistics import Share
from games.rules.catalogue import BOTS
from games.rules.hands import Hand

FEW = 2  # games, below which nothing has an average
MOST_WORDS = 60  # letters of a hand that a sentence has room for
SURER = 1.5  # widens intervals of 95 %, as for the range of six means (Tukey)
ALL = "all"  # the end of a game in which one player has won everything


class Asked(Enum):
    """The number that a question is about."""

    DURATION = "duration"  # of the first side, and how the others differ from it
    LENGTH = "length"  # of the side that differs most from the first
    WINS = "wins"  # of seat 1
    WHOLE = "whole"  # how many games end with one player having everything
    EVEN = "even"  # with which side two players win equally often; then as for wins
    SHORT = "short"  # how many games take as few battles as there are cards in a hand
    ENDLESS = "endless"  # how many games never end
    LONGEST = "longest"  # the longest game
    SEATS = "seats"  # whether a seat is better off


# One run ---------------------------------------------------------------------------------


def of_run(spec: RunSpec, sums: Sums, seats: Sequence[str] = ()) -> list[str]:
    """The answer of a run in sentences, the most important sentence first.  `seats` are the names
    of the players at the position from which the run starts, if the reader may see them."""
    if sums.games < FEW:
        return []
    found = [how_long(spec, sums), who_wins(spec, sums)]
    if hands := spec.hands:
        found = [with_hands(sums, hands), how_long(spec, sums)]
    elif spec.start:
        found = [from_here(spec, sums, seats), how_long(spec, sums)]
    if share := sums.ends[ENDLESS] / sums.games if not spec.adapter.terms.timed else 0:
        found.append(endless(share))
    return [so_far(spec, sums), *found] if sums.games < spec.games else found


def so_far(spec: RunSpec, sums: Sums) -> str:
    text = _("So far, after {done} of {games} games:")
    return text.format(done=number(sums.games), games=number(spec.games))


def how_long(spec: RunSpec, sums: Sums) -> str:
    length = statistics.length(sums)
    error = (length.high - length.low) / 2
    digits = 0 if length.mean >= 100 and error >= 0.5 else 1
    minutes = max(1, round(sums.ms / sums.games / MINUTE_MS))
    if spec.starts_later:
        text = _("Games that go on from here last {mean} {unit} in all, give or take {margin}.")
    elif spec.adapter.terms.timed:
        text = ngettext(
            "A game takes {mean} {unit} on average, give or take {margin}, or about a minute; half "
            "are over after {median} {unit}, nine in ten after {most}.",
            "A game takes {mean} {unit} on average, give or take {margin}, or about {minutes} "
            "minutes; half are over after {median} {unit}, nine in ten after {most}.",
            minutes,
        )
    else:
        text = _(
            "A game takes {mean} {unit} on average, give or take {margin}; half are over after "
            "{median}, nine in ten after {most}."
        )
    return text.format(
        mean=number(length.mean, digits),
        unit=_(spec.adapter.terms.unit),
        margin=number(max(error, 0.1), digits),
        median=number(length.median),
        most=number(length.p90),
        minutes=number(minutes),
    )


# How much better or worse off a seat is, by percentage points from an equal share.
BETTER = (
    (
        0.5,
        gettext_noop(
            "{seat} wins {share} of these games, give or take {margin}: hardly better off."
        ),
    ),
    (
        2.0,
        gettext_noop(
            "{seat} wins {share} of these games, give or take {margin}: a little better off."
        ),
    ),
    (5.0, gettext_noop("{seat} wins {share} of these games, give or take {margin}: better off.")),
    (
        101.0,
        gettext_noop("{seat} wins {share} of these games, give or take {margin}: much better off."),
    ),
)
WORSE = (
    (
        0.5,
        gettext_noop(
            "{seat} wins {share} of these games, give or take {margin}: hardly worse off."
        ),
    ),
    (
        2.0,
        gettext_noop(
            "{seat} wins {share} of these games, give or take {margin}: a little worse off."
        ),
    ),
    (5.0, gettext_noop("{seat} wins {share} of these games, give or take {margin}: worse off.")),
    (
        101.0,
        gettext_noop("{seat} wins {share} of these games, give or take {margin}: much worse off."),
    ),
)


def who_wins(spec: RunSpec, sums: Sums) -> str:
    """The sentence about the seat with an advantage, or about the absence of one."""
    shares = statistics.wins(sums, len(spec.policies))
    if len(shares) == 1:
        text = _("The player wins {share} of these games, give or take {margin}.")
        return text.format(share=percent(shares[0]), margin=margin(shares[0]))
    if not statistics.bias(sums.wins[: len(shares)]).found:
        text = ngettext(
            "No seat is better off, as far as {games} game can show.",
            "No seat is better off, as far as {games} games can show.",
            sums.games,
        )
        return text.format(games=number(sums.games))
    usual = sum(share.value for share in shares) / len(shares)
    seat, share = max(enumerate(shares), key=lambda row: abs(row[1].value - usual))
    gap = 100 * (share.value - usual)
    text = next(text for most, text in (BETTER if gap > 0 else WORSE) if abs(gap) < most)
    return _(text).format(seat=seat_name(spec, seat), share=percent(share), margin=margin(share))


def seat_name(spec: RunSpec, seat: int) -> str:
    """The name of a seat (from 0), with the player's name unless all players are the same."""
    if len(set(spec.policies)) == 1:
        return _("Seat {number}").format(number=seat + 1)
    key = spec.policies[seat]
    level = BOTS[spec.game].all_levels.get(key)
    return _("Seat {number} ({player})").format(
        number=seat + 1, player=level.name if level else key
    )


def from_here(spec: RunSpec, sums: Sums, seats: Sequence[str]) -> str:
    """The sentence about the seat that wins most often from a position."""
    shares = statistics.wins(sums, len(spec.policies))
    seat, share = max(enumerate(shares), key=lambda row: row[1].value)
    text = _("{seat} wins most often from here: {share} of the games, give or take {margin}.")
    name = isolated_text(seats[seat]) if seats else seat_name(spec, seat)
    return text.format(seat=name, share=percent(share), margin=margin(share))


def with_hands(sums: Sums, hands: Sequence[Hand]) -> str:
    """The sentence about the share of games that seat 1 wins with a deal by hand."""
    share = statistics.wins(sums, 1)[0]
    words = hands[0].words(translation)
    text = _("With {hand}, seat 1 wins {share} of these games, give or take {margin}.")
    if len(words) > MOST_WORDS or not hands[0].is_known:
        text = _("With these cards seat 1 wins {share} of the games, give or take {margin}.")
    return text.format(hand=words, share=percent(share), margin=margin(share))


def endless(share: float) -> str:
    if share >= 0.01:
        text = _("{share} of the games would never end.")
        return text.format(share=_("{number}%").format(number=number(100 * share)))
    return _("One game in {many} would never end.").format(many=number(1 / share))


# Several runs ----------------------------------------------------------------------------

# What people call the ratio of two lengths, below so much.
RATIOS = (
    (0.225, gettext_noop("{one} is not even a quarter as long as {other}: {a} {unit}, not {b}.")),
    (0.29, gettext_noop("{one} is a quarter as long as {other}: {a} {unit} instead of {b}.")),
    (0.42, gettext_noop("{one} is a third as long as {other}: {a} {unit} instead of {b}.")),
    (0.585, gettext_noop("{one} is half as long as {other}: {a} {unit} instead of {b}.")),
    (0.71, gettext_noop("{one} is a third shorter than {other}: {a} {unit} instead of {b}.")),
    (0.775, gettext_noop("{one} is a quarter shorter than {other}: {a} {unit} instead of {b}.")),
    (0.85, gettext_noop("{one} is a fifth shorter than {other}: {a} {unit} instead of {b}.")),
    (0.93, gettext_noop("{one} is a tenth shorter than {other}: {a} {unit} instead of {b}.")),
    (0.97, gettext_noop("{one} is a little shorter than {other}: {a} {unit} instead of {b}.")),
    (1.03, gettext_noop("{one} is about as long as {other}: {a} {unit} instead of {b}.")),
    (1.075, gettext_noop("{one} is a little longer than {other}: {a} {unit} instead of {b}.")),
    (1.15, gettext_noop("{one} is a tenth longer than {other}: {a} {unit} instead of {b}.")),
    (1.225, gettext_noop("{one} is a fifth longer than {other}: {a} {unit} instead of {b}.")),
    (1.29, gettext_noop("{one} is a quarter longer than {other}: {a} {unit} instead of {b}.")),
    (1.415, gettext_noop("{one} is a third longer than {other}: {a} {unit} instead of {b}.")),
    (1.75, gettext_noop("{one} is half as long again as {other}: {a} {unit} instead of {b}.")),
    (2.5, gettext_noop("{one} is twice as long as {other}: {a} {unit} instead of {b}.")),
    (3.5, gettext_noop("{one} is three times as long as {other}: {a} {unit} instead of {b}.")),
    (4.5, gettext_noop("{one} is four times as long as {other}: {a} {unit} instead of {b}.")),
    (inf, gettext_noop("{one} is {times} times as long as {other}: {a} {unit} instead of {b}.")),
)


def of_sides(sides: Sequence[Named], asked: Asked = Asked.LENGTH) -> list[str]:
    """The answer of a comparison in sentences, for the number that was asked about."""
    sides = [one for one in sides if one.side.sums.games >= FEW]
    if len(sides) < FEW:
        return []
    found = [answer(sides) for answer in ANSWERS[asked]]
    done = sum(one.side.sums.games for one in sides)
    games = sum(one.side.spec.games for one in sides)
    if done < games:
        text = _("So far, after {done} of {games} games:")
        return [text.format(done=number(done), games=number(games)), *found]
    return found


def first_length(sides: Sequence[Named]) -> str:
    return how_long(sides[0].side.spec, sides[0].side.sums)


def lengths(sides: Sequence[Named]) -> str:
    """The sentence about the side whose length differs most from the first side.  Of two sides, the
    shorter is compared with the longer."""
    base, *others = sides
    gaps = [comparison.length_difference(base.side, one.side) for one in others]
    gap, other = max(zip(gaps, others, strict=True), key=lambda row: abs(row[0].gap))
    if not is_clear(gap, sides):
        return undecided(sides, _("{games} games show no difference in length."))
    one = (other, base) if len(sides) > 2 or gap.gap < 0 else (base, other)
    return ratio(*one, digits=0 if abs(gap.gap) >= 3 else 1)


def is_clear(gap: Difference, sides: Sequence[Named]) -> bool:
    """Whether a difference is clearly more than chance.  Of several sides the two with the largest
    difference are compared, so the interval must be wider than for two sides."""
    wider = 1.0 if len(sides) == 2 else SURER
    return abs(gap.gap) > wider * (gap.high - gap.low) / 2


def ratio(one: Named, other: Named, digits: int) -> str:
    """The sentence about the ratio of two lengths."""
    a, b = (statistics.length(each.side.sums).mean for each in (one, other))
    text = next(text for most, text in RATIOS if a / b < most)
    return _(text).format(
        one=quoted(one.name),
        other=quoted(other.name),
        a=number(a, digits),
        b=number(b, digits),
        times=number(a / b),
        unit=_(one.side.spec.adapter.terms.unit),
    )


def undecided(sides: Sequence[Named], text: str) -> str:
    return text.format(games=number(sum(one.side.sums.games for one in sides)))


def wins(sides: Sequence[Named]) -> str:
    """The sentence about the sides with which seat 1 wins most and least often."""
    shares = [statistics.wins(one.side.sums, 1)[0] for one in sides]
    values = [share.value for share in shares]
    most, least = values.index(max(values)), values.index(min(values))
    gap = comparison.win_difference(sides[least].side, sides[most].side, 0)
    if not is_clear(gap, sides):
        return undecided(sides, _("{games} games show no difference in who wins."))
    text = _(
        "Seat 1 wins most often with {best}: {high} of the games, against {low} with {worst}, give "
        "or take {margin}."
    )
    return text.format(
        best=quoted(sides[most].name),
        worst=quoted(sides[least].name),
        high=percent(shares[most]),
        low=percent(shares[least]),
        margin=number(50 * (gap.high - gap.low), digits_for(50 * (gap.high - gap.low))),
    )


def wholes(sides: Sequence[Named]) -> str:
    """The sentence about the share of games in which one player ends with all cards."""
    place = [*sides[0].side.spec.adapter.terms.ends].index(ALL)
    shares = [Share(one.side.sums.ends[place], one.side.sums.games) for one in sides]
    rising = all(a.value <= b.value for a, b in pairwise(shares))
    first, last = (0, -1) if rising else (-1, 0)
    text = _("One player ends with all cards in {low} of the games with {a}, in {high} with {b}.")
    return text.format(
        low=percent(shares[first]),
        high=percent(shares[last]),
        a=quoted(sides[first].name),
        b=quoted(sides[last].name),
    )


ANSWERS = {
    Asked.DURATION: (first_length, lengths),
    Asked.LENGTH: (lengths,),
    Asked.WINS: (wins,),
    Asked.WHOLE: (wholes,),
    Asked.EVEN: (rare.even, wins),
    Asked.SHORT: (rare.short,),
    Asked.ENDLESS: (rare.never_ending,),
    Asked.LONGEST: (rare.longest,),
    Asked.SEATS: (rare.seats,),
}
