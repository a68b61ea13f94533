"""The seats of a table before the deal."""

import secrets
from uuid import UUID

from games.accounts.models import Player
from games.limits.declared import SEATS
from games.relations.circles import Member
from games.relations.reading import blocks_between
from games.table import rated
from games.table.clock import moment
from games.table.models import Seat, Status, Table
from games.table.refusals import Refused
from games.table.writer.deal import ENTROPY
from games.table.writer.ledger import Ledger
from games.table.writer.orders import under_lock

RESERVED_MS = 120_000  # a seat of a public table is kept for an invited player
MOST_AMONG_PEOPLE, MOST_FAST = 8, 40  # tables at which a bot of a program plays at once
ABSENT_MS = 60_000  # after this, an absent player's reserved seat may go to a bot


def verify_open(ledger: Ledger) -> None:
    if ledger.table.status != Status.OPEN:
        raise Refused("GAME_OVER" if ledger.table.is_over else "STARTED")


def verify_free(ledger: Ledger) -> None:
    """Check that players may choose their own seats at this table.  Raises Refused."""
    verify_open(ledger)
    if ledger.table.arranged:
        raise Refused("ARRANGED")


def verify_welcome(player: Player) -> None:
    if not player.is_active:
        raise Refused("BANNED")


def verify_pace(player: Player) -> None:
    """Limit the number of changes of seats, because each one is logged.  For bots of programs,
    `verify_may_sit` has the limit.  Raises Refused."""
    if not player.is_bot and not SEATS.take(player.pk):
        raise Refused("TOO_OFTEN", wait_s=SEATS.seconds_left())


def verify_may_sit(table: Table, player: Player, *, now: int, invited: bool = False) -> None:
    """Check that a player may take a seat.  A program's bot needs a table open to such bots, or an
    invitation.  Raises Refused."""
    verify_welcome(player)
    rated.verify_not_paused(table, player, at=moment(now))
    if not is_member(table, player):
        raise Refused("NOT_WELCOME")
    if table.fast and not player.is_bot:
        raise Refused("BOTS_ONLY")
    if player.owner_id is None:
        return
    if not (table.outside_bots or invited):
        raise Refused("NO_OUTSIDE_BOTS")
    held = Seat.objects.filter(player=player, table__status__in=(Status.OPEN, Status.RUNNING))
    most = MOST_FAST if table.fast else MOST_AMONG_PEOPLE
    if held.filter(table__fast=table.fast).count() >= most:
        raise Refused("BOT_BUSY")


def is_member(table: Table, player: Player) -> bool:
    """Whether the table has no circle, or the player is a member of it."""
    if table.circle_id is None:
        return True
    return Member.objects.filter(circle=table.circle_id, player=player).exists()


def verify_company(ledger: Ledger, player: Player, *, anyway: bool) -> None:
    """Check that nobody who sits at the table or opened it blocks the player, or is blocked by the
    player (unless `anyway`).  Raises Refused."""
    others = {seat.player_id for seat in ledger.seats} | {ledger.table.opened_by_id or player.pk}
    blocks = blocks_between(player, others)
    if blocks.by_them:
        raise Refused("NOT_WELCOME")
    if blocks.by_me and not anyway:
        raise Refused("BLOCKED_HERE")


def free_number(ledger: Ledger, number: int | None) -> int:
    """Return the requested seat; without a request, the first free seat, or a random one if the
    order of seats matters.  Raises Refused."""
    taken = {seat.number for seat in ledger.seats}
    free = [n for n in range(1, ledger.table.players + 1) if n not in taken]
    if number is not None and not 1 <= number <= ledger.table.players:
        raise Refused("NO_SUCH_SEAT")
    if not free:
        raise Refused("TABLE_FULL")
    if number is not None and number not in free:
        raise Refused("SEAT_TAKEN")
    if number is not None:
        return number
    return secrets.choice(free) if ledger.game.draws_seats else free[0]


def take(
    ledger: Ledger,
    player: Player,
    *,
    number: int | None = None,
    present: bool = True,
    by: Player | None = None,
    command: UUID | None = None,
) -> Seat:
    """Take a free seat for a player, or for a bot (invited by `by`).  Bots are ready at once."""
    seat = unsaved(ledger, player, number=number, present=present, by=by, command=command)
    seat.save(force_insert=True)
    return seat


def unsaved(
    ledger: Ledger,
    player: Player,
    *,
    number: int | None = None,
    present: bool = True,
    by: Player | None = None,
    command: UUID | None = None,
) -> Seat:
    """Take a seat as `take` does, without saving it.  Raises Refused."""
    rated.verify_player(ledger.table, player)
    seat = Seat(
        table=ledger.table,
        number=free_number(ledger, number),
        player=player,
        bot=player.is_site_bot,
        ready=player.is_site_bot,
        entropy=secrets.token_bytes(ENTROPY) if player.is_site_bot else b"",
        away_ms=None if present or player.is_site_bot else ledger.now,
    )
    ledger.seats = sorted([*ledger.seats, seat], key=lambda taken: taken.number)
    if player.is_site_bot:
        ledger.log("bot", seat=seat.number, player=by, args={"bot": player.pk}, command=command)
    else:
        ledger.log("sit", seat=seat.number, player=player, command=command)
    return seat


def make_room(ledger: Ledger, number: int | None) -> None:
    """Free a taken seat whose player has been absent for a minute."""
    for seat in ledger.seats:
        absent = seat.away_ms is not None and ledger.now - seat.away_ms >= ABSENT_MS
        if seat.number == number and absent and not seat.bot:
            ledger.vacate(seat)


# Kept for invited players.  This is no move: the version of the table stays ------------------


def kept_for(ledger: Ledger) -> dict[int, int]:
    """Invited players who have no seat yet, each with the time (epoch ms) until which a seat is
    kept."""
    seated = {seat.player_id for seat in ledger.seats}
    kept = {int(player): until for player, until in (ledger.table.kept or {}).items()}
    return {pk: until for pk, until in kept.items() if until > ledger.now and pk not in seated}


def verify_not_kept(ledger: Ledger, player: Player) -> None:
    """Check that no seat is kept for another player.  Raises Refused."""
    kept = kept_for(ledger)
    if player.pk not in kept and ledger.table.players - len(ledger.seats) <= len(kept):
        raise Refused("KEPT")


def reserve(*, table: Table, by: Player, player: Player, invited: int, now: int) -> None:
    """Reserve a free seat for this player on behalf of `by`, a player at the table, beside
    `invited` other players who have open invitations.  Raises Refused."""
    with under_lock(table, now=now) as ledger:
        ledger.seat_of(by)
        verify_free(ledger)
        if any(seat.player_id == player.pk for seat in ledger.seats):
            raise Refused("NOT_INVITABLE")
        if len(ledger.seats) + invited >= ledger.table.players:
            raise Refused("TABLE_FULL")
        if not ledger.table.private:
            keep(ledger, kept_for(ledger) | {player.pk: ledger.now + RESERVED_MS})


def release(*, table: Table, player: Player, now: int) -> None:
    with under_lock(table, now=now) as ledger:
        kept = kept_for(ledger)
        if kept.pop(player.pk, None):
            keep(ledger, kept)


def keep(ledger: Ledger, kept: dict[int, int]) -> None:
    Table.objects.filter(pk=ledger.table.pk).update(kept=kept)
