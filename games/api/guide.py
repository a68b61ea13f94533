"""The page about the API, generated from the API's description, limits and codes."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from games.accounts.bots import MOST_OWNED
from games.accounts.tokens import MOST as MOST_TOKENS
from games.accounts.tokens import Scope
from games.api.api import api
from games.api.links import MOST as MOST_ROWS
from games.api.middleware import BASE
from games.api.reading.export import WITH_TOKEN, WITHOUT
from games.api.streams import NDJSON
from games.chat.refusals import SENTENCES as OF_CHAT
from games.lab.runs.limits import AT_ONCE, most_games
from games.limits import declared
from games.live.lines import LONGEST_S
from games.live.protocol import MESSAGE_BYTES
from games.rules.catalogue import GAMES
from games.table.refusals import SENTENCES
from games.table.writer.opening import MOST_OPEN as MOST_TABLES
from games.table.writer.seats import MOST_AMONG_PEOPLE, MOST_FAST
from games.tournaments.refusals import SENTENCES as OF_TOURNAMENTS

CODES = {
    "BAD_JSON": _("The body must be a JSON object, without characters that cannot be stored."),
    "BAD_REQUEST": _("The request is malformed."),
    "BAD_TOKEN": _("The token is mistyped, revoked or expired."),
    "BAD_VALUE": _("Some values are not valid; the problem says which, and why."),
    "BROKEN": _("Something went wrong on our side."),
    "CSRF": _("Send a token, or what a page of this site would send."),
    "KEY_REUSED": _("The Idempotency-Key belongs to another request."),
    "METHOD_NOT_ALLOWED": _("The address does not take this method."),
    "NOT_FOUND": _("There is nothing public at this address."),
    "NO_SPACE": _("The site has run out of space. Wait as long as the problem says."),
    "SCOPE": _("The token lacks the scope that this needs."),
    "SIGN_IN": _("Only players can do that."),
    "SLOW_DOWN": _("Too many actions or lines. Wait as long as the problem says."),
    "TOKEN_IN_ADDRESS": _("The token was in the address, which logs keep. Revoke it."),
    "TOKEN_NEEDED": _("This needs a token."),
    "TOO_LARGE": _("The body is too large."),
    "TOO_MANY": _("Too many requests, tables or runs. Wait as long as the problem says."),
    "TOO_MANY_STREAMS": _("Too many streams and websockets are open."),
    "TOO_SLOW": _("The request took too long to arrive."),
    "TRY_AGAIN": _("We do not know if that worked. Send it again with the same id."),
    "UNAVAILABLE": _("Only running games continue right now. Wait as long as the problem says."),
    "UNKNOWN_ACT": _("There is no such act."),
}

LAB = {
    "BAD_COUNT": _("The number of games is not a whole number from 1 to the most there may be."),
    "BAD_FILE": _("This is no game log."),
    "BAD_HAND": _("These hands cannot be dealt from one pack."),
    "BAD_OPTIONS": _("These rules cannot be combined."),
    "BAD_POLICIES": _("These seats cannot have these policies."),
    "BAD_SEED": _("The seed is not a whole number of at most 63 bits."),
    "BAD_START": _("This is not the start of a run: copy the command from the page of the run."),
    "BAD_VIEW": _("A viewer is all, watcher, or a seat."),
    "BANNED": _("This account is closed."),
    "NOT_ALLOWED": _("You can only stop or resume your own runs."),
    "NOT_COMPUTED": _("Nobody has asked for these chances yet. Ask for them with POST."),
    "NO_DEAL": _("This game begins without a deal."),
    "NO_PLACE": _("This game has no such place."),
    "OUTDATED": _("The rules have changed since this run began, or the bots have."),
    "TOO_LARGE": _("You cannot run so many games at once."),
    "TOO_MANY": _("The lab already works on as much as you may ask for at once. Wait, or cancel."),
    "UNKNOWN_GAME": _("This game does not exist."),
    "UNKNOWN_POLICY": _("This game has no such policy."),
}


class Operation(NamedTuple):
    method: str
    path: str
    summary: str
    needs_token: bool
    is_stream: bool = False

    @property
    def can_be_tried(self) -> bool:
        """Whether a visitor can try this operation on the page, because it needs no token or code
        and answers at once."""
        usual = self.method == "GET" and not self.needs_token and not self.is_stream
        return usual and "{" not in self.path


class Code(NamedTuple):
    """A code and its sentences, which may differ between parts of the site."""

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
        (gettext("Size of a body, in bytes"), settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
        (gettext("Size of a command, in bytes"), MESSAGE_BYTES),
        (gettext("Rows of a page of a list"), MOST_ROWS),
        (gettext("Streams and websockets of tables at once"), declared.CONNECTIONS.most),
        (gettext("Streams and websockets of what concerns you at once"), declared.PERSONAL.most),
        (gettext("Minutes until a stream ends"), int(LONGEST_S) // 60),
        (gettext("Exports at once"), declared.EXPORTS.most),
        (gettext("Games exported per second without a token"), WITHOUT),
        (gettext("Games exported per second with a token"), WITH_TOKEN),
        (gettext("Tokens of an account and its bots"), MOST_TOKENS),
        (gettext("Bots of an account"), MOST_OWNED),
        (gettext("Tables of a person that wait for players"), MOST_TABLES),
        (gettext("Tables at which a bot plays at once"), MOST_AMONG_PEOPLE),
        (gettext("Fast tables at which a bot plays at once"), MOST_FAST),
        (gettext("Fast tables that a bot opens in a day"), declared.FAST_TABLES.most),
        *of_lab(),
    ]


def rates() -> Iterator[tuple[str, int]]:
    """The limits of requests: what is limited in which period, and the highest number."""
    for what, quota in (
        (gettext("Requests without a token, from one address"), declared.BY_ADDRESS),
        (gettext("Requests with a token"), declared.READING),
        (gettext("Commands"), declared.COMMANDS),
        (gettext("Tables opened"), declared.OPENED),
        (gettext("Wishes sent"), declared.WISHED),
        (gettext("Wishes changed"), declared.WISHES),
        (gettext("Invitations sent"), declared.INVITATIONS),
        (gettext("Invitations sent"), declared.INVITATIONS_A_DAY),
    ):
        yield rate(what, quota.period_s), quota.most
    runs = declared.RUNS
    yield rate(gettext("Games of War in lab runs of an account"), runs.period_s), runs.person or 0
    words = gettext("Games of War in lab runs of guests, from one address")
    yield rate(words, runs.period_s), runs.network


def rate(what: str, seconds: int) -> str:
    return gettext("{what}, in {seconds} seconds").format(what=what, seconds=seconds)


def of_lab() -> Iterator[tuple[str, int]]:
    yield gettext("Lab runs and chances of a guest at once"), AT_ONCE["guest"]
    yield gettext("Lab runs and chances of an account at once"), AT_ONCE["account"]
    yield gettext("Lab runs streamed at once"), declared.RUN_STREAMS.most
    for key, game in GAMES.items():
        words = gettext("Games of {game} in a lab run of a guest").format(game=gettext(game.name))
        yield words, most_games(key, "guest")
        words = gettext("Games of {game} in a lab run of an account").format(
            game=gettext(game.name)
        )
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
