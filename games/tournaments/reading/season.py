"""The table of a season, from the finished events of its circle, and its CSV file."""

from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Prefetch

from games.accounts.models import Player
from games.relations.circles import Member
from games.table.clock import moment
from games.tournaments.acts import State
from games.tournaments.models import Entrant, Season, Stage, Standing, Tournament
from games.tournaments.reading.sheets import both, cell, number, written
from games.tournaments.scoring import season as scoring
from games.tournaments.scoring.season import Cell, Result, Row, Scoring

PLAYED = (Entrant.Status.PLAYING, Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED)


class SeasonTable(NamedTuple):
    """The finished events of a season in order of time, and the rows with the names of the
    players."""

    events: list[Tournament]
    rows: list[tuple[str, Row]]


def table_of(season: Season) -> SeasonTable:
    """The table of a season, in the same number of queries however many events there are."""
    standings = Prefetch("standings", Standing.objects.order_by("after"))
    stages = Prefetch("stages", Stage.objects.order_by("number").prefetch_related(standings))
    entered = Prefetch("entrants", Entrant.objects.filter(status__in=PLAYED))
    finished = season.events.filter(state=State.FINISHED).order_by("started_ms", "pk")
    events = list(finished.prefetch_related(stages, entered))
    results = [results_of(event) for event in events]
    people = Player.objects.filter(is_bot=False).in_bulk({pk for event in results for pk in event})
    of_people = [{pk: event[pk] for pk in event if pk in people} for event in results]
    rows = scoring.table(of_people, Scoring(season.scoring), season.best)
    labels = dict(Member.objects.filter(circle=season.circle_id).values_list("player", "label"))
    return SeasonTable(
        events, [(labels.get(row.player) or people[row.player].name, row) for row in rows]
    )


def results_of(event: Tournament) -> dict[int, Result]:
    """The result of each player of an event, with the points of all its stages."""
    points: dict[int, Fraction] = defaultdict(Fraction)
    for stage in event.stages.all():
        last = list(stage.standings.all())[-1:]
        for row in last[0].rows if last else ():
            points[row["entrant"]] += Fraction(row["points"])
    entrants = event.entrants.all()
    return {
        entrant.player_id: Result(entrant.place, len(entrants), points[entrant.number])
        for entrant in entrants
    }


def as_csv(season: Season) -> str:
    """The table of a season as CSV: every number as a decimal and exact, results that do not count
    in brackets."""
    events, rows = table_of(season)
    names = [f"{event.name} {moment(event.started_ms or 0):%Y-%m-%d %H:%M}" for event in events]
    head = ["place", "player", *both("total"), "wins"]
    lines: list[list[object]] = [[*head, *(text for name in names for text in both(cell(name)))]]
    for name, row in rows:
        cells = [row.place, cell(name), *number(str(row.total)), row.wins]
        lines.append([*cells, *(text for worth in row.cells for text in worth_texts(worth))])
    return written(lines)


def worth_texts(worth: Cell | None) -> list[str]:
    if worth is None:
        return ["", ""]
    texts = number(str(worth.worth))
    return texts if worth.counts else [f"[{text}]" for text in texts]
