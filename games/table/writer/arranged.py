"""Tables whose seats are assigned: by a tournament or by matchmaking.  All functions raise
Refused."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from games.accounts.bots import bot_player
from games.accounts.models import Player
from games.accounts.sanctions import paused_among
from games.relations.circles import Circle
from games.rules.catalogue import BOTS, find
from games.rules.options import pairs
from games.table.clock import moment, now_ms
from games.table.models import Chat, Move, Seat, Table
from games.table.rated import may_begin
from games.table.refusals import Refused
from games.table.writer import deal, outages, seats
from games.table.writer.ledger import Ledger
from games.table.writer.opening import (
    find_bot,
    make_rated,
    new_table,
    read_rules,
    unsaved_table,
    within,
)
from games.table.writer.orders import TableKey, close, under_lock

MINUTE_MS = 60_000

COME_S = 30  # a player who has not come by then loses the seat
CAME = ("ready", "arrive", "back")  # moves of a player who is at the table


class SharedDeal(NamedTuple):
    """The deal that several tables share: its name, and its secret."""

    name: str
    secret: bytes


def open_arranged(
    *,
    game: str,
    options: str,
    seatings: Sequence[Sequence[Player]],
    agree: bool = False,
    forfeit_after_s: int | None = None,
    limit_ms: int | None = None,
    private: bool = False,
    rated: bool = False,
    circle: Circle | None = None,
    shared: SharedDeal | None = None,
    now: int | None = None,
) -> list[Table]:
    """Open a table for each of these seatings of equal size: players in seats 1, 2, ... Cards are
    dealt when all players are ready; `deal_to` starts a table without absent players.  After
    `limit_ms` of game time the game ends and is scored as it stands.  If `rated`, games among
    people with accounts count for ratings.  Only members of a `circle` see the tables.  Tables with
    a `shared` deal wait for `deal_together`, and only their players see them until `show`."""
    at = now_ms() if now is None else now
    rules, o = read_rules(game, seated(game, options, len(seatings[0])), "")
    given: dict[str, Any] = {
        "arranged": True,
        "agree": agree,
        "forfeit_after_s": forfeit_after_s,
        "limit_ms": limit_ms,
        "private": private,
        "substitute": False,
        "moved_ms": at,
    }
    given |= hidden(circle, shared)
    everyone = [player for players in seatings for player in players]
    paused = paused_among(everyone, at=moment(at)) if rated else set()
    tables = [
        unsaved_table(rules, o, rated=rated and may_begin(players, paused=paused), **given)
        for players in seatings
    ]
    store(tables, seatings, at)
    return tables


def hidden(circle: Circle | None, shared: SharedDeal | None) -> dict[str, Any]:
    """The fields that hide tables from everybody outside a circle, or from everybody except the
    players."""
    fields = within(circle, Chat.TEXT)
    if shared is not None:
        fields |= {"private": True, "held_back": True}
        fields |= {"shared_deal": shared.name, "secret": shared.secret}
    return fields


@transaction.atomic
def store(tables: Sequence[Table], seatings: Sequence[Sequence[Player]], at: int) -> None:
    """Store many tables at once, because storing one at a time took twice as long."""
    Table.objects.bulk_create(tables)
    books = [Ledger(table, [], at) for table in tables]
    for ledger, players in zip(books, seatings, strict=True):
        ledger.log("open")
        for number, player in enumerate(players, 1):
            seats.unsaved(ledger, player, number=number, present=player.is_site_bot)
    Seat.objects.bulk_create(seat for ledger in books for seat in ledger.seats)
    for ledger in books:
        deal.deal_when_ready(ledger)
        close(ledger)


def seated(game: str, options: str, players: int) -> dict[str, str]:
    """The options of these house rules, with this number of players."""
    return dict(pairs(options)) | {find(game).seats_key: str(players)}


def came(tables: Sequence[Table]) -> dict[int, set[int]]:
    """The seats whose players have come to their table, by the id of the table.  Bots count as
    present."""
    present: dict[int, set[int]] = {table.pk: set() for table in tables}
    moves = Move.objects.filter(table__in=present, act__in=(*CAME, "bot"))
    for table, seat in moves.values_list("table", "seat"):
        present[table].add(seat)
    return present


def deal_together(tables: Iterable[TableKey], *, now: int) -> None:
    """Deal the cards at these tables, where everybody is ready."""
    for table in tables:
        with under_lock(table, now=now) as ledger:
            if not ledger.table.deal and not ledger.table.is_over:
                deal.deal(ledger, at=ledger.now)


def show(tables: Iterable[int], *, private: bool) -> None:
    """Show these tables to everybody; unless they are `private`, also in lists."""
    Table.objects.filter(pk__in=tables).update(held_back=False, private=private)


def deal_to(*, table: TableKey, players: Sequence[Player | None], now: int | None = None) -> bool:
    """Deal to these players, in this order, instead of all the assigned ones; None stands for a bot
    of the usual level.  Return False if the cards are already dealt."""
    with under_lock(table, now=now) as ledger:
        ledger.verify_not_paused()
        if ledger.table.deal or ledger.table.is_over:
            return False
        ready = {seat.player_id: seat.entropy for seat in ledger.seats if seat.ready}
        resize(ledger, len(players))
        people = [player for player in players if player is not None]
        rated = ledger.table.rated and len(people) == len(players)
        paused = paused_among(people, at=moment(ledger.now)) if rated else set()
        ledger.change(rated=rated and may_begin(people, paused=paused))
        for number, player in enumerate(with_bots(ledger.table.game, players), 1):
            seat = seats.take(ledger, player, number=number)
            if entropy := ready.get(player.pk, b""):
                ledger.change_seat(seat, ready=True, entropy=bytes(entropy))
        deal.deal(ledger, at=ledger.now)
    return True


def with_bots(game: str, players: Sequence[Player | None]) -> list[Player]:
    """The players, with a different bot of the usual level instead of each None."""
    level, bots = BOTS[game].usual[0], list[Player]()
    for _ in range(players.count(None)):
        bots.append(bot_player(level, [bot.pk for bot in bots], game))
    return [bots.pop(0) if player is None else player for player in players]


def resize(ledger: Ledger, players: int) -> None:
    """Vacate all seats and set their number."""
    for seat in list(ledger.seats):
        ledger.vacate(seat)
    table = ledger.table
    o = ledger.game.options(seated(table.game, table.options, players))
    ledger.change(options=ledger.game.canonical(o), players=players)
    vars(ledger).pop("rules", None)


def extend(*, table: TableKey, minutes: int, now: int | None = None) -> None:
    """Extend the time limit of a running game."""
    with under_lock(table, now=now) as ledger:
        if ledger.table.is_over:
            raise Refused("GAME_OVER")
        if ledger.table.limit_ms is None:
            raise Refused("NO_LIMIT")
        ledger.change(limit_ms=ledger.table.limit_ms + minutes * MINUTE_MS)
        ledger.log("extend", args={"minutes": minutes})


def pause(*, table: TableKey, reason: str, now: int | None = None) -> bool:
    """Pause the table: no act is accepted and no deadline passes until `resume`.  Return False if
    the table is already paused, or over."""
    with under_lock(table, now=now) as ledger:
        if ledger.table.is_over or ledger.table.paused_ms is not None:
            return False
        ledger.log("pause", args={"reason": reason})
        ledger.change(paused_ms=ledger.now, reason=reason)
    return True


def resume(*, table: TableKey, now: int | None = None) -> bool:
    """Resume the game after a pause, with every clock as before the pause.  Return False if the
    game was not paused."""
    with under_lock(table, now=now) as ledger:
        if ledger.table.paused_ms is None:
            return False
        lost = outages.give_back_since(ledger, ledger.table.paused_ms)
        ledger.change(paused_ms=None, reason="")
        ledger.log("resume", args={"ms": lost})
    return True


def restart(*, table: TableKey, reason: str, now: int | None = None) -> Table:
    """Abort the game unless it is over, and open a new table with the same rules and limits for the
    same players in the same seats."""
    with under_lock(table, now=now) as ledger:
        old = ledger.table
        if not old.is_over:
            ledger.abort(reason)
        (new,) = open_arranged(
            game=old.game,
            options=old.options,
            seatings=[[seat.player for seat in ledger.seats]],
            agree=old.agree,
            forfeit_after_s=old.forfeit_after_s,
            limit_ms=old.limit_ms,
            private=old.private,
            rated=old.rated,
            now=ledger.now,
        )
    return new


def call_off(*, table: TableKey, reason: str, now: int | None = None) -> bool:
    """Abort the table without a result.  Return False if the table is already over."""
    with under_lock(table, now=now) as ledger:
        if ledger.table.is_over:
            return False
        ledger.abort(reason)
    return True


# Players who were matched ---------------------------------------------------------------------


@transaction.atomic
def open_party(
    *,
    game: str,
    options: str,
    players: Sequence[Player],
    bots: int = 0,
    rated: bool = False,
    now: int,
) -> Table:
    """Open a table for a match.  The matched players sit in random seats, and count as away until
    they connect; `bots` of the usual level take the other seats."""
    rules, o = read_rules(game, options, "")
    if o.players != len(players) + bots:
        raise Refused("TABLE_FULL")
    outside = any(player.owner_id is not None for player in players)
    ledger = new_table(rules, o, by=None, now=now, outside_bots=outside, vacate_after_s=COME_S)
    if rated:
        make_rated(ledger, players[0])
    waiting = list(players)
    while waiting:
        player = secrets.choice(waiting)
        waiting.remove(player)
        seats.take(ledger, player, present=False)
    for level in BOTS[game].company(bots):
        seats.take(ledger, find_bot(level, ledger))
    deal.deal_when_ready(ledger)
    close(ledger)
    return ledger.table


def join(*, table: TableKey, player: Player, now: int) -> None:
    """Seat a matched player at an open table; the player counts as away until they connect."""
    with under_lock(table, now=now) as ledger:
        seats.verify_may_sit(ledger.table, player, now=ledger.now)
        if any(seat.player_id == player.pk for seat in ledger.seats):
            raise Refused("ALREADY_SEATED")
        seats.verify_free(ledger)
        seats.verify_company(ledger, player, anyway=False)
        seats.verify_not_kept(ledger, player)
        ledger.change(vacate_after_s=COME_S)
        seats.take(ledger, player, present=False)
        deal.deal_when_ready(ledger)
