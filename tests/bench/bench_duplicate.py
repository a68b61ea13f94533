"""Does skill show sooner with the same cards at every table?  python -m tests.bench.bench_duplicate
[tournaments]

Sixteen bots of planted skill play Swiss tournaments of World War III with four: so many in which
all tables of a round have the same cards, and so many in which each has its own.  Prints how far
standings agree with skill (Spearman's rank correlation, with its standard error): with the same
cards after 2, 4 and 6 rounds, with ordinary points after as many and after half as many more."""

import argparse
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from math import sqrt
from statistics import mean, stdev

from games.rules.bots import Decision
from games.rules.catalogue import BOTS
from games.tournaments.scoring.record import Game, Round, StageRecord, Table
from games.tournaments.scoring.standings import standings
from games.tournaments.settings import resolve
from tests.rules.live import play_bots
from tests.rules.ww3.live import Live

BOTS_OF_GAME = BOTS["ww3"]
ENTRANTS = 16  # their numbers from the weakest to the best
ROUNDS = (2, 4, 6)
LENGTHS = {"duplicate": ROUNDS[-1], "own": ROUNDS[-1] * 3 // 2}


class Skilled(Live):
    """A table at which each seat has a skill from 0 to 1 for its level."""

    def decide(self, seat: int, level: float, seed: str) -> Decision | None:
        """In this share of its decisions like a General, in the others like a Recruit."""
        turn = BOTS_OF_GAME.turn(self.t, seat)
        is_good = random.Random(f"{seed} {seat} {turn}").random() < level
        return super().decide(seat, "general" if is_good else "recruit", seed)


def played(seats: Sequence[int], deal: str, name: str) -> Table:
    """A table of these entrants with this deal; what bots leave to chance depends on its name."""
    live = Skilled.dealt("seats=4", deal)
    play_bots(live, [(entrant - 1) / (ENTRANTS - 1) for entrant in seats], name)
    places = live.game.result(live.t, live.o).places
    return Table(tuple(seats), places, (Game(tuple(seats), places),))


def agreement(deals: str, number: int) -> list[float]:
    """The rank correlation of standing and skill after each round of this tournament."""
    luck = random.Random(f"{deals} {number}")
    field = tuple(luck.sample(range(1, ENTRANTS + 1), ENTRANTS))
    s = resolve({"format": "swiss", "size": 4, "deals": deals, "rounds": LENGTHS[deals]})
    record, found = StageRecord(s, field, key=luck.randbytes(32)), []
    for number_of_round in range(1, LENGTHS[deals] + 1):
        tables = []
        for table, drawn in enumerate(s.format.draw(record).tables, 1):
            round_name = f"{deals} {number} {number_of_round}"
            name = f"{round_name} {table}"
            tables.append(played(drawn.seats, round_name if s.duplicate else name, name))
        record = replace(record, rounds=(*record.rounds, Round(tuple(tables))))
        order = [row.entrant for row in standings(s, field, record.rounds, record.tie_lots)]
        found.append(rank_correlation(order))
    return found


def rank_correlation(order: Sequence[int]) -> float:
    """Spearman's, of an order of the entrants with the one by skill."""
    squares = sum((rank - ENTRANTS + entrant) ** 2 for rank, entrant in enumerate(order))
    return 1 - 6 * squares / (ENTRANTS * (ENTRANTS**2 - 1))


def main(tournaments: int) -> None:
    columns = ("duplicate", "ordinary", "ordinary, half as many more")
    print(f"{tournaments} tournaments each way\nrounds  " + "  ".join(columns))
    with ProcessPoolExecutor() as pool:
        found = {
            deals: list(pool.map(partial(agreement, deals), range(tournaments)))
            for deals in LENGTHS
        }
    for rounds in ROUNDS:
        cells = (("duplicate", rounds), ("own", rounds), ("own", rounds * 3 // 2))
        told = []
        for (deals, after), column in zip(cells, columns, strict=True):
            values = [each[after - 1] for each in found[deals]]
            error = stdev(values) / sqrt(tournaments)
            told.append(f"{mean(values):.2f} ± {error:.2f}".rjust(len(column)))
        print(f"{rounds:6}  " + "  ".join(told))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tournaments", type=int, nargs="?", default=20)
    main(parser.parse_args().tournaments)
