"""The head of every page knows its reader, in one query."""

import pytest
from django.contrib.auth.models import Permission

from games.accounts.preferences import choose
from games.notices.kinds import Kind
from games.notices.writer import notify, see_all
from games.table.clock import now_ms
from games.tournaments.writer import entries, life
from games.tournaments.writer.orders import Order
from tests.pages.browsing import signed_in
from tests.tournaments.conftest import NOW, WAR

pytestmark = pytest.mark.django_db
PLAIN = "/credits/"  # reads nothing itself
COST = 3  # the session, the account, the header


def words(client, cost, queries):
    with queries(cost):
        return " ".join(client.get(PLAIN).content.decode().split())


def test_it_costs_one_query_and_is_never_late(client, alice, bob, django_assert_num_queries):
    own = signed_in(alice)
    notify(bob, Kind.OVER, "OTHER")
    for number in range(2):
        notify(alice, Kind.OVER, f"TABLE{number}")
    page = words(own, COST, django_assert_num_queries)
    assert "2 new notices" in page and 'data-theme="' not in page and "Read what" not in page
    notify(alice, Kind.SANCTION, "warning", {"kind": "warning", "lifted": False, "sanction": 1})
    choose(alice, {"theme": "dark"})
    page = words(own, COST, django_assert_num_queries)
    assert "3 new notices" in page and 'data-theme="dark"' in page and "See the reason" in page
    see_all(alice)
    page = words(own, COST, django_assert_num_queries)
    assert "0 new notices" in page and "See the reason" not in page
    page = words(client, 0, django_assert_num_queries)
    assert "data-bell" not in page and 'data-theme="' not in page


def test_operators_find_their_doors_in_the_menu(alice, bob, admin_user, django_assert_num_queries):
    bob.user_permissions.add(Permission.objects.get(codename="moderate"))
    doors = ('href="/moderation/"', 'href="/admin/"')
    for player, open_ in ((alice, ()), (bob, doors[:1]), (admin_user, doors)):
        page = words(signed_in(player), COST, django_assert_num_queries)
        assert [door for door in doors if door in page] == [*open_]


def test_a_call_shows_on_the_next_page(director, alice, django_assert_num_queries):
    own, now = signed_in(alice), now_ms()
    terms = {"starts": now + 60_000, "checkin_min": 5}
    code = life.create(by=director, name="Cup", terms=terms, stages=[WAR], now=NOW).code
    life.announce(Order(code, director, now=NOW))
    life.open_entries(Order(code, director, now=NOW))
    assert "data-calls" not in words(own, COST, django_assert_num_queries)
    entries.enter(Order(code, alice, now=NOW), alice)
    assert "data-calls" in own.get(PLAIN).content.decode()
    entries.leave(Order(code, alice, now=NOW), alice)
    assert "data-calls" not in words(own, COST, django_assert_num_queries)
