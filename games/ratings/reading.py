"""Ratings as pages show them: boards, a player's pools, and the stakes or changes of a table."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.accounts.models import Player
from games.accounts.preferences import Preferences
from games.ratings.models import Note, Rating, RatingChange
from games.ratings.models import Pool as PoolRow
from games.ratings.skill import Skill, chances, expected_places
from games.table.models import Seat, Table
from games.table.rated import POOLS, Pool, pool_of_table

POINTS = 300  # points of a chart
POSITION = r"^-?[0-9]{1,6}\.[0-9]{17},[0-9]{1,15}$"  # see `position`


def board(pool: str, now: datetime) -> QuerySet[Rating]:
    """The players with a certain rating, the best after their last table first (R14).  Time without
    games widens the shown margin, and finally removes players from the board."""
    # Not by a join: PostgreSQL would not know that the index has the order.
    row = PoolRow.objects.filter(key=pool)[:1]
    listed = Rating.objects.filter(pool=row, listed_until__gt=now)
    hidden = Preferences.objects.filter(chosen__boards=False)
    listed = listed.exclude(player__in=hidden.values("player"))
    confirmed = Player.objects.confirmed()  # many accounts of one person are many addresses
    if POOLS[pool].of_bots:
        listed = listed.filter(Q(player__owner=None) | Q(player__owner__in=confirmed))
    else:
        listed = listed.filter(player__in=confirmed)
    return listed.select_related("player__owner").order_by("-sure", "player")


def beyond(sure: float, player: int, *, up: bool) -> Q:
    """The condition for rows of a board below this position, or above it (`up`).  The index scan is
    limited by the first condition alone."""
    if up:
        return Q(sure__gte=sure) & ~Q(sure=sure, player__gte=player)
    return Q(sure__lte=sure) & ~Q(sure=sure, player__lte=player)


def position(rating: Rating) -> str:
    """The position of a row on its board, as text for a URL."""
    return f"{rating.sure:.17f},{rating.player_id}"


def read_position(text: str, *, up: bool = False) -> Q:
    """The condition for rows below the position in this text, or above it (`up`).  Raises
    ValueError if the text is not a position."""
    if not re.fullmatch(POSITION, text):
        raise ValueError(text)
    sure, _comma, player = text.partition(",")
    return beyond(float(sure), int(player), up=up)


def first_place(listed: QuerySet[Rating], rows: Sequence[Rating]) -> int:
    """The place on the board of the first of these rows, from 1."""
    if not rows:
        return 1
    return listed.filter(beyond(rows[0].sure, rows[0].player_id, up=True)).count() + 1


class Own(NamedTuple):
    """A player's place on a board, with the rows just before and after it."""

    place: int
    first: int  # place of the first row
    rows: list[Rating]


def own_place(pool: str, player: Player, now: datetime, beside: int = 2) -> Own | None:
    """The place of a player on the board; None if they are not on it."""
    listed = board(pool, now)
    mine = listed.filter(player=player).first()
    if mine is None:
        return None
    ahead = listed.filter(beyond(mine.sure, player.pk, up=True))
    behind = listed.filter(beyond(mine.sure, player.pk, up=False))
    above = list(ahead.reverse()[:beside])[::-1]
    place = ahead.count() + 1
    return Own(place, place - len(above), [*above, mine, *behind[:beside]])


def of_player(player: Player) -> QuerySet[Rating]:
    return Rating.objects.filter(player=player).select_related("pool").order_by("pool__key")


def skill_of(rating: Rating, now: datetime) -> Skill:
    """The player's skill now: the deviation has grown since the last rated table."""
    return rating.record.skill_at(now)


def pools_of(player: Player, now: datetime) -> list[tuple[Pool, Skill, int]]:
    """The pools in which a player is rated, with the skill and the number of games."""
    rows = of_player(player)
    return [(POOLS[row.pool.key], skill_of(row, now), row.games) for row in rows if row.games]


def points_of(pool: str, players: Iterable[int], now: datetime) -> dict[int, int]:
    """The points of these players by id, without players who have no rating."""
    return {player: skill.points for player, skill in skills_of(pool, players, now).items()}


def skills_of(pool: str, players: Iterable[int], now: datetime) -> dict[int, Skill]:
    rows = Rating.objects.filter(pool__key=pool, player__in=players, games__gt=0)
    return {rating.player_id: skill_of(rating, now) for rating in rows}


def skills_in(
    pools: Iterable[str], players: Iterable[int], now: datetime
) -> dict[tuple[str, int], Skill]:
    """The skills of these players in each of these pools, by pool and player, in one query."""
    rows = Rating.objects.filter(pool__key__in=pools, player__in=players, games__gt=0)
    ratings = rows.select_related("pool")
    return {(rating.pool.key, rating.player_id): skill_of(rating, now) for rating in ratings}


def changes_of(rating: Rating) -> QuerySet[RatingChange]:
    """The ledger of one player in one pool, the latest first."""
    return RatingChange.objects.filter(
        player=rating.player_id, pool=rating.pool_id, generation=rating.pool.generation
    ).order_by("-number")


def course(rating: Rating) -> list[tuple[int, Skill]]:
    """The number and the skill of each counted table in order, thinned to about POINTS for a
    chart."""
    rows = changes_of(rating).filter(note=Note.COUNTED).order_by("number")
    skills = [Skill(mu, sigma) for mu, sigma in rows.values_list("mu", "sigma")]
    every = -(-len(skills) // POINTS) or 1
    last = len(skills) - 1
    return [(n + 1, skill) for n, skill in enumerate(skills) if (last - n) % every == 0]


# Tables ----------------------------------------------------------------------------------


class Stake(NamedTuple):
    """A seat of a rated table: its expected result, and the change of its rating."""

    seat: Seat
    skill: Skill  # before the game
    chance: float  # chance of winning
    expected: float  # place
    change: RatingChange | None

    @property
    def percent(self) -> int:
        return round(100 * self.chance)

    @property
    def gain(self) -> int:
        """Points won (or lost, below 0); 0 before the table is counted."""
        return self.change.skill.points - self.skill.points if self.change else 0


def stakes(table: Table, now: datetime) -> list[Stake]:
    """The stakes of the seats of a rated table, with the changes once the table is counted."""
    seats = list(table.seats.select_related("player").order_by("number"))
    pool = pool_of_table(table)
    if pool is None or not seats:
        return []
    changes: Mapping[int, RatingChange] = {
        change.seat: change for change in RatingChange.objects.filter(table=table)
    }
    rows = Rating.objects.filter(pool__key=pool.key, player__in=[s.player_id for s in seats])
    ratings = {rating.player_id: rating for rating in rows}
    skills = [before(seat, changes, ratings, now) for seat in seats]
    likely, places = chances(skills), expected_places(skills)
    return [
        Stake(seat, skill, chance, place, changes.get(seat.number))
        for seat, skill, chance, place in zip(seats, skills, likely, places, strict=True)
    ]


def before(
    seat: Seat, changes: Mapping[int, RatingChange], ratings: Mapping[int, Rating], now: datetime
) -> Skill:
    if seat.number in changes:
        return changes[seat.number].before
    rating = ratings.get(seat.player_id)
    return skill_of(rating, now) if rating else Skill()


def note_of(stakes: Sequence[Stake]) -> str:
    """The reason why a table does not change ratings, in words; "" if it changes them."""
    change = stakes[0].change if stakes else None  # the same for each seat
    return str(Note(change.note).label) if change and change.note else ""
