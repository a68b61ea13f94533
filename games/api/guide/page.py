"""The page about the API: what programs can ask, how often, and what the codes mean."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.bots import MOST_OWNED
from games.accounts.tokens import MOST as MOST_TOKENS
from games.accounts.tokens import Scope
from games.api.api import api
from games.api.door import BASE, BY_ADDRESS, COMMANDS, READING, TABLES, WISHES, Limit
from games.api.guide.codes import CODES
from games.api.play import FAST_A_DAY
from games.api.reading.export import WITH_TOKEN, WITHOUT
from games.api.reading.run_stream import MOST as MOST_RUNS
from games.chat.refusals import SENTENCES as OF_CHAT
from games.live.limits import MOST_ME, MOST_OPEN
from games.rules.catalogue import GAMES
from games.table.refusals import SENTENCES
from games.table.writer.seats import MOST_AMONG_PEOPLE, MOST_FAST


class Operation(NamedTuple):
    method: str
    path: str
    summary: str
    needs_token: bool

    @property
    def can_be_tried(self) -> bool:
        """From the page, without a token and without a code."""
        return self.method == "GET" and not self.needs_token and "{" not in self.path


class Code(NamedTuple):
    code: str
    sentence: str


def operations() -> Iterator[Operation]:
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method, told in methods.items():
            security = told.get("security", [])
            yield Operation(method.upper(), path, told["summary"], bool(security and all(security)))
    yield Operation("WS", "/ws/table/{code}/", "A table and its commands, by websocket", True)
    yield Operation("WS", "/ws/me/", "What concerns me, by websocket", True)


def limits() -> list[tuple[str, int]]:
    return [
        (rate(_("Requests without a token, from one address"), BY_ADDRESS), BY_ADDRESS.quota),
        (rate(_("Requests with a token"), READING), READING.quota),
        (rate(_("Commands"), COMMANDS), COMMANDS.quota),
        (rate(_("Tables opened"), TABLES), TABLES.quota),
        (rate(_("Wishes changed"), WISHES), WISHES.quota),
        (_("Streams and websockets of tables at once"), MOST_OPEN),
        (_("Streams and websockets of what concerns you at once"), MOST_ME),
        (_("Lab runs streamed at once"), MOST_RUNS),
        (_("Exports at once"), 1),
        (_("Games exported per second without a token"), WITHOUT),
        (_("Games exported per second with a token"), WITH_TOKEN),
        (_("Tokens of an account and its bots"), MOST_TOKENS),
        (_("Bots of an account"), MOST_OWNED),
        (_("Tables at which a bot plays at once"), MOST_AMONG_PEOPLE),
        (_("Fast tables at which a bot plays at once"), MOST_FAST),
        (_("Fast tables that a bot opens in a day"), FAST_A_DAY),
    ]


def rate(what: str, limit: Limit) -> str:
    return _("{what}, in {seconds} seconds").format(what=what, seconds=limit.window_s)


def codes() -> list[Code]:
    """Of the API, of tables and of the games, in words."""
    known = {**CODES, **SENTENCES, **OF_CHAT}
    known |= {code.name: code.sentence for game in GAMES.values() for code in game.rejects if code}
    return [Code(name, translation.gettext(known[name])) for name in sorted(known)]


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
