"""Changes that one player may make sixty times an hour."""

import pytest

from games.accounts import people
from games.accounts.guests import BACKEND, new_guest
from games.table import refusals
from games.table.writer import play
from games.table.writer.orders import Order as TableOrder
from games.tournaments import refusals as of_tournaments
from games.tournaments.writer import entries, life
from games.tournaments.writer.orders import Order
from tests.pages.stored import person
from tests.tournaments.conftest import WAR, new_director

pytestmark = pytest.mark.django_db


def test_who_comes_and_goes_does_so_at_most_sixty_times_an_hour(time_machine):
    """Each time leaves a row for ever.  Leaving is always possible."""
    time_machine.move_to("2026-11-26T12:00:01Z", tick=False)
    bob, other = person("Bob"), person("Other")
    table = play.open_table(by=bob, game="ww3", options="seats=4")
    director = new_director("Dora")
    cup = life.create(by=director, name="Cup", stages=[WAR])
    life.announce(Order(cup.code, director))
    life.open_entries(Order(cup.code, director))
    guest = new_guest()
    for _ in range(60):
        play.sit(TableOrder(table, guest))
        play.leave(TableOrder(table, guest))
        entries.enter(Order(cup.code, guest), guest)
        entries.leave(Order(cup.code, guest), guest)
    with pytest.raises(refusals.Refused, match="TOO_OFTEN") as refused:
        play.sit(TableOrder(table, guest))
    assert refused.value.wait_s == 3599
    with pytest.raises(of_tournaments.Refused, match="TOO_OFTEN"):
        entries.enter(Order(cup.code, guest), guest)
    entries.enter(Order(cup.code, director), guest)  # others may still do it
    play.sit(TableOrder(table, other))
    time_machine.move_to("2026-11-26T13:00:01Z", tick=False)
    play.sit(TableOrder(table, guest))


def test_a_name_is_changed_at_most_sixty_times_an_hour(client, time_machine):
    time_machine.move_to("2026-11-26T12:00:01Z", tick=False)
    bob = person("Bob")
    client.force_login(bob, backend=BACKEND)
    for number in range(60):
        people.rename(player=bob, name=f"Bob {number}x")
    answer = client.post("/me/", {"name": "Robert"})
    assert "You have changed your name too often." in answer.content.decode()
    assert answer.status_code == 400 and 'value="Robert"' in answer.content.decode()
    bob.refresh_from_db()
    assert bob.name == "Bob 59x"
