"""A finished game, step by step: readable without scripts, animated by
games/js/replay/replay.js."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import brotli  # type: ignore[import-untyped]
from django.conf import settings
from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.accounts.callers import caller_of
from games.lab.chances import from_here
from games.lab.chances.course import course_of_table, levels_of
from games.limits.declared import RECORDINGS
from games.pages.history import luck_lines
from games.pages.history.chances import Subject, ask, chances, staying
from games.pages.play.table import log_of
from games.pages.presentation.base import PRESENTATIONS
from games.ratings import reading as ratings
from games.rules.catalogue import find
from games.rules.options import BadOptions
from games.table import daily
from games.table.models import Seat, Table
from games.table.querysets import TableQuerySet
from games.table.reading import game_log
from games.table.replay import moves_log, stored
from games.table.replay.recording import ALL, WATCHER, Recording
from games.tournaments.models import Round
from games.untrusted import whole_number
from warsite.addresses import address_for_others

View = dict[str, Any]
SPEEDS = [("0.5", "½×"), ("1", "1×"), ("2", "2×"), ("4", "4×"), ("8", "8×"), ("16", "16×")]
START, END = "", "end"  # places of a game that is only partly recorded
FOREVER = "public, max-age=31536000, immutable"
PRIVATE = "private, max-age=31536000, immutable"


@dataclass(frozen=True)
class Place:
    """A place in a game, and the frame that shows it."""

    number: int  # number of the battle, round or second
    index: int  # index of the frame
    step: int  # within the place, from 1
    steps: int

    @property
    def text(self) -> str:
        """The place as text for a URL.  The end of a battle needs no step."""
        return str(self.number) if self.step == self.steps else f"{self.number}.{self.step}"


def with_players(request: HttpRequest) -> TableQuerySet:
    """The tables that this visitor may see, with their players."""
    seats = Seat.objects.order_by("number").select_related("player")
    tables = Table.objects.visible_to(request.user.pk)
    return tables.prefetch_related(Prefetch("seats", seats)).defer("state")


def over_or_redirect(request: HttpRequest, code: str) -> Table | HttpResponse:
    """The table if its cards may be seen; otherwise a redirect to the table."""
    table = get_object_or_404(with_players(request), code=code.upper())
    if table.shows_cards:
        return table
    if table.is_over:
        messages.info(request, _("You can see this game again when its round is over."))
    return redirect("table", code=table.code)


def read_place(text: str) -> tuple[int, int | None]:
    """The battle, round or second in this text, and its step.  Raises Http404."""
    first, _dot, second = text.partition(".")
    battle, step = whole_number(first), whole_number(second)
    if battle is None or (step is None and second):
        raise Http404(_("A move is a number, such as 112 or 112.2."))
    return battle, step


def find_place(recording: Recording, text: str) -> Place:
    """The place in this text: `112` is the end of battle, round or second 112, `112.2` its second
    step.  Raises Http404."""
    battle, step = read_place(text)
    try:
        frames = recording.steps(battle)
    except KeyError:
        frames = []
    number = len(frames) if step is None else step
    if not 1 <= number <= len(frames):
        words = _("This game has no move %(move)s. It ends at %(last)s.")
        raise Http404(words % {"move": text, "last": recording.length})
    index = frames[number - 1]
    return Place(recording.frames[index]["b"], index, number, len(frames))


def address(replay: str, at: str, eyes: str = ALL) -> str:
    """The address of a place, below the page of its replay."""
    return f"{replay}at/{at}/" + ("" if eyes == ALL else f"?view={eyes}")


def place_facts(request: HttpRequest, replay: str, at: str, eyes: str, game: str) -> View:
    """The context of `replay/_from_here.html`, and the link to share."""
    path = address(replay, at, eyes)
    games = from_here.games_for(game, request.user)
    return {
        "here": {"path": path, "games": games, "is_million": games == from_here.GAMES},
        "link": address_for_others(request, path),
    }


def read_whole(request: HttpRequest, table: Table, eyes: str = ALL) -> Recording:
    """The whole recording, which is limited by visitor: a long one takes a sixth of a second.
    Raises TooMany, ValueError."""
    caller_of(request).verify(RECORDINGS)
    return stored.recording(table, eyes)


def neighbours(recording: Recording, place: Place) -> dict[str, str]:
    """The places to which the controls lead from a place, as text for URLs."""
    last = len(recording.frames) - 1
    wars = [number for number, _ in recording.wars]
    before = [number for number in wars if number < place.number]
    after = [number for number in wars if number > place.number]
    return {
        "first": recording.text_of(0) if recording.has_start else START,
        "back": recording.text_of(max(place.index - 1, 0)),
        "next": recording.text_of(min(place.index + 1, last)),
        "last": END if recording.length is None else str(recording.length),
        "war_back": str(before[-1]) if before else "",
        "war_next": str(after[0]) if after else "",
    }


def hiding(request: HttpRequest, recording: Recording, place: Place) -> View:
    """The context for `hide=1`: whether the page hides everything after the place (`concealed`),
    and the percentage of the game that it may show (`so_far`)."""
    is_over = recording.is_whole and place.index == len(recording.frames) - 1
    hide = request.GET.get("hide") == "1"
    so_far = 100 * place.number // recording.length if recording.length else 0
    return {"hide": hide, "concealed": hide and not is_over, "so_far": so_far}


def perspective(request: HttpRequest, players: int) -> str:
    """The viewer in the query: `all` (every card is shown), a `watcher`, or a seat."""
    viewer = request.GET.get("view", ALL)
    seats = [str(number) for number in range(1, players + 1)]
    return viewer if viewer in (WATCHER, *seats) else ALL


def meta(table: Table, names: list[str], place: str) -> View:
    """The data that the replay's script needs besides the recording, also for simulated games."""
    return {
        "frames": stored.address(reverse("frames", args=[table.code]), table),
        "page": reverse("replay", args=[table.code]),
        "names": names,
        "step": find(table.game).step,
        "bots": [seat.number for seat in table.seats.all() if seat.player.is_bot],
        "at": place,
    }


@require_safe
def replay(request: HttpRequest, code: str) -> HttpResponse:
    table = over_or_redirect(request, code)
    if isinstance(table, HttpResponse):
        return table
    names = [seat.player.name for seat in table.seats.all()]
    context: View = {"table": table, "names": names}
    context |= {"presentation": PRESENTATIONS[table.game], "same_cards": same_cards(table)}
    context["can_play_on"] = daily.shows_secret(table)
    if table.rated:
        stakes = ratings.stakes(table, timezone.now())
        context |= {"stakes": stakes, "note": ratings.note_of(stakes)}
    if table.started_ms is not None:
        context |= board(request, table, names)
    return render(request, "replay/replay.html", context)


def same_cards(table: Table) -> str:
    """The address of the page of all tables with this table's cards, once their round is over;
    otherwise ""."""
    complete = Round.objects.filter(state=Round.State.COMPLETE, pairings__games__table=table)
    current = complete.select_related("stage__tournament").first() if table.shared_deal else None
    if current is None:
        return ""
    stage = current.stage
    return reverse("tournament_deal", args=[stage.tournament.code, stage.number, current.number])


def board(request: HttpRequest, table: Table, names: list[str]) -> View:
    """The context of a dealt game besides its facts.  If today's rules play the game differently,
    as may happen after a release, the context has only its log."""
    eyes, at = perspective(request, table.players), request.GET.get("at")
    try:
        whole = at or "chart" in request.GET
        read = partial(read_whole, request) if whole else stored.beginning
        recording = read(table, eyes)
    except ValueError:
        return {"log": log_of([line._asdict() for _, line in game_log.lines(table)])[::-1]}
    place = find_place(recording, at or recording.text_of(0))
    hidden, view = hiding(request, recording, place), recording.view(place.index, names)
    log = moves_log.excerpt(recording.log, place.number, names, hide=hidden["hide"])
    if not (recording.is_whole or log.later or hidden["hide"]):
        log = log._replace(later=recording.frames[-1]["b"])
    stay, subject = staying(request, eyes), subject_of(table, names)
    odds = chances(request, subject, recording, place.index, eyes)
    return (
        PRESENTATIONS[table.game].board_context(view)
        | {
            "recording": recording,
            "place": place,
            "eyes": eyes,
            "stay": stay,
            "chances": odds,
            "luck": luck(table, subject) if odds.get("points") is not None else None,
            "view": view,
            "log": log,
            "to": neighbours(recording, place),
            "meta": meta(table, names, place.text),
            "speeds": SPEEDS,
        }
        | hidden
        | place_facts(request, request.path, place.text, eyes, table.game)
    )


def luck(table: Table, subject: Subject) -> View | None:
    """The lines of luck and choices, and the address of their page; None if choices are not
    judged."""
    if not table.deal or (subject.has_decisions and not luck_lines.is_judged(subject)):
        return None
    known = luck_lines.found(subject) if subject.has_decisions else []
    return {"lines": known, "address": reverse("luck", args=[table.code])}


def subject_of(table: Table, names: list[str]) -> Subject:
    rules, address = find(table.game), reverse("chances", args=[table.code])
    try:
        o = rules.options(table.options)
    except BadOptions:
        raise Http404(_("This game cannot be replayed under the current rules.")) from None
    has_deal = not table.is_branch
    return Subject(table.code, rules, o, levels_of(table), names, address, has_deal)


@require_POST
def ask_for_chances(request: HttpRequest, code: str) -> HttpResponse:
    """Request the chances of this game, and redirect to its page."""
    dealt = with_players(request).over().exclude(deal="")
    table = get_object_or_404(dealt, code=code.upper())
    names = [seat.player.name for seat in table.seats.all()]
    eyes, page = perspective(request, table.players), reverse("replay", args=[table.code])
    return ask(request, subject_of(table, names), partial(course_of_table, table), eyes, page)


@require_safe
def frames(request: HttpRequest, code: str) -> HttpResponse:
    """The recording for one viewer, as JSON."""
    table = get_object_or_404(
        Table.objects.visible_to(request.user.pk).over(),
        code=code.upper(),
        started_ms__isnull=False,
    )
    try:
        with override(recording_language(request)):
            packed = stored.packed(table, perspective(request, table.players))
    except ValueError as error:
        raise Http404(_("This game cannot be replayed under the current rules.")) from error
    return sent(request, packed, private=table.private or not daily.shows_secret(table))


def recording_language(request: HttpRequest) -> str:
    """The language in the URL of a recording, which is cached for ever; otherwise the reader's."""
    language = request.GET.get("lang", "")
    return language if language in dict(settings.LANGUAGES) else get_language()


def sent(request: HttpRequest, packed: bytes, *, private: bool = False) -> HttpResponse:
    """A response with JSON that never changes.  Browsers may cache it, and it was stored
    compressed."""
    ready = "br" in request.headers.get("Accept-Encoding", "")
    answer = HttpResponse(packed if ready else brotli.decompress(packed))
    answer["Content-Type"] = "application/json"
    answer["Content-Language"] = recording_language(request)
    answer["Cache-Control"] = PRIVATE if private else FOREVER
    if ready:
        answer["Content-Encoding"] = "br"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer
