"""Pages of tournaments take as many queries for many entrants as for few (13.4)."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.models import Player
from games.tournaments.models import Entrant, Standing
from games.tournaments.writer import entries
from games.tournaments.writer.orders import Order
from tests.pages.browsing import address, signed_in, text
from tests.tournaments.conftest import NOW, WAR, new_players
from tests.tournaments.evening import Evening, until

SWISS = (
    *("", "standings/", "standings/1/1/", "rounds/1/1/", "rounds/1/2/", "entrants/", "log/"),
    *("console/", "crosstable/1/", "print/", "standings.csv", "pairings.csv"),
    *("standings/?ties", "screen/", "rules/"),
)
KNOCKOUT = WAR | {"format": "elimination", "rounds": None}
STRANGER = {"standings/": 5, "standings/?ties": 5, "screen/": 8}
DIRECTOR = {"console/": 13}  # five of them say who it is and what they may do
BRACKET = ("", "bracket/1/", "rounds/1/1/", "console/")


def queries(client, address):
    """How many a page takes, when it is asked for again."""
    cache.clear()  # or so many would be too many for the API
    assert client.get(address).status_code == 200, address
    with CaptureQueriesContext(connection) as told:
        client.get(address)
        return len(told)


@pytest.mark.parametrize(
    ("stage", "pages", "more"),
    [(WAR, SWISS, 0), (KNOCKOUT, BRACKET, 1)],  # who is still in
)
def test_the_queries_do_not_grow_with_the_field(director, stage, pages, more):
    client, players, counts = signed_in(director), new_players(9), []
    for number in (5, 9):
        evening = Evening(director, [stage], players[:number])
        entries.withdraw(Order(evening.code, players[0], now=NOW), players[0])
        until(evening, 2, "playing")
        addresses = [f"/tournaments/{evening.code}/{page}" for page in pages]
        api = f"/api/v1/tournaments/{evening.code}"
        addresses += [f"/tournaments/{evening.code}.json", api, f"{api}/entrants"]
        addresses += [f"{api}/standings", f"{api}/rounds/1/1"]
        counts.append([queries(client, address) for address in addresses])
    assert counts[0] == counts[1] and max(counts[0]) < 25, addresses
    for visitor, limits in ((Client(), STRANGER), (client, DIRECTOR)):
        told = {page: queries(visitor, f"/tournaments/{evening.code}/{page}") for page in limits}
        assert all(told[page] <= most + more for page, most in limits.items()), told


def test_a_large_standing_is_paged_in_constant_queries(
    client, director, opened, django_assert_max_num_queries
):
    people = [Player(username=f"p{n}", name=f"P {n}", name_key=f"p {n}") for n in range(250)]
    Player.objects.bulk_create(people)
    rows = [
        Entrant(tournament=opened, number=n, player=player, entered_ms=NOW)
        for n, player in enumerate(Player.objects.filter(username__startswith="p"), 1)
    ]
    Entrant.objects.bulk_create(rows)
    told = [
        {"entrant": row.number, "place": row.number, "points": "5/2", "ties": {"wins": "2"}}
        for row in rows
    ]
    Standing.objects.create(stage=opened.stages.get(), after=1, rows=told)
    with django_assert_max_num_queries(7):
        page = client.get(address(opened, "tournament_standings"))
    assert page.content.decode().count('scope="row"') == 100 and "2.5" in text(page)
    third = client.get(address(opened, "tournament_standings"), {"page": 3})
    assert third.content.decode().count('scope="row"') == 50
    with django_assert_max_num_queries(5):
        entrants = client.get(address(opened, "tournament_entrants"))
    assert entrants.content.decode().count('scope="row"') == 30
    with django_assert_max_num_queries(8):
        client.get(address(opened))
