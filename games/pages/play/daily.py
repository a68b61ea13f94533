"""The deal of the day: the same cards for everyone, against the General."""

from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import Min
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.accounts.callers import opener_for
from games.accounts.models import Player
from games.pages.play.calendar import calendar, hand_of
from games.pages.play.opening import entropy_of
from games.table import daily as deals
from games.table.models import SealedDay, Seat, Table
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from warsite.addresses import address_for_others

GAME = "ww3"
SHOWN = 200  # results listed for a day, the best
BEST = 3  # yesterday's best, below today's results
LONGEST_STREAK = 366


class DailyResult(NamedTuple):
    """A player's result of a day."""

    place: int
    table: Table
    seat: Seat
    won: bool


@require_http_methods(["GET", "HEAD", "POST"])
def daily(request: HttpRequest) -> HttpResponse:
    """The page of today's deal and its results; with `?day=`, of another day."""
    if request.method == "POST":
        return begin(request)
    now = datetime.now(UTC)
    today = now.date()
    day = day_of(request, today)
    day_results, yesterday = results(day), day - timedelta(days=1)
    own = next((row for row in day_results if row.seat.player_id == request.user.pk), None)
    finished = Table.objects.finished().filter(day=day, seats__player=request.user.pk)
    context: dict[str, Any] = {
        "section": "play",
        "day": day,
        "today": day == today,
        "results": day_results,
        "best": results(yesterday)[:BEST] if day == today else [],
        "before": yesterday,
        "after": day + timedelta(days=1) if day < today else None,
        "shows_games": day < today or (request.user.is_authenticated and finished.exists()),
        "seals": seals(day, now),
    }
    if own is not None:
        context |= own_words(request, own, day_results, day)
    if context["best"]:
        context["hand"] = hand_of(context["best"][0].table)
    if isinstance(request.user, Player):
        context["calendar"] = calendar(request.user, today)
    return render(request, "daily/index.html", context)


class Seal(NamedTuple):
    """The public part of a day's secret; `secret` is empty until the day is over."""

    day: date
    commitment: str
    secret: str


def seals(day: date, now: datetime) -> list[Seal]:
    """The seal of this day; for today also the seal of tomorrow.  Empty for the days before deals
    had secrets."""
    today = now.date()
    days = [day, day + timedelta(days=1)] if day == today else [day]
    rows = SealedDay.objects.filter(day__in=days).order_by("day")
    if day == today and len(rows) < len(days):
        deals.seal(at=now)
        rows = rows.all()
    return [
        Seal(row.day, row.commitment, bytes(row.secret).hex() if row.day < today else "")
        for row in rows
    ]


def day_of(request: HttpRequest, today: date) -> date:
    """The requested day.  Raises Http404 if it is invalid or in the future."""
    try:
        day = date.fromisoformat(request.GET.get("day", today.isoformat()))
    except ValueError:
        raise Http404(_("Enter a date such as 2026-11-20.")) from None
    if not date(2000, 1, 1) <= day <= today:
        raise Http404(_("There is no deal for this day yet."))
    return day


def results(day: date) -> list[DailyResult]:
    """The results of a day: players who beat the General first, then by points.  Only each player's
    first game counts, and only if it ended before the secret of its day was shown."""
    games = Table.objects.finished().filter(deals.in_time(), day=day)
    by_player = games.filter(seats__number=1).values("seats__player")
    firsts = Table.objects.filter(pk__in=by_player.annotate(first=Min("pk")).values("first"))
    rows = sorted(firsts.listed().order_by("result", "-score", "pk")[:SHOWN], key=rank)
    return [
        DailyResult(
            1 + sum(rank(other) < rank(table) for other in rows), table, mine(table), won(table)
        )
        for table in rows
    ]


def own_words(
    request: HttpRequest, own: DailyResult, day_results: list[DailyResult], day: date
) -> dict[str, Any]:
    """The player's result in words, and a text for sharing it that reveals nothing about the
    cards."""
    text = _("I beat the General") if own.won else _("The General beat me")
    parts = [_("{text}, {points} points").format(text=text, points=own.table.score)]
    if len(day_results) > 1:
        worse = sum(rank(own.table) < rank(row.table) for row in day_results)
        share = round(100 * worse / (len(day_results) - 1))
        better = _("better than {share}% of the other players")
        parts.append(better.format(share=share))
    if (days := streak(own.seat.player_id, day)) > 1:
        parts.append(_("{days} days in a row").format(days=days))
    title = _("warsite, deal of {day}").format(day=date_format(day, "j M Y"))
    words = _(", ").join(parts)
    link = address_for_others(request, f"{reverse('daily')}?day={day.isoformat()}")
    return {"own": own, "own_words": words, "link": link, "share": f"{title}: {words}"}


def streak(player: int, day: date) -> int:
    """The number of days in a row, up to this one, on which the player finished the deal."""
    games = Table.objects.finished().filter(deals.in_time(), day__lte=day, seats__player=player)
    days = games.order_by("-day").values_list("day", flat=True).distinct()[:LONGEST_STREAK]
    return sum(day - timedelta(days=back) == played for back, played in enumerate(days))


def mine(table: Table) -> Seat:
    seats: Any = table.seats.all()
    seat: Seat = seats[0]
    return seat


def won(table: Table) -> bool:
    return table.result == "1"


def rank(table: Table) -> tuple[bool, int]:
    """A key that sorts results, the best first."""
    return not won(table), -(table.score or 0)


def begin(request: HttpRequest) -> HttpResponse:
    """Start today's deal, or continue an unfinished game with this deal."""
    try:
        player = opener_for(request)
        table = play.open_daily(by=player, game=GAME)
        if table.status == "open":
            play.ready(Order(table, player), entropy=entropy_of(request))
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("daily")
    return redirect("table", code=table.code)
