"""Tournaments without cards: every game is won in proportion to the powers of the entrants at the
table.

Results, scores and tie-breaks are those of the formats.  Only the draw of a Swiss is simpler: the
tables follow the scores, and entrants may meet again.  `tests/lab/test_forecasts.py` compares this
draw with the exact one."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from games.lab.forecasts.plan import Planned
from games.tournaments import lots
from games.tournaments.formats.base import Outcome
from games.tournaments.pairing import arena as waves
from games.tournaments.pairing.byes import byes, of_round
from games.tournaments.pairing.draw import Bye, Draw, Drawn
from games.tournaments.scoring import arena
from games.tournaments.scoring.points import NONE, history, unpaired
from games.tournaments.scoring.record import UNEARNED, Game, Kind, Round, StageRecord, Table
from games.tournaments.scoring.standings import advancing
from games.tournaments.settings import Settings


def wins_of(plan: Planned, numbers: Iterable[int]) -> list[int]:
    """The number of wins of each entrant in the tournaments with these numbers.

    Raises:
        TooFew, NoDraw: the tournament cannot be played.
    """
    wins = [0] * len(plan.powers)
    for number in numbers:
        wins[Simulated(plan, number).winner() - 1] += 1
    return wins


def is_over(record: StageRecord) -> bool:
    return record.settings.format.is_over(record.settings, len(record.rounds), lambda: record)


class Simulated:
    """A tournament with random results.  Entrants count from 1, the strongest first."""

    def __init__(self, plan: Planned, number: int) -> None:
        self.plan, self.random = plan, Random(number)
        self.key = number.to_bytes(32, "big")

    def winner(self) -> int:
        """Play all stages, and return the entrant who wins the tournament."""
        entrants = range(1, len(self.plan.powers) + 1)
        is_by_lot = self.plan.stages[0].seeding == "random"
        field = lots.seeding(self.key, entrants) if is_by_lot else list(entrants)
        for number, settings in enumerate(self.plan.stages, 1):
            field = advancing(field, settings.take or len(field), ())
            field = self.play(settings, field, number)
        return field[0]

    def play(self, settings: Settings, field: Sequence[int], number: int) -> list[int]:
        """Play a stage.  Return its entrants in the order of the standing."""
        format = settings.format
        s = format.settle(settings, len(field), lots.first_seat(self.key, number))
        plan = format.plan(s, len(field)) or ()
        record = StageRecord(s, tuple(field), stage=number, key=self.key, plan=plan)
        if format.in_waves:
            return self.play_waves(record)
        while not is_over(record):
            is_simple = format.by_score and not self.plan.is_exact
            draw = self.draw_by_score(record) if is_simple else format.draw(record)
            record = self.play_round(record, draw)
        rows = format.standing(record, (), is_over=True, with_lots=True)
        return [row["entrant"] for row in sorted(rows, key=lambda row: row["place"])]

    def draw_by_score(self, record: StageRecord) -> Draw:
        """Draw a round by scores: entrants with similar scores sit together; equal scores are
        ordered by lot."""
        s, lines = record.settings, history(record.settings, record.rounds)
        points = {e: sum((line.points for line in lines.get(e, ())), NONE) for e in record.field}
        had = {e: sum(line.kind in UNEARNED for line in lines.get(e, ())) for e in record.field}
        sizes = of_round(s, len(record.field))
        free = byes(sizes.byes, record.field, had, points).entrants
        order = self.random.sample(record.field, len(record.field))
        order = sorted((e for e in order if e not in free), key=lambda e: -points[e])
        seats = iter(order)
        tables = [Drawn(tuple(next(seats) for _seat in range(size))) for size in sizes.tables]
        without = [Bye(unpaired(s, entrant, Kind.BYE)) for entrant in free]
        return Draw("score", tuple(tables), tuple(without))

    def play_round(self, record: StageRecord, draw: Draw) -> StageRecord:
        """Play a round, and return the record with its results."""
        tables = [self.play_table(record.settings, drawn.seats) for drawn in draw.tables]
        seeds, nodes = record.seeds, dict(record.nodes)
        for drawn, table in zip(draw.tables, tables, strict=True):
            if drawn.node:
                places = zip(table.seats, table.places, strict=True)
                nodes[drawn.node] = {seeds[entrant]: place for entrant, place in places}
        played = Round(tuple(tables), tuple(bye.unpaired for bye in draw.byes))
        return replace(record, rounds=(*record.rounds, played), nodes=nodes)

    def play_table(self, s: Settings, seats: tuple[int, ...]) -> Table:
        """Play the games at a table, and return its results."""
        games: list[Game] = []
        outcome: Outcome | None = None
        while outcome is None:
            games.append(self.play_game(seats))
            outcome = s.format.outcome(s, seats, games)
        places = tuple(outcome.places[entrant] for entrant in seats)
        return Table(seats, places, tuple(games))

    def play_game(self, seats: tuple[int, ...]) -> Game:
        """Play a game in which each place goes to one of the remaining entrants, in proportion to
        their powers."""
        times = {e: self.random.expovariate(self.plan.powers[e - 1]) for e in seats}
        order = sorted(seats, key=times.__getitem__)
        places = tuple(order.index(entrant) + 1 for entrant in seats)
        return Game(seats, places, tuple(int(place == 1) for place in places))

    def play_waves(self, record: StageRecord) -> list[int]:
        """Play an arena in which nobody pauses and all games take the same time.  Return its
        entrants in the order of the standing."""
        s, tallies = record.settings, dict.fromkeys(record.field, arena.Tally())
        waited, last = dict.fromkeys(record.field, 0), dict.fromkeys(record.field, 0)
        for number in range(self.plan.waves):
            order = arena.by_standing(tallies, record.tie_lots)
            pool = [waves.Waiting(e, waited[e], last[e] or None) for e in order]
            wave = waves.draw(s, pool, len(pool))
            tables = [self.play_table(s, seats) for seats in wave.tables]
            lines = arena.results(s, [Round(tuple(tables))])
            waited = dict.fromkeys(record.field, 1000 * s.patience)
            for at, table in enumerate(tables, 1):
                for entrant in table.seats:
                    (line,) = lines[entrant]
                    tallies[entrant] = arena.add(tallies[entrant], line, streaks=s.streaks)
                    waited[entrant], last[entrant] = 0, number * len(pool) + at
        return arena.by_standing(tallies, record.tie_lots)
