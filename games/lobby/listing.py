"""Open public tables and wishes in one list, the same for every reader: first the entries that need
one more player, then by waiting time, longest first."""

import logging
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Case, F, QuerySet, Value, When

from games.accounts.models import Player
from games.lobby.models import Wish
from games.lobby.wishes import FEWEST
from games.ratings.reading import skills_in
from games.ratings.skill import Skill
from games.relations.reading import person_of
from games.rules.catalogue import UnknownGame, find
from games.rules.options import BadOptions
from games.table.clock import moment
from games.table.models import Seat, Table
from games.table.rated import pool_of, pool_of_table

log = logging.getLogger(__name__)
MOST = 60
UNREADABLE = (BadOptions, UnknownGame)  # what the rules no longer know
Skills = dict[tuple[str, int], Skill]  # by pool and player


class WaitingPerson(NamedTuple):
    """A person who waits.  `skill` is set if the person is rated; `rtt_ms`, if the table has races
    and the round trip is known."""

    player: Player
    skill: Skill | None = None
    rtt_ms: int | None = None


class LobbyEntry(NamedTuple):
    """An open table, or a wish.  `needs`: the number of players missing until a game can begin."""

    of: Table | Wish
    needs: int
    since: int  # epoch ms
    people: list[WaitingPerson]

    @property
    def apart(self) -> set[int]:
        """The people whose blocks may hide this entry from other players.  A bot counts as its
        owner."""
        players = [person.player for person in self.people if not person.player.is_site_bot]
        if isinstance(self.of, Table) and self.of.opened_by is not None:
            players.append(self.of.opened_by)
        return {person_of(player) for player in players}


def listing(now: int, first: list[Table] | None = None) -> tuple[list[LobbyEntry], int]:
    """The first entries of the lobby, and the number of all entries, in a fixed number of queries.
    `first`: the first open tables, if they have been read."""
    tables = open_tables()
    wishes = Wish.objects.standing().select_related("player__owner").order_by("made_ms", "pk")
    some_tables = list(tables[:MOST]) if first is None else first
    some_wishes = list(wishes[:MOST])
    count = len(some_tables) if len(some_tables) < MOST else tables.count()
    count += len(some_wishes) if len(some_wishes) < MOST else wishes.count()
    skills = read_skills(some_tables, some_wishes, moment(now))
    entries = [*table_entries(some_tables, skills)]
    count -= len(some_tables) - len(entries)
    entries += [wish_entry(wish, skills) for wish in some_wishes]
    entries.sort(key=lambda entry: (entry.needs > 1, entry.since, entry.of.pk))
    return entries[:MOST], count


def table_entries(tables: Iterable[Table], skills: Skills) -> Iterator[LobbyEntry]:
    for table in tables:
        try:
            yield table_entry(table, skills)
        except UNREADABLE:
            log.warning("The lobby leaves out table %s: %s", table.code, table.options)


def open_tables() -> QuerySet[Table]:
    """The open tables with a free seat for people, in the order of the list."""
    rows = Table.objects.public().of_people().listed().joinable().filter(arranged=False, day=None)
    last = Case(When(taken=F("players") - 1, then=Value(0)), default=Value(1))
    return rows.select_related("opened_by").order_by(last, "created_at", "pk")


def table_entry(table: Table, skills: Skills) -> LobbyEntry:
    seats: list[Seat] = list(table.seats.all())
    pool, game = pool_of_table(table), find(table.game)
    races = game.races(game.read_options(table.options, table.players))
    people = [
        WaitingPerson(
            seat.player,
            skills.get((pool.key, seat.player_id), Skill()) if pool else None,
            seat.rtt_ms if races and seat.rtt_ms else None,
        )
        for seat in seats
    ]
    return LobbyEntry(
        table, table.players - len(seats), int(table.created_at.timestamp() * 1000), people
    )


def wish_entry(wish: Wish, skills: Skills) -> LobbyEntry:
    pool = pool_of_wish(wish)
    skill = skills.get((pool, wish.player_id), Skill()) if pool else None
    needs = min(max(FEWEST, kind["low"]) for kind in wish.kinds) - 1
    return LobbyEntry(wish, needs, wish.made_ms, [WaitingPerson(wish.player, skill)])


def pool_of_wish(wish: Wish) -> str:
    """The rating pool of the wish's first choice; "" if the wish is not rated."""
    kind = wish.kinds[0]
    pool = pool_of(kind["game"], kind["preset"], FEWEST) if wish.rated else None
    return pool.key if pool else ""


def read_skills(tables: Iterable[Table], wishes: Iterable[Wish], now: datetime) -> Skills:
    wanted = {(pool_of_wish(wish), wish.player_id) for wish in wishes if wish.rated}
    for table in tables:
        if pool := pool_of_table(table):
            wanted |= {(pool.key, seat.player_id) for seat in table.seats.all()}
    if not wanted:
        return {}
    return skills_in({pool for pool, _ in wanted}, {player for _, player in wanted}, now)


def without(
    entries: Iterable[LobbyEntry], blocked: Collection[int], player: Player | None
) -> list[LobbyEntry]:
    """The list as a player sees it: without the player's own wish, and without people whom the
    player blocks."""
    return [
        entry
        for entry in entries
        if entry.apart.isdisjoint(blocked)
        and not (isinstance(entry.of, Wish) and entry.of.player == player)
    ]
