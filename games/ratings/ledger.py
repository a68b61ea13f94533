"""The writer of the ledger: finished rated tables, in the order in which they ended (people 3.3).
Each pool is written in one transaction that locks its row, so the result is the same if a pool is
written twice, late or by two workers."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import combinations, groupby
from operator import itemgetter

from django.db import connection, transaction
from django.db.models import Prefetch, Q, QuerySet

from games.accounts.models import Player
from games.ratings.models import Note, Pool, Rating, RatingChange
from games.ratings.skill import OTHERS, SkillRecord, rate
from games.table.models import Move, Seat, Status, Table
from games.table.moves import moves_of
from games.table.querysets import RATEABLE
from games.table.rated import POOLS

PORTION = 200  # tables of one transaction
TOGETHER = 10  # rated tables of the same two players that may count on one day (R4)
LATE = timedelta(days=1)  # a table may be committed this long after tables that ended later
OPEN = Q(is_active=True, erased=False)  # accounts
# Moves of a seat that are not acts in its game.
OUTSIDE = (
    *("sit", "bot", "leave", "missed", "arrive", "back", "away", "ready", "unready"),
    *("offer", "answer", "rematch", "unrematch"),
)


class Scores:
    """The records of the players of a pool, while tables are added."""

    def __init__(self, known: dict[int, SkillRecord] | None = None) -> None:
        self.known = known or {}

    def add(self, changes: Sequence[RatingChange]) -> None:
        """Add the seats of one table, and set the new skills in their rows."""
        at = changes[0].at
        records = [self.known.get(change.player_id, SkillRecord()) for change in changes]
        before = [record.skill_at(at) for record in records]
        counts = changes[0].note == Note.COUNTED
        after = rate(before, [change.place for change in changes]) if counts else before
        for change, old, new in zip(changes, before, after, strict=True):
            change.mu_before, change.sigma_before = old
            change.mu, change.sigma = new
        self.follow(changes)

    def follow(self, changes: Sequence[RatingChange]) -> None:
        """Add the seats of one table with the skills that the ledger already has."""
        if changes[0].note != Note.COUNTED:
            return
        players = [change.player_id for change in changes]
        for change in changes:
            record = self.known.get(change.player_id, SkillRecord())
            beside = [player for player in players if player != change.player_id]
            self.known[change.player_id] = record.after(change.skill, beside, change.at)


def locked(key: str) -> Pool:
    """The row of a pool, created if it is missing, and locked until the end of the transaction."""
    Pool.objects.get_or_create(key=key)
    rows = Pool.objects.filter(key=key)
    if connection.features.has_select_for_no_key_update:
        rows = rows.select_for_update(no_key=True)
    return rows.get()


def waiting(pool: Pool) -> QuerySet[Table]:
    """Finished rated tables that are not in the ledger, the earliest first."""
    rules = POOLS[pool.key]
    kind = {"private": False} if rules.of_bots else {"rated": True}
    tables = Table.objects.filter(RATEABLE, among_bots=rules.of_bots, **kind)
    tables = tables.filter(game=rules.game, preset__in=rules.presets, players__gt=1)
    if pool.until is not None:
        tables = tables.filter(ended_at__gte=pool.until - LATE)
    return tables.filter(rating_changes=None).order_by("ended_at", "pk")


def with_waiting() -> set[str]:
    """The keys of pools with finished tables that are not in the ledger."""
    known = {pool.key: pool for pool in Pool.objects.all()}
    return {key for key in POOLS if waiting(known.get(key) or Pool(key=key)).exists()}


def record_tables(key: str) -> int:
    """Rate the next finished tables of a pool, at most PORTION.  Return their number."""
    with transaction.atomic():
        pool = locked(key)
        seats = Prefetch("seats", Seat.objects.order_by("number").select_related("player"))
        unrated = waiting(pool).only("ended_at", "status", "archived").prefetch_related(seats)
        tables = list(unrated[:PORTION])
        if not tables:
            return 0
        idle, too_many = idle_tables(tables), too_many_together(pool, tables)
        rows: list[list[RatingChange]] = []
        for table in tables:
            row = unsaved(pool, table)
            note = note_of(pool, table, too_many=table.pk in too_many)
            note = Note.IDLE if table.pk in idle else note
            for change in row:
                change.note = note
            rows.append(row)
        append(pool, rows)
        ends = [table.ended_at for table in tables if table.ended_at]
        pool.until = max([*ends, *([pool.until] if pool.until else [])])
        pool.save()
    return len(tables)


def unsaved(pool: Pool, table: Table) -> list[RatingChange]:
    """The rows of a table for the ledger, one for each seat, not yet saved."""
    assert table.ended_at is not None
    return [
        RatingChange(
            pool=pool,
            generation=pool.generation,
            table=table,
            seat=seat.number,
            player_id=seat.player_id,
            place=seat.place or table.players,
            at=table.ended_at,
        )
        for seat in table.seats.all()
    ]


def idle_tables(tables: Sequence[Table]) -> set[int]:
    """The ids of tables with a seat that never acted in the game (R4)."""
    sizes = {table.pk: len(table.seats.all()) for table in tables}
    acts = Move.objects.filter(table__in=sizes, seat__gt=0, refused="")
    active = acts.exclude(act__in=OUTSIDE).values_list("table", "seat").distinct()
    count = Counter(table for table, _ in active)
    for table in tables:
        if table.archived:  # nothing was rated for a day
            count[table.pk] = len({move.seat for move in moves_of(table) if is_act(move)})
    return {table for table, size in sizes.items() if count[table] < size}


def is_act(move: Move) -> bool:
    return move.seat > 0 and not move.refused and move.act not in OUTSIDE


def note_of(pool: Pool, table: Table, *, too_many: bool) -> Note:
    """The note of this table in the ledger: COUNTED, or why the table does not count."""
    if POOLS[pool.key].of_bots:
        owners = [seat.player.owner_id for seat in table.seats.all() if seat.player.owner_id]
        if len(owners) > len(set(owners)):
            return Note.SIBLINGS
    return Note.TOGETHER if too_many else Note.COUNTED


def too_many_together(pool: Pool, tables: Sequence[Table]) -> set[int]:
    """The ids of tables whose players include two people who had already finished TOGETHER rated
    tables with each other that day (UTC), in any pool (R4); for bots, owners are compared, in this
    pool only.  Tables are counted, not ledger rows, because each pool is written at its own
    time."""
    ends = [table.ended_at for table in tables if table.ended_at]
    between = (datetime.combine(min(ends), time.min, UTC), max(ends))
    seats = Seat.objects.filter(ended_at__range=between, table__status=Status.FINISHED)
    everybody = [seat.player for table in tables for seat in table.seats.all()]
    rules, person = POOLS[pool.key], "player"
    if rules.of_bots:
        person = "player__owner"
        owners = {player.owner_id for player in everybody} - {None}
        seats = seats.filter(player__in=Player.objects.filter(owner__in=owners))
        seats = seats.filter(table__among_bots=True, table__private=False)
        seats = seats.filter(table__game=rules.game, table__preset__in=rules.presets)
    else:
        seats = seats.filter(player__in={player.pk for player in everybody}, table__rated=True)
    rows = seats.order_by("ended_at", "table", person).values_list("table", "ended_at", person)
    met, excess = Counter[tuple[date, tuple[int, ...]]](), set()
    for (table, ended), group in groupby(rows, key=itemgetter(0, 1)):
        day = ended.astimezone(UTC).date()
        pairs = [(day, pair) for pair in combinations([player for *_, player in group], 2)]
        if any(met[pair] >= TOGETHER for pair in pairs):
            excess.add(table)
        met.update(pairs)
    return excess


def append(pool: Pool, rows: list[list[RatingChange]]) -> None:
    """Append tables to the ledger, and update the ratings derived from it."""
    players = {change.player_id for row in rows for change in row}
    ratings = {r.player_id: r for r in Rating.objects.filter(pool=pool, player__in=players)}
    scores = Scores({player: rating.record for player, rating in ratings.items()})
    changes = RatingChange.objects.filter(pool=pool, generation=pool.generation)
    number = changes.order_by("-number").values_list("number", flat=True).first() or 0
    for row in rows:
        scores.add(row)
        for change in row:
            number += 1
            change.number = number
    RatingChange.objects.bulk_create([change for row in rows for change in row])
    write_ratings(pool, scores.known, ratings)


def uncounted(pool: Pool, known: dict[int, SkillRecord], players: Sequence[int]) -> set[int]:
    """The opponents of these players who have met at most OTHERS players, or have no confirmed
    address: one person can have many accounts of this kind.  Nobody in pools of bots, because the
    bots of the site meet few others."""
    if POOLS[pool.key].of_bots:
        return set()
    met = {opponent for player in players for opponent in known[player].opponents}
    stored = Rating.objects.filter(pool=pool, player__in=met - known.keys())
    opponents = dict(stored.values_list("player", "opponents"))
    opponents |= {player: known[player].opponents for player in met & known.keys()}
    confirmed = set(Player.objects.confirmed().filter(pk__in=met).values_list("pk", flat=True))
    few = {player for player, others in opponents.items() if len(others) <= OTHERS}
    return few | (met - confirmed)


def write_ratings(pool: Pool, known: dict[int, SkillRecord], rows: dict[int, Rating]) -> None:
    """Store the current ratings according to these records.  Ratings of closed accounts are on no
    board."""
    fields = ["mu", "sigma", "games", "opponents", "at", "best", "sure", "listed_until"]
    players = list(known)
    for start in range(0, len(players), 500):
        some = players[start : start + 500]
        closed = set(Player.objects.filter(~OPEN, pk__in=some).values_list("pk", flat=True))
        others = uncounted(pool, known, some)
        changed = [rows.get(player) or Rating(pool=pool, player_id=player) for player in some]
        for row in changed:
            row.follow(known[row.player_id], POOLS[pool.key].opponents, others)
            if row.player_id in closed:
                row.listed_until = None
        Rating.objects.bulk_update([row for row in changed if row.pk], fields)
        Rating.objects.bulk_create([row for row in changed if not row.pk])
