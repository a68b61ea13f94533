"""The present standing of an arena.  Only the standing of a finished arena is stored."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import F

from games.tournaments.checks import SMALLEST_PART
from games.tournaments.log import Act
from games.tournaments.models import Contender, Entrant, Pairing, Round, Stage, Standing
from games.tournaments.reading.record import KINDS, PENDING, settings_of, tables_of
from games.tournaments.scoring import arena, record
from games.tournaments.scoring.points import History, Line
from games.tournaments.scoring.record import Kind
from games.tournaments.scoring.standings import NO_LOTS
from games.tournaments.settings import Settings


def standing_now(stage: Stage, lots: Mapping[int, int] = NO_LOTS) -> Standing:
    """The standing after the waves so far, which is not stored.  `lots` decide only once they are
    public (4.4)."""
    contenders = stage.contenders.annotate(
        number=F("entrant__number"), status=F("entrant__status")
    ).order_by("pk")
    order = sorted(contenders, key=lambda contender: rank(contender, lots))
    rows: list[dict[str, Any]] = []
    place, last = 0, None
    for at, contender in enumerate(order, 1):
        if rank(contender, lots) != last:
            place, last = at, rank(contender, lots)
        rows.append(row(contender, place, lots))
    return Standing(stage=stage, after=stage.rounds.count(), rows=rows)


def rank(contender: Any, lots: Mapping[int, int]) -> tuple[int, ...]:
    """A key that sorts contenders: by points, sole first places, fewer games, then lot;
    disqualified entrants are last and level (5.8.6)."""
    if is_out(contender):
        return (1,)
    return 0, -contender.points, -contender.wins, contender.games, lots.get(contender.number, 0)


def is_out(contender: Any) -> bool:
    return bool(contender.status == Entrant.Status.DISQUALIFIED)


def row(contender: Any, place: int, lots: Mapping[int, int]) -> dict[str, Any]:
    """A row of a standing, in the format of every standing (14.5)."""
    lot = lots.get(contender.number)
    return {
        "entrant": contender.number,
        "place": None if is_out(contender) else place,
        "points": points(contender),
        "ties": {
            "wins": str(contender.wins),
            "games": str(contender.games),
            "lot": None if lot is None else str(lot),
        },
    }


def points(contender: Contender) -> str:
    """Points as exact text."""
    return str(contender.points * SMALLEST_PART)


def running_arena(stages: Iterable[Stage]) -> Stage | None:
    """The running arena among these stages, if there is one."""
    running = (one for one in stages if one.state == Stage.State.RUNNING)
    return next((one for one in running if one.format.in_waves), None)


def history_of(stage: Stage, entrants: Collection[int]) -> History:
    """The results so far of these entrants (their numbers), without streaks."""
    s, lines = settings_of(stage), defaultdict[int, list[Line]](list)
    decided = Pairing.objects.filter(round__stage=stage, places__entrant__number__in=entrants)
    decided = decided.exclude(status__in=PENDING).exclude(round__state=Round.State.UNDONE)
    tables = tables_of(decided.distinct())
    waves = decided.order_by("round__number").distinct().values_list("pk", "round__number")
    for pairing, number in waves:
        results = arena.results(s, [record.Round((tables[pairing],))])
        for entrant, (line,) in results.items():
            lines[entrant].append(replace(line, round=number))
    return lines


def points_now(pairing: Pairing) -> list[str]:
    """The points of a decided pairing by seat, as they count now: doubled for entrants in a series
    (5.8.3)."""
    stage, number = pairing.round.stage, pairing.round.number
    entrants = list(pairing.places.order_by("seat").values_list("entrant__number", flat=True))
    s, lines = settings_of(stage), history_of(stage, entrants)
    return [
        str(line.points)
        for entrant in entrants
        for line in arena.with_streaks(lines[entrant], streaks=s.streaks)
        if line.round == number
    ]


def count_series(s: Settings, waves: Iterable[dict[str, Any]]) -> None:
    """Replace the points in these exported waves by the points that count: doubled for entrants in
    a series (5.8.3)."""
    tallies: dict[int, arena.Tally] = {}
    for table in (table for wave in waves for table in wave["pairings"] if table["points"]):
        seats, kind = table["seats"], KINDS.get(table["status"], Kind.PLAYED)
        places = table["places"] or [None] * len(seats)
        decided = record.Round((record.Table(tuple(seats), tuple(places), kind=kind),))
        lines, counted = arena.results(s, [decided]), []
        for entrant in seats:
            before = tallies.get(entrant, arena.Tally())
            tallies[entrant] = arena.add(before, lines[entrant][0], streaks=s.streaks)
            counted.append(str(tallies[entrant].points - before.points))
        table["points"] = counted


def active_by_wave(
    acts: Iterable[Act], starters: Iterable[int]
) -> dict[tuple[int, int], frozenset[int]]:
    """The entrants who had not paused at each wave (14.3), by stage and round, read from the
    log."""
    active: frozenset[int] = frozenset()
    by_wave: dict[tuple[int, int], frozenset[int]] = {}
    for act in acts:
        args = act.args
        match act.act:
            case "start":
                active = frozenset(starters)
            case "enter" | "return":
                active |= {args["entrant"]}
            case "withdraw" | "disqualify":
                active -= {args["entrant"]}
            case "absent" if not args["rounds"]:
                active -= {args["entrant"]}
            case "noshow" | "rule":
                active -= {*args["absent"]}
            case "draw":
                by_wave[args["stage"], args["round"]] = active
    return by_wave
