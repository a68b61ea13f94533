"""The round robin of two for every size (5.4)."""

from collections import Counter
from itertools import combinations

from games.tournaments.pairing.plans.plan import schedule
from tests.each import each

SIZES = range(2, 33)


@each([1, 2])
def test_everybody_meets_everybody_once_a_cycle(cycles: int) -> None:
    for entrants in SIZES:
        rounds = schedule(entrants, cycles)
        assert len(rounds) == cycles * (entrants - 1 + entrants % 2)
        for pairings in rounds:
            seated = [seed for pairing in pairings for seed in pairing]
            assert len(seated) == len(set(seated)) == entrants - entrants % 2
            assert pairings == sorted(pairings, key=min)  # tables by their smallest seed
        met = Counter(frozenset(pairing) for pairings in rounds for pairing in pairings)
        assert met == {frozenset(pair): cycles for pair in combinations(range(1, entrants + 1), 2)}


def test_seats_are_balanced() -> None:
    for entrants in SIZES:
        first = Counter(pairing[0] for pairings in schedule(entrants) for pairing in pairings)
        games = entrants - 1
        assert all(2 * first[seed] - games in (-1, 0, 1) for seed in range(1, entrants + 1))


def test_nobody_has_a_seat_three_times_in_a_row_where_the_second_cycle_begins() -> None:
    for entrants in SIZES:
        both = schedule(entrants, cycles=2)
        assert Counter(pairing[::-1] for pairings in both for pairing in pairings) == Counter(
            pairing for pairings in both for pairing in pairings
        )
        for seed in range(1, entrants + 1):
            seats = [p.index(seed) for pairings in both for p in pairings if seed in p]
            assert all(
                len(set(three)) == 2 for three in zip(seats, seats[1:], seats[2:], strict=False)
            )
