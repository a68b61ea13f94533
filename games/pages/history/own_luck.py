"""A player's luck and choices over their last games: on a page of their own, and on their profile
if they show it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.accounts.callers import caller_of
from games.accounts.models import Player
from games.accounts.preferences import chosen_of, preferred_by
from games.lab.chances import luck
from games.lab.chances.luck import Z95, Luck, course_of_choices, luck_of, luckier_than
from games.lab.chances.models import StoredCurve
from games.lab.counting.adapter import BadRun
from games.templatetags.lab import signed

WIDTH, HEIGHT = 640, 160  # pixels of the chart


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The page of the reader's luck; POST starts to analyse their last games.  Raises TooMany."""
    me = request.user
    assert isinstance(me, Player)
    if request.method == "POST":
        try:
            luck.ask_for(caller_of(request))
            messages.success(request, _("Your games are analysed one after the other."))
        except BadRun as bad:
            messages.error(request, bad.sentence)
        return redirect("own_luck")
    return render(request, "me/luck.html", found(me))


def found(me: Player) -> dict[str, Any]:
    known, missing = luck_of(me), luck.missing(me)
    running = StoredCurve.objects.running().filter(started_by=me, kind="split").count()
    return {
        "luck": known,
        "sentences": sentences(me, known) if known else [],
        "chart": chart(course_of_choices(me)),
        "missing": len(missing),
        "running": running,
        "is_shown": preferred_by(me)["luck"],
    }


def sentences(player: Player, known: Luck) -> list[str]:
    """The sentences that sum up a player's luck."""
    text = ngettext(
        "Cards and opponents brought %(luck)s wins (give or take %(margin)s) in %(games)d game.",
        "Cards and opponents brought %(luck)s wins (give or take %(margin)s) in %(games)d games.",
        known.games,
    )
    fields = {"luck": signed(known.luck), "margin": f"{known.half_width:.1f}"}
    said = [text % {**fields, "games": known.games}]
    if (tenths := luckier_than(player)) is not None:
        said.append(_("That is luckier than %(tenths)d of 10 players.") % {"tenths": tenths})
    return said


def shown(person: Player) -> list[str]:
    """The sentences on a profile, if the person shows them."""
    if not person.is_person or not chosen_of(person)["luck"]:
        return []
    known = luck_of(person)
    return sentences(person, known) if known else []


def chart(course: list[tuple[int, float, float]]) -> dict[str, Any] | None:
    """The average effect of a choice, game after game, as lines of an SVG; None for a single game.
    The scale fits the last half, which is most certain."""
    if len(course) < 2:
        return None
    late = course[len(course) // 2 :]
    top = max(0.002, *(abs(mean) + Z95 * error for _n, mean, error in late))

    def at(number: int, value: float) -> str:
        x = (number - 1) / (len(course) - 1) * WIDTH
        y = HEIGHT / 2 * (1 - max(-1.0, min(1.0, value / top)))
        return f"{x:.1f},{y:.1f}"

    above = [at(n, mean + Z95 * error) for n, mean, error in course]
    below = [at(n, mean - Z95 * error) for n, mean, error in reversed(course)]
    _number, mean, error = course[-1]
    return {
        "line": " ".join(at(n, mean) for n, mean, _e in course),
        "band": " ".join(above + below),
        "top": 100 * top,
        "mean": 100 * mean,
        "margin": 100 * Z95 * error,
        "games": len(course),
    }
