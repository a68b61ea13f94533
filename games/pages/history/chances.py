"""Chances in a replay: how often each seat would have won if the game had been continued from each
of its places.  Games of the lab have chances, too (`games/pages/lab/games.py`)."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.callers import caller_of
from games.bus.marks import is_compiling
from games.lab.chances import curves
from games.lab.chances.calibration import calibration_of
from games.lab.chances.course import Course, playouts_of
from games.lab.chances.curve import Curve, Place
from games.lab.chances.deal_share import find_share
from games.lab.chances.models import StoredCurve
from games.lab.chances.tally import Playouts, Tally
from games.lab.counting.adapter import BadRun, find
from games.lab.runs.models import State
from games.pages.history.turns import marks
from games.rules.catalogue import BOTS
from games.rules.game import Game, Options
from games.table.clock import now_ms
from games.table.replay import moves_log
from games.table.replay.recording import ALL, Recording
from games.table.words import place_name

View = dict[str, Any]
CHART = "chances"  # without it, the chart shows cards
SILENT_MS = 15_000  # a part takes about a second
COMEBACK = 0.5  # of an equal share: a winner who had less made a comeback


class Subject(NamedTuple):
    """A finished game that this visitor may see, and the address where its chances are
    requested."""

    source: str  # the source under which curves are stored
    rules: Game
    o: Options
    seats: Sequence[str]  # levels of bots, "" for people
    names: Sequence[str]
    address: str
    has_deal: bool = True  # False: it goes on from a place of another game

    @property
    def has_decisions(self) -> bool:
        return self.rules.has_decisions(self.o)

    @property
    def levels(self) -> list[tuple[str, str]]:
        """The levels of bots that can play on for people, as pairs of key and name; empty if there
        is no choice."""
        known = find(self.rules.key).policies
        if not self.has_decisions or all(seat in known for seat in self.seats):
            return []
        return [(key, _(level.name)) for key, level in BOTS[self.rules.key].levels.items()]

    def playouts(self, level: str) -> Playouts:
        return playouts_of(self.rules, self.o, self.seats, level)


class Odds(NamedTuple):
    """The chances at a place of the game, in words."""

    at: str  # 64 or 64.2
    place: str  # battle 64
    shares: list[str]  # by seat
    margin: str


def staying(request: HttpRequest, eyes: str) -> dict[str, str]:
    """The parameters of a replay's query that its links keep from place to place."""
    query = {"view": eyes} if eyes != ALL else {}
    if request.GET.get("hide") == "1":
        query["hide"] = "1"
    if request.GET.get("chart") == CHART:
        query["chart"] = CHART
        if level := request.GET.get("level"):
            query["level"] = level[:20]
    return query


def chances(
    request: HttpRequest, subject: Subject, recording: Recording, index: int, eyes: str
) -> View:
    """The context of the chart that the reader has chosen, at a frame of the recording."""
    stay, at = staying(request, eyes), recording.text_of(index)
    level = chosen_level(request, subject)
    cards = {"at": at} | {key: stay[key] for key in stay if key not in ("chart", "level")}
    context: View = {
        "is_open": "chart" in stay,
        "cards_query": urlencode(cards),
        "query": urlencode(cards | {"chart": CHART}),
    }
    if "chart" not in stay:
        return context
    row = curves.find_curve(subject.source, subject.playouts(level), eyes)
    context |= {
        "row": row,
        "can_ask": row is None or row.status == State.FAILED,
        "address": subject.address,
        "ask": f"{subject.address}?{urlencode({'at': at} | stay)}",
        "has_decisions": subject.has_decisions,
        "has_deal": subject.has_deal,
        "caution": calibration_of(subject.rules.key, eyes),
        "levels": subject.levels,
        "level": level or BOTS[subject.rules.key].usual[0],
    }
    return context | computed(row, subject, recording, at)


def computed(row: StoredCurve | None, subject: Subject, recording: Recording, at: str) -> View:
    """The context of a curve as far as it is computed: the chances at this place in words, and the
    findings of the complete curve."""
    if row is None:
        return {"curve": None}
    curve = row.curve
    odds = [odds_of(subject, curve, place) for place in curve.places if place.tally.games]
    nearest = next((entry for entry in reversed(odds) if moment(entry.at) <= moment(at)), None)
    shares = nearest.shares if nearest else [""] * len(subject.names)
    context = progress(row) | {
        "curve": curve,
        "odds": [[each.at, capfirst(each.place), *each.shares, each.margin] for each in odds],
        "here": nearest,
        "seats": list(zip(subject.names, shares, strict=True)),
    }
    if not row.is_done:
        return context
    seen = findings(subject, curve, odds, recording, row.view)
    return context | seen | {"marks": marks(curve, recording)}


def chosen_level(request: HttpRequest, subject: Subject) -> str:
    """The chosen level of the bots that play on for people; "" for the usual one."""
    level = request.POST.get("level") or request.GET.get("level", "")
    return level if level in dict(subject.levels) else ""


def progress(row: StoredCurve) -> View:
    """The reason why a running curve is not growing: the rules are `compiling`, or workers are
    `silent`."""
    waited = now_ms() - row.moved_ms if row.is_running else 0
    compiling = row.is_running and is_compiling(row.game)
    return {"compiling": compiling, "silent": waited > SILENT_MS and not compiling}


def ask(
    request: HttpRequest, subject: Subject, course: Callable[[], Course], eyes: str, page: str
) -> HttpResponse:
    """Request the chances unless they have been computed, and redirect to the page.  Raises
    TooMany."""
    level = chosen_level(request, subject)
    try:
        curves.ask_for(caller_of(request), subject.source, subject.playouts(level), eyes, course)
    except BadRun as bad:
        messages.error(request, bad.sentence)
    query = {"at": request.GET.get("at") or "0"} | staying(request, eyes) | {"chart": CHART}
    query |= {"level": level} if level else {}
    return redirect(f"{page}?{urlencode(query)}")


# In words ------------------------------------------------------------------------------------


def moment(at: str) -> tuple[int, float]:
    """A key that sorts places: `64`, the end of battle 64, comes after `64.2`."""
    number, _dot, step = at.partition(".")
    return int(number), int(step) if step else float("inf")


def share(tally: Tally, seat: int) -> str:
    """The chance of a seat (from 0) in words; 0% or 100% only if it is exact."""
    percent = 100 * tally.chances[seat]
    if not tally.exact and not 1 <= percent <= 99:
        return "<1%" if percent < 1 else ">99%"
    return f"{percent:.0f}%"


def odds_of(subject: Subject, curve: Curve, place: Place) -> Odds:
    tally, seats = place.tally, range(len(subject.names))
    is_deal = subject.has_deal and place == curve.places[0]
    name = _("the deal") if is_deal else place_name(subject.rules, place.at)
    points = max(1, round(100 * max(tally.half_width(seat) for seat in seats)))
    margin = _("give or take %(points)s") % {"points": points}
    shares = [share(tally, seat) for seat in seats]
    return Odds(place.at, name, shares, _("exactly") if tally.exact else margin)


def findings(
    subject: Subject, curve: Curve, odds: Sequence[Odds], recording: Recording, view: str
) -> dict[str, Any]:
    """The findings of a whole curve, in sentences.  `view`: the viewer of the log, who is addressed
    as *you* if this is a seat."""
    by_place = {entry.at: entry for entry in odds}
    wars = {war[0]: war[1] for war in recording.wars}
    first, last, points = odds[0], odds[-1], curve.turning_points
    turns = [odds[point.place] for point in points]
    facts: View = {
        "points": [
            {
                "at": point.at,
                "place": by_place[point.at].place,
                "wars": war_words(wars.get(moment(point.at)[0], 0)),
                "happened": happened(recording, odds[point.place - 1].at, point.at, subject.names),
                "name": _("You") if view == str(point.seat) else subject.names[point.seat - 1],
                "before": odds[point.place - 1].shares[point.seat - 1],
                "after": odds[point.place].shares[point.seat - 1],
            }
            for point in points
        ],
        "rows": [first, *(entry for entry in turns if entry.at != last.at), last],
        "by_deal": curve.exact_from == first.at,
        "is_timed": subject.rules.step == "second",
    }
    if facts["by_deal"]:
        return facts
    if curve.exact_from != last.at:
        facts["exact_from"] = by_place.get(curve.exact_from or "")
    if subject.has_deal and curve.luck_of_the_deal:
        facts["luck"] = list(zip(subject.names, first.shares, strict=True))
        facts["deal_share"] = find_share(subject.rules.key, subject.rules.canonical(subject.o))
    if curve.winner is not None and curve.comeback is not None:
        low, seat = curve.comeback, curve.winner - 1
        facts["winner"] = subject.names[seat]
        facts["decided"] = by_place.get(curve.decided_at or "")
        if low.chance < COMEBACK / len(subject.names):
            facts |= {"low": by_place[low.at], "lowest": by_place[low.at].shares[seat]}
    return facts


def happened(recording: Recording, before: str, at: str, names: Sequence[str]) -> str:
    """The last line of the log between two places; "" if there is none."""
    frames = recording.frame_at
    if not recording.is_whole or before not in frames or at not in frames:
        return ""
    lines = recording.told(frames[before] + 1, frames[at])
    return moves_log.named(lines[-1], names) if lines else ""


def war_words(depth: int) -> str:
    """The wars at a place in words; "" if there was none."""
    if not depth:
        return ""
    return ngettext("a war", "%(count)s wars in a row", depth) % {"count": depth}
