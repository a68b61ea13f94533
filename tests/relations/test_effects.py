"""The effects of a block at tables and in lists.  Anna blocks Max."""

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.bots import make_owned
from games.notices.kinds import Kind
from games.notices.models import Notice
from games.relations import changes, circles
from games.table.models import Table
from games.table.refusals import Refused
from games.table.writer import arranged, play
from games.table.writer.orders import Order
from tests.pages.stored import played
from tests.table.conftest import NOW, begin

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def blocked(anna, max):
    changes.block(player=anna, other=max)


def seated(table):
    return {seat.player for seat in Table.objects.get(pk=table.pk).seats.all()}


def test_whoever_is_blocked_cannot_sit_at_my_tables(anna, ben, max):
    opened_by_anna = play.open_table(by=anna, game="ww3", seated=False)
    anna_sits = play.open_table(by=ben, game="ww3")
    play.sit(Order(anna_sits, anna))
    for table in (opened_by_anna, anna_sits):
        with pytest.raises(Refused, match="NOT_WELCOME") as refused:
            play.sit(Order(table, max), anyway=True)
        assert refused.value.sentence == "You cannot sit at this table."


def test_a_full_or_running_table_says_so_to_everybody(anna, ben, max):
    table = play.open_table(by=anna)
    play.sit(Order(table, ben))
    with pytest.raises(Refused, match="TABLE_FULL"):
        play.sit(Order(table, max))
    begin(table, anna, ben)
    with pytest.raises(Refused, match="STARTED"):
        play.sit(Order(table, max))


def test_i_am_asked_before_i_sit_with_whom_i_block(client, anna, max):
    table = play.open_table(by=max, game="ww3")
    with pytest.raises(Refused, match="BLOCKED_HERE"):
        play.sit(Order(table, anna))
    client.force_login(anna)
    form, address = {"do": "sit"}, reverse("table_seat", args=[table.code])
    asked = client.post(address, form)
    assert asked.status_code == 200 and "Sit here anyway?" in asked.content.decode()
    assert seated(table) == {max}
    client.post(address, form | {"anyway": "yes"})
    assert seated(table) == {anna, max}


def test_bots_count_as_their_owners(anna, ben, max):
    robo = make_owned(owner=max, name="Robo")
    mine = make_owned(owner=anna, name="Annette")
    table = play.open_table(by=anna, game="ww3", outside_bots=True)
    with pytest.raises(Refused, match="NOT_WELCOME"):
        play.sit(Order(table, robo))
    open_to_bots = play.open_table(by=ben, game="ww3", outside_bots=True)
    play.sit(Order(open_to_bots, mine))
    with pytest.raises(Refused, match="NOT_WELCOME"):
        play.sit(Order(open_to_bots, max))


def test_the_lobby_leaves_out_whom_its_reader_blocks(anna, ben, max):
    """Max sees what anybody sees, so nothing tells him of the block."""
    robo = make_owned(owner=max, name="Robo")
    tables = {
        "anna": play.open_table(by=anna),
        "max": play.open_table(by=max),
        "robo": play.open_table(by=robo),
        "ben": play.open_table(by=ben, game="ww3"),
        "both": play.open_table(by=ben, game="ww3", outside_bots=True),
    }
    play.sit(Order(tables["both"], robo))

    def listed(player):
        reader = Client()
        reader.force_login(player)
        codes = {row["id"] for row in reader.get("/").context["lobby"]["rows"]}
        return {name for name, table in tables.items() if table.code in codes}

    assert listed(anna) == {"anna", "ben"}
    assert listed(max) == tables.keys()
    assert listed(ben) == tables.keys()


def test_a_rematch_does_not_seat_both(anna, ben, max):
    changes.unblock(player=anna, other=max)
    asked_by_max, asked_by_ben = (
        played(anna, max),
        played(ben, max, anna, options="players=3;cap=20"),
    )
    changes.block(player=anna, other=max)
    assert seated(play.rematch(Order(asked_by_max, max))) == {max}
    assert play.rematch(Order(asked_by_max, anna)) == Table.objects.get(pk=asked_by_max.pk).rematch
    assert seated(play.rematch(Order(asked_by_ben, ben))) == {ben, max}


@pytest.mark.django_db(transaction=True)  # notices are made after the commit
def test_nobody_hears_of_a_rematch_across_a_block(anna, ben, max):
    changes.unblock(player=anna, other=max)
    among_two = played(anna, max)
    among_three = played(ben, max, anna, options="players=3;cap=20")
    changes.block(player=anna, other=max)
    for by in (max, anna):
        play.rematch(Order(among_two, by))
    play.rematch(Order(among_three, max))
    rows = Notice.objects.filter(kind=Kind.REMATCH)
    assert [one.player for one in rows] == [ben]


def test_a_running_game_goes_on_and_tournaments_seat_both(anna, ben):
    table = begin(play.open_table(by=anna, options="cap=20"), anna, ben)
    changes.block(player=anna, other=ben)
    play.resign(Order(table, ben))
    assert Table.objects.get(pk=table.pk).status == "finished"
    paired = arranged.open_arranged(game="war", options="", seatings=[[anna, ben]], now=NOW)[0]
    assert seated(paired) == {anna, ben}
    begin(paired, anna, ben)
    assert paired.status == "running"


def test_in_a_circle_its_owner_decides_and_tables_refuse_in_the_same_words(anna, ben, max):
    """A block neither keeps anybody out nor shows who blocks whom."""
    circle = circles.create(by=ben, name="Club")
    table = play.open_table(by=ben, game="ww3", options="seats=4", circle=circle)
    with pytest.raises(Refused, match="NOT_WELCOME") as outside:
        play.sit(Order(table, max))
    for player in (anna, max):
        circles.join(circle=circle, player=player)
    assert {one.player for one in circle.members.all()} == {anna, ben, max}
    play.sit(Order(table, anna))
    with pytest.raises(Refused, match="NOT_WELCOME") as inside:
        play.sit(Order(table, max))
    assert inside.value.sentence == outside.value.sentence
