"""One pass over all wishes: each wish is ended, matched or kept.

The wishes stay locked until the tables are open, so two workers at once give one result."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db import OperationalError, transaction
from django.db.models import Q

from games.accounts.models import Player
from games.accounts.sanctions import paused_among
from games.lobby import wishes as writer
from games.lobby.listing import UNREADABLE
from games.lobby.matching import GameKind, Join, Match, OpenTable, Seeker, match, next_look
from games.lobby.models import CONFIRMED_MS, Wish, WishEnd
from games.notices.kinds import Kind
from games.notices.writer import notify_all
from games.ratings.reading import points_of
from games.ratings.skill import Skill
from games.relations.models import Block
from games.relations.reading import person_of
from games.rules.catalogue import GAMES, find
from games.rules.options import pairs
from games.table.clock import moment
from games.table.models import Table
from games.table.rated import pool_of
from games.table.refusals import Refused
from games.table.writer import arranged

MOST_WISHES, MOST_TABLES = 500, 200
MOST_MATCHES = 50  # matches of one pass, which locks all wishes; the next comes at once
MET_MS = 10 * 60_000  # players matched with each other come last for so long
Decision = Join | Match


class Presence(NamedTuple):
    """The presence of players: those with an open page, those who closed their last page some time
    ago, and by player the tab that will open the table."""

    online: Collection[int]
    left: Collection[int]
    tabs: Mapping[int, str] = {}


@transaction.atomic
def run(presence: Presence, now: int) -> int | None:
    """End and match wishes.  Return the time (epoch ms) at which to run again if nothing changes
    earlier."""
    standing = Wish.objects.standing().select_related("player").order_by("pk")
    rows = standing.select_for_update(of=("self",), no_key=True)[:MOST_WISHES]
    wishes = {wish.pk: wish for wish in without_ended(list(rows), presence, now)}
    present = [wish for wish in wishes.values() if wish.player_id in presence.online]
    seekers = seekers_of(present, now)
    tables = open_tables(now) if seekers else []
    left = match_all(wishes, seekers, tables, presence, now)
    expiries = [wish.confirmed_ms + CONFIRMED_MS for wish in wishes.values() if not wish.end]
    again = next_look(left, now)
    return min(expiries if again is None else [*expiries, again], default=None)


def without_ended(wishes: list[Wish], presence: Presence, now: int) -> list[Wish]:
    """End wishes that can no longer be matched, and return the others."""
    playing = writer.in_company([wish.player_id for wish in wishes])
    paused = paused_among([wish.player for wish in wishes], at=moment(now))
    ended: dict[WishEnd, list[int]] = defaultdict(list)
    left: list[Wish] = []
    for wish in wishes:
        if wish.player_id in playing:
            ended[WishEnd.PLAYING].append(wish.player_id)
        elif wish.player_id in paused:
            ended[WishEnd.PAUSED].append(wish.player_id)
        elif wish.confirmed_ms + CONFIRMED_MS <= now:
            ended[WishEnd.UNCONFIRMED].append(wish.player_id)
        elif wish.player_id in presence.left:
            ended[WishEnd.AWAY].append(wish.player_id)
        else:
            left.append(wish)
    for cause, players in ended.items():
        writer.end(players, cause, now)
    return left


def match_all(
    wishes: Mapping[int, Wish],
    seekers: list[Seeker],
    tables: list[OpenTable],
    presence: Presence,
    now: int,
) -> list[Seeker]:
    """Carry out every decision.  If a table refuses a player, match again without this table.
    Return the seekers who are still waiting."""
    while True:
        refused: set[int] = set()
        done: set[int] = set()
        for decision in match(seekers, tables, now)[:MOST_MATCHES]:
            numbers = decision.wishes if isinstance(decision, Match) else (decision.wish,)
            table = carry_out(decision, [wishes[number] for number in numbers], now)
            if table is not None:
                done |= set(numbers)
                note_matched([wishes[number] for number in numbers], table, presence, now)
            elif isinstance(decision, Join):
                refused.add(decision.table)
            else:
                done |= set(numbers)  # the next pass tries again
        seekers = [seeker for seeker in seekers if seeker.wish not in done]
        tables = [open_table for open_table in tables if open_table.table not in refused]
        if not refused:
            return seekers


def carry_out(decision: Decision, wishes: list[Wish], now: int) -> int | None:
    """Carry out a decision, and return its table (an id).  Return None if the table refused, a row
    is locked, or today's rules cannot read the game."""
    players = [wish.player for wish in wishes]
    try:
        with transaction.atomic():
            if isinstance(decision, Join):
                arranged.join(table=decision.table, player=players[0], now=now)
                return decision.table
            game = find(decision.game)
            values = dict(pairs(decision.options)) | {game.seats_key: str(decision.size)}
            return arranged.open_party(
                game=decision.game,
                options=game.canonical(game.options(values)),
                players=players,
                bots=decision.bots,
                rated=decision.rated,
                now=now,
            ).pk
    except (Refused, OperationalError, *UNREADABLE):
        return None


def note_matched(wishes: list[Wish], table: int, presence: Presence, now: int) -> None:
    for wish in wishes:
        others = {str(other.player_id): now for other in wishes if other is not wish}
        recent = {player: at for player, at in wish.met.items() if now - at < MET_MS}
        wish.end, wish.ended_ms = WishEnd.MATCHED, now
        wish.table_id, wish.met = table, recent | others
        wish.tab = presence.tabs.get(wish.player_id, wish.tab)
    Wish.objects.bulk_update(wishes, ["end", "ended_ms", "table", "met", "tab"])
    players = [wish.player_id for wish in wishes]
    code = Table.objects.values_list("code", flat=True).get(pk=table)
    notify_all(players, Kind.MATCHED, code)
    writer.announce(players)


# What matching needs to know -------------------------------------------------------------------


def seekers_of(wishes: list[Wish], now: int) -> list[Seeker]:
    apart = blocks_of({person_of(wish.player) for wish in wishes})
    points = Points([wish.player_id for wish in wishes if wish.rated], moment(now))
    return [
        Seeker(
            wish=wish.pk,
            player=wish.player_id,
            person=person_of(wish.player),
            since=wish.made_ms,
            kinds=kinds_of(wish, points),
            rated=wish.rated,
            bots_after_ms=None if wish.bots_after_s is None else 1000 * wish.bots_after_s,
            outside_bots=wish.outside_bots,
            is_bot=wish.player.is_bot,
            apart=frozenset(apart[person_of(wish.player)]),
            met=frozenset(int(player) for player, at in wish.met.items() if now - at < MET_MS),
        )
        for wish in wishes
    ]


def kinds_of(wish: Wish, points: "Points") -> tuple[GameKind, ...]:
    return tuple(
        GameKind(
            game=kind["game"],
            options=kind["options"],
            low=kind["low"],
            high=kind["high"],
            points=points.of(wish.player_id, kind["game"], kind["preset"]) if wish.rated else 0,
        )
        for kind in wish.kinds
    )


def blocks_of(people: Collection[int]) -> dict[int, set[int]]:
    """For each person, the people whom the person blocks, or who block the person."""
    blocks: dict[int, set[int]] = defaultdict(set)
    rows = Block.objects.filter(Q(player__in=people) | Q(blocked__in=people))
    for player, blocked in rows.values_list("player", "blocked"):
        blocks[player].add(blocked)
        blocks[blocked].add(player)
    return blocks


class Points:
    """Ratings of these players, read once for each pool."""

    def __init__(self, players: Iterable[int], now: datetime) -> None:
        self.players, self.now = list(players), now
        self.by_pool: dict[str, dict[int, int]] = {}

    def of(self, player: int, game: str, preset: str) -> int:
        pool = pool_of(game, preset, writer.FEWEST)
        if pool is None:
            return Skill().points
        if pool.key not in self.by_pool:
            self.by_pool[pool.key] = points_of(pool.key, self.players, self.now)
        return self.by_pool[pool.key].get(player, Skill().points)


def open_tables(now: int) -> list[OpenTable]:
    """Public tables with a free seat, where somebody is present."""
    joinable = Table.objects.joinable().public().filter(arranged=False, day=None, branch_at="")
    rows = joinable.listed().select_related("opened_by").order_by("pk")[:MOST_TABLES]
    tables = [
        table
        for table in rows
        if table.game in GAMES
        and any(seat.away_ms is None and not seat.bot for seat in table.seats.all())
    ]
    rated = [table for table in tables if table.rated]
    points = Points({seat.player_id for table in rated for seat in table.seats.all()}, moment(now))
    return [open_table_of(table, points, now) for table in tables]


def open_table_of(table: Table, points: Points, now: int) -> OpenTable:
    game = find(table.game)
    values = dict(pairs(table.options))
    values.pop(game.seats_key, None)
    players: list[Player] = [seat.player for seat in table.seats.all()]
    people = [player for player in players if not player.is_site_bot]
    reserved = sum(until > now for until in (table.kept or {}).values())
    opener = [] if table.opened_by is None else [table.opened_by]
    return OpenTable(
        table=table.pk,
        game=table.game,
        options=";".join(f"{key}={value}" for key, value in sorted(values.items())),
        size=table.players,
        free=max(0, table.players - len(players) - reserved),
        rated=table.rated,
        since=int(table.created_at.timestamp() * 1000),
        people=frozenset(person_of(player) for player in [*people, *opener]),
        points=tuple(points.of(person.pk, table.game, table.preset) for person in people)
        if table.rated
        else (),
        has_bots=any(player.is_site_bot for player in players),
        has_outside_bots=any(player.owner_id is not None for player in players),
        outside_bots=table.outside_bots,
        was_found=table.vacate_after_s is not None,
    )
