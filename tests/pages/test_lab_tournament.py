"""How much a tournament tells, on the page of the lab and for an event."""

import re
from html import unescape

from games.lab.forecasts import forecasts
from games.lab.forecasts.models import Forecast
from games.lab.runs.models import State
from games.ratings.models import Pool, Rating
from games.tournaments.writer import entries, life
from games.tournaments.writer.life import pool_for
from games.tournaments.writer.orders import Order
from games.tournaments.writer.stages import resolve
from tests.each import each
from tests.tournaments.conftest import NOW, new_players

WW3 = {"game": "ww3", "options": ""}
ADDRESS = "/lab/tournament/"
EVENING = {"game": "ww3", "size": "4", "format": "swiss", "rounds": "1", "entrants": "5"}


def test_the_page_tells_what_was_simulated(db, client):
    """A guest asks for it; both plans, also that with twice as many rounds, are computed in parts,
    and a part that comes twice counts once."""
    fresh = client.get(ADDRESS, EVENING)
    assert "Simulate" in fresh.content.decode() and not Forecast.objects.exists()
    asked = client.post(ADDRESS, EVENING, follow=True)
    assert "0% of the tournaments are simulated." in asked.content.decode()
    first, longer = Forecast.objects.order_by("pk")
    assert first.tournaments == longer.tournaments == 1000
    assert longer.plan["stages"][0]["rounds"] == 2
    assert forecasts.play_part(first.pk)
    first.refresh_from_db()
    assert first.done == sum(first.wins) == 4000 // 5
    while forecasts.play_part(first.pk):
        pass
    while forecasts.play_part(longer.pk):
        pass
    assert not forecasts.play_part(longer.pk)
    first.refresh_from_db()
    assert first.status == State.DONE and first.done == sum(first.wins) == 1000
    told = client.get(ADDRESS, EVENING).content.decode()
    assert f"The strongest of 5 players wins {round(first.wins[0] / 10)} of 100" in told
    assert "With 2 rounds instead of 1:" in told
    assert "Player 5 in strength wins" in told and "Simulate" not in told
    exported = client.get(unescape(re.findall(r'href="(\S+as=json)"', told)[0])).json()
    assert exported == first.plan | {"entrants": None, "tournaments": 1000, "wins": first.wins}
    client.post(ADDRESS, EVENING)
    assert Forecast.objects.count() == 2


def test_a_plan_that_nobody_can_play_any_more_fails_once(db, client):
    """Its settings were stored by another version of the site."""
    client.post(ADDRESS, EVENING)
    first, longer = Forecast.objects.order_by("pk")
    while forecasts.play_part(longer.pk):
        pass
    first.plan["stages"][0]["format"] = "forgotten"
    first.save()
    assert not forecasts.play_part(first.pk)
    first.refresh_from_db()
    assert first.status == State.FAILED
    assert not forecasts.play_part(first.pk)
    assert "Simulate" in client.get(ADDRESS, EVENING).content.decode()


@each(
    [
        (EVENING | {"size": "2", "rounds": "9"}, "new opponents for at most 5 rounds"),
        (EVENING | {"game": "war", "size": "2", "format": "roundrobin"}, "win equally often"),
    ],
    "db, client",
)
def test_it_says_why_there_is_nothing_to_tell(db, client, data, sentence):
    told = client.get(ADDRESS, data).content.decode()
    assert sentence in told and "Simulate" not in told


def test_an_event_is_told_by_the_ratings_of_those_who_have_entered(client, director):
    """Both stages count, and whoever is unrated is taken for average.  It ends with the start."""
    swiss = WW3 | {"size": 4, "rounds": 1}
    final = WW3 | {"size": 2, "format": "elimination", "take": 2}
    made = life.create(by=director, name="Club night", stages=[swiss, final], now=NOW)
    life.announce(Order(made.code, director, now=NOW))
    opened = life.open_entries(Order(made.code, director, now=NOW))
    pool = Pool.objects.create(key=pool_for(resolve(swiss)).key)
    players = new_players(5)
    for player in players:
        entries.enter(Order(opened.code, player, now=NOW), player)
    for player, mu in zip(players, (20, 45, 30), strict=False):
        Rating.objects.create(pool=pool, player=player, mu=mu, sigma=3, games=40, sure=1500)
    address = f"{ADDRESS}{opened.code}/"
    assert address in client.get(f"/tournaments/{opened.code}/").content.decode()
    client.post(address)
    for row in Forecast.objects.all():
        assert len(row.plan["stages"]) == 2
        while forecasts.play_part(row.pk):
            pass
    told = client.get(address).content.decode()
    assert "player 2, the strongest of 5, wins" in told
    exported = client.get(address, {"as": "json"}).json()
    assert exported["entrants"] == [f"player {number}" for number in (2, 3, 4, 5, 1)]
    assert exported["wins"] in [row.wins for row in Forecast.objects.all()]
    assert (
        told.index("player 3</bdi>") < told.index("player 4</bdi>") < told.index("player 1</bdi>")
    )
    life.start(Order(opened.code, director, now=NOW))
    assert client.get(address).status_code == 404
