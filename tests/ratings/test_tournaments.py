"""Tournaments seeded by rating, and tournaments whose games are rated."""

import json

import pytest
from django.utils import timezone

from games.accounts.models import Player
from games.ratings.models import Rating, RatingChange
from games.table.models import Table
from games.tournaments.models import Entrant
from games.tournaments.reading.export import export
from games.tournaments.refusals import Refused
from games.work.ratings import rate_tables
from tests.ratings.conftest import finished_tables
from tests.referee.check import check
from tests.tournaments.conftest import new_director, new_players
from tests.tournaments.evening import Evening


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


STAGE = {"game": "ww3", "size": 4, "options": "cap=10", "rounds": 1}


def test_games_are_rated_where_only_people_with_accounts_play(accounts):
    guest = Player.objects.create(username="g", name="Guest", name_key="guest", is_guest=True)
    evening = Evening(new_director("dora"), [STAGE], [*accounts[:7], guest], rated=True)
    while not Table.objects.open().exists():
        evening.advance()
    (counts,) = Table.objects.open().filter(rated=True)
    assert not counts.seats.filter(player=guest).exists()
    late, *others = [seat.player for seat in counts.seats.select_related("player")]
    evening.away = {late.pk}
    ended = evening.run()
    rate_tables()
    assert {change.player for change in RatingChange.objects.all()} == set(others)
    assert check(json.dumps(export(ended, evening.now)).encode()) == []


def test_a_ban_before_the_deal_leaves_the_game_unrated_and_played(accounts):
    evening = Evening(new_director("dora"), [STAGE], accounts[:4], rated=True)
    while not Table.objects.open().exists():
        evening.advance()
    Player.objects.filter(pk=accounts[0].pk).update(is_active=False)
    assert evening.run().state == "finished"
    assert Table.objects.filter(status="finished").exists()
    assert not Table.objects.filter(status="finished", rated=True).exists()


@pytest.mark.parametrize(
    ("stage", "terms"),
    [({"game": "war", "options": "pace=auto", "size": 2}, {}), ({}, {"link_only": True})],
)
def test_a_tournament_without_rated_games_cannot_promise_them(accounts, stage, terms):
    with pytest.raises(Refused) as refused:
        Evening(new_director("dora"), [STAGE | stage], accounts[:4], rated=True, **terms)
    assert refused.value.field == "rated"
