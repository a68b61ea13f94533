"""Circles: private groups whose pages and tables exist only for their members."""

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts import personal_data
from games.accounts.guests import BACKEND, new_guest
from games.lobby import invitations
from games.relations import circles
from games.relations.circles import Circle, Member, Refused
from games.table import refusals
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.pages.stored import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return person("Anna")


@pytest.fixture
def ben():
    return person("Ben")


@pytest.fixture
def circle(anna):
    return circles.create(by=anna, name="  Club   of  Friday ")


@pytest.fixture
def table(circle, anna):
    return play.open_table(by=anna, game="ww3", circle=circle, outside_bots=True)


def of(player):
    client = Client()
    client.force_login(player, backend=BACKEND if player.is_guest else None)
    return client


def refusal(function, *arguments, **named):
    with pytest.raises(Refused) as refused:
        function(*arguments, **named)
    return refused.value.code


def test_one_joins_by_a_link_that_can_be_renewed(circle, anna, ben):
    assert circle.name == "Club of Friday"
    link = f"/circles/join/{circle.key}/"
    assert "Club of Friday" in of(ben).get(link).content.decode()
    assert circle.members.count() == 1  # to look at it changes nothing
    for _ in range(2):
        assert of(ben).post(link)["Location"] == f"/circles/{circle.code}/"
    Client().post(link)  # a new visitor becomes a guest
    assert circle.members.count() == 3
    of(anna).post(f"/circles/{circle.code}/change/", {"do": "renew"})
    assert of(ben).get(link).status_code == 404


def test_to_others_nothing_of_it_exists(circle, table, anna, ben):
    nowhere = of(ben).get("/circles/NOSUCHAA/")
    for visitor in (of(ben), Client()):
        for path in (
            f"/circles/{circle.code}/",
            table.get_absolute_url(),
            f"/t/{table.code}/aloud/",
            f"/g/{table.code}/",
            f"/g/{table.code}.json",
            f"/g/{table.code}/verify/",
            f"/api/v1/tables/{table.code}",
        ):
            assert visitor.get(path).status_code == 404, path
        for path in (f"/circles/{circle.code}/change/", f"/t/{table.code}/seat/"):
            assert visitor.post(path, {"do": "sit"}).status_code == 404, path
        assert table.code not in visitor.get("/").content.decode()
        assert table.code not in visitor.get("/api/v1/tables").content.decode()
    hidden = of(ben).get(f"/circles/{circle.code}/")
    assert "Friday" not in hidden.content.decode() and len(hidden.content) == len(nowhere.content)
    page = of(anna).get(f"/circles/{circle.code}/").content.decode()
    assert table.code in page
    assert of(anna).get(table.get_absolute_url()).status_code == 200


def test_only_members_sit_and_a_rematch_stays_inside(circle, table, anna, ben):
    with pytest.raises(refusals.Refused, match="NOT_WELCOME"):
        play.sit(Order(table, ben))
    with pytest.raises(refusals.Refused, match="NOT_IN_CIRCLE: Ben is not in Club of Friday"):
        invitations.send(table=table, by=anna, player=ben)
    with pytest.raises(refusals.Refused, match="NOT_WELCOME"):
        play.open_table(by=ben, circle=circle)
    circles.join(circle=circle, player=ben)
    play.sit(Order(table, ben))
    assert table.private and not table.outside_bots


def test_the_owner_limits_the_chat_of_its_tables(circle, anna):
    circles.change(circle=circle, by=anna, name="Club", chat="quick")
    chats = [play.open_table(by=anna, circle=circle, chat=chat).chat for chat in ("text", "off")]
    assert chats == ["quick", "off"]


def test_owner_helpers_and_members_may_different_things(circle, anna, ben):
    cem, guest = person("Cem"), new_guest()
    for player in (ben, cem, guest):
        circles.join(circle=circle, player=player)
    own, bens, cems, guests = circle.members.order_by("pk")
    assert refusal(circles.remove, member=cems, by=ben) == "NOT_ALLOWED"
    circles.make_helper(member=bens, by=anna, is_helper=True)
    circles.name_guest(member=guests, by=ben, label="Greta from 4b")
    assert Member.objects.get(pk=guests.pk).label == "Greta from 4b"
    circles.remove(member=cems, by=ben)
    assert refusal(circles.remove, member=own, by=ben) == "NOT_ALLOWED"
    assert refusal(circles.delete, circle=circle, by=ben) == "NOT_ALLOWED"
    assert refusal(circles.leave, circle=circle, player=anna) == "OWNER_STAYS"
    assert refusal(circles.make_helper, member=guests, by=anna, is_helper=True) == "NOT_ALLOWED"
    circles.leave(circle=circle, player=ben)
    assert {member.player for member in circle.members.all()} == {anna, guest}


def test_there_are_limits(circle, anna, ben, monkeypatch):
    for number in range(4):
        circles.create(by=anna, name=f"Club {number}")
    assert refusal(circles.create, by=anna, name="Club") == "TOO_MANY_OWNED"
    assert refusal(circles.create, by=new_guest(), name="Club") == "ACCOUNTS_OWN"
    assert refusal(circles.create, by=ben, name=" ") == "BAD_NAME"
    monkeypatch.setattr(circles, "MOST_MEMBERS", 1)
    assert refusal(circles.join, circle=circle, player=ben) == "CIRCLE_FULL"
    monkeypatch.setattr(circles, "MOST_MEMBERS", 2)
    monkeypatch.setattr(circles, "MOST_JOINED", 0)
    assert refusal(circles.join, circle=circle, player=ben) == "TOO_MANY_CIRCLES"


def test_games_stay_private_when_it_goes(circle, anna, ben):
    circles.join(circle=circle, player=ben)
    opened, over = (play.open_table(by=anna, circle=circle) for _ in range(2))
    play.sit(Order(over, ben))
    for player in (anna, ben):
        play.ready(Order(over, player), entropy=bytes(16))
    play.resign(Order(over, ben))
    circles.leave(circle=circle, player=ben)
    page = of(anna).get(f"/circles/{circle.code}/").content.decode()
    assert "whoever has the link of a game can open it" in " ".join(page.split())
    answer = of(anna).post(f"/circles/{circle.code}/change/", {"do": "delete"})
    assert answer["Location"] == "/circles/"
    assert Table.objects.filter(private=True, circle=None).count() == 2
    for visitor in (of(anna), of(ben), of(person("Cem")), Client()):  # by their links, like others
        assert visitor.get(f"/t/{opened.code}/").status_code == 200
        assert visitor.get(f"/g/{over.code}/").status_code == 200
    for path in (
        "/",
        "/history/",
        "/api/v1/tables",
        "/api/v1/games",
        reverse("player", args=[anna.slug]),
    ):
        listed = Client().get(path)
        assert listed.status_code == 200, path
        assert not [t for t in (opened, over) if t.code in listed.content.decode()], path
    assert of(ben).get(f"/circles/{circle.code}/").status_code == 404


def test_it_is_in_the_export_and_goes_with_its_owner(circle, anna, ben):
    circles.join(circle=circle, player=ben)
    assert personal_data.as_export(ben)["circles"][0]["circle__name"] == "Club of Friday"
    personal_data.erase(anna)
    assert not Circle.objects.exists() and not Member.objects.exists()


def test_its_page_costs_the_same_for_any_number(
    circle, table, anna, ben, django_assert_num_queries
):
    page = of(anna)
    circles.join(circle=circle, player=ben)
    page.get("/")
    for _ in range(2):
        with django_assert_num_queries(15):
            page.get(reverse("circle", args=[circle.code]))
        for _ in range(2):
            circles.join(circle=circle, player=new_guest())
            play.open_table(by=ben, circle=circle)


def test_its_page_calls_guests_as_the_owner_does(circle, table, anna, ben):
    guest = new_guest()
    for player in (ben, guest):
        circles.join(circle=circle, player=player)
    member = Member.objects.select_related("circle", "player").get(player=guest)
    circles.name_guest(member=member, by=anna, label="Greta")
    play.sit(Order(table, guest))
    ((listed, names),) = of(ben).get(f"/circles/{circle.code}/").context["now"]
    assert listed == table and sorted(names) == ["Anna", f"{guest.name} (Greta)"]
