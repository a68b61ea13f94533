"""The page of a tournament: its terms, the visitor's acts, and its standing."""

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from redis.exceptions import RedisError

from games.accounts.callers import caller_of
from games.accounts.models import Player
from games.accounts.tokens import link_key
from games.bus import presence, valkey
from games.pages.tournaments import words
from games.pages.tournaments.podium import podium_of
from games.pages.tournaments.shortcuts import find, frame, stage_of
from games.pages.tournaments.standings import for_people, latest, numbered
from games.pages.tournaments.tables import OpenTable, open_tables
from games.table.clock import now_ms
from games.tournaments.acts import ENDED
from games.tournaments.log import Act
from games.tournaments.models import Entrant, Round, Stage, Tournament
from games.tournaments.reading.arena import running_arena
from games.tournaments.reading.overlap import overlapping
from games.tournaments.reading.record import HIDDEN
from games.tournaments.refusals import Refused
from games.tournaments.settings import Settings
from games.tournaments.writer import entries
from games.tournaments.writer.orders import Order
from games.untrusted import whole_number

TOP = 10  # rows of the standing on the overview
MOST_ROUNDS = 200  # rounds in one form
TABLES = 12  # with cards on them
STATUS = Entrant.Status
BEFORE, LIVE = ("open", "checkin"), ("running", "paused")


@require_safe
def overview(request: HttpRequest, code: str) -> HttpResponse:
    return shown(request, code)


def shown(request: HttpRequest, code: str, refused: Refused | None = None) -> HttpResponse:
    context = frame(request, code, "overview")
    tournament: Tournament = context["tournament"]
    stages, now = context["stages"], now_ms()
    arena = running_arena(stage for stage, _ in stages)
    rounds = list(rounds_of(stages))
    stage = tournament.last_stage()
    me = entrant_of(request, tournament)
    if arena is not None and me is not None:
        visit(tournament, me)
    context |= words.about(tournament, stages) | revealed(tournament)
    context |= standing_of(context, me)
    context |= {
        "now_ms": now,
        "me": me,
        "calendar_key": link_key(me.player) if me else "",
        "acts": acts_of(tournament, me, arena),
        "arena": arena,
        "must_sign_in": not (context["terms"].guests or request.user.is_authenticated),
        "refused": refused,
        "to_miss": to_miss(stages, rounds) if me else [],
        "missed": [int(number) for number in me.misses] if me else [],
        "rounds": rounds,
        "running": running_tables(stage, now) if stage and tournament.state in LIVE else [],
        "podium": podium_of(context) if tournament.state == "finished" else None,
        "entered": tournament.entrants.exclude(status__in=(STATUS.LEFT, STATUS.DROPPED)).count(),
        "halt": halt_of(tournament),
    }
    context["awaits"] = bool(context["running"])  # moves are no version of the tournament
    status = 200 if refused is None else 409
    return render(request, "tournaments/overview.html", context, status=status)


def standing_of(context: dict[str, Any], me: Entrant | None) -> dict[str, Any]:
    """The first rows of the latest standing, and the row of this entrant."""
    standing = latest(context["stages"])
    if standing is None:
        return {"standing": None}
    _stage, settings = stage_of(context, standing.stage.number)
    rows = for_people(standing)
    mine = [row for row in rows if me is not None and row["entrant"] == me.number]
    return {
        "standing": standing,
        "rows": numbered(standing, settings, rows[:TOP]),
        "my_row": mine[0] if mine else None,
    }


def running_tables(stage: Stage, now: int) -> list[OpenTable]:
    """The tables at which a game is running, in order of rounds and tables."""
    tables = [row for row in open_tables(stage, now) if row.is_running]
    return sorted(tables, key=lambda row: (row.pairing.round.number, row.pairing.number))[:TABLES]


def revealed(tournament: Tournament) -> dict[str, str]:
    """The secret and the key of the lots, once the tournament is over (4.2); before that, empty."""
    if tournament.state not in ENDED:
        return {}
    return {"secret": bytes(tournament.secret).hex(), "key": bytes(tournament.key).hex()}


def halt_of(tournament: Tournament) -> Act | None:
    """The act that paused or cancelled the tournament; None if there is none."""
    act = {"paused": "pause", "cancelled": "cancel"}.get(tournament.state)
    return tournament.acts.filter(act=act).order_by("number").last() if act else None


def rounds_of(stages: list[tuple[Stage, Settings]]) -> Any:
    """The public rounds, the last first.  Waves of an arena are left out, because they are too many
    to list."""
    listed = [stage for stage, s in stages if not s.format.in_waves]
    rounds = Round.objects.filter(stage__in=listed).exclude(state__in=HIDDEN)
    return rounds.select_related("stage").order_by("-stage__number", "-number")


def entrant_of(request: HttpRequest, tournament: Tournament) -> Entrant | None:
    if not isinstance(request.user, Player):
        return None
    return tournament.entrants.filter(player=request.user).select_related("player").first()


def visit(tournament: Tournament, me: Entrant) -> None:
    """Note that the entrant is on the page, because an entrant on the page waits for a table.  The
    page counts even without a socket."""
    with suppress(RedisError, OSError):
        if valkey.has_server():
            presence.visit(valkey.client(), tournament.pk, [me.player_id], now_ms())


def acts_of(tournament: Tournament, me: Entrant | None, arena: Stage | None) -> list[str]:
    """The acts that the visitor can do here, the most likely first."""
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
    """The numbers of the rounds of the running stage that are not drawn yet and can be missed."""
    for stage, s in stages:
        if stage.state == Stage.State.RUNNING and s.format.by_score:
            latest = max((one.number for one in rounds if one.stage_id == stage.pk), default=0)
            return list(range(latest + 1, (s.rounds or 0) + 1))
    return []


# What entrants do ------------------------------------------------------------------------


@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Perform an entrant's act: enter, leave, check in, withdraw, come back, miss rounds."""
    tournament = find(request, code)
    try:
        do(request, tournament)
    except Refused as refused:
        return shown(request, code, refused)
    return redirect("tournament", code=tournament.code)


def do(request: HttpRequest, tournament: Tournament) -> None:
    """Perform the entrant's act of this name.  Raises Refused."""
    name = request.POST.get("do", "")
    if name == "enter":
        entropy = request.POST.get("entropy", "")
        entrant = entries.enter_caller(tournament, caller_of(request), entropy=entropy)
        for other in overlapping(tournament, entrant.player, now_ms()):
            text = _(
                "This tournament may overlap with %(name)s. If you are called to a table of each,"
                " you play at the first one, and count as absent at the other."
            )
            messages.warning(request, text % {"name": other.name})
        return
    if not isinstance(request.user, Player):
        raise Refused("NOT_ENTERED")
    order = Order(tournament.pk, request.user), request.user
    match name:
        case "leave":
            entries.leave(*order)
        case "arrive":
            entries.arrive(*order)
        case "withdraw":
            entries.withdraw(*order)
        case "break":
            entries.pause(*order)
        case "return":
            entries.come_back(*order)
        case "absent":
            entries.miss(*order, rounds=rounds_asked(request))
        case _:
            raise Refused("STATE", _("Nothing was chosen. Press one of the buttons."))


def rounds_asked(request: HttpRequest) -> list[int]:
    numbers = request.POST.getlist("round")
    rounds = [whole_number(number) for number in numbers[:MOST_ROUNDS]]
    return [number for number in rounds if number is not None]
