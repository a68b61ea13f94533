"""From stage to stage (5.9)."""

from games.tournaments.scoring.standings import advancing, overall_places


def test_the_best_who_are_still_there_go_on_in_their_order() -> None:
    assert advancing([5, 3, 9, 1, 2], take=3, gone={3}) == [5, 9, 1]
    assert advancing([5, 3], take=8, gone=()) == [5, 3]


def test_a_later_stage_ranks_before_the_rest_of_the_stage_before() -> None:
    swiss = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 7, 8: None}
    semifinals = {1: 3, 2: 1, 3: 3, 4: 2}
    assert overall_places([swiss, semifinals]) == {
        2: 1, 4: 2, 1: 3, 3: 3, 5: 5, 6: 5, 7: 7, 8: None,
    }  # fmt: skip
    disqualified = {1: None, 2: 1, 3: 3, 4: 2}
    assert overall_places([swiss, disqualified]) == {
        2: 1, 4: 2, 3: 3, 1: None, 5: 4, 6: 4, 7: 6, 8: None,
    }  # fmt: skip
    assert overall_places([swiss, semifinals, {4: 1, 2: 2}])[1] == 3
