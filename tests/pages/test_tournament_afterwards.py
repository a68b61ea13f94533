"""The pages of a tournament that is over: how it is found, its rounds and standings, the secret of
its lots."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from games.accounts.models import Player
from games.templatetags.tournaments import decimal
from games.tournaments.models import Entrant, Tournament
from tests.pages.browsing import address, signed_in, text
from tests.tournaments.conftest import WAR, new_director, new_players
from tests.tournaments.evening import Evening

pytestmark = pytest.mark.django_db
LIST = reverse("tournaments")


@pytest.fixture(scope="module")
def evening(shared_rows):
    """Three rounds of a Swiss with five players, which are played once for all tests."""
    return Evening(new_director("dora"), [WAR], new_players(5)).run().pk


@pytest.fixture
def ended(evening, db):
    return Tournament.objects.get(pk=evening)


def test_past_ones_are_found_by_name_player_and_year_and_on_the_pages_of_players(client, ended):
    year = datetime.fromtimestamp(ended.ended_ms / 1000, UTC).year
    for asked in ({"name": "even"}, {"player": "Player 1"}, {"year": year}, {"game": "war"}):
        assert "Evening" in text(client.get(LIST, asked)), asked
    for asked in ({"name": "morning"}, {"player": "dora"}, {"year": year - 1}, {"year": "x"}):
        assert "No past tournament matches." in text(client.get(LIST, asked)), asked
    places = {one.player.slug: one.place for one in Entrant.objects.select_related("player")}
    assert sorted(places.values()) == [1, 2, 3, 4, 5]
    for slug, place in places.items():
        assert f"Evening place {place}" in text(client.get(f"/p/{slug}/"))


def test_rounds_standings_and_their_calculation_of_a_swiss(client, ended):
    last = ended.stages.get().standings.get(after=3)
    page = text(client.get(address(ended)))
    assert "Standing after round 3" in page and "nobody can play it better" in page
    standing = client.get(address(ended, "tournament_standings"))
    winner = Entrant.objects.get(number=last.rows[0]["entrant"])
    assert f"1st {winner.player.name}" in page and "Biggest war" in page
    assert winner.player.name in text(standing) and "Sonneborn-Berger" not in text(standing)
    ties = client.get(address(ended, "tournament_standings"), {"ties": ""})
    assert "Sonneborn-Berger" in text(ties)
    chips = standing.content.decode().count('class="chip ')
    assert chips == 3 * 5 and standing.content.decode().count('<a class="chip') == 3 * 4
    calculation = client.get(
        address(ended, "tournament_calculation", 1, 3, last.rows[0]["entrant"])
    )
    assert "The numbers of " + winner.player.name in text(calculation)
    for key in ("points", "buchholz1", "sonneborn", "lot"):
        assert f'id="{key}"' in calculation.content.decode()
    one = client.get(address(ended, "tournament_round", 1, 2))
    assert "FIDE Dutch system" in text(one) and "bye" in text(one)
    for page, number in ((one, 2), (standing, 3 * 4)):  # whoever opens one does not know the end
        assert page.content.decode().count('href="/g/') == number
        assert page.content.decode().count('/?hide=1"') == number
    cross = client.get(address(ended, "tournament_crosstable", 1))
    assert cross.content.decode().count(" self") == 5
    totals = re.findall(
        r'#points">([^<]+)</a>\s*</td>\s*<td class="num">(\d)', cross.content.decode()
    )
    standing = [(decimal(row["points"]), str(row["place"])) for row in last.rows]
    assert sorted(totals) == sorted(standing) and len(standing) == 5
    log = text(client.get(address(ended, "tournament_log")))
    assert ended.last_hash in log and "Complete: round 3" in log


def test_the_secret_of_the_lots_is_told(client, ended):
    page = client.get(address(ended)).content.decode()
    assert bytes(ended.secret).hex() in page and bytes(ended.key).hex() in page


def test_a_standing_that_is_kept_marks_the_reader_and_has_new_names(client, ended):
    player = Player.objects.get(name="player 1")
    where = address(ended, "tournament_standings")
    assert 'class="me"' not in client.get(where).content.decode()
    assert signed_in(player).get(where).content.decode().count('class="me"') == 1
    assert 'class="me"' not in client.get(where).content.decode()
    Player.objects.filter(pk=player.pk).update(name="Renamed")
    assert "Renamed" in text(client.get(where))
