"""When and how cards are dealt, verifiable by everyone (section 0.2 of the rules)."""

import secrets
from collections.abc import Collection

from games.accounts.models import Player
from games.accounts.sanctions.reading import paused_among
from games.rules import fairness
from games.table import rated
from games.table.clock import moment
from games.table.models import Status
from games.table.writer import reactions
from games.table.writer.ledger import Ledger

ENTROPY = 16  # bytes from every seat
PATIENCE_MS = 20_000  # how long the others wait for the last player to be ready
FEWEST = 2  # seats that must be ready before that time starts


def deal_when_ready(book: Ledger) -> None:
    """After a change of seats, deal if all are ready, or start or stop the waiting time."""
    full = len(book.seats) == book.table.players
    ready = [seat for seat in book.seats if seat.ready]
    if full and len(ready) == len(book.seats):
        deal(book, at=book.now)
    elif book.table.arranged:
        pass  # whoever arranged it says when it begins without the others
    elif full and len(ready) >= FEWEST and any(not seat.bot for seat in ready):
        if book.table.deal_ms is None:
            wait_ms = 1000 * (book.table.vacate_after_s or 0)  # who is away may still lose the seat
            book.change(deal_ms=book.now + PATIENCE_MS + wait_ms)
    elif book.table.deal_ms is not None:
        book.change(deal_ms=None)


def stop(book: Ledger, paused: Collection[int]) -> None:
    """Somebody may not play a rated game any more: the others wait for another player."""
    for seat in book.seats:
        if not rated.may_begin([seat.player], paused=paused):
            book.change_seat(seat, ready=False)
            book.log("unready", seat=seat.number)
    book.change(deal_ms=None)


def is_among_bots(book: Ledger) -> bool:
    """Whether bots of programs play without people."""
    players = Player.objects.filter(pk__in=[seat.player_id for seat in book.seats])
    return all(player.is_bot for player in players) and any(player.owner_id for player in players)


def deal(book: Ledger, *, at: int) -> None:
    """Shuffle with the key made of the server's secret and every seat's random bytes."""
    players = [seat.player for seat in book.seats]
    paused = paused_among(players, at=moment(at)) if book.table.rated else set()
    if book.table.rated and not rated.may_begin(players, paused=paused):
        if not book.table.arranged:
            stop(book, paused)
            return
        book.change(rated=False)  # it is played all the same
    for seat in book.seats:
        if not seat.entropy:
            book.change_seat(seat, ready=True, entropy=secrets.token_bytes(ENTROPY))
        if seat.away_ms is not None:  # absence counts from the deal
            book.change_seat(seat, away_ms=max(seat.away_ms, at))
    game, o = book.game, book.o
    deal_text = game.deal_text(game.deal(o, fairness.shuffle(book.key, game.pack(o))))
    # From the text, like a replay, so that both agree in every byte.
    book.state = game.from_deal_text(o, deal_text)
    book.change(
        status=Status.RUNNING,
        started_ms=at,
        deal_ms=None,
        deal=deal_text,
        rules_version=game.rules_version,
        among_bots=book.table.outside_bots and is_among_bots(book),
    )
    book.log("deal", at=0)
    book.played(0)
    reactions.set_lead(book)
