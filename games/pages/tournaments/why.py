"""Why a round is as it is, in sentences made of what was stored with the draw (8.1, 8.2)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from games.templatetags.tournaments import points

Why = Mapping[str, Any]
Names = Mapping[int, str]  # by the number of the entrant
MOST_NAMED = 10  # of those who were passed over


def entrants_in(why: Why) -> set[int]:
    """Everybody the sentences name who is not at the table."""
    exchange = why.get("exchange") or {}
    found = {why.get("natural"), exchange.get("one"), exchange.get("other")}
    found |= {one for bye in why.get("byes", ()) for one, _reason in bye["over"][:MOST_NAMED]}
    found |= {one for table in (why.get("program") or {}).get("tables", ()) for one in table}
    return {one for one in found if one is not None}


def of_table(
    why: Why, seats: Sequence[int], names: Names, method: str, number: int, directs: bool
) -> list[str]:
    """Of a table of a Swiss; `seats` are its entrants, `number` is that of the round."""
    if not why:
        return [_by_method(method)]
    said = [*_floats(why, seats, names), *_meetings(why, names, len(seats))]
    if number > 1:
        said += _seats(why, seats, names)
    if method == "dutch":
        said.append(_dutch(why, seats, names, number, directs))
    if method == "cost" and number == 1:
        said.append(_("The first round goes by seed."))
    return said + list(_cost(why, names))


def _by_method(method: str) -> str:
    """Where no draw decides."""
    texts = {
        "bracket": _("Pairings follow the bracket."),
        "berger": _("Pairings follow the schedule."),
        "design": _("Pairings follow the plan made at the start."),
        "arena": _("These players were waiting and are close in the standings."),
    }
    return texts.get(method, "")


def _floats(why: Why, seats: Sequence[int], names: Names) -> Iterator[str]:
    """Who has more or fewer points than the group that most at the table are from."""
    own = [Fraction(one) for one in why["points"]]
    counts = Counter(own)
    groups = [one for one, times in counts.items() if times == max(counts.values())]
    for entrant, at_draw in zip(seats, own, strict=True):
        down, up = at_draw > min(groups), at_draw < max(groups)
        if down == up:
            continue
        values = {"name": names[entrant], "points": points(at_draw)}
        if down:
            yield _("%(name)s (%(points)s) floats down.") % values
        else:
            yield _("%(name)s (%(points)s) floats up.") % values


def _meetings(why: Why, names: Names, size: int) -> Iterator[str]:
    if not why["met"]:
        yield _("They have not met before.") if size == 2 else _("No two of them have met before.")
    for (a, b, _times), before in zip(why["met"], why.get("before", ()), strict=False):
        where = [
            _("in round %(round)d at table %(table)d") % {"round": number, "table": table}
            for number, table in before
        ]
        values = {"first": names[a], "second": names[b], "where": ", ".join(where)}
        yield _("%(first)s and %(second)s have met before: %(where)s.") % values


def _seats(why: Why, seats: Sequence[int], names: Names) -> Iterator[str]:
    if "seats" in why:
        counts = [
            f"{names[entrant]} {', '.join(map(str, had))}"
            for entrant, had in zip(seats, why["seats"], strict=True)
        ]
        numbers = ", ".join(str(seat) for seat in range(1, len(seats) + 1))
        values = {"seats": numbers, "counts": "; ".join(counts)}
        yield _("How often in seat %(seats)s so far: %(counts)s.") % values


def _dutch(why: Why, seats: Sequence[int], names: Names, number: int, directs: bool) -> str:
    """Whom the better of the two would have met, and the first reason why not."""
    if "natural" not in why:
        if number == 1:
            return _("In the first round the upper half meets the lower half, by seed.")
        return _("They are each other’s best match by points and seed.")
    texts = {
        "met": _("%(name)s would be the best match, but they have met before."),
        "seat": _("%(name)s would be the best match, but both should have the same seat."),
        "forbidden": _("%(name)s would be the best match, but a director keeps them apart."),
        "rest": _(
            "%(name)s would be the best match, but then the others could not be paired as well."
        ),
    }
    reason = why["reason"]
    if reason == "forbidden" and not directs:
        return _("%(name)s would be the best match, but could not be paired.") % {
            "name": names[why["natural"]]
        }
    return texts[reason] % {"name": names[why["natural"]]}


def _cost(why: Why, names: Names) -> Iterator[str]:
    if "cost" in why:
        values = {key: points(str(amount)) for key, amount in why["cost"].items()}
        yield (
            _("The table costs: repeats %(rep)s, short tables %(short)s, spread %(spread)s.")
            % values
        )
    if "exchange" not in why:
        return
    exchange = why["exchange"]
    if exchange is None:
        yield _("No exchange of two players is allowed.")
        return
    more = {key: _signed(str(amount)) for key, amount in exchange["more"].items()}
    values = more | {"one": names[exchange["one"]], "other": names[exchange["other"]]}
    yield (
        _(
            "The cheapest exchange is %(one)s for %(other)s. It would cost the round: "
            "repeats %(rep)s, short tables %(short)s, spread %(spread)s."
        )
        % values
    )


def _signed(amount: str) -> str:
    """+2, −½, 0"""
    number = Fraction(amount)
    return ("+" if number > 0 else "−" if number < 0 else "") + points(abs(number))


def of_byes(why: Why, names: Names) -> dict[int, list[str]]:
    """Of each bye, by entrant: from which group, and who was passed over."""
    return {bye["entrant"]: list(_bye(bye, names)) for bye in why.get("byes", ())}


def _bye(bye: Why, names: Names) -> Iterator[str]:
    yield _("From the score group %(points)s.") % {"points": points(bye["points"])}
    texts = {
        "bye": _("%(name)s was passed over after a bye or a walk-over."),
        "rest": _("%(name)s was passed over, so that the others could be paired as well."),
    }
    for entrant, reason in bye["over"][:MOST_NAMED]:
        yield texts[reason] % {"name": names[entrant]}
    more = len(bye["over"]) - MOST_NAMED
    if more > 0:
        yield _("More were passed over: %(more)d.") % {"more": more}
