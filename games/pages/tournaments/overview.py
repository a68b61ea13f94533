"""One tournament: what it is, what you can do, how it stands."""

from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from redis.exceptions import RedisError

from games.accounts.guests import guest_for
from games.accounts.models import Player
from games.accounts.tokens import link_key
from games.bus import presence, valkey
from games.pages.tournaments import words
from games.pages.tournaments.found import find, frame
from games.pages.tournaments.standings import latest, numbered
from games.table.clock import now_ms
from games.tournaments import terms
from games.tournaments.models import Act, Entrant, Round, Stage, Tournament
from games.tournaments.reading.arena import running_arena
from games.tournaments.reading.public import HIDDEN
from games.tournaments.refusals import Refused
from games.tournaments.settings import Settings
from games.tournaments.writer import entries
from games.tournaments.writer.orders import Order
from games.untrusted import whole_number

TOP = 10  # rows of the standing on the overview
MOST_ROUNDS = 200  # of one form
SHOWN = 20  # rounds of an arena
STATUS = Entrant.Status
OVER = ("finished", "cancelled")
BEFORE, LIVE = ("open", "checkin"), ("running", "paused")


@require_safe
def overview(request: HttpRequest, code: str) -> HttpResponse:
    return shown(request, code)


def shown(request: HttpRequest, code: str, refused: Refused | None = None) -> HttpResponse:
    context = frame(request, code, "overview")
    tournament: Tournament = context["tournament"]
    conditions = terms.resolve(tournament.terms)
    arena = running_arena(stage for stage, _ in context["stages"])
    rounds = list(rounds_of(tournament)[: SHOWN if arena else None])
    me = entrant_of(request, tournament)
    standing = latest(context["stages"])
    if arena is not None and me is not None:
        visit(tournament, me)
    context |= {
        "terms": conditions,
        "now_ms": now_ms(),
        "me": me,
        "calendar_key": link_key(me.player) if me else "",
        "acts": acts_of(tournament, me, arena),
        "arena": arena,
        "must_sign_in": not (conditions.guests or request.user.is_authenticated),
        "refused": refused,
        "to_miss": to_miss(context["stages"], rounds) if me else [],
        "missed": [int(number) for number in me.misses] if me else [],
        "rounds": rounds,
        "standing": standing,
        "rows": numbered(tournament, standing.rows[:TOP], ()) if standing else [],
        "winner": winner_of(tournament),
        "entered": tournament.entrants.exclude(status__in=(STATUS.LEFT, STATUS.DROPPED)).count(),
        "formats": [(stage, words.sentences(s)) for stage, s in context["stages"]],
        **revealed(tournament),
        "halt": halt_of(tournament),
        "rules": words.rules(context["settings"]),
        "luck": words.is_luck(context["settings"]),
        "conditions": words.conditions(conditions, context["settings"].format),
    }
    status = 200 if refused is None else 409
    return render(request, "tournaments/overview.html", context, status=status)


def revealed(tournament: Tournament) -> dict[str, str]:
    """The secret of the lots, once it is over (4.2)."""
    if tournament.state not in OVER:
        return {}
    return {"secret": bytes(tournament.secret).hex(), "key": bytes(tournament.key).hex()}


def winner_of(tournament: Tournament) -> str:
    """Who is first in the end."""
    first = tournament.entrants.filter(place=1).order_by("number").select_related("player")
    return ", ".join(entrant.player.name for entrant in first)


def halt_of(tournament: Tournament) -> Act | None:
    """Why it is paused or was cancelled."""
    act = {"paused": "pause", "cancelled": "cancel"}.get(tournament.state)
    return tournament.acts.filter(act=act).order_by("number").last() if act else None


def rounds_of(tournament: Tournament) -> Any:
    """Rounds that everybody may see, the last first."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state__in=HIDDEN)
    return rounds.select_related("stage").order_by("-stage__number", "-number")


def entrant_of(request: HttpRequest, tournament: Tournament) -> Entrant | None:
    if not isinstance(request.user, Player):
        return None
    return tournament.entrants.filter(player=request.user).select_related("player").first()


def visit(tournament: Tournament, me: Entrant) -> None:
    """They wait for a table here, even without the socket."""
    with suppress(RedisError, OSError):
        if valkey.has_server():
            presence.visit(valkey.client(), tournament.pk, [me.player_id], now_ms())


def acts_of(tournament: Tournament, me: Entrant | None, arena: Stage | None) -> list[str]:
    """What somebody can do here, the most likely first."""
    if tournament.state in BEFORE:
        if me is None or me.status in entries.NOT_IN:
            return ["enter"]
        arrives = tournament.state == "checkin" and not me.arrived
        return ["arrive", "leave"] if arrives else ["leave"]
    if tournament.state not in LIVE:
        return []
    if me is None or me.status in entries.CAN_ENTER_LATE:
        return ["enter"] if entries.can_join(tournament) else []
    if me.status == STATUS.DROPPED:
        return ["return"] if entries.can_join(tournament) else []
    if me.status == STATUS.WITHDRAWN:
        return ["return"]
    if me.status != STATUS.PLAYING:
        return []
    if me.away:
        return ["return", "withdraw"]
    return ["break", "withdraw"] if arena else ["absent", "withdraw"]


def to_miss(stages: list[tuple[Stage, Settings]], rounds: list[Round]) -> list[int]:
    """Rounds of the running stage that are not drawn yet and can be missed."""
    for stage, s in stages:
        if stage.state == Stage.State.RUNNING and s.format.by_score:
            drawn = max((one.number for one in rounds if one.stage_id == stage.pk), default=0)
            return list(range(drawn + 1, (s.rounds or 0) + 1))
    return []


# What entrants do ------------------------------------------------------------------------


@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Enter, leave, check in, withdraw, come back, miss rounds."""
    tournament = find(request, code)
    try:
        do(request, tournament)
    except Refused as refused:
        return shown(request, code, refused)
    return redirect("tournament", code=tournament.code)


def do(request: HttpRequest, tournament: Tournament) -> None:
    """Raises Refused."""
    name = request.POST.get("do", "")
    if name == "enter":
        if not request.user.is_authenticated and not tournament.terms.get("guests", True):
            raise Refused("GUESTS")
        entropy = request.POST.get("entropy", "")
        player = guest_for(request)
        entries.enter(Order(tournament.pk, player), player, entropy=entropy)
        return
    if not isinstance(request.user, Player):
        raise Refused("NOT_ENTERED")
    asked = Order(tournament.pk, request.user), request.user
    match name:
        case "leave":
            entries.leave(*asked)
        case "arrive":
            entries.arrive(*asked)
        case "withdraw":
            entries.withdraw(*asked)
        case "break":
            entries.pause(*asked)
        case "return":
            entries.come_back(*asked)
        case "absent":
            entries.miss(*asked, rounds=rounds_asked(request))
        case _:
            raise Refused("STATE", _("The form did not say what to do."))


def rounds_asked(request: HttpRequest) -> list[int]:
    numbers = request.POST.getlist("round")
    rounds = [whole_number(number) for number in numbers[:MOST_ROUNDS]]
    return [number for number in rounds if number is not None]
