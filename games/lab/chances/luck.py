"""A player's luck over many games: the parts of each split that are kept, and their sums."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from django.db.models import Avg, Count, F, Sum
from django.dispatch import Signal

from games.accounts.callers import Caller
from games.accounts.models import Player
from games.lab.chances import curves
from games.lab.chances.course import course_of_table, judging, levels_of, strongest
from games.lab.chances.curve import FIRST, MORE
from games.lab.chances.decisions import looks_of
from games.lab.chances.models import GameLuck, Kind, StoredCurve
from games.lab.chances.split import split_of
from games.lab.chances.work import MOST_PLACES
from games.lab.counting.adapter import ADAPTERS, BadRun
from games.lab.runs import limits
from games.lab.runs.models import State
from games.limits.declared import RUNS
from games.rules.catalogue import find
from games.rules.options import BadOptions
from games.table.models import Table

MOST = 50  # games that are analysed on request
LARGEST = 100_000_000  # the weight of all these games together, in games of War
COMPARED = 10  # fewest games of a player for a comparison, and fewest other players
Z95 = 1.959964

# Sent after a commit: player_id, and tables, the keys of those to be analysed.
analysis_wanted = Signal()


class Luck(NamedTuple):
    """The luck of a player in some games, in wins, with the standard error."""

    games: int
    luck: float
    error: float

    @property
    def half_width(self) -> float:
        return Z95 * self.error


def note(row: StoredCurve) -> None:
    """Store the result of a complete split for its player, if the strongest bot judged the
    choices."""
    if row.kind != Kind.SPLIT or not row.is_done:
        return
    seat = int(row.view)
    if row.policies.split(",")[seat - 1] != strongest(row.game):
        return
    table = Table.objects.filter(code=row.source).first()
    mine = table.seats.filter(number=seat).select_related("player").first() if table else None
    if table is None or mine is None or mine.player.is_bot or table.ended_at is None:
        return
    split = split_of(row.curve)
    GameLuck.objects.update_or_create(
        player=mine.player,
        table=table,
        defaults={
            "at": table.ended_at,
            "luck": split.luck,
            "choice": split.choice,
            "error": split.choice_error,
            "choices": len(split.choices),
        },
    )


# Analysis on request -------------------------------------------------------------------------


def judged_tables(player: Player) -> Sequence[Table]:
    """The last games of a player in which the lab judges choices, the newest first."""
    judged = [key for key, adapter in ADAPTERS.items() if adapter.decisions]
    tables = Table.objects.visible_to(player.pk).over().filter(status="finished", game__in=judged)
    mine = tables.filter(seats__player=player).exclude(deal="").order_by("-ended_at", "-pk")
    return [table for table in mine.defer("result")[:MOST] if has_choices(table)]


def has_choices(table: Table) -> bool:
    """Whether the game was played by today's rules, and these rules give players something to
    decide."""
    try:
        rules, known = find(table.game), ADAPTERS[table.game].decisions
        o = rules.options(table.options)
    except BadOptions:
        return False
    is_judged = known is not None and known.are_judged(o) and rules.has_decisions(o)
    return is_judged and table.rules_version == rules.rules_version


def missing(player: Player) -> list[Table]:
    """The judged tables that are not analysed yet, up to the weight that the lab accepts at
    once."""
    known = set(GameLuck.objects.filter(player=player).values_list("table", flat=True))
    tables = [table for table in judged_tables(player) if table.pk not in known]
    chosen: list[Table] = []
    weight = 0
    for table in tables:
        weight += weight_of(table)
        if chosen and weight > LARGEST:
            break
        chosen.append(table)
    return chosen


def weight_of(table: Table) -> int:
    """The weight of an analysis, in games of War: the same as that of a curve."""
    return (MOST_PLACES * FIRST + MORE) * ADAPTERS[table.game].cost


def ask_for(caller: Caller) -> None:
    """Request the analysis of this player's last games that are not analysed yet; the lab does
    other work in between.  Raises BadRun, TooMany."""
    player = caller.player
    assert player is not None
    tables = missing(player)
    if not tables:
        return
    limits.verify_idle(player)
    caller.verify(RUNS, weight=sum(map(weight_of, tables)), busy=limits.is_busy())
    analysis_wanted.send(GameLuck, player_id=player.pk, tables=[table.pk for table in tables])


def analyse(player_id: int, table_id: int) -> None:
    """Start the split of a player's result in this game, or store its result if it exists."""
    tables = Table.objects.over().prefetch_related("seats__player")
    table = tables.filter(pk=table_id).first()
    seat = next((s for s in table.seats.all() if s.player_id == player_id), None) if table else None
    if table is None or seat is None:
        return
    try:
        rules = find(table.game)
        o, level = rules.options(table.options), strongest(table.game)
        playouts = judging(rules, o, levels_of(table), seat.number, level)
        view = str(seat.number)
        row = curves.find_curve(table.code, playouts, view, Kind.SPLIT)
        if row is None or row.status == State.FAILED:
            own = playouts.policies[seat.number - 1]
            looks = looks_of(course_of_table(table), seat.number - 1, own)
            curves.start(table.code, playouts, view, looks, seat.player, Kind.SPLIT)
        else:
            note(row)
    except (BadRun, BadOptions):
        return  # the rules no longer exist


# What it adds up to --------------------------------------------------------------------------


def luck_of(player: Player) -> Luck | None:
    """The luck in all analysed games of a player; None if no game is analysed."""
    found = GameLuck.objects.filter(player=player).aggregate(
        games=Count("pk"), luck=Sum("luck"), square=Sum(F("error") * F("error"))
    )
    if not found["games"]:
        return None
    return Luck(found["games"], found["luck"], sqrt(found["square"]))


def luckier_than(player: Player) -> int | None:
    """The number of players out of ten who had less luck per game; None if there are too few games
    or players for a comparison."""
    means = GameLuck.objects.values("player").annotate(games=Count("pk"), mean=Avg("luck"))
    known: dict[int, float] = dict(means.filter(games__gte=COMPARED).values_list("player", "mean"))
    own = known.pop(player.pk, None)
    if own is None or len(known) < COMPARED:
        return None
    fewer = sum(mean < own for mean in known.values())
    return round(10 * fewer / len(known))


def course_of_choices(player: Player) -> list[tuple[int, float, float]]:
    """For each analysed game with choices, in order of time: the number of games so far, the
    average effect of a choice in these games, and its standard error, both in wins."""
    rows = GameLuck.objects.filter(player=player, choices__gt=0).order_by("at", "pk")
    course, total, square, choices = [], 0.0, 0.0, 0
    for number, row in enumerate(rows, 1):
        total, square = total + row.choice, square + row.error**2
        choices += row.choices
        course.append((number, total / choices, sqrt(square) / choices))
    return course
