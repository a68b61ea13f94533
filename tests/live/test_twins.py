"""Games that a viewer may not tell apart look the same over sockets, pages and API."""

from games.accounts.models import Player
from games.table.writer import play
from games.table.writer.orders import Order
from tests.conformance.subjects import SUBJECTS
from tests.conformance.twins import over_all_doors

WALKS = {key: subject.walk for key, subject in SUBJECTS.items()}
DUELS = ["seats=2", "seats=2;hold=secret"]


def test_twins_of_war_look_the_same(base, alice, bob):
    table = play.open_table(by=alice)
    play.sit(Order(table, bob))
    pairs = (pair for pair in WALKS["war"].take(12) if pair[0].o.players == 2)
    assert over_all_doors(base, table, {None: None, 1: alice, 2: bob}, pairs) >= 6


def test_twins_of_world_war_iii_look_the_same(base, alice, bob):
    table = play.open_table(by=alice, game="ww3", options="seats=2", seated=False, now=2**41)
    for number, player in enumerate((alice, bob), 1):
        play.sit(Order(table, player, now=2**41), number=number)
    seated = {None: None, 1: alice, 2: bob}
    assert over_all_doors(base, table, seated, WALKS["ww3"]._replace(options=DUELS).take(12)) >= 12


def test_twins_of_ultimate_war_look_the_same(base, alice, bob, charlie):
    dora = Player.objects.create_user("dora", name="Dora")
    table = play.open_table(by=alice, game="ultimate")
    for player in (bob, charlie, dora):
        play.sit(Order(table, player))
    seated = {None: None, 1: alice, 2: bob, 3: charlie, 4: dora}
    pairs = (pair for pair in WALKS["ultimate"].take(60) if pair[0].o.players == 4)
    assert over_all_doors(base, table, seated, pairs) >= 8
