"""Signs of arranged games: found by the hour, shown to moderators, followed by nothing (R19)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts import personal_data
from games.accounts.sanctions import AuditEntry, Sanction
from games.moderation import erasure, farming
from games.moderation.models import SIGNALS_KEPT, SeatNetwork, Signal
from games.table.models import Move
from games.table.writer import play
from games.table.writer.orders import Order
from tests.api.program import Program
from tests.pages.browsing import signed_in
from tests.pages.stored import person
from tests.ratings.conftest import finished_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def rivals(db):
    return [person(f"Rival {number}") for number in range(6)]


def duels(one, two, winners, now):
    """Finished rated tables of two; in each the player of this number wins."""
    tables = finished_tables([one, two], len(winners), every=timedelta(minutes=1), until=now)
    for table, winner in zip(tables, winners, strict=True):
        for seat in table.seats.all():
            seat.place = 1 if seat.player == (one, two)[winner] else 2
            seat.save()
    return tables


def found():
    rows = Signal.objects.order_by("kind", "player", "partner")
    return list(rows.values_list("kind", "player__name", "partner__name", "times", "of"))


def test_most_games_with_one_partner(alice, bob, rivals):
    now = timezone.now()
    for number, rival in enumerate(rivals * 2):
        duels(alice, rival, [0], now - timedelta(minutes=40 + number))
    duels(alice, bob, [0] * 18, now)
    farming.look(at=now)
    assert found() == []  # eighteen of thirty are not more than sixty percent
    duels(alice, bob, [0], now + timedelta(minutes=1))
    farming.look(at=now + timedelta(minutes=1))
    assert found() == [("partner", "Alice", "Bob", 19, 30)]


def test_wins_in_turn(alice, bob):
    now = timezone.now()
    duels(alice, bob, [0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1], now)
    farming.look(at=now)
    assert found() == []
    duels(alice, bob, [0, 1, 0, 1], now + timedelta(minutes=4))
    farming.look(at=now + timedelta(minutes=4))
    assert found() == [("traded", "Alice", "Bob", 8, 8)]


def test_whoever_resigns_early_in_many_games(alice, rivals):
    now = timezone.now()
    tables = []
    for number in range(30):
        at = now - timedelta(minutes=number)
        tables += duels(alice, rivals[number % 6], [0 if number < 10 else 1], at)

    def resign(table, acts):
        seat = table.seats.get(player=alice)
        rows = [*["flip"] * acts, "resign"]
        Move.objects.bulk_create(
            Move(table=table, number=10 + n, seat=seat.number, act=act, player=alice)
            for n, act in enumerate(rows)
        )

    for table in tables[10:19]:
        resign(table, acts=2)
    resign(tables[19], acts=9)  # with the one of every table that is ten
    farming.look(at=now)
    assert found() == []
    resign(tables[20], acts=2)
    farming.look(at=now)
    assert found() == [("resigns", "Alice", None, 10, 30)]


def test_one_network_at_many_tables_of_a_week(alice, bob, rivals):
    now, program = timezone.now(), Program("", player=bob).client
    for number in range(6):
        assert found() == []
        opener, other = (alice, bob) if number % 2 else (bob, alice)
        table = play.open_table(by=opener, game="ww3", options="seats=3", rated=True)
        for player in (other, rivals[number]):
            play.sit(Order(table, player))
        for _ in range(2):  # they come back, Alice to the page and Bob with a program
            signed_in(alice).get(f"/t/{table.code}/", REMOTE_ADDR="192.0.2.7")
            address = f"/api/v1/tables/{table.code}"
            program.get(address, {"as": "me"}, REMOTE_ADDR="192.0.2.9")
        signed_in(rivals[number]).get(f"/t/{table.code}/", REMOTE_ADDR="203.0.113.5")
        signed_in(rivals[-1]).get(f"/t/{table.code}/", REMOTE_ADDR="192.0.2.8")  # watches
        for player in (alice, bob, rivals[number]):
            play.leave(Order(table, player))
        farming.look(at=now + timedelta(minutes=1))
    assert found() == [("network", "Alice", "Bob", 6, 6)]
    assert "192.0.2" not in str(SeatNetwork.objects.values())
    casual = play.open_table(by=alice, game="ww3", options="seats=2")
    signed_in(alice).get(f"/t/{casual.code}/")
    assert not SeatNetwork.objects.filter(table=casual).exists()
    later = timezone.now() + erasure.NETWORKS_KEPT
    erasure.forget(at=later)
    assert not SeatNetwork.objects.exists()


def test_opponents_who_sign_in_on_one_browser(alice, bob, mona, rivals):
    now, browser = timezone.now(), Client()
    for number in range(2):
        table = play.open_table(by=alice, game="ww3", options="seats=3", rated=True)
        for player in (bob, rivals[number]):
            play.sit(Order(table, player))
        for player in (alice, bob):
            browser.post("/account/login/", {"login": player.username, "password": "correct horse"})
            browser.get(f"/t/{table.code}/")
            browser.post("/account/logout/")
        signed_in(rivals[number]).get(f"/t/{table.code}/")
        farming.look(at=now + timedelta(minutes=1))
        for player in (alice, bob, rivals[number]):
            play.leave(Order(table, player))
    assert found() == [("device", "Alice", "Bob", 2, 2)]
    page = signed_in(mona).get("/moderation/").content.decode()
    assert "2 rated games in a week in the browser of Bob" in page
    personal_data.erase(bob)
    assert not SeatNetwork.objects.exclude(same_device=None).exists()


def test_one_network_with_several_partners(alice, mona, rivals):
    """Accounts made for one player lose to them in turn, each only once."""
    now = timezone.now()
    for rival in rivals:
        (table,) = duels(alice, rival, [0], now)
        for player in (alice, rival):
            SeatNetwork.objects.create(table=table, player=player, network="same", at=now)
    farming.look(at=now)
    assert found() == [("network", "Alice", None, 6, 6)]
    page = signed_in(mona).get("/moderation/").content.decode()
    assert "6 rated games in a week from the network of several partners" in page


def test_moderators_see_them_and_put_them_aside(alice, bob, mona, max):
    now = timezone.now()
    duels(alice, bob, [0, 1] * 4, now)
    duels(mona, bob, [0, 1] * 4, now)
    farming.look(at=now)
    page = signed_in(mona).get("/moderation/").content.decode()
    assert "8 games with Bob were won in turn" in page and page.count("won in turn") == 1
    of_alice = Signal.objects.get(partner=bob, player=alice)
    about_mona = Signal.objects.exclude(pk=of_alice.pk).get()
    assert signed_in(alice).post(f"/moderation/signals/{of_alice.pk}/seen/").status_code == 404
    for signal in (of_alice, about_mona):
        signed_in(mona).post(f"/moderation/signals/{signal.pk}/seen/")
    assert "won in turn" not in signed_in(mona).get("/moderation/").content.decode()
    assert signed_in(max).get("/moderation/").content.decode().count("won in turn") == 1
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.by, entry.player, entry.subject) == ("seen", mona, alice, "traded")
    farming.look(at=now + timedelta(minutes=1))
    assert Signal.objects.shown_to(mona).count() == 0
    Signal.objects.update(seen=now - SIGNALS_KEPT)
    assert list(Signal.objects.shown_to(mona)) == [of_alice]
    assert not Sanction.objects.exists()
    erasure.forget(at=now + SIGNALS_KEPT + timedelta(hours=1))
    assert not Signal.objects.exists()
