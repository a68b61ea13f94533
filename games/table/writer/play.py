"""The only writer of tables.  Each function is one transaction: lock, fire due timers, verify,
do, append moves, save, announce after the commit.  All of them raise Refused.

`table` is a row, its id or its code; `now` is epoch ms; `command` is the client's id, and the
same id gets the same answer again."""

from collections.abc import Callable, Mapping
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError
from django.utils import translation
from django.utils.translation import gettext

from games.accounts.models import Player
from games.rules.game import Act, BadAct, Reject
from games.table.clock import now_ms
from games.table.models import Pulse, Seat, Status, Table
from games.table.refusals import Refused, Verdict
from games.table.writer import deadlines, deal, idempotency, offers, opening, reactions, seats
from games.table.writer.ledger import Ledger
from games.table.writer.opening import open_daily, open_table, read_rules
from games.table.writer.outages import OUTAGE_MS, alive_ms
from games.table.writer.outages import give_back as give_back_to
from games.table.writer.playout import fast_forward, play_out
from games.table.writer.transaction import TableKey, number_of, under_lock

__all__ = ["fast_forward", "open_daily", "open_table", "play_out", "read_rules"]


def once(
    table: TableKey,
    player: Player,
    command: UUID | None,
    now: int | None,
    do: Callable[[Ledger], None],
    *,
    by_bot: bool = False,
) -> Verdict:
    """Run `do` and return the answer; a repeated command id gets its first answer.  A bot's
    refusal is not stored: it decides again."""
    table = number_of(table)
    key = None if by_bot else command
    judged = False
    try:
        with under_lock(table, now=now) as book:
            if (old := idempotency.recall(book, player, key)) is not None:
                raise old
            try:
                book.verify_not_paused()
                do(book)
            except Refused as refused:
                refused.version = book.start
                if (earlier := idempotency.find(book.table, player, command)) is not None:
                    return earlier
                judged = True
                raise
    except IntegrityError:  # only a second move with this command id can cause it
        again = idempotency.find(book.table, player, command)
        if again is None:
            raise
        return again
    except Refused as refused:
        if judged:
            idempotency.remember(book, player, key, refused)
        raise
    verdict = idempotency.verdict(book, command)
    if verdict.code:
        raise idempotency.refused_again(book.table.game, verdict)
    return verdict


# Seats -------------------------------------------------------------------------------------


def sit(
    *,
    table: TableKey,
    player: Player,
    number: int | None = None,
    anyway: bool = False,
    invited: bool = False,
    command: UUID | None = None,
    now: int | None = None,
) -> Verdict:
    """Take this seat, or any free one; `anyway`: also beside somebody whom the player blocks."""

    def do(book: Ledger) -> None:
        seats.verify_may_sit(book.table, player, now=book.now, invited=invited)
        if any(seat.player_id == player.pk for seat in book.seats):
            raise Refused("ALREADY_SEATED")
        seats.verify_free(book)
        chosen = seats.free_number(book, number)
        seats.verify_company(book, player, anyway=anyway)
        seats.verify_not_kept(book, player)
        seats.verify_pace(player)
        seats.take(book, player, number=chosen, command=command)
        deal.deal_when_ready(book)

    return once(table, player, command, now, do)


def seat_bot(
    *,
    table: TableKey,
    by: Player,
    level: str,
    number: int | None = None,
    command: UUID | None = None,
    now: int | None = None,
) -> Verdict:
    """Invite a bot, by a player at the table."""

    def do(book: Ledger) -> None:
        verify_host(book, by)
        seats.verify_free(book)
        seats.make_room(book, number)
        bot = opening.find_bot(level, book)
        seats.verify_pace(by)
        seats.take(book, bot, number=number, by=by, command=command)
        deal.deal_when_ready(book)

    return once(table, by, command, now, do)


def unseat_bot(
    *,
    table: TableKey,
    by: Player,
    number: int,
    command: UUID | None = None,
    now: int | None = None,
) -> Verdict:
    """Remove a bot, by a player at the table."""

    def do(book: Ledger) -> None:
        verify_host(book, by)
        seats.verify_free(book)
        bot = next((s for s in book.seats if s.number == number and s.bot), None)
        if bot is None:
            raise Refused("NOT_A_BOT")
        if number in opening.fixed_bots(book):
            raise Refused("HOUSE_SEAT")
        book.vacate(bot, by=by, command=command)
        deal.deal_when_ready(book)

    return once(table, by, command, now, do)


def leave(
    *, table: TableKey, player: Player, command: UUID | None = None, now: int | None = None
) -> Verdict:
    """Give up the seat, before the deal."""

    def do(book: Ledger) -> None:
        seat = book.seat_of(player)
        seats.verify_free(book)
        book.vacate(seat, by=player, command=command)
        deal.deal_when_ready(book)
        opening.take_back_rematch(book, player)

    return once(table, player, command, now, do)


def ready(
    *,
    table: TableKey,
    player: Player,
    entropy: bytes,
    command: UUID | None = None,
    now: int | None = None,
) -> Verdict:
    """Be ready for the deal, with 16 random bytes of the player's own."""

    def do(book: Ledger) -> None:
        if len(entropy) != deal.ENTROPY:
            raise Refused("BAD_ENTROPY")
        seat = book.seat_of(player)
        seats.verify_open(book)
        if seat.ready:
            raise Refused("ALREADY", gettext(Reject.ALREADY.sentence))
        seats.come_back(book, seat)
        book.change_seat(seat, ready=True, entropy=entropy)
        book.log("ready", seat=seat.number, player=player, command=command)
        deal.deal_when_ready(book)

    return once(table, player, command, now, do)


def verify_host(book: Ledger, by: Player) -> None:
    """Only players at the table and the one who opened it."""
    if by.pk != book.table.opened_by_id and all(s.player_id != by.pk for s in book.seats):
        raise Refused("NOT_ALLOWED")


# The game ----------------------------------------------------------------------------------


def act(
    *,
    table: TableKey,
    player: Player,
    name: str,
    args: Mapping[str, object],
    command: UUID | None = None,
    now: int | None = None,
    by_bot: bool = False,
) -> Verdict:
    """Do an act of the game.  `by_bot`: a bot decided, for itself or for an absent player; a
    person's own act brings them back."""

    def do(book: Ledger) -> None:
        seat = book.seat_of(player)
        verify_running(book)
        if by_bot and not seat.plays_itself:
            raise Refused("BOT_MOVED_ON")
        try:
            request = book.game.read_act(name, args)
        except BadAct as bad:
            raise Refused(bad.code, bad.reason.translate(translation)) from None
        if not book.seals(request):  # what stays hidden must not be betrayed by what comes with it
            if not by_bot:
                seats.come_back(book, seat)
            reactions.set_lead(book)
        perform(book, player, seat, reactions.timed(book, seat, request, by_bot=by_bot), command)

    return once(table, player, command, now, do, by_bot=by_bot)


def perform(book: Ledger, player: Player, seat: Seat, act: Act, command: UUID | None) -> None:
    """Do the act.  A refusal that matters to others is kept in the log; any other is raised."""
    reject = book.play(seat, act, player=player, command=command)
    if reject in book.game.kept_rejects and command is not None:
        name, args = book.game.write_act(act)
        book.log(
            name,
            seat=seat.number,
            player=player,
            args=dict(args),
            command=command,
            refused=reject.name,
        )
    elif reject:
        raise Refused(reject.name, gettext(reject.sentence))


def resign(
    *, table: TableKey, player: Player, command: UUID | None = None, now: int | None = None
) -> Verdict:
    return act(table=table, player=player, name="resign", args={}, command=command, now=now)


def offer(
    *,
    table: TableKey,
    player: Player,
    what: str,
    command: UUID | None = None,
    now: int | None = None,
) -> Verdict:
    """Offer to finish now (scored like the cap), or to play fast."""

    def do(book: Ledger) -> None:
        book.seat_of(player)
        verify_running(book)
        offers.make(book, player, what, command)

    return once(table, player, command, now, do)


def answer(
    *,
    table: TableKey,
    player: Player,
    yes: bool,
    command: UUID | None = None,
    now: int | None = None,
) -> Verdict:
    """Answer the open offer; one no ends it."""

    def do(book: Ledger) -> None:
        book.seat_of(player)
        verify_running(book)
        offers.answer(book, player, yes, command)

    return once(table, player, command, now, do)


def verify_running(book: Ledger) -> None:
    if book.table.status == Status.OPEN:
        raise Refused("NOT_STARTED")
    if book.table.status != Status.RUNNING:
        raise Refused("GAME_OVER")


def rematch(
    *,
    table: TableKey,
    player: Player,
    entropy: bytes = b"",
    command: UUID | None = None,
    now: int | None = None,
) -> Table:
    """A new table with the same rules; a second request gets the same table.  With 16 random
    bytes the player is ready there at once, so against bots alone the game begins."""
    with under_lock(table, now=now) as book:
        seat = book.seat_of(player)
        if book.table.status != Status.FINISHED:
            raise Refused("NOT_OVER")
        if book.table.rematch is not None:
            return book.table.rematch
        opening.verify_rematch(book, player)
        new = opening.open_rematch(book, player, entropy)
        book.change(rematch=new)
        book.log("rematch", seat=seat.number, player=player, command=command)
    return new


# The server and the admins -------------------------------------------------------------------


def abort(*, table: TableKey, by: Player, reason: str, now: int | None = None) -> Verdict:
    """End a game without a result, by an admin."""
    with under_lock(table, now=now) as book:
        if not by.is_staff:
            raise Refused("NOT_ALLOWED", gettext("Only the operators of the site may do that."))
        if book.table.is_over:
            raise Refused("GAME_OVER")
        deadlines.close_table(book, reason)
    return Verdict(book.table.shown)


def tick(*, table: TableKey, now: int | None = None) -> int | None:
    """Do everything that is due.  If no new deadline results, return the current one in epoch
    ms."""
    with under_lock(table, now=now) as book:
        reactions.set_lead(book)
    return book.due_ms if book.due_ms == book.table.due_ms else None


def mark_away(*, table: TableKey, player: Player, now: int | None = None) -> Verdict:
    """Note that a player's last connection is gone."""
    with under_lock(table, now=now) as book:
        seat = book.seat_of(player)
        if seat.away_ms is None and not seat.bot and not book.table.is_over:
            book.change_seat(seat, away_ms=book.now)
            book.log("away", seat=seat.number)
    return Verdict(book.table.shown)


def mark_back(*, table: TableKey, player: Player, now: int | None = None) -> Verdict:
    """Note that a player is connected (again)."""
    with under_lock(table, now=now) as book:
        seat = book.seat_of(player)
        if not book.table.is_over:
            seats.come_back(book, seat)
    return Verdict(book.table.shown)


def note_rtt(*, table: TableKey, player: Player, rtt_ms: int) -> None:
    """Store the smallest round trip of a seat in the last 30 s, for judging slaps."""
    rows = (
        Seat.objects.filter(table__code=table)
        if isinstance(table, str)
        else (Seat.objects.filter(table=table))
    )
    rows.filter(player=player).update(rtt_ms=max(0, min(rtt_ms, 10_000)))


def give_back(*, now: int | None = None) -> int:
    """After an outage, give every running table the lost time back; returns how many."""
    at, alive = now_ms() if now is None else now, alive_ms()
    if not alive or at - alive <= OUTAGE_MS:
        return 0
    late = Table.objects.running().filter(moved_ms__lt=at - OUTAGE_MS)
    paused = 0
    for pk in late.values_list("pk", flat=True):
        with under_lock(pk, now=at, fire=False) as book:
            paused += give_back_to(book, alive)
    return paused


def pulse(*, now: int | None = None) -> int:
    """Report that the live worker is running (every second); the first report after an outage
    gives the lost time back.  Returns how many tables got some."""
    at = now_ms() if now is None else now
    paused = give_back(now=at)
    if not Pulse.objects.filter(pk=1).update(alive_ms=at):
        Pulse.objects.get_or_create(pk=1, defaults={"alive_ms": at})
    return paused


def forget(*, at: datetime) -> None:
    """Delete tables that were never played after a month, then guests without any trace."""
    Table.objects.forgotten(at=at).delete()
    Player.objects.forgotten(at=at).delete()
