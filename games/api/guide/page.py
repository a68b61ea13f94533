"""The page about the API: what programs can ask, how often, and what the codes mean."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.bots import MOST_OWNED
from games.accounts.limits import RUNS
from games.accounts.tokens import MOST as MOST_TOKENS
from games.accounts.tokens import Scope
from games.api.api import api
from games.api.door import BASE, BY_ADDRESS, COMMANDS, READING, TABLES, WISHES
from games.api.guide.codes import CODES, LAB
from games.api.links import MOST as MOST_ROWS
from games.api.listen.ndjson import NDJSON
from games.api.play import FAST_A_DAY
from games.api.reading.export import WITH_TOKEN, WITHOUT
from games.api.reading.run_stream import MOST as MOST_RUNS
from games.chat.refusals import SENTENCES as OF_CHAT
from games.lab.runs.run import AT_ONCE, most_games
from games.live.limits import MOST_ME, MOST_OPEN
from games.live.lines import LONGEST_S
from games.live.protocol import MESSAGE_BYTES
from games.lobby import invitations, wishes
from games.rules.catalogue import GAMES
from games.table.refusals import SENTENCES
from games.table.writer.opening import MOST_OPEN as MOST_TABLES
from games.table.writer.seats import MOST_AMONG_PEOPLE, MOST_FAST
from games.tournaments.refusals import SENTENCES as OF_TOURNAMENTS


class Operation(NamedTuple):
    method: str
    path: str
    summary: str
    needs_token: bool
    is_stream: bool = False

    @property
    def can_be_tried(self) -> bool:
        """From the page, without a token and without a code, and answered at once."""
        usual = self.method == "GET" and not self.needs_token and not self.is_stream
        return usual and "{" not in self.path


class Code(NamedTuple):
    """What it means may differ from place to place."""

    code: str
    sentences: list[str]


def operations() -> Iterator[Operation]:
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method, described in methods.items():
            security, answer = described.get("security", []), described["responses"].get(200, {})
            yield Operation(
                method=method.upper(),
                path=path,
                summary=described["summary"],
                needs_token=bool(security and all(security)),
                is_stream=NDJSON in answer.get("content", {}),
            )
    yield Operation("WS", "/ws/table/{code}/", "A table and its commands, by websocket", True)
    yield Operation("WS", "/ws/me/", "What concerns me, by websocket", True)


def limits() -> list[tuple[str, int]]:
    return [
        *rates(),
        (_("Size of a body, in bytes"), settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
        (_("Size of a command, in bytes"), MESSAGE_BYTES),
        (_("Rows of a page of a list"), MOST_ROWS),
        (_("Streams and websockets of tables at once"), MOST_OPEN),
        (_("Streams and websockets of what concerns you at once"), MOST_ME),
        (_("Minutes until a stream ends"), int(LONGEST_S) // 60),
        (_("Exports at once"), 1),
        (_("Games exported per second without a token"), WITHOUT),
        (_("Games exported per second with a token"), WITH_TOKEN),
        (_("Tokens of an account and its bots"), MOST_TOKENS),
        (_("Bots of an account"), MOST_OWNED),
        (_("Tables of a person that wait for players"), MOST_TABLES),
        (_("Tables at which a bot plays at once"), MOST_AMONG_PEOPLE),
        (_("Fast tables at which a bot plays at once"), MOST_FAST),
        (_("Fast tables that a bot opens in a day"), FAST_A_DAY),
        *of_lab(),
    ]


def rates() -> Iterator[tuple[str, int]]:
    """How often something may be done."""
    for what, limit in (
        (_("Requests without a token, from one address"), BY_ADDRESS),
        (_("Requests with a token"), READING),
        (_("Commands"), COMMANDS),
        (_("Tables opened"), TABLES),
        (_("Wishes sent"), WISHES),
    ):
        yield rate(what, limit.window_s), limit.quota
    yield rate(_("Wishes changed"), wishes.PERIOD_S), wishes.CHANGES
    for period_ms, most in invitations.LIMITS:
        yield rate(_("Invitations sent"), period_ms // 1000), most
    yield rate(_("Games of War in lab runs of an account"), RUNS.period_s), RUNS.person or 0
    yield (
        rate(_("Games of War in lab runs of guests, from one address"), RUNS.period_s),
        RUNS.network,
    )


def rate(what: str, seconds: int) -> str:
    return _("{what}, in {seconds} seconds").format(what=what, seconds=seconds)


def of_lab() -> Iterator[tuple[str, int]]:
    yield _("Lab runs of a guest at once"), AT_ONCE["guest"]
    yield _("Lab runs of an account at once"), AT_ONCE["account"]
    yield _("Lab runs streamed at once"), MOST_RUNS
    for key, game in GAMES.items():
        words = _("Games of {game} in a lab run of a guest").format(game=_(game.name))
        yield words, most_games(key, "guest")
        words = _("Games of {game} in a lab run of an account").format(game=_(game.name))
        yield words, most_games(key, "account")


def codes() -> list[Code]:
    """Every code of the API, the lab, tables, chat, tournaments and the games, with its
    sentence."""
    of_games = (
        {reject.name: reject.sentence for reject in game.rejects if reject}
        for game in GAMES.values()
    )
    meant: dict[str, list[str]] = {}
    for known in (CODES, LAB, SENTENCES, OF_CHAT, OF_TOURNAMENTS, *of_games):
        for code, text in known.items():
            sentence, others = translation.gettext(text), meant.setdefault(code, [])
            if sentence not in others:
                others.append(sentence)
    return [Code(code, meant[code]) for code in sorted(meant)]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    context: dict[str, Any] = {
        "base": BASE,
        "operations": list(operations()),
        "scopes": Scope.choices,
        "limits": limits(),
        "codes": codes(),
    }
    return render(request, "api/index.html", context)
