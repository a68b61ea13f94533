"""The acts of players, bots and the server at a table.  Each function is one transaction: lock,
handle deadlines, verify, do, append moves, save, announce after the commit.  Every function raises
Refused.  The acts of tournaments are in `arranged`."""

import logging
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, OperationalError
from django.utils import translation
from django.utils.translation import gettext

from games.accounts.models import Player
from games.rules.game import Act, BadAct, Reject
from games.table.clock import now_ms
from games.table.models import Move, Seat, Status, Table
from games.table.refusals import Refused, Verdict
from games.table.writer import deal, offers, opening, outages, seats
from games.table.writer.ledger import Ledger
from games.table.writer.opening import open_daily, open_table, read_rules
from games.table.writer.orders import Known, Order, Outdated, TableKey, acting, under_lock
from games.table.writer.playout import fast_forward, play_ahead, play_out

log = logging.getLogger(__name__)
__all__ = ["Order", "fast_forward", "open_daily", "open_table", "play_ahead"]
__all__ += ["play_out", "read_rules"]


# Seats -------------------------------------------------------------------------------------


def sit(
    order: Order, *, number: int | None = None, anyway: bool = False, invited: bool = False
) -> Verdict:
    """Take this seat, or any free one; with `anyway`, even at a table with a person whom the player
    blocks."""
    with acting(order) as ledger:
        seats.verify_may_sit(ledger.table, order.player, now=ledger.now, invited=invited)
        if any(seat.player_id == order.player.pk for seat in ledger.seats):
            raise Refused("ALREADY_SEATED")
        seats.verify_free(ledger)
        if not order.player.is_bot:
            opening.verify_games(order.player)
        chosen = seats.free_number(ledger, number)
        seats.verify_company(ledger, order.player, anyway=anyway)
        seats.verify_not_kept(ledger, order.player)
        seats.verify_pace(order.player)
        seats.take(ledger, order.player, number=chosen, command=order.command)
        deal.deal_when_ready(ledger)
    return ledger.verdict


def seat_bot(order: Order, *, level: str, number: int | None = None) -> Verdict:
    """Invite a bot, which any player at the table may do."""
    with acting(order) as ledger:
        verify_host(ledger, order.player)
        seats.verify_free(ledger)
        seats.make_room(ledger, number)
        bot = opening.find_bot(level, ledger)
        seats.verify_pace(order.player)
        seats.take(ledger, bot, number=number, by=order.player, command=order.command)
        deal.deal_when_ready(ledger)
    return ledger.verdict


def unseat_bot(order: Order, *, number: int) -> Verdict:
    """Remove a bot, which any player at the table may do."""
    with acting(order) as ledger:
        verify_host(ledger, order.player)
        seats.verify_free(ledger)
        bot = next((s for s in ledger.seats if s.number == number and s.bot), None)
        if bot is None:
            raise Refused("NOT_A_BOT")
        if number in opening.fixed_bots(ledger):
            raise Refused("HOUSE_SEAT")
        ledger.vacate(bot, by=order.player, command=order.command)
        deal.deal_when_ready(ledger)
    return ledger.verdict


def leave(order: Order) -> Verdict:
    """Leave the seat before the deal."""
    with acting(order) as ledger:
        seat = ledger.seat_of(order.player)
        seats.verify_free(ledger)
        ledger.vacate(seat, by=order.player, command=order.command)
        deal.deal_when_ready(ledger)
        opening.take_back_rematch(ledger, order.player)
    return ledger.verdict


def ready(order: Order, *, entropy: bytes) -> Verdict:
    """Mark the player as ready for the deal, with 16 random bytes from the player."""
    with acting(order) as ledger:
        if len(entropy) != deal.ENTROPY:
            raise Refused("BAD_ENTROPY")
        seat = ledger.seat_of(order.player)
        seats.verify_open(ledger)
        if seat.ready:
            raise Refused("ALREADY", gettext(Reject.ALREADY.sentence))
        come_back(ledger, seat)
        ledger.change_seat(seat, ready=True, entropy=entropy)
        ledger.log("ready", seat=seat.number, player=order.player, command=order.command)
        deal.deal_when_ready(ledger)
    return ledger.verdict


def verify_host(ledger: Ledger, by: Player) -> None:
    """Allow only players at the table and the player who opened it.  Raises Refused."""
    if by.pk != ledger.table.opened_by_id and all(s.player_id != by.pk for s in ledger.seats):
        raise Refused("NOT_ALLOWED")


# The game ----------------------------------------------------------------------------------


def act(order: Order, *, name: str, args: Mapping[str, object], by_bot: bool = False) -> Verdict:
    """Do an act of the game.  `by_bot`: a bot decided, for itself or for an absent player; a
    person's own act ends their absence.  The order's `now` is the arrival of the act, which is done
    at that time, or right after changes made while the act waited."""
    if order.known is not None and order.known.table.status != Status.RUNNING:
        order = order._replace(known=None)
    try:
        return act_once(order, name, args, by_bot=by_bot)
    except Outdated:
        return act_once(order._replace(known=None), name, args, by_bot=by_bot)


def act_once(order: Order, name: str, args: Mapping[str, object], *, by_bot: bool) -> Verdict:
    """Do an act of the game, without a second attempt.  Raises Refused, or Outdated if the table is
    from memory."""
    with acting(order, by_bot=by_bot) as ledger:
        seat = ledger.seat_of(order.player)
        verify_running(ledger)
        if by_bot and not seat.plays_itself:
            raise Refused("BOT_MOVED_ON")
        try:
            request = ledger.game.read_act(name, args)
        except BadAct as bad:
            raise Refused(bad.code, bad.reason.translate(translation)) from None
        if not ledger.seals(request):  # a request beside a hidden act would reveal it
            if not by_bot:
                come_back(ledger, seat)
            ledger.set_lead()
        arrival = ledger.at if order.now is None else ledger.table.game_ms(order.now)
        of_program = order.player.owner_id is not None
        timed = ledger.timed(seat, request, by_bot=by_bot, arrival=arrival, of_program=of_program)
        perform(ledger, order.player, seat, timed, order.command)
    return ledger.verdict


def perform(ledger: Ledger, player: Player, seat: Seat, act: Act, command: UUID | None) -> None:
    """Do the act.  A refusal of a kind in `kept_rejects` is kept in the log; any other is
    raised."""
    reject = ledger.play(seat, act, player=player, command=command)
    if reject in ledger.game.kept_rejects and command is not None:
        name, args = ledger.game.write_act(act)
        ledger.log(
            name,
            seat=seat.number,
            player=player,
            args=dict(args),
            command=command,
            refused=reject.name,
        )
    elif reject:
        raise Refused(reject.name, gettext(reject.sentence))


def resign(order: Order) -> Verdict:
    """Resign from the game."""
    return act(order, name="resign", args={})


def offer(order: Order, *, what: str) -> Verdict:
    """Offer to finish now, with the scores of the present position, or to play fast."""
    with acting(order) as ledger:
        ledger.seat_of(order.player)
        verify_running(ledger)
        offers.make(ledger, order.player, what, order.command)
    return ledger.verdict


def answer(order: Order, *, yes: bool) -> Verdict:
    """Answer the open offer; a single "no" ends the offer."""
    with acting(order) as ledger:
        ledger.seat_of(order.player)
        verify_running(ledger)
        offers.answer(ledger, order.player, yes, order.command)
    return ledger.verdict


def verify_running(ledger: Ledger) -> None:
    if ledger.table.status == Status.OPEN:
        raise Refused("NOT_STARTED")
    if ledger.table.status != Status.RUNNING:
        raise Refused("GAME_OVER")


def rematch(order: Order, *, entropy: bytes = b"") -> Table:
    """Open a new table with the same rules; a second request gets the same table.  With 16 random
    bytes the player is ready at the new table at once, so that a game against bots alone begins."""
    with under_lock(order.table, now=order.now) as ledger:
        seat = ledger.seat_of(order.player)
        if ledger.table.status != Status.FINISHED:
            raise Refused("NOT_OVER")
        if ledger.table.rematch is not None:
            return ledger.table.rematch
        opening.verify_rematch(ledger, order.player)
        new = opening.open_rematch(ledger, order.player, entropy)
        ledger.change(rematch=new)
        ledger.log("rematch", seat=seat.number, player=order.player, command=order.command)
    return new


# The server and the admins -------------------------------------------------------------------


def abort(order: Order, *, reason: str) -> Verdict:
    """End a game without a result, as an admin."""
    with under_lock(order.table, now=order.now) as ledger:
        if not order.player.is_staff:
            raise Refused("NOT_ALLOWED", gettext("Only the operators of the site may do that."))
        if ledger.table.is_over:
            raise Refused("GAME_OVER")
        ledger.abort(reason)
    return Verdict(ledger.table.shown)


def tick(*, table: TableKey, now: int | None = None, known: Known | None = None) -> int | None:
    """Handle all deadlines up to now.  Return the next deadline (epoch ms), or None if it is a new
    one."""
    if known is not None and known.table.status == Status.RUNNING:
        with suppress(IntegrityError):  # the table from memory was outdated
            if ticked(table, now, known).moves:
                return None
    ledger = ticked(table, now, None)
    return ledger.due_ms if ledger.due_ms == ledger.table.due_ms else None


def ticked(table: TableKey, now: int | None, known: Known | None) -> Ledger:
    with under_lock(table, now=now, known=known) as ledger:
        ledger.set_lead()
    return ledger


def mark_away(order: Order) -> Verdict:
    """Mark a player as away, after the last connection is closed."""
    with under_lock(order.table, now=order.now) as ledger:
        seat = ledger.seat_of(order.player)
        if seat.away_ms is None and not seat.bot and not ledger.table.is_over:
            ledger.change_seat(seat, away_ms=ledger.now)
            ledger.log("away", seat=seat.number)
    return Verdict(ledger.table.shown)


def mark_back(order: Order) -> Verdict:
    """Mark a player as connected (again)."""
    with under_lock(order.table, now=order.now) as ledger:
        seat = ledger.seat_of(order.player)
        if not ledger.table.is_over:
            come_back(ledger, seat)
    return Verdict(ledger.table.shown)


def come_back(ledger: Ledger, seat: Seat) -> None:
    """Mark the player as present, and end the play of a substitute."""
    if seat.away_ms is not None or seat.substitute:
        ledger.change_seat(seat, away_ms=None, substitute=False)
        ledger.log("back" if was_away(ledger, seat) else "arrive", seat=seat.number)


def was_away(ledger: Ledger, seat: Seat) -> bool:
    """Whether the player has left since taking the seat.  A player who opens a table counts as away
    until their page connects, but has not left."""
    moves = Move.objects.filter(table=ledger.table, seat=seat.number)
    last = moves.filter(act__in=("sit", "away", "substitute")).order_by("-number").first()
    return last is not None and last.act != "sit"


def note_rtt(*, table: TableKey, player: Player, rtt_ms: int) -> None:
    """Store the smallest round trip (ms) of a seat in the last 30 s, for judging slaps."""
    where = {"table__code" if isinstance(table, str) else "table": table}
    rows = Seat.objects.filter(player=player, **where)
    rows.update(rtt_ms=max(0, min(rtt_ms, 10_000)))


def pulse(*, now: int | None = None) -> int:
    """Report that the live worker is running, then compensate tables for the last outage.  Every
    sweep of a worker calls this.  Return the number of compensated tables."""
    reported = outages.report(now_ms() if now is None else now)
    paused = 0
    for pk in outages.owed(reported):
        try:
            with under_lock(pk, now=reported.until_ms, fire=False) as ledger:
                paused += outages.give_back(ledger, reported)
        except OperationalError:  # its row is locked for long; the next report tries again
            log.warning("Table %s is locked", pk)
    return paused


def forget(*, at: datetime) -> None:
    """Delete tables that were aborted a month ago, before the deal."""
    Table.objects.forgotten(at=at).delete()
