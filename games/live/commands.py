"""The commands of a table, each of which calls one function of the writer.  This code runs in
threads."""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext
from prometheus_client import Histogram

from games.accounts.models import Player
from games.bus import bot_acts, disk
from games.chat import writer
from games.chat.content import QUICK, SIGNS
from games.chat.models import LONGEST, Room
from games.limits.counting import Unavailable
from games.live import protocol
from games.live.protocol import Command
from games.moderation.machine import count_slow_down
from games.rules.acts import arguments
from games.table import clock
from games.table.models import ALPHABET, Move, Table
from games.table.refusals import Refused, Verdict
from games.table.writer import play
from games.table.writer.orders import Known, Order

log = logging.getLogger(__name__)
ANSWERED = Histogram(
    "warsite_command_seconds",
    "From a command of a table to its answer.",
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
_CODE = re.compile(f"[{ALPHABET}]{{8}}")
KNOWN_MS = 30_000  # a ban reaches an open socket within this time
_ENTROPY = re.compile(r"[0-9a-f]{32}", re.ASCII)
MOST_SEATS, LONGEST_WORD = 16, 24
TOO_LATE = frozenset({"TOO_LATE", "STALE", "TARGET_GONE"})  # the act's moment was over


class Reply(NamedTuple):
    """The answer to a command, and the version of the table.  `again`: the same answer was given
    before; `wait_s`: seconds until the command may be done; `refused`: the command was not done."""

    text: str
    version: int
    again: bool = False
    wait_s: int | None = None
    refused: bool = False


class Request(NamedTuple):
    """A player's order to a table, and its arguments."""

    table: int
    order: Order
    args: dict[str, Any]


def find_table(code: str, player: int | None) -> int | None:
    """Find the table with this code, even a private one, if this player (an id) may see it."""
    if not _CODE.fullmatch(code):
        return None
    tables = Table.objects.visible_to(player).filter(code=code)
    return tables.values_list("pk", flat=True).first()


def viewers_among(players: Iterable[int | None], table_id: int) -> set[int | None]:
    """The players (ids) among these who may see this table; one query per player."""
    rows = Table.objects.filter(pk=table_id)
    return {player for player in players if rows.visible_to(player).exists()}


@lru_cache(maxsize=1024)
def find_player(player_id: int, _: int) -> Player | None:
    """Find the player; the cached row is read again twice a minute, so that a ban takes effect
    within that time."""
    return Player.objects.filter(pk=player_id).first()


@ANSWERED.time()
def execute(
    table_id: int,
    player_id: int | None,
    command: Command,
    language: str,
    *,
    arrived_ms: int | None = None,
    known: Known | None = None,
) -> Reply:
    """Execute a command and return the answer; even an unexpected error gives one.  `arrived_ms`
    (epoch ms): the arrival of a command that may have waited since.  `known`: the table in the
    memory of a room."""
    try:
        with translation.override(language):
            verdict = dispatch_command(table_id, player_id, command, arrived_ms, known)
    except Refused as refused:
        public, stored = versions(table_id)
        text = protocol.reject(command.id, refused.code, refused.sentence, public)
        return Reply(text, stored, refused.again, refused.wait_s, refused=True)
    except Unavailable as error:
        return unavailable(table_id, command, "UNAVAILABLE", error.sentence)
    except Exception as problem:
        if disk.is_full(problem):
            return unavailable(table_id, command, "NO_SPACE", str(disk.NO_SPACE))
        if not isinstance(problem, DatabaseError):
            log.exception("A command failed at table %s", table_id)
        with translation.override(language):
            text = gettext("The table is busy, and we do not know if that worked. Try again.")
        return Reply(protocol.reject(command.id, "TRY_AGAIN", text, 0), 0, wait_s=1)
    return Reply(protocol.ack(command.id, verdict.version), verdict.version, verdict.again)


def unavailable(table_id: int, command: Command, code: str, sentence: str) -> Reply:
    """The reply to a command while commands cannot be counted or saved."""
    public, stored = versions(table_id)
    text = protocol.reject(command.id, code, sentence, public)
    return Reply(text, stored, wait_s=Unavailable.wait_s)


class TableAct(NamedTuple):
    """The meaning of an act, and its required and optional arguments as JSON Schema."""

    do: Callable[[Request], Verdict]
    needs: Mapping[str, Mapping[str, Any]] = {}
    takes: Mapping[str, Mapping[str, Any]] = {}


class Versions(NamedTuple):
    """A table's public version and its stored version."""

    public: int
    stored: int


def versions(table_id: int) -> Versions:
    """The versions to send with a refusal; zeros if the database cannot be read."""
    try:
        version, sealed = Table.objects.values_list("version", "sealed").get(pk=table_id)
    except DatabaseError:
        return Versions(0, 0)
    return Versions(version - sealed, version)


def dispatch_command(
    table_id: int,
    player_id: int | None,
    command: Command,
    arrived_ms: int | None,
    known: Known | None,
) -> Verdict:
    """Do a command of a seated player.  Raises Refused."""
    player = find_player(player_id, clock.now_ms() // KNOWN_MS) if player_id else None
    if player is None:
        raise Refused("SIGN_IN", gettext("Only players can do that. Play as a guest, or sign in."))
    if not player.is_active:
        raise Refused("BANNED")
    order = Order(table_id, player, UUID(command.id))
    act = ACTS.get(command.act)
    if act is not None:
        return act.do(Request(table_id, order, command.args))
    order = order._replace(now=arrived_ms, known=known)
    if player.owner_id is None:
        return play.act(order, name=command.act, args=command.args)
    return act_of_program(table_id, order, command)


def act_of_program(table_id: int, order: Order, command: Command) -> Verdict:
    """Do an act of the game, and count the act for its bot.  Raises Refused."""
    try:
        verdict = play.act(order, name=command.act, args=command.args)
    except Refused as refused:
        if not refused.again and came_late(table_id, refused):
            bot_acts.add(order.player.pk, bot_acts.Counts(late=1))
        raise
    if not verdict.again:
        bot_acts.add(order.player.pk, bot_acts.Counts(acts=1, ms=verdict.waited_ms))
    return verdict


def came_late(table_id: int, refused: Refused) -> bool:
    """Whether an act was refused because it came too late: the rules say so, or a timer of the
    table fired before the act."""
    if refused.code in TOO_LATE:
        return True
    last = Move.objects.filter(table=table_id).order_by("-number").values_list("act", flat=True)
    return last.first() == "timer"


def sit(request: Request) -> Verdict:
    return play.sit(
        request.order,
        number=seat_of(request),
        anyway=request.args.get("anyway") is True,
    )


def leave(request: Request) -> Verdict:
    return play.leave(request.order)


def ready(request: Request) -> Verdict:
    return play.ready(request.order, entropy=entropy_of(request))


def seat_bot(request: Request) -> Verdict:
    return play.seat_bot(
        request.order,
        level=text_argument(request, "level"),
        number=seat_of(request),
    )


def unseat_bot(request: Request) -> Verdict:
    number = seat_of(request)
    if number is None:
        raise Refused("BAD_PARAM", gettext("The seat is missing."))
    return play.unseat_bot(request.order, number=number)


def resign(request: Request) -> Verdict:
    return play.resign(request.order)


def offer(request: Request) -> Verdict:
    return play.offer(request.order, what=text_argument(request, "what"))


def answer(request: Request) -> Verdict:
    yes = request.args.get("yes")
    if not isinstance(yes, bool):
        raise Refused("BAD_PARAM", gettext("The answer must be yes or no."))
    return play.answer(request.order, yes=yes)


def rematch(request: Request) -> Verdict:
    """Open a rematch, which the old table announces to all its connections."""
    play.rematch(
        request.order,
        entropy=entropy_of(request) if "entropy" in request.args else b"",
    )
    return Verdict(versions(request.table).public)


def say(request: Request) -> Verdict:
    room, text, quick = (request.args.get(name, "") for name in ("room", "text", "quick"))
    is_read = isinstance(text, str) and isinstance(quick, str) and bool(text) != bool(quick)
    if room not in Room.values or not is_read:
        raise Refused("BAD_PARAM", gettext("A line needs a room, and a text or a quick word."))
    assert request.order.command is not None  # every command has an id
    try:
        return writer.say(
            table=request.table,
            player=request.order.player,
            room=Room(room),
            words=text,
            quick=quick,
            command=request.order.command,
        )
    except Refused as refused:
        if refused.code == "SLOW_DOWN":
            count_slow_down(request.order.player)
        raise


def entropy_of(request: Request) -> bytes:
    entropy = request.args.get("entropy")
    if not isinstance(entropy, str) or not _ENTROPY.fullmatch(entropy):
        raise Refused("BAD_ENTROPY")
    return bytes.fromhex(entropy)


def seat_of(request: Request) -> int | None:
    number = request.args.get("seat")
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST_SEATS:
        raise Refused("NO_SUCH_SEAT")
    return number


def text_argument(request: Request, name: str) -> str:
    value = request.args.get(name)
    if not isinstance(value, str) or len(value) > LONGEST_WORD:
        raise Refused("BAD_PARAM", gettext("“{name}” is missing.").format(name=name))
    return value


ENTROPY = {"entropy": {"type": "string", "pattern": f"^{_ENTROPY.pattern}$"}}
SEAT = {"seat": {"type": "integer", "minimum": 1, "maximum": MOST_SEATS}}
WORD = {"type": "string", "maxLength": LONGEST_WORD}
ROOM = {"room": {"type": "string", "enum": Room.values}}
WORDS: dict[str, dict[str, Any]] = {
    "text": {"type": "string", "maxLength": LONGEST},
    "quick": {"enum": [*QUICK, *SIGNS]},
}
ACTS = {
    "sit": TableAct(sit, takes=SEAT | {"anyway": {"type": "boolean"}}),
    "leave": TableAct(leave),
    "ready": TableAct(ready, needs=ENTROPY),
    "bot": TableAct(seat_bot, needs={"level": WORD}, takes=SEAT),
    "unbot": TableAct(unseat_bot, needs=SEAT),
    "resign": TableAct(resign),
    "offer": TableAct(offer, needs={"what": WORD}),
    "answer": TableAct(answer, needs={"yes": {"type": "boolean"}}),
    "rematch": TableAct(rematch, takes=ENTROPY),
    "say": TableAct(say, needs=ROOM, takes=WORDS),
}


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of the arguments of each act of the table."""
    return {name: arguments(act.needs, act.takes) for name, act in ACTS.items()}
