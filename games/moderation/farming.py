"""Signs that rated games may have been arranged (R19).  A sign only makes a moderator look at the
games, because siblings share a network, and friends play each other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import combinations, groupby
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.accounts import sanctions
from games.accounts.models import Player
from games.accounts.sanctions import AuditEntry
from games.moderation.models import SeatNetwork, Signal
from games.ratings.ledger import is_act
from games.table.models import Seat, Table
from games.table.moves import moves_of

LAST_GAMES = 30  # rated ones of a player are looked at
WITH_ONE = 0.6  # a larger share of them with one partner is a sign
SAME_NETWORK = 5  # more rated tables of a week, from the network of the partner
SAME_DEVICE = 2  # rated tables of a week, in the same browser
WEEK = timedelta(days=7)
IN_TURN = 8  # games won in turn by a pair
RESIGNED, SOON = 0.3, 10  # more of them resigned first, with fewer acts
LOOKED_AT = timedelta(hours=2)  # once an hour, for everybody who has played since


class Sign(NamedTuple):
    """A sign of arranged games, found in `times` of `of` games."""

    kind: Signal.Kind
    player: int
    partner: int | None
    times: int
    of: int


def note_network(table: Table, player: Player, network: str, accounts: Iterable[int]) -> None:
    """Note, at a rated table that is not over, the network from which a seated player looks or
    acts, and any opponent who has signed in with the same browser.  `accounts` are the accounts of
    that browser."""
    if table.rated and not table.is_over:
        noted = {
            "network": network,
            "same_device": partial(opponent_among, accounts, table, player),
            "at": timezone.now(),
        }
        SeatNetwork.objects.get_or_create(table=table, player=player, defaults=noted)


def opponent_among(accounts: Iterable[int], table: Table, player: Player) -> Player | None:
    """An opponent at this table whose account is among these accounts (ids)."""
    others = set(accounts) - {player.pk}
    seats = table.seats.filter(player__in=others).select_related("player") if others else []
    return next((seat.player for seat in seats), None)


def look(*, at: datetime) -> None:
    """Look for signs in the last games of everybody who has just played; called once an hour."""
    recent = rated_games().filter(ended_at__gt=at - LOOKED_AT)
    players = Seat.objects.filter(table__in=recent).values_list("player", flat=True)
    for player in players.distinct():
        games = last_games(player)
        for sign in (*with_one(player, games), *traded(player, games), *resigned(player, games)):
            store(sign, at)
    for sign in (*same_networks(at), *same_devices(at)):
        store(sign, at)


def store(sign: Sign, at: datetime) -> None:
    Signal.objects.update_or_create(
        kind=sign.kind,
        player_id=sign.player,
        partner_id=sign.partner,
        defaults={"times": sign.times, "of": sign.of, "found": at},
    )


def rated_games() -> QuerySet[Table]:
    return Table.objects.finished().filter(rated=True, private=False)


@transaction.atomic
def put_aside(number: int, *, by: Player, network: str, now: datetime) -> None:
    signal = Signal.objects.shown_to(by).filter(pk=number).first()
    if signal is None:
        return
    signal.seen = now
    signal.save(update_fields=["seen"])
    sanctions.record(
        by, AuditEntry.Act.SEEN, player=signal.player, subject=signal.kind, network=network, now=now
    )


def last_games(player: int) -> list[Table]:
    """The last rated games of a player, earliest first."""
    tables = rated_games().filter(seats__player=player).defer("state", "deal")
    newest = tables.prefetch_related("seats").order_by("-seats__ended_at", "-pk")
    return list(newest[:LAST_GAMES])[::-1]


def with_one(player: int, games: Sequence[Table]) -> Iterator[Sign]:
    """Yield a sign if the player met the same partner in most games."""
    if len(games) < LAST_GAMES:
        return
    partners = Counter(
        seat.player_id for table in games for seat in table.seats.all() if seat.player_id != player
    )
    for partner, count in partners.items():
        if count > WITH_ONE * len(games):
            yield Sign(Signal.Kind.PARTNER, player, partner, count, len(games))


def traded(player: int, games: Sequence[Table]) -> Iterator[Sign]:
    """Yield a sign for each partner against whom wins and losses alternate."""
    longest, runs = Counter[int](), dict[int, tuple[bool | None, int]]()
    for table in games:
        places = {seat.player_id: seat.place or table.players for seat in table.seats.all()}
        own = places.pop(player)
        for partner, place in places.items():
            last, length = runs.get(partner, (None, 0))
            ahead = None if own == place else own < place
            in_turn = ahead is not None and last is not None and ahead != last
            length = length + 1 if in_turn else int(ahead is not None)
            runs[partner] = ahead, length
            longest[partner] = max(longest[partner], length)
    for partner, count in longest.items():
        if count >= IN_TURN:
            yield Sign(Signal.Kind.TRADED, min(player, partner), max(player, partner), count, count)


def resigned(player: int, games: Sequence[Table]) -> Iterator[Sign]:
    """Yield a sign if the player was the first to resign, and early, in many games."""
    if len(games) < LAST_GAMES:
        return
    count = sum(resigned_early(player, table) for table in games)
    if count > RESIGNED * len(games):
        yield Sign(Signal.Kind.RESIGNS, player, None, count, len(games))


def resigned_early(player: int, table: Table) -> bool:
    seats = {seat.player_id: seat for seat in table.seats.all()}
    own = seats[player]
    if any((seat.place or 0) > (own.place or 0) for seat in seats.values()):
        return False  # somebody was out before
    acts = [move for move in moves_of(table) if is_act(move)]
    first = next((at for at, move in enumerate(acts) if move.act == "resign"), None)
    if first is None or acts[first].seat != own.number:
        return False
    return sum(move.seat == own.number for move in acts[:first]) < SOON


def same_networks(at: datetime) -> Iterator[Sign]:
    """Yield signs for pairs who often shared a network at rated tables of this week, and for
    players who shared a network with several different players."""
    week = SeatNetwork.objects.filter(at__gt=at - WEEK).order_by("table", "network")
    rows = week.values_list("table", "network", "player")
    together, tables = Counter[tuple[int, int]](), Counter[int]()
    for _, group in groupby(rows, key=lambda row: row[:2]):
        players = sorted(player for *_, player in group)
        tables.update(players if len(players) > 1 else [])
        together.update(combinations(players, 2))
    for (player, partner), count in together.items():
        if count > SAME_NETWORK:
            yield Sign(Signal.Kind.NETWORK, player, partner, count, count)
    for player, count in tables.items():
        most = max(times for pair, times in together.items() if player in pair)
        if count > max(most, SAME_NETWORK):
            yield Sign(Signal.Kind.NETWORK, player, None, count, count)


def same_devices(at: datetime) -> Iterator[Sign]:
    """Yield signs for pairs who have signed in with the same browser, and met at rated tables of
    this week."""
    rows = SeatNetwork.objects.filter(at__gt=at - WEEK).exclude(same_device=None)
    seats = rows.values_list("table", "player", "same_device")
    meetings = {(table, tuple(sorted(pair))) for table, *pair in seats}
    for (player, partner), count in Counter(pair for _, pair in meetings).items():
        if count >= SAME_DEVICE:
            yield Sign(Signal.Kind.DEVICE, player, partner, count, count)
