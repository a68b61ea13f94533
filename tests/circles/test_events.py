"""Tournaments that the owner of a circle and its helpers hold for the members."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts import personal_data
from games.accounts.guests import new_guest
from games.relations import circles
from games.table.clock import now_ms
from games.tournaments.models import Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer import entries, life, seasons
from games.tournaments.writer.orders import Order
from tests.pages.browsing import address, entered, order, signed_in, text
from tests.pages.stored import person
from tests.tournaments.conftest import NOW, WAR, new_director
from tests.tournaments.evening import Evening, refuses

pytestmark = pytest.mark.django_db
NEW = reverse("tournament_new")


@pytest.fixture
def anna():
    return person("Anna")


@pytest.fixture
def circle(anna):
    return circles.create(by=anna, name="Sunday")


def member(circle, name, *, helper=False):
    player = person(name)
    circles.join(circle=circle, player=player)
    if helper:
        row = circle.members.get(player=player)
        circles.make_helper(member=row, by=circle.owner, is_helper=True)
    return player


def event(circle, by=None, name="Evening", **terms):
    by = by or circle.owner
    return life.create(by=by, name=name, terms=terms, stages=[WAR], circle=circle, now=NOW)


def open_for_entries(event, by):
    life.announce(Order(event.code, by, now=NOW))
    return life.open_entries(Order(event.code, by, now=NOW))


def refused(code, field, function, *arguments, **named):
    with pytest.raises(Refused) as caught:
        function(*arguments, **named)
    assert (caught.value.code, caught.value.field) == (code, field)


def test_others_learn_who_may_hold_one(anna, circle):
    for visitor in (Client(), signed_in(person("Ben"))):
        page = text(visitor.get(NEW))
        assert "three at a time, with up to 128 players each" in page and "Sunday" not in page
    assert "First you need an account." in text(signed_in(new_guest()).get(NEW))
    assert f"{NEW}?circle={circle.code}" in signed_in(anna).get(NEW).content.decode()
    for player in (person("Xaver"), member(circle, "Cleo")):
        assert signed_in(player).get(f"{NEW}?circle={circle.code}").status_code == 404
        assert signed_in(player).post(NEW, {"circle": circle.code}).status_code == 404


@pytest.mark.parametrize("helper", [False, True])
def test_the_owner_and_helpers_hold_one_without_a_second_factor(circle, anna, helper):
    by = member(circle, "Hanna", helper=True) if helper else anna
    player, office = member(circle, "Ben"), signed_in(by)
    data = entered(office.get(f"{NEW}?circle={circle.code}").context["form"])
    office.post(NEW, data | {"circle": circle.code, "name": "Evening"})
    made = Tournament.objects.get()
    assert made.circle == circle and made.private and made.terms["most_entrants"] == 128
    for name in ("announce", "open"):
        assert order(office, made, name).status_code == 302
    page = signed_in(player).get(f"/circles/{circle.code}/").content.decode()
    assert address(made) in page
    entries.enter(Order(made.code, player), player)
    assert signed_in(player).get(address(made, "tournament_console")).status_code == 404


def test_they_direct_nothing_else(circle, anna):
    other = circles.create(by=person("Otto"), name="Other")
    site = life.create(by=new_director("dora"), name="Cup", stages=[WAR], now=NOW)
    for tournament in (event(other), site):
        refuses("NOT_ALLOWED", life.announce, Order(tournament.code, anna))
        assert signed_in(anna).get(address(tournament, "tournament_console")).status_code == 404
    director = Tournament.objects.get(pk=site.pk).created_by
    mine = event(circle)
    refuses("NOT_ALLOWED", life.announce, Order(mine.code, director))
    assert signed_in(director).get(address(mine, "tournament_console")).status_code == 404


def test_whoever_is_no_helper_any_more_holds_nothing(circle, anna):
    hanna = member(circle, "Hanna", helper=True)
    made = event(circle, hanna)
    circles.make_helper(member=circle.members.get(player=hanna), by=anna, is_helper=False)
    refuses("NOT_ALLOWED", life.announce, Order(made.code, hanna))


def test_a_circle_has_five_helpers(circle, anna):
    for number in range(5):
        member(circle, f"Helper {number}", helper=True)
    with pytest.raises(circles.Refused) as caught:
        member(circle, "Sixth", helper=True)
    assert caught.value.code == "TOO_MANY_HELPERS"


def test_only_members_enter_unless_the_owner_opens_it(circle, anna):
    hanna, stranger = member(circle, "Hanna", helper=True), person("Xaver")
    mine = open_for_entries(event(circle), anna)
    refuses("MEMBERS", entries.enter, Order(mine.code, stranger), stranger)
    refuses("MEMBERS", entries.enter, Order(mine.code, anna), stranger)
    refused("BAD_SETTING", "audience", event, circle, hanna, audience="open")
    for audience in ("shown", "open"):
        shown = open_for_entries(event(circle, name="Open day", audience=audience), anna)
        assert "Open day" in text(Client().get("/tournaments/"))
        assert Client().get(address(shown)).status_code == 200
    refuses("MEMBERS", entries.enter, *entering("shown", stranger))
    entries.enter(*entering("open", stranger))
    refused("BAD_SETTING", "audience", life.create, by=new_director("d"), name="x",
            terms={"audience": "circle"})  # fmt: skip


def entering(audience, player):
    return Order(Tournament.objects.get(terms__audience=audience).code, player), player


def test_its_limits(circle, anna):
    refused("BAD_SETTING", "most_entrants", event, circle, most_entrants=129)
    refused("BAD_SETTING", "rated", event, circle, rated=True)
    circle.rated_events = True
    circle.save()
    event(circle, rated=True, audience="shown")
    drafts = [event(circle) for _ in range(4)]
    for draft in drafts[:3]:
        life.announce(Order(draft.code, anna, now=NOW))
    refuses("TOO_MANY_EVENTS", life.announce, Order(drafts[3].code, anna, now=NOW))
    life.cancel(Order(drafts[0].code, anna, "Rain.", now=NOW))
    life.announce(Order(drafts[3].code, anna, now=NOW))
    for _ in range(16):
        event(circle)
    with pytest.raises(Refused) as caught:
        event(circle)
    assert caught.value.code == "TOO_MANY_PLANNED"


def test_a_projector_shows_a_private_event_with_the_key_of_its_screen(circle, anna):
    made, other = (open_for_entries(event(circle), anna) for _ in range(2))
    links = []
    for tournament in (made, other):
        console = signed_in(anna).get(address(tournament, "tournament_console")).content.decode()
        (link,) = set(re.findall(rf"/tournaments/{tournament.code}/screen/[\w-]+/", console))
        links.append(link)
    projector, letters = Client(), f"{reverse('tournament_letters')}?t={made.code}"
    assert letters in text(projector.get(links[0]))
    assert "Evening" not in text(projector.get(letters))
    assert "You play without a card: Evening" in text(signed_in(anna).get(letters))
    wrong = links[1].replace(other.code, made.code)
    for shut in (wrong, address(made, "tournament_screen"), address(made)):
        assert projector.get(shut).status_code == 404
    life.cancel(Order(made.code, anna, "Rain.", now=now_ms()))
    assert projector.get(links[0]).status_code == 200
    Tournament.objects.filter(pk=made.pk).update(ended_ms=now_ms() - 25 * 3_600_000)
    assert projector.get(links[0]).status_code == 404


def test_the_next_one_is_one_click_on_the_page_of_the_circle(circle, anna):
    players = [anna, *(member(circle, name) for name in ("Ben", "Cleo", "Dan"))]
    evening = Evening(anna, [WAR | {"rounds": 1}], players, circle=circle)
    last, season = evening.run(), seasons.create(circle=circle, by=anna, name="Winter")
    Tournament.objects.filter(pk=last.pk).update(season=season)
    page = {p: signed_in(p).get(f"/circles/{circle.code}/").content.decode() for p in players[:2]}
    for name in ("tournament_certificates", "tournament_standings_csv", "tournament_podium"):
        assert f'"{address(last, name)}"' in page[players[1]]
    where = address(last, "tournament_again")
    assert where in page[anna] and where not in page[players[1]]
    assert signed_in(players[1]).post(where).status_code == 404
    answer = signed_in(anna).post(where)
    made = Tournament.objects.get(state="open")
    assert answer["Location"] == address(made, "tournament_console")
    assert (made.season, made.name, made.terms["starts"]) == (season, "Evening", None)
    for _ in range(3):
        answer = signed_in(anna).post(where, follow=True)
    assert "which is the limit" in text(answer) and circle.events.filter(state="open").count() == 3


def test_they_end_with_the_circle(circle, anna):
    made = open_for_entries(event(circle), anna)
    signed_in(anna).post(reverse("circle_change", args=[circle.code]), {"do": "delete"})
    made.refresh_from_db()
    assert made.state == "cancelled" and made.acts.last().reason == "CIRCLE_DELETED"
    assert made.circle is None
    for visitor in (Client(), signed_in(anna), signed_in(new_director("dora"))):
        assert visitor.get(address(made)).status_code == 404


def test_what_an_erased_owner_leaves_stays_open_to_its_players(circle, anna):
    ben = member(circle, "Ben")
    made = open_for_entries(event(circle), anna)
    entries.enter(Order(made.code, ben, now=NOW), ben)
    personal_data.erase(anna)
    made.refresh_from_db()
    assert made.circle is None and made.private and made.state == "open"
    page = signed_in(ben).get(address(made))
    assert page.status_code == 200 and "Sunday" not in text(page)
    for visitor in (Client(), signed_in(person("Cleo")), signed_in(new_director("dora"))):
        assert visitor.get(address(made)).status_code == 404
