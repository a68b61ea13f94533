"""Answers to questions about rare games (the shortest, the longest, games that never end) and about
seats."""

from collections.abc import Sequence

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.lab.counting.accumulator import ENDLESS, LONGEST
from games.lab.runs import statistics
from games.lab.runs.figures import Named, margin, number, percent, quoted
from games.lab.runs.statistics import Share
from games.rules.words import listed_words

SWEEP = 26  # battles in which a player of classic War can win everything without a war


def short(sides: Sequence[Named]) -> str:
    """The sentence about how often a game takes 26 battles, with the first side."""
    sums = sides[0].side.sums
    exactly, most = sums.lengths[SWEEP], sum(sums.lengths[: SWEEP + 1])
    if not exactly:
        text = ngettext(
            "Not one of {games} game takes exactly {battles} battles.",
            "Not one of {games} games takes exactly {battles} battles.",
            sums.games,
        )
        return text.format(games=number(sums.games), battles=SWEEP)
    text = _(
        "One game in {many} takes exactly {battles} battles, and one in {most} takes no more: "
        "nearly all of them have wars."
    )
    many, fewer = number(sums.games / exactly), number(sums.games / most)
    return text.format(many=many, battles=SWEEP, most=fewer)


def even(sides: Sequence[Named]) -> str:
    """The sentence about the side with which the wins of two players are most nearly equal."""
    shares = [statistics.wins(one.side.sums, 1)[0] for one in sides]
    one, share = min(zip(sides, shares, strict=True), key=lambda row: abs(row[1].value - 0.5))
    text = _("It is most nearly even with {name}: seat 1 wins {share}, give or take {margin}.")
    return text.format(name=quoted(one.name), share=percent(share), margin=margin(share))


def never_ending(sides: Sequence[Named]) -> str:
    """The sentence about the share of endless games with the worst side, and about the sides
    without endless games."""
    shares = [Share(one.side.sums.ends[ENDLESS], one.side.sums.games) for one in sides]
    worst = max(range(len(sides)), key=lambda place: shares[place].value)
    none = [quoted(one.name) for one, share in zip(sides, shares, strict=True) if not share.hits]
    games = number(sides[0].side.sums.games)
    if len(none) == len(sides):
        return _("None of {games} games would go on for ever.").format(games=games)
    text = _("{share} of the games would never end with {worst}.")
    found = text.format(share=percent(shares[worst]), worst=quoted(sides[worst].name))
    if not none:
        return found
    text = _("None of {games} games would with {others}.")
    return f"{found} {text.format(games=games, others=listed_words(none, translation))}"


def longest(sides: Sequence[Named]) -> str:
    """The sentence about the longest game of all sides."""
    one = max(sides, key=lambda one: statistics.length(one.side.sums).max)
    most = statistics.length(one.side.sums).max
    text = _("The longest of {games} games took {most} {unit}, with {name}.")
    if most >= LONGEST:
        text = _("The longest of {games} games took {most} {unit} or more, with {name}.")
    return text.format(
        games=number(one.side.sums.games),
        most=number(most),
        unit=_(one.side.spec.adapter.terms.unit),
        name=quoted(one.name),
    )


def seats(sides: Sequence[Named]) -> str:
    """The sentences about the better seat of each side."""
    return " ".join(seat_of(one) for one in sides)


def seat_of(one: Named) -> str:
    sums, players = one.side.sums, len(one.side.spec.policies)
    if not statistics.bias(sums.wins[:players]).found:
        text = _("With {name} no seat is better off, as far as {games} games can show.")
        return text.format(name=quoted(one.name), games=number(sums.games))
    shares = statistics.wins(sums, players)
    seat = max(range(players), key=lambda place: shares[place].value)
    text = _(
        "With {name} seat {seat} wins most often: {share} of the games, give or take {margin}."
    )
    share = shares[seat]
    return text.format(
        name=quoted(one.name), seat=seat + 1, share=percent(share), margin=margin(share)
    )
