"""The reasons for a round, in sentences made of the facts stored with the draw (8.1, 8.2)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.contrib.humanize.templatetags.humanize import apnumber
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.templatetags.tournaments import points, rounded

Why = Mapping[str, Any]
Names = Mapping[int, str]  # by the number of the entrant
MOST_NAMED = 10  # names of those who were passed over


def entrants_in(why: Why) -> set[int]:
    """The entrants named in the sentences who are not at the table."""
    exchange = why.get("exchange") or {}
    entrants = {why.get("natural"), exchange.get("one"), exchange.get("other")}
    entrants |= {one for bye in why.get("byes", ()) for one, _reason in bye["over"][:MOST_NAMED]}
    entrants |= {one for table in (why.get("program") or {}).get("tables", ()) for one in table}
    return {one for one in entrants if one is not None}


class Reasons(NamedTuple):
    """The reasons for a table.  `numbers`: the numbers that the draw has compared."""

    lines: list[str]
    numbers: list[str]


def of_table(
    why: Why, seats: Sequence[int], names: Names, method: str, number: int, directs: bool
) -> Reasons:
    """The reasons why these entrants (`seats`) meet at a table of round `number` of a Swiss, in
    sentences."""
    if not why:
        return Reasons(list(filter(None, [_by_method(method)])), [])
    lines = [_points(why), *_floats(why, seats, names), *_meetings(why, names, len(seats))]
    if method == "dutch":
        lines.append(_dutch(why, seats, names, number, directs))
    if method == "cost" and number == 1:
        lines.append(_("The first round goes by seed."))
    numbers = list(_seats(why, seats, names)) if number > 1 else []
    if why.get("exchange"):
        lines.append(_exchange(why["exchange"], names))
    return Reasons(lines, numbers + list(_cost(why, names)))


def of_round(whys: Sequence[Why]) -> str:
    """The quality of a draw in a sentence: `5 repeated meetings, no short table, scores within 2
    points.` A table is short if others of the round are larger."""
    if not whys or not all("met" in why for why in whys):
        return ""
    again = sum(len(why["met"]) for why in whys)
    meetings = ngettext("{pairs} repeated meeting", "{pairs} repeated meetings", again)
    if not again:
        meetings = _("nobody meets again")
    parts = [meetings.format(pairs=again)]
    sizes = [len(why["points"]) for why in whys]
    if max(sizes) > 2:
        short = sum(size < max(sizes) for size in sizes)
        tables = ngettext("{tables} short table", "{tables} short tables", short)
        parts.append(tables.format(tables=short) if short else _("no short table"))
    gap = max(max(points) - min(points) for points in map(_points_of, whys))
    within = ngettext(
        "scores within {gap} point", "scores within {gap} points", 1 if gap == 1 else 2
    )
    parts.append(within.format(gap=rounded(gap)) if gap else _("level scores at every table"))
    return _("Quality of the draw: {parts}.").format(parts=", ".join(parts))


def _points_of(why: Why) -> list[Fraction]:
    return [Fraction(points) for points in why["points"]]


def _points(why: Why) -> str:
    """A sentence with points: `These four have 7, 4, 4 and 2 points.`"""
    scores = [rounded(points) for points in _points_of(why)]
    number = apnumber(len(scores))
    if len(set(scores)) == 1:
        text = ngettext(
            "These {number} have {points} point each.",
            "These {number} have {points} points each.",
            1 if scores[0] == "1" else 2,
        )
        return text.format(number=number, points=scores[0])
    listed = _("{first} and {last}").format(first=", ".join(scores[:-1]), last=scores[-1])
    return _("These {number} have {points} points.").format(number=number, points=listed)


def _named(names: Names, entrant: int) -> SafeString:
    return format_html('<b translate="no">{}</b>', names[entrant])


def _by_method(method: str) -> str:
    """The sentence for a round that was not drawn by points; "" for other rounds."""
    texts = {
        "bracket": _("Pairings follow the bracket."),
        "berger": _("Pairings follow the schedule."),
        "design": _("Pairings follow the plan made at the start."),
        "arena": _("These players were waiting and are close in the standings."),
    }
    return texts.get(method, "")


def _floats(why: Why, seats: Sequence[int], names: Names) -> Iterator[str]:
    """Sentences on the entrants who have more or fewer points than most at the table."""
    own = _points_of(why)
    counts = Counter(own)
    groups = [score for score, times in counts.items() if times == max(counts.values())]
    for entrant, at_draw in zip(seats, own, strict=True):
        down, up = at_draw > min(groups), at_draw < max(groups)
        if down == up:
            continue
        text = _moved_down(at_draw) if down else _moved_up(at_draw)
        yield format_html(text, name=_named(names, entrant), points=rounded(at_draw))


def _moved_up(points: Fraction) -> str:
    return ngettext(
        "{name} ({points} point) moved up to fill this table.",
        "{name} ({points} points) moved up to fill this table.",
        1 if points == 1 else 2,
    )


def _moved_down(points: Fraction) -> str:
    return ngettext(
        "{name} ({points} point) moved down to fill this table.",
        "{name} ({points} points) moved down to fill this table.",
        1 if points == 1 else 2,
    )


def _meetings(why: Why, names: Names, size: int) -> Iterator[str]:
    if not why["met"]:
        yield _("They have not met before.") if size == 2 else _("No two of them have met before.")
    for (a, b, _times), before in zip(why["met"], why.get("before", ()), strict=False):
        where = [
            _("round {round} at table {table}").format(round=number, table=table)
            for number, table in before
        ]
        values = {"first": _named(names, a), "second": _named(names, b), "where": ", ".join(where)}
        yield format_html(_("{first} and {second} have met before, in {where}."), **values)


def _seats(why: Why, seats: Sequence[int], names: Names) -> Iterator[str]:
    if "seats" in why:
        counts = [
            format_html("{} {}", _named(names, entrant), ", ".join(map(str, had)))
            for entrant, had in zip(seats, why["seats"], strict=True)
        ]
        numbers = ", ".join(str(seat) for seat in range(1, len(seats) + 1))
        listed = format_html_join("; ", "{}", ((count,) for count in counts))
        text = _("How often in seat {seats} so far: {counts}.")
        yield format_html(text, seats=numbers, counts=listed)


def _dutch(why: Why, seats: Sequence[int], names: Names, number: int, directs: bool) -> str:
    """Sentences on the best match for the better entrant of the pair, and on the first reason why
    they do not meet."""
    if "natural" not in why:
        if number == 1:
            return _("In the first round the upper half meets the lower half, by seed.")
        return _("They are each other’s best match by points and seed.")
    texts = {
        "met": _("{name} would be the best match, but they have met before."),
        "seat": _("{name} would be the best match, but both should have the same seat."),
        "forbidden": _("{name} would be the best match, but a director keeps them apart."),
        "rest": _(
            "{name} would be the best match, but then the others could not be paired as well."
        ),
        "secret": _("{name} would be the best match, but could not be paired."),
    }
    is_secret = why["reason"] == "forbidden" and not directs
    text = texts["secret" if is_secret else why["reason"]]
    return format_html(text, name=_named(names, why["natural"]))


def _exchange(exchange: Why, names: Names) -> str:
    """A sentence on the cheapest exchange of two players: no other exchange would be better."""
    if any(Fraction(amount) for amount in exchange["more"].values()):
        return _("Any exchange of two players would mean more repeats, short tables or gaps.")
    values = {"one": _named(names, exchange["one"]), "other": _named(names, exchange["other"])}
    return format_html(_("Exchanging {one} for {other} would be just as good."), **values)


def _cost(why: Why, names: Names) -> Iterator[str]:
    """Sentences with the numbers that a draw by cost has compared (5.7)."""
    if "cost" in why:
        values = {key: points(str(amount)) for key, amount in why["cost"].items()}
        text = _("The table costs: repeats {rep}, short tables {short}, spread {spread}.")
        yield text.format(**values)
    if "exchange" not in why:
        return
    exchange = why["exchange"]
    if exchange is None:
        yield _("No exchange of two players is allowed.")
        return
    more = {key: _signed(str(amount)) for key, amount in exchange["more"].items()}
    text = _(
        "The cheapest exchange is {one} for {other}. It would cost the round: "
        "repeats {rep}, short tables {short}, spread {spread}."
    )
    both = {"one": _named(names, exchange["one"]), "other": _named(names, exchange["other"])}
    yield format_html(text, **more, **both)


def _signed(amount: str) -> str:
    """A change with its sign: +2, −½, 0."""
    number = Fraction(amount)
    return ("+" if number > 0 else "−" if number < 0 else "") + points(abs(number))


def of_byes(why: Why, names: Names) -> dict[int, list[str]]:
    """Sentences on each bye, by entrant: the group from which the entrant comes, and the entrants
    passed over."""
    return {bye["entrant"]: list(_bye(bye, names)) for bye in why.get("byes", ())}


def _bye(bye: Why, names: Names) -> Iterator[str]:
    yield _("From the score group {points}.").format(points=rounded(Fraction(bye["points"])))
    texts = {
        "bye": _("{name} was passed over after a bye or a walk-over."),
        "rest": _("{name} was passed over, because the rules of the draw put other pairs first."),
    }
    for entrant, reason in bye["over"][:MOST_NAMED]:
        yield format_html(texts[reason], name=_named(names, entrant))
    more = len(bye["over"]) - MOST_NAMED
    if more > 0:
        yield _("More were passed over: {more}.").format(more=more)
