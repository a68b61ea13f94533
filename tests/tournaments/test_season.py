"""Seasons: one table over the events of a circle."""

import csv
from fractions import Fraction as F

import pytest
from django.test import Client
from django.urls import reverse

from games.relations import circles
from games.table.clock import moment
from games.tournaments.models import Season, Tournament
from games.tournaments.reading.season import table_of
from games.tournaments.scoring.season import Result, Scoring, table
from games.tournaments.writer import seasons
from games.tournaments.writer.seasons import Refused
from tests.pages.browsing import signed_in, text
from tests.pages.stored import person
from tests.tournaments.conftest import WAR
from tests.tournaments.evening import Evening

A, B, C = 1, 2, 3


def of_8(**places):
    """A finished event of eight: the places of some."""
    return {{"A": A, "B": B, "C": C}[name]: Result(place, 8) for name, place in places.items()}


def test_the_best_two_of_three_count():
    """Case 5 of the rules for club evenings."""
    rows = table([of_8(A=1, B=2), of_8(A=4, B=1), of_8(B=8)], Scoring.PLACE, best=2)
    assert [(row.player, row.place, row.total) for row in rows] == [
        (B, 1, F(7, 8) + 1),
        (A, 2, 1 + F(5, 8)),
    ]
    assert [cell and (cell.worth, cell.counts) for cell in rows[0].cells] == [
        *((F(7, 8), True), (1, True), (F(1, 8), False))
    ]
    assert rows[1].cells[2] is None


def test_level_players_are_ranked_by_wins_then_by_the_last_event():
    by_wins = table([of_8(A=1, B=4), of_8(A=8, B=5)], Scoring.PLACE)
    assert [(row.player, row.place, row.wins) for row in by_wins] == [(A, 1, 1), (B, 2, 0)]
    by_last = table([of_8(A=2, B=5), of_8(A=5, B=2)], Scoring.PLACE)
    assert [(row.player, row.place) for row in by_last] == [(B, 1), (A, 2)]
    level = table([of_8(A=2, B=2, C=3)], Scoring.PLACE)
    assert [(row.player, row.place) for row in level] == [(A, 1), (B, 1), (C, 3)]
    present = table([of_8(A=8, B=8), {A: Result(None, 8)}], Scoring.PLACE)
    assert [row.player for row in present] == [A, B]  # who came, if only to be disqualified


def test_a_first_place_is_worth_the_same_in_every_size():
    small, large = {A: Result(1, 4)}, {B: Result(1, 100)}
    assert {row.total for row in table([small, large], Scoring.PLACE)} == {1}


def test_points_of_events_can_be_added():
    events = [{A: Result(2, 8, F(5, 2)), B: Result(1, 8, F(3))}, {A: Result(1, 8, F(4))}]
    rows = table(events, Scoring.SUM)
    assert [(row.player, row.total) for row in rows] == [(A, F(13, 2)), (B, F(3))]
    assert table([], Scoring.SUM) == []


# Stored seasons --------------------------------------------------------------------------


@pytest.fixture
def circle(db):
    made = circles.create(by=person("Anna"), name="Club")
    for name in ("Ben", "Cleo", "Dan"):
        circles.join(circle=made, player=person(name))
    return made


def played(circle):
    players = [member.player for member in circle.members.order_by("pk")]
    evening = Evening(circle.owner, [WAR | {"rounds": 2}], players, circle=circle)
    assert evening.run().state == "finished"
    return evening.row


@pytest.fixture
def season(circle):
    return seasons.create(circle=circle, by=circle.owner, name=" Winter  2026 ")


def address(season, name="season"):
    return reverse(name, args=[season.circle.code, season.pk])


def test_the_table_of_real_events(circle, season, django_assert_num_queries):
    office, first = signed_in(circle.owner), played(circle)
    page = text(office.get(address(season)))
    assert "The table begins when" in page and "The points of the event" in page
    rules = {"name": "Winter", "best": "1", "scoring": "place", "event": first.pk, "do": "change"}
    assert office.post(address(season, "season_change"), rules).status_code == 302
    season.refresh_from_db()
    with django_assert_num_queries(6):
        events, rows = table_of(season)
    assert events == [first] and season.best == 1
    places = dict(first.entrants.values_list("player__name", "place"))
    assert {name: row.total for name, row in rows} == {
        name: F(4 - place + 1, 4) for name, place in places.items()
    }
    page = text(signed_in(circle.members.last().player).get(address(season)))
    assert "Winter" in page and "1st of 4" in page and "Events that count" not in page
    assert "Settings" not in text(office.get(address(season, "season_print")))
    file = office.get(address(season, "season_csv")).content.decode("utf-8-sig")
    lines = list(csv.reader(file.split("\r\n")))
    named = f"Evening {moment(first.started_ms):%Y-%m-%d %H:%M}"
    head = ["place", "player", "total", "total_exact", "wins", named, f"{named}_exact"]
    assert lines[0] == head and lines[1][2:] == ["1", "1", "1", "1", "1"]
    assert lines[4][2:] == ["0.25", "0 1/4", "0", "0.25", "0 1/4"] and len(lines) == 6
    second = played(circle)
    seasons.change(season=season, by=circle.owner, name="Winter", best=None, scoring="sum",
                   events=[first.pk, second.pk])  # fmt: skip
    with django_assert_num_queries(6):
        assert len(table_of(season).events) == 2


def test_only_members_see_it_and_only_holders_change_it(circle, season):
    ben, stranger = signed_in(circle.members.all()[1].player), signed_in(person("Xaver"))
    pages = ("season", "season_print", "season_csv")
    for page in pages:
        assert ben.get(address(season, page)).status_code == 200
        for other in (stranger, Client()):
            assert other.get(address(season, page)).status_code == 404
    ben.post(address(season, "season_change"), {"do": "delete"})
    ben.post(reverse("season_new", args=[circle.code]), {"name": "Mine"})
    assert Season.objects.get() == season
    assert stranger.post(address(season, "season_change"), {"do": "delete"}).status_code == 404
    other = circles.create(by=person("Otto"), name="Other")
    assert (
        signed_in(other.owner).get(reverse("season", args=[other.code, season.pk])).status_code
        == 404
    )


def test_bad_rules_are_said(circle, season):
    def refusal(**changes):
        given = {"name": "x", "best": None, "scoring": "sum", "events": []} | changes
        with pytest.raises(Refused) as caught:
            seasons.change(season=season, by=circle.owner, **given)
        return caught.value.code

    assert refusal(name=" ") == "SEASON_NAME" and refusal(best=61) == "SEASON_BEST"
    office = signed_in(circle.owner)
    answer = office.post(
        address(season, "season_change"), {"name": "x", "best": "2.5"}, follow=True
    )
    assert "Choose how many events count" in text(answer)
    for number in range(19):
        seasons.create(circle=circle, by=circle.owner, name=f"{number}")
    with pytest.raises(Refused) as caught:
        seasons.create(circle=circle, by=circle.owner, name="x")
    assert caught.value.code == "TOO_MANY_SEASONS"


def test_events_of_others_do_not_belong_to_it(circle, season):
    other = circles.create(by=person("Otto"), name="Other")
    theirs = Tournament.objects.create(
        name="x", circle=other, created_by=other.owner, created_ms=0, state_ms=0, state="open"
    )
    seasons.change(season=season, by=circle.owner, name="x", best=None, scoring="sum",
                   events=[theirs.pk])  # fmt: skip
    assert not season.events.exists()
    seasons.delete(season=season, by=circle.owner)
    assert not Season.objects.exists()
