"""Tournaments: list and read them, enter and leave.

Entries need a token with `tables:play`, or the session cookie, as on the page (a guest gets the
cookie with the first entry), and the CSRF token in the header X-CSRFToken."""

from collections.abc import Sequence
from typing import Any, Literal

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema

from games.accounts.callers import caller_of
from games.accounts.models import Player
from games.accounts.tokens import Scope
from games.api import links
from games.api.auth import BY_TOKEN_OR_COOKIE, verify_may
from games.api.links import SIZE, link_next, link_pages
from games.api.problems import BadQuestion, Problem
from games.table.clock import now_ms
from games.table.reading.pagination import key_page
from games.tournaments import terms
from games.tournaments.models import Entrant, Round, Standing, Tournament
from games.tournaments.reading.export import exported_round
from games.tournaments.reading.overlap import overlapping
from games.tournaments.reading.public import find, stages_of
from games.tournaments.reading.record import HIDDEN
from games.tournaments.refusals import Refused
from games.tournaments.writer import entries
from games.tournaments.writer.orders import Order

router = Router()
PROBLEMS = {404: Problem, 429: Problem}
REFUSALS = {401: Problem, 403: Problem, 409: Problem, 422: Problem}


class TournamentOut(Schema):
    code: str
    name: str
    status: str = Field(
        description="announced, open, checkin, running, paused, finished or cancelled"
    )
    starts: int | None = Field(description="planned start, epoch ms")
    started: int | None
    ended: int | None
    address: str


class StageOut(Schema):
    number: int
    status: str = Field(alias="state")
    settings: dict[str, Any]
    field: int = Field(alias="size", description="how many entrants")


class RoundOut(Schema):
    stage: int = Field(alias="stage.number")
    number: int
    status: str = Field(alias="state")
    begins: int | None = Field(alias="begins_ms", description="epoch ms")


class EntrantOut(Schema):
    number: int
    name: str = Field(alias="player.name")
    bot: bool = Field(alias="player.is_bot")
    status: str


class WholeOut(TournamentOut):
    description: str
    stages: list[StageOut]
    rounds: list[RoundOut]
    entered: int = Field(description="how many entrants, whatever became of them")
    export: str = Field(description="address of everything as JSON")


class StandingOut(Schema):
    """A row of a standing.  Numbers are exact fractions: "5/2"."""

    stage: int
    after: int
    rows: list[dict[str, Any]]


class EntryRequest(Schema):
    act: Literal["enter", "leave", "arrive", "withdraw", "return"]
    entropy: str = Field("", description="16 random bytes as hex, for the lots")


class EntryOut(Schema):
    entrant: int
    status: str
    arrived: bool
    overlaps: list[str] = Field(
        default_factory=list,
        description="after entering: codes of your other tournaments that may be played at the"
        " same time. If you are called to two tables, you play at the first one, and count as"
        " absent at the other.",
    )


def common(tournament: Tournament) -> dict[str, Any]:
    return {
        "code": tournament.code,
        "name": tournament.name,
        "status": tournament.state,
        "starts": terms.resolve(tournament.terms).starts,
        "started": tournament.started_ms,
        "ended": tournament.ended_ms,
        "address": tournament.get_absolute_url(),
    }


@router.get(
    "", response={200: list[TournamentOut], 422: Problem, 429: Problem}, summary="Tournaments"
)
def tournaments(
    request: HttpRequest,
    response: HttpResponse,
    status: str = "",
    before: str = "",
    after: str = "",
    limit: links.Limit = SIZE,
) -> Any:
    """Tournaments, newest first.  `before` is the code of the last tournament on the page above,
    `after` of the first one on the page below; the header Link has the URLs of both pages."""
    rows = Tournament.objects.public().newest()
    if status:
        rows = rows.filter(state=status)
    below = Q(pk__lt=key_of("before", before)) if before else None
    above = Q(pk__gt=key_of("after", after)) if after else None
    page = key_page(rows, limit, below=below, above=above)
    link_pages(
        request,
        response,
        next_page={"before": page.rows[-1].code if page.has_next else None},
        previous={"after": page.rows[0].code if page.has_previous else None},
    )
    return [common(tournament) for tournament in page.rows]


def key_of(cursor: str, code: str) -> int:
    """Read the key at which a page begins or ends.  Raises BadQuestion."""
    row = Tournament.objects.public().filter(code=code.upper()).first()
    if row is None:
        raise BadQuestion({cursor: [_("There is no such page. Start with the first one.")]})
    return row.pk


def tournament_of(request: HttpRequest, code: str) -> Tournament:
    """Find the tournament with this code.  Raises Http404."""
    tournament = find(code, request.user)
    if tournament is None:
        raise Http404(_("There is no such tournament."))
    return tournament


@router.get("/{code}", response={200: WholeOut, **PROBLEMS}, summary="One tournament")
def tournament(request: HttpRequest, code: str) -> Any:
    tournament = tournament_of(request, code)
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state__in=HIDDEN)
    rounds = rounds.select_related("stage").order_by("stage__number", "number")
    return common(tournament) | {
        "description": tournament.description,
        "stages": [stage for stage, _ in stages_of(tournament)],
        "rounds": list(rounds),
        "entered": tournament.entrants.count(),
        "export": f"/tournaments/{tournament.code}.json",
    }


@router.get("/{code}/entrants", response={200: list[EntrantOut], **PROBLEMS}, summary="Entrants")
def entrants(request: HttpRequest, response: HttpResponse, code: str, after: int = 0) -> Any:
    """Entrants in order of entry.  `after` is the number of the last entrant on the page above; the
    header Link has the URL of the next page."""
    entered = tournament_of(request, code).entrants.filter(number__gt=after).order_by("number")
    rows = list(entered.select_related("player")[: SIZE + 1])
    more = str(rows[SIZE - 1].number) if len(rows) > SIZE else None
    link_pages(request, response, next_page={"after": more})
    return rows[:SIZE]


@router.get("/{code}/standings", response={200: StandingOut, **PROBLEMS}, summary="A standing")
def standing(
    request: HttpRequest,
    response: HttpResponse,
    code: str,
    stage: int = 0,
    after: int = 0,
    below: int = 0,
) -> Any:
    """The standing after this round of this stage, by default the latest.  `below` is the entrant
    in the last row of the page above; the header Link has the URL of the next page of this
    standing."""
    standings = Standing.objects.filter(stage__tournament=tournament_of(request, code))
    if stage:
        standings = standings.filter(stage__number=stage)
    if after:
        standings = standings.filter(after=after)
    last = standings.select_related("stage").order_by("stage__number", "after").last()
    entrants = [0, *(row["entrant"] for row in last.rows)] if last else []
    if last is None or below not in entrants:
        raise Http404
    start = entrants.index(below)
    rows, number = last.rows[start : start + SIZE], last.stage.number
    if start + SIZE < len(last.rows):
        link_next(request, response, stage=number, after=last.after, below=rows[-1]["entrant"])
    return {"stage": number, "after": last.after, "rows": rows}


@router.get(
    "/{code}/rounds/{stage}/{number}",
    response={200: dict[str, Any], **PROBLEMS},
    summary="A round, as in the export",
)
def one_round(request: HttpRequest, code: str, stage: int, number: int) -> Any:
    tournament = tournament_of(request, code)
    rounds = Round.objects.filter(stage__tournament=tournament, stage__number=stage)
    drawn_round = rounds.filter(number=number).exclude(state__in=HIDDEN).first()
    if drawn_round is None:
        raise Http404
    return exported_round(drawn_round)


@router.post(
    "/{code}/entry",
    response={200: EntryOut, **PROBLEMS, **REFUSALS},
    summary="Your entry",
    openapi_extra=BY_TOKEN_OR_COOKIE,
)
def entry(request: HttpRequest, code: str, body: EntryRequest) -> Any:
    """Enter, leave before the start, check in, withdraw, or return."""
    verify_may(request, Scope.PLAY)
    tournament = tournament_of(request, code)
    if body.act == "enter":
        entered = entries.enter_caller(tournament, caller_of(request), entropy=body.entropy)
        others = overlapping(tournament, entered.player, now_ms())
        return entry_out(entered, [other.code for other in others])
    if not isinstance(request.user, Player):
        raise Refused("NOT_ENTERED")
    acts = {
        "leave": entries.leave,
        "arrive": entries.arrive,
        "withdraw": entries.withdraw,
        "return": entries.come_back,
    }
    return entry_out(acts[body.act](Order(tournament.pk, request.user), request.user))


def entry_out(entrant: Entrant, overlaps: Sequence[str] = ()) -> EntryOut:
    return EntryOut(
        entrant=entrant.number,
        status=entrant.status,
        arrived=entrant.arrived,
        overlaps=list(overlaps),
    )
