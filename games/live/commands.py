"""What can be said at a table: each act calls one function of the writer.  Runs in threads."""

import logging
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import DatabaseError

from games.accounts.models import Player
from games.live import protocol
from games.live.protocol import Command
from games.table import clock
from games.table.models import ALPHABET, Table
from games.table.refusals import Refused, Verdict
from games.table.writer import play

log = logging.getLogger(__name__)
_CODE = re.compile(f"[{ALPHABET}]{{8}}")
KNOWN_MS = 30_000  # a ban reaches an open socket within this time
_ENTROPY = re.compile(r"[0-9a-f]{32}", re.ASCII)


class Answer(NamedTuple):
    """The verdict as sent, and the version the table is known to have."""

    text: str
    version: int


class Order(NamedTuple):
    """A command with all it needs to be carried out."""

    table: int
    player: Player
    command: UUID
    args: dict[str, Any]


def find_table(code: str) -> int | None:
    """The table of this link; a private one is found by it too, and by nothing else."""
    if not _CODE.fullmatch(code):
        return None
    return Table.objects.filter(code=code).values_list("pk", flat=True).first()


@lru_cache(maxsize=1024)
def find_player(player_id: int, _: int) -> Player | None:
    """Whoever this is, and whether he was banned; looked up twice a minute."""
    return Player.objects.filter(pk=player_id).first()


def carry_out(table_id: int, player_id: int | None, command: Command) -> Answer:
    """Do it and give the one verdict; whatever goes wrong, there is an answer."""
    try:
        verdict = obey(table_id, player_id, command)
    except Refused as refused:
        shown, stored = versions(table_id)
        return Answer(protocol.reject(command.id, refused.code, refused.sentence, shown), stored)
    except Exception as problem:
        if not isinstance(problem, DatabaseError):
            log.exception("A command failed at table %s", table_id)
        text = "It is not known whether that was done. Send it again with the same id."
        return Answer(protocol.reject(command.id, "TRY_AGAIN", text, 0), 0)
    return Answer(protocol.ack(command.id, verdict.version), verdict.version)


class Versions(NamedTuple):
    """Of a table: as everybody counts, and as it is stored."""

    shown: int
    stored: int


def versions(table_id: int) -> Versions:
    """For a refusal; if even that cannot be read, 0 says nothing."""
    try:
        version, sealed = Table.objects.values_list("version", "sealed").get(pk=table_id)
    except DatabaseError:
        return Versions(0, 0)
    return Versions(version - sealed, version)


def obey(table_id: int, player_id: int | None, command: Command) -> Verdict:
    """Raises Refused."""
    player = find_player(player_id, clock.now_ms() // KNOWN_MS) if player_id else None
    if player is None:
        raise Refused("SIGN_IN", "Only players may do that. Play as a guest, or sign in.")
    if not player.is_active:
        raise Refused("BANNED")
    order = Order(table_id, player, UUID(command.id), command.args)
    act = ACTS.get(command.act)
    if act is not None:
        return act(order)
    return play.act(
        table=table_id, player=player, name=command.act, args=command.args, command=order.command
    )


def sit(order: Order) -> Verdict:
    return play.sit(
        table=order.table, player=order.player, number=seat_of(order), command=order.command
    )


def leave(order: Order) -> Verdict:
    return play.leave(table=order.table, player=order.player, command=order.command)


def ready(order: Order) -> Verdict:
    entropy = order.args.get("entropy")
    if not isinstance(entropy, str) or not _ENTROPY.fullmatch(entropy):
        raise Refused("BAD_ENTROPY")
    return play.ready(
        table=order.table,
        player=order.player,
        entropy=bytes.fromhex(entropy),
        command=order.command,
    )


def seat_bot(order: Order) -> Verdict:
    return play.seat_bot(
        table=order.table,
        by=order.player,
        level=word(order, "level"),
        number=seat_of(order),
        command=order.command,
    )


def unseat_bot(order: Order) -> Verdict:
    number = seat_of(order)
    if number is None:
        raise Refused("BAD_PARAM", "The seat is missing.")
    return play.unseat_bot(table=order.table, by=order.player, number=number, command=order.command)


def resign(order: Order) -> Verdict:
    return play.resign(table=order.table, player=order.player, command=order.command)


def offer(order: Order) -> Verdict:
    return play.offer(
        table=order.table, player=order.player, what=word(order, "what"), command=order.command
    )


def answer(order: Order) -> Verdict:
    yes = order.args.get("yes")
    if not isinstance(yes, bool):
        raise Refused("BAD_PARAM", "The answer is yes or no.")
    return play.answer(table=order.table, player=order.player, yes=yes, command=order.command)


def rematch(order: Order) -> Verdict:
    """The new table is told to everybody, as a fact of the old one."""
    play.rematch(table=order.table, player=order.player, command=order.command)
    return Verdict(versions(order.table).shown)


def seat_of(order: Order) -> int | None:
    number = order.args.get("seat")
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 16:
        raise Refused("NO_SUCH_SEAT")
    return number


def word(order: Order, name: str) -> str:
    value = order.args.get(name)
    if not isinstance(value, str) or len(value) > 24:
        raise Refused("BAD_PARAM", f"The {name} is missing.")
    return value


ACTS: dict[str, Callable[[Order], Verdict]] = {
    "sit": sit,
    "leave": leave,
    "ready": ready,
    "bot": seat_bot,
    "unbot": unseat_bot,
    "resign": resign,
    "offer": offer,
    "answer": answer,
    "rematch": rematch,
}
