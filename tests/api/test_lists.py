"""Lists come in pages: each row once while new ones arrive, there and back, at the same cost."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.bots import make_owned
from games.lab.runs.models import Simulation
from games.lobby import invitations, wishes
from games.lobby.wishes import WishedGame
from games.relations import changes
from games.table.writer import play
from games.tournaments.writer import life
from games.tournaments.writer.orders import Order
from tests.api.program import Program
from tests.pages.stored import person, stored
from tests.tournaments.conftest import WAR, new_director

pytestmark = pytest.mark.django_db


def table(number, me):
    play.open_table(by=person(f"Opener {number}"), bots=["recruit"])


def game(number, me):
    stored(me, person(f"Other {number}"), number=number)


def run(number, me):
    Simulation.objects.create(
        **{"game": "war", "games": 9, "seed": number, "policies": ["plain"]},
        **{"rules_version": 1, "chunk_size": 9},
    )


def tournament(number, me):
    director = new_director(f"director{number}")
    cup = life.create(by=director, name=f"Cup {number}", stages=[WAR])
    life.announce(Order(cup.code, director))


def wish(number, me):
    wishes.make(player=person(f"Looker {number}"), choices=[WishedGame("war")])


def invitation(number, me):
    inviter = person(f"Inviter {number}")
    invitations.send(table=play.open_table(by=inviter), by=inviter, player=me)


LISTS = {
    "tables": (table, "code"),
    "games": (game, "code"),
    "lab/runs": (run, "code"),
    "tournaments": (tournament, "code"),
    "wishes": (wish, "player"),
    "invitations": (invitation, "id"),
}


def page(program, address):
    """Its rows, the pages beside it, and what it cost."""
    with CaptureQueriesContext(connection) as asked:
        answer = program.client.get(address)
    rows = answer.json()
    links = {rel: to for to, rel in re.findall(r'<([^>]+)>; rel="(\w+)"', answer.get("Link", ""))}
    return rows["games"] if isinstance(rows, dict) else rows, links, len(asked)


@pytest.mark.parametrize(("path", "make", "key"), [(path, *one) for path, one in LISTS.items()])
def test_each_row_is_told_once_while_new_ones_arrive(path, make, key):
    ann = Program("Ann", "tables:play")
    for number in range(7):
        make(number, ann.player)
    ann.client.get(f"/api/v1/{path}")  # the token has been used
    (whole, links, _cost) = page(ann, f"/api/v1/{path}")
    assert len(whole) == 7 and not links
    seen, costs, address, number = [], set(), f"/api/v1/{path}?limit=2", 7
    while address:
        rows, links, cost = page(ann, address)
        if seen:  # at any depth; a code that names a page may be looked up first
            costs.add(cost)
        seen += rows
        make(number, ann.player)  # above everything that was listed
        address, number = links.get("next"), number + 1
    assert [row[key] for row in seen] == [row[key] for row in whole]
    back, links, cost = page(ann, links["prev"])
    costs.add(cost)
    assert [row[key] for row in back] == [row[key] for row in whole[4:6]]
    assert {"next", "prev"} == links.keys() and len(costs) == 1
    for wrong in ("limit=201", "limit=0"):
        assert ann.get(f"{path}?{wrong}", 422)["code"] == "BAD_VALUE"


def test_tables_for_bots_alone_are_listed_only_when_asked_for():
    ann = Program("Ann")
    robo = Program("", player=make_owned(owner=ann.player, name="Robo"))
    alone = {"game": "war", "bots": ["recruit"]}
    fast = robo.post("tables", alone | {"fast": True}, 201)["code"]
    among = robo.post("tables", alone, 201)["code"]
    robo.act(among, "ready", entropy="0" * 32)
    people = play.open_table(by=ann.player).code
    for query, codes in (
        ({}, [people]),
        ({"bots": "without"}, [people]),
        ({"bots": "with"}, [people, among, fast]),
        ({"bots": "only"}, [among, fast]),
    ):
        assert [row["code"] for row in ann.get("tables", **query)] == codes
    assert ann.get("tables", 422, bots="maybe")["fields"].keys() == {"bots"}


def test_tables_of_whom_the_caller_blocks_are_left_out():
    """Bots count as their owners.  Whoever is blocked sees what is seen without a token, so nothing
    tells them of the block."""
    ann, ben = Program("Ann"), Program("Ben")
    robo = Program("", player=make_owned(owner=ben.player, name="Robo"))
    theirs = {play.open_table(by=one.player).code for one in (ben, robo)}
    mine = play.open_table(by=ann.player).code
    changes.block(player=ann.player, other=ben.player)
    assert [row["code"] for row in ann.get("tables")] == [mine]
    public = Client().get("/api/v1/tables").json()
    assert {row["code"] for row in public} == theirs | {mine}
    for program in (ben, robo):
        assert program.get("tables") == public
