"""Tournaments seeded by rating."""

import json

from django.utils import timezone

from games.ratings.models import Rating
from games.tournaments.models import Entrant
from games.tournaments.reading.export import export
from games.tournaments.referee.check import check
from games.work.ratings import rate_tables
from tests.ratings.conftest import finished_tables
from tests.tournaments.conftest import new_director, new_players
from tests.tournaments.test_rounds import Evening


def test_the_best_rating_is_the_first_seed_and_the_unrated_come_last(accounts):
    finished_tables(accounts[:5], 40, until=timezone.now())
    rate_tables()
    stage = {"game": "ww3", "size": 4, "seeding": "rating", "options": "cap=10", "rounds": 1}
    evening = Evening(new_director("dora"), [stage], [*new_players(3), *accounts[:5]])
    seeds = Entrant.objects.filter(seeds__stage__number=1).order_by("seeds__number")
    ratings = [entrant.rating for entrant in seeds]
    assert ratings[5:] == [None] * 3 and ratings[:5] == sorted(ratings[:5], reverse=True)
    assert {rating.player for rating in Rating.objects.all()} == {e.player for e in seeds[:5]}
    ended = evening.run()
    assert check(json.dumps(export(ended, evening.now)).encode()) == []
