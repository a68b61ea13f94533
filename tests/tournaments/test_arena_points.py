"""Points of an arena (5.8.3, 5.8.6); the scripted cases show streaks."""

from random import Random

from games.tournaments.scoring.arena import Tally, add, by_standing, results, standings
from games.tournaments.settings import resolve
from tests.each import each
from tests.tournaments.results import random_rounds, read_rounds

LOTS = {entrant: 1000 - entrant for entrant in range(1, 31)}


@each((size, streaks) for size in (2, 4) for streaks in (True, False))
def test_the_order_of_the_next_wave_is_the_standing(size: int, streaks: bool) -> None:
    settings = resolve({"format": "arena", "size": size, "streaks": streaks})
    waves = random_rounds(settings, 30, 12, Random(size), missing=0.2)
    tallies = {entrant: Tally() for entrant in LOTS}
    for entrant, lines in results(settings, waves).items():
        for line in lines:
            tallies[entrant] = add(tallies[entrant], line, streaks=streaks)
    rows = standings(settings, range(1, 31), results(settings, waves), LOTS)
    assert [row.entrant for row in rows] == by_standing(tallies, LOTS)
    for row in rows:
        tally = tallies[row.entrant]
        assert row.points.value == tally.points == sum(term.value for term in row.points.terms)
        assert (row.ties["wins"].value, row.ties["games"].value) == (tally.wins, tally.games)


def test_fewer_games_are_better_and_a_missed_table_ends_no_streak() -> None:
    settings = resolve({"format": "arena"})
    won = {"t": [[1, 2]], "p": [[1, 2]]}
    waves = read_rounds(
        settings,
        [
            won,
            won,
            {"t": [], "p": [], "u": {"1": "absent"}},
            won | {"t": [[1, 3]]},  # doubled
            {"t": [[4, 3]], "p": [[1, 2]]},
            {"t": [[4, 5]], "p": [[1, 2]]},
            {"t": [[5, 6]], "p": [[1, 2]]},
            {"t": [[5, 6]], "p": [[1, 2]]},
        ],
    )
    rows = standings(settings, [1, 2, 3, 4, 5, 6], results(settings, waves))
    assert [(row.entrant, row.place, row.points.value) for row in rows] == [
        (1, 1, 8), (4, 2, 4), (5, 3, 4), (2, 4, 0), (3, 4, 0), (6, 4, 0),
    ]  # fmt: skip


def test_a_table_with_somebody_missing_is_called_off_for_all() -> None:
    settings = resolve({"format": "arena", "size": 3})
    won, off = {"t": [[1, 2, 3]], "p": [[1, 2, 3]]}, {"t": [[1, 2, 3]], "p": [[1, 2, None]]}
    waves = read_rounds(settings, [won, won, off, won])
    rows = standings(settings, [1, 2, 3], results(settings, waves))
    assert [(row.points.value, row.ties["games"].value) for row in rows] == [(8, 3), (3, 3), (0, 3)]
