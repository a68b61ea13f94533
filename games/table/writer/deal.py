"""The deal: when and how cards are dealt, verifiable by everyone (section 0.2 of the rules)."""

import secrets
from collections.abc import Collection

from games.accounts.models import Player
from games.accounts.sanctions import paused_among
from games.table import rated
from games.table.clock import moment
from games.table.models import Status
from games.table.reasons import Reason
from games.table.replay import rebuild
from games.table.writer.ledger import Ledger

ENTROPY = 16  # bytes from every seat
PATIENCE_MS = 20_000  # how long the others wait for the last player to be ready
FEWEST = 2  # seats that must be ready before that time starts


def deal_when_ready(ledger: Ledger) -> None:
    """Deal if all players are ready; otherwise start or stop the waiting time, after a change of
    seats."""
    full = len(ledger.seats) == ledger.table.players
    ready = [seat for seat in ledger.seats if seat.ready]
    if full and len(ready) == len(ledger.seats) and not ledger.table.shared_deal:
        deal(ledger, at=ledger.now)
    elif ledger.table.arranged:
        pass  # whoever arranged it says when it begins without the others
    elif full and len(ready) >= FEWEST and any(not seat.bot for seat in ready):
        if ledger.table.deal_ms is None:
            # An absent player may still lose the seat.
            wait_ms = 1000 * (ledger.table.vacate_after_s or 0)
            ledger.change(deal_ms=ledger.now + PATIENCE_MS + wait_ms)
    elif ledger.table.deal_ms is not None:
        ledger.change(deal_ms=None)


def stop(ledger: Ledger, paused: Collection[int]) -> None:
    """Stop the deal and wait for another player, because a player at the table may no longer play
    rated games."""
    for seat in ledger.seats:
        if not rated.may_begin([seat.player], paused=paused):
            ledger.change_seat(seat, ready=False)
            ledger.log("unready", seat=seat.number)
    ledger.change(deal_ms=None)


def is_among_bots(ledger: Ledger) -> bool:
    """Whether all players are bots, at least one of them run by a program."""
    players = Player.objects.filter(pk__in=[seat.player_id for seat in ledger.seats])
    return all(player.is_bot for player in players) and any(player.owner_id for player in players)


def deal(ledger: Ledger, *, at: int) -> None:
    """Shuffle and deal, with a key derived from the server's secret and every seat's random
    bytes."""
    players = [seat.player for seat in ledger.seats]
    paused = paused_among(players, at=moment(at)) if ledger.table.rated else set()
    if ledger.table.rated and not rated.may_begin(players, paused=paused):
        if not ledger.table.arranged:
            stop(ledger, paused)
            return
        ledger.change(rated=False)  # the game is played, but unrated
    for seat in ledger.seats:
        if not seat.entropy:
            ledger.change_seat(seat, ready=True, entropy=secrets.token_bytes(ENTROPY))
        if seat.away_ms is not None:  # absence counts from the deal
            ledger.change_seat(seat, away_ms=max(seat.away_ms, at))
    if ledger.table.is_branch:
        go_on(ledger, at=at)
        return
    game, o = ledger.game, ledger.o
    deal_text = rebuild.dealt(ledger.table, ledger.key)
    # From the text, like a replay, so that both agree in every byte.
    ledger.state = game.from_deal_text(o, deal_text)
    ledger.change(
        status=Status.RUNNING,
        started_ms=at,
        deal_ms=None,
        deal=deal_text,
        rules_version=game.rules_version,
        among_bots=ledger.table.outside_bots and is_among_bots(ledger),
    )
    ledger.log("deal", at=0)
    ledger.played(0)
    ledger.set_lead()


def go_on(ledger: Ledger, *, at: int) -> None:
    """Start a branch from its origin's position: game time continues from there, and random numbers
    come from this table's own key."""
    table = ledger.table
    try:
        ledger.state, begun_at = rebuild.begun(table)
    except ValueError:  # a release has changed the rules since the table was opened
        ledger.abort(Reason.RULES_CHANGED)
        return
    ledger.change(
        status=Status.RUNNING,
        started_ms=at - begun_at,
        deal_ms=None,
        deal=(table.branch_of or table.beginning).deal,
        rules_version=(table.branch_of or table).rules_version,
    )
    ledger.log("deal", at=begun_at, args={"code": table.origin, "place": table.branch_at})
    ledger.played(begun_at)
    ledger.set_lead()
