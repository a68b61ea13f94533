"""What the use of a card leaves behind: a card that was used is shown to nobody again, signs one
device in at a time, and every use and every new card stands in the public log."""

import json
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils.crypto import salted_hmac

from games.accounts.models import Player
from games.limits.declared import CARD_SIGN_INS
from games.live import sessions
from games.relations import circles
from games.table.models import Table
from games.tournaments import cards, lists
from games.tournaments.log import Act
from games.tournaments.models import Entrant
from games.tournaments.reading.export import export
from games.tournaments.refusals import Refused
from games.tournaments.writer import automation, bulk, entries, life
from games.tournaments.writer import cards as writer
from games.tournaments.writer.orders import Order
from tests.pages.browsing import address, signed_in, text
from tests.pages.stored import person
from tests.referee.check import check
from tests.tournaments.conftest import NOW, WAR

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return person("Olga")


@pytest.fixture
def event(owner):
    circle = circles.create(by=owner, name="Club")
    made = opened(owner, circle, "Evening")
    entries.enter(Order(made.pk, owner, now=NOW), owner)
    return made


def opened(owner, circle, name):
    stages = [WAR | {"rounds": 1}]
    made = life.create(by=owner, name=name, stages=stages, now=NOW, circle=circle)
    life.announce(Order(made.pk, owner, now=NOW))
    return life.open_entries(Order(made.pk, owner, now=NOW))


@pytest.fixture
def bo(event, owner):
    return enter(event, owner, "Bo")


def enter(event, by, name):
    plan = bulk.plan(event, lists.read(name))
    return bulk.enter_all(Order(event.pk, by, now=NOW), plan)[0]


def link_of(entrant):
    return reverse("tournament_card", args=[entrant.tournament.code, cards.key_of(entrant)])


def secrets_of(entrant):
    return {
        cards.key_of(entrant),
        cards.key_of(entrant).partition("-")[2],
        cards.letters_of(entrant),
    }


def uses():
    acts = Act.objects.filter(act__in=("card", "newcard"))
    return [(act.act, act.player.name, act.role, act.args.get("again")) for act in acts]


def new_card(office, entrant):
    answer = office.post(
        address(entrant.tournament, "tournament_cards"), {"entrant": entrant.number}
    )
    assert answer.status_code == 302
    return Entrant.objects.get(pk=entrant.pk)


def begin(event, owner):
    life.start(Order(event.pk, owner, now=NOW))
    now = NOW
    while not Table.objects.open().exists():
        now = max(now, automation.advance(tournament=event.pk, now=now) or 0)
    return Table.objects.open().get()


def test_a_used_card_is_shown_to_nobody(event, owner, bo):
    office, where = signed_in(owner), address(event, "tournament_cards")
    ida = enter(event, owner, "Ida")
    shown = secrets_of(bo)
    assert all(secret in office.get(where).content.decode() for secret in shown)
    Client().post(link_of(bo))
    page = office.get(where).content.decode()
    assert page.count('<svg class="qr"') == 1 and cards.key_of(ida) in page
    assert "Bo (guest)" in page and "In use since" in page
    pages = ("tournament", "tournament_console", "tournament_entrants", "tournament_log")
    answers = [office.get(address(event, page)).content.decode() for page in pages]
    answers += [
        page,
        str(export(event, NOW)),
        text(office.get(f"/api/v1/tournaments/{event.code}")),
    ]
    assert not any(secret in answer for secret in shown for answer in answers)


def test_the_opponent_cannot_look_at_a_hand_without_a_trace(event, owner, bo):
    """The owner plays, too, and kept the link that was printed."""
    link, phone, kept = link_of(bo), Client(), Client()
    phone.post(link)
    table = begin(event, owner)
    assert phone.get(address(event)).status_code == 200
    assert "in use since" in text(kept.get(link))
    assert kept.post(link)["Location"] == table.get_absolute_url()
    assert uses() == [
        ("card", "Bo (guest)", "entrant", None),
        ("card", "Bo (guest)", "entrant", True),
    ]
    told = phone.get(table.get_absolute_url())
    assert "your card for Evening was used on another device at" in text(told)
    assert not told.context["user"].is_authenticated
    log = text(signed_in(owner).get(address(event, "tournament_log")))
    assert "Sat down with a card Bo (guest)" in log
    assert "Sat down with a card: on another device Bo (guest)" in log
    assert phone.post(link).status_code == 302  # the card is theirs
    assert "You are signed out" not in text(phone.get(address(event)))
    assert "used on another device" in text(kept.get(address(event)))


def test_whoever_finds_their_card_used_is_told_before_they_sit_down(event, owner, bo):
    thief, phone = Client(), Client()
    thief.post(link_of(bo))
    assert "This card has been in use since" in text(phone.get(link_of(bo)))
    life.open_checkin(Order(event.pk, owner, now=NOW))
    letters = {"code": event.code, "letters": cards.letters_of(bo)}
    assert phone.post(reverse("tournament_letters"), letters)["Location"] == link_of(bo)
    new = new_card(signed_in(owner), bo)
    assert "Olga made a new card for you in Evening" in text(thief.get(address(event)))
    old = phone.get(link_of(bo))
    assert old.status_code == 404 and "or there is a new card" in text(old)
    assert "in use since" not in text(phone.get(link_of(new)))
    assert phone.post(link_of(new)).status_code == 302
    assert "You are in" in text(phone.get(address(event)))


def test_a_new_card_ends_the_session_and_says_who_made_it(event, owner, bo):
    phone = Client()
    phone.post(link_of(bo))
    session = phone.session.session_key
    assert sessions.valid_sessions({session}) == {session}
    new = new_card(signed_in(owner), bo)
    assert sessions.valid_sessions({session}) == set()
    assert uses()[1:] == [("newcard", "Olga", "director", None)]
    assert not secrets_of(bo) & secrets_of(new)
    told = phone.get(address(event))  # the circle keeps the event to itself
    assert told.status_code == 404
    assert "You are signed out: Olga made a new card for you in Evening at" in text(told)
    assert "You are signed out" in text(phone.get("/"))
    assert "New card Bo (guest) Olga director" in text(
        signed_in(owner).get(address(event, "tournament_log"))
    )
    assert "You are signed out" not in text(Client().get("/"))
    assert (
        cards.key_of(new)
        in signed_in(owner).get(address(event, "tournament_cards")).content.decode()
    )


def test_the_same_device_uses_its_card_once(event, bo):
    phone = Client()
    for _ in range(3):
        assert phone.post(link_of(bo)).status_code == 302
        assert phone.get(link_of(bo)).status_code == 302
    assert len(uses()) == 1


def test_a_card_is_not_used_all_the_time(event, bo):
    answers = [Client().post(link_of(bo)) for _ in range(CARD_SIGN_INS.most + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {302}
    assert answers[-1].status_code == 409 and "very often in this hour" in text(answers[-1])
    assert len(uses()) == CARD_SIGN_INS.most


def test_a_guest_with_an_account_needs_no_card_and_keeps_the_password(event, owner, bo):
    key = cards.key_of(bo)
    Player.objects.filter(pk=bo.player_id).update(is_guest=False, password="theirs")
    office = signed_in(owner)
    answer = office.post(address(event, "tournament_cards"), {"entrant": bo.number})
    assert answer.status_code == 409 and "This card is not valid now" in text(answer)
    with pytest.raises(Refused):
        writer.sign_in(Order(event.pk, bo.player), key)
    assert Player.objects.get(pk=bo.player_id).password == "theirs" and uses() == []


def test_another_guest_makes_no_card(event, bo):
    with pytest.raises(Refused, match="Only those who hold this tournament"):
        writer.renew(Order(event.pk, bo.player), bo.number)
    assert Client().post(address(event, "tournament_cards"), {"entrant": 1}).status_code == 404


def test_cards_of_two_events_do_not_disturb_each_other(event, owner, bo):
    phone = Client()
    phone.post(link_of(bo))
    second = opened(owner, event.circle, "Second")
    same = enter(second, owner, "Bo")
    assert same.player == bo.player
    assert phone.get(address(event)).status_code == 200
    Client().post(link_of(same))
    assert "your card for Second was used on another device" in text(phone.get(address(event)))


def test_whoever_leaves_and_comes_back_keeps_the_card(event, owner, bo):
    link = link_of(bo)
    Client().post(link)
    entries.leave(Order(event.pk, owner, now=NOW), bo.player)
    assert Client().get(link).status_code == 404
    assert enter(event, owner, "Bo") == bo
    assert "in use since" in text(Client().get(link))


def test_a_referee_reads_the_uses_of_cards(event, owner, bo):
    Client().post(link_of(bo))
    new_card(signed_in(owner), bo)
    event.refresh_from_db()
    told = [str(fault) for fault in check(json.dumps(export(event, NOW)))]
    assert not [fault for fault in told if "card" in fault]


def test_cards_that_were_printed_before_stay_valid_and_used_ones_count_as_used(event, owner, bo):
    ida = enter(event, owner, "Ida")
    for entrant in (bo, ida):  # as the release before stored them
        content = f"{event.pk} {entrant.player_id} {entrant.player.password}"
        digits = salted_hmac("games.card.key", content, algorithm="sha256").hexdigest()[:32]
        entrant.key = f"{entrant.number}-{digits}"
    Entrant.objects.update(card_seed="", card_used_ms=None)
    Player.objects.filter(pk=ida.player_id).update(last_login="2027-01-15T08:00:00Z")
    import_module("games.migrations.0091_card_uses").keep_cards(apps, None)
    assert cards.by_key(event, bo.key) == bo and cards.by_key(event, ida.key) == ida
    used = dict(Entrant.objects.filter(card=True).values_list("player__name", "card_used_ms"))
    assert used == {"Bo (guest)": None, "Ida (guest)": 1_800_000_000_000}
