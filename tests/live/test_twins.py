"""Games that a viewer may not tell apart look the same over sockets, pages and API, also at a table
that goes on from a place of another game."""

from games.accounts.models import Player
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.conformance.subjects import SUBJECTS
from tests.conformance.twins import over_all_doors
from tests.depth import deep

WALKS = {key: subject.walk for key, subject in SUBJECTS.items()}
DUELS = ["seats=2", "seats=2;hold=secret"]
FOUR = ["", "change=on;multi=on", "pace=pulse"]
LATER = 2**41


def tables_of(*players, **rules):
    """A table of these players, and one that goes on from another game of theirs."""
    plain, origin, branch = (
        play.open_table(by=players[0], seated=False, now=LATER, **rules) for _ in range(3)
    )
    for table in (plain, origin, branch):
        for number, player in enumerate(players, 1):
            play.sit(Order(table, player, now=LATER), number=number)
    Table.objects.filter(pk=origin.pk).update(private=True)  # lists show cards of what is over
    Table.objects.filter(pk=branch.pk).update(branch_of=origin)
    return plain, Table.objects.select_related("branch_of").get(pk=branch.pk)


def test_twins_of_war_look_the_same(base, alice, bob):
    pairs = (pair for pair in WALKS["war"].take(deep(12)) if pair[0].o.players == 2)
    seated = {None: None, 1: alice, 2: bob}
    assert over_all_doors(base, tables_of(alice, bob), seated, pairs) >= deep(6)


def test_twins_of_world_war_iii_look_the_same(base, alice, bob):
    tables = tables_of(alice, bob, game="ww3", options="seats=2")
    seated, pairs = (
        {None: None, 1: alice, 2: bob},
        WALKS["ww3"]._replace(options=DUELS).take(deep(12)),
    )
    assert over_all_doors(base, tables, seated, pairs) >= deep(12)


def test_twins_of_ultimate_war_look_the_same(base, alice, bob, charlie):
    dora = Player.objects.create_user("dora", name="Dora")
    players = (alice, bob, charlie, dora)
    seated = {None: None} | dict(enumerate(players, 1))
    pairs = WALKS["ultimate"]._replace(options=FOUR).take(deep(10))
    assert over_all_doors(base, tables_of(*players, game="ultimate"), seated, pairs) >= deep(10)
