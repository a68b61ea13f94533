"""Lots (4.1-4.3)."""

from games.tournaments.lots import by_rating, first_seat, key, lot, seeding, tie_lots

SECRET = bytes(range(32))
STARTERS = [(1, "aa" * 16), (2, ""), (11, "0f" * 16)]
KEY = key(SECRET, "ABCDEFGH", STARTERS)


def test_every_starter_and_the_secret_make_the_key() -> None:
    assert key(SECRET, "ABCDEFGH", STARTERS[::-1]) == KEY
    others = [
        key(SECRET[::-1], "ABCDEFGH", STARTERS),
        key(SECRET, "ABCDEFGX", STARTERS),
        key(SECRET, "ABCDEFGH", STARTERS[:2]),
        key(SECRET, "ABCDEFGH", [*STARTERS[:2], (11, "0f" * 15 + "0e")]),
    ]
    assert len({KEY, *others}) == 5


def test_lots_order_and_labels_do_not_share_them() -> None:
    entrants = list(range(1, 30))
    assert seeding(KEY, entrants[::-1]) == seeding(KEY, entrants) != entrants
    drawn = [lot(KEY, f"seed|{entrant}") for entrant in seeding(KEY, entrants)]
    assert drawn == sorted(drawn)
    ties = tie_lots(KEY, entrants)
    assert ties[3] == lot(KEY, "lot|3") != lot(KEY, "seed|3")
    assert {first_seat(key(SECRET, code, []), 1) for code in "ABCDEFGH"} == {1, 2}


def test_the_highest_rated_is_the_first_seed_and_lots_part_equals() -> None:
    rated = [(1, 1500.0), (2, None), (3, 1800.0), (4, 1500.0), (5, None), (6, -20.0)]
    order = by_rating(KEY, rated)
    assert order[0] == 3 and {*order[1:3]} == {1, 4} and order[3] == 6 and {*order[4:]} == {2, 5}
    assert order[1:3] == seeding(KEY, [4, 1]) and order[4:] == seeding(KEY, [2, 5])
    assert by_rating(KEY, rated[::-1]) == order
