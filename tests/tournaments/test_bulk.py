"""Entrants in bulk: what the lines of a list become, and the cards of guests."""

import html
import re

import pytest
from allauth.account.models import EmailAddress
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.relations import circles
from games.table.models import Table
from games.tournaments import cards, lists
from games.tournaments.log import Act
from games.tournaments.models import Entrant, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer import automation, bulk, life
from games.tournaments.writer.orders import Order
from tests.pages.browsing import address, signed_in, text
from tests.pages.stored import person
from tests.tournaments.conftest import NOW, WAR, new_director

pytestmark = pytest.mark.django_db
LONG = "N" * 61
# Case 6 of the rules for club evenings.
PASTE = f'"Müller; Anna";anna@example.org\nANNA\n\n=HYPERLINK("x")\n{LONG}\n'.encode("cp1252")


@pytest.fixture
def anna():
    return person("Anna", email="anna@example.org")


@pytest.fixture
def circle(anna):
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    owner = person("Olga")
    made = circles.create(by=owner, name="Club")
    circles.join(circle=made, player=anna)
    return made


@pytest.fixture
def event(circle):
    return opened(circle.owner, circle=circle)


def opened(by, **more):
    made = life.create(by=by, name="Evening", stages=[WAR], now=NOW, **more)
    life.announce(Order(made.pk, by, now=NOW))
    return life.open_entries(Order(made.pk, by, now=NOW))


def becomes(event, *lines):
    entries = bulk.plan(event, lists.read("\n".join(lines)))
    return [str(entry.becomes) for entry in entries]


def names(preview):
    return [entry.line.name for entry in preview.context["entries"]]


def with_key(preview, name, value):
    """What the browser sends for a key of this form: its hidden fields, and the key."""
    key = f'name="{name}" value="{value}"'
    forms = re.findall(r"<form.*?</form>", preview.content.decode(), re.DOTALL)
    form = next(form for form in forms if key in form)
    hidden = re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', form)
    hidden += re.findall(r'<textarea name="(\w+)" hidden>(.*?)</textarea>', form, re.DOTALL)
    return {field: html.unescape(content) for field, content in hidden} | {name: value}


def enter(event, *lines, by=None):
    entries = bulk.plan(event, lists.read("\n".join(lines)))
    return bulk.enter_all(Order(event.pk, by or event.circle.owner, now=NOW), entries)


# What lines become -----------------------------------------------------------------------


def test_the_case_of_the_rules(event, anna):
    entries = bulk.plan(event, lists.read(PASTE.decode("cp1252")))
    assert [(e.line.number, str(e.becomes), e.player) for e in entries] == [
        (1, "member", anna),
        (2, "double", anna),
        (4, "unreadable", None),
        (5, "unreadable", None),
    ]
    assert entries[0].line.name == "Müller; Anna"


def test_what_a_line_can_become(event, circle, anna):
    stranger = person("Xaver", email="x@example.org")
    EmailAddress.objects.create(user=stranger, email=stranger.email, verified=True)
    assert becomes(event, "Bo", "bo", "Xaver", "Anna", "@") == [
        *("guest", "double", "guest", "member", "unreadable")
    ]
    accounts = ("Name;Account", "x;Xaver", "y;Nobody", "z;Anna")
    assert becomes(event, *accounts) == ["unreadable", "unreadable", "member"]
    assert becomes(event, "Xe,x@example.org", "New,n@example.org") == ["guest", "guest"]
    assert becomes(event, "-1+1", "@SUM(A1)", "...") == ["unreadable"] * 3
    enter(event, "Bo", "Anna")
    assert becomes(event, "Bo", "Anna", "Cleo") == ["double", "double", "guest"]
    again = opened(circle.owner, circle=circle)
    assert becomes(again, "Bo") == ["member"]  # known by the name from the last time


def test_those_for_whom_no_place_is_left_are_said_to_wait(circle):
    event = opened(circle.owner, circle=circle, terms={"most_entrants": 2})
    enter(event, "Anna")
    office, where = signed_in(circle.owner), address(event, "tournament_list")
    page = text(office.post(where, {"list": "Anna\nBo\nCleo", "do": "preview"}))
    first, waiting = page.partition("What each line becomes")[2].split("Cleo")[:2]
    assert "waiting list" not in first and "goes on the waiting list." in waiting
    assert [e.status for e in enter(event, "Bo", "Cleo")] == ["entered", "waiting"]


def test_a_tournament_of_the_site_finds_accounts_by_name_and_never_by_address(anna, circle):
    cup = opened(new_director("dora"))
    assert becomes(cup, "Anna", "Bo", "Ada;anna@example.org") == ["account", "guest", "guest"]
    enter(cup, "Anna", "Bo", by=cup.created_by)
    assert becomes(cup, "Bo") == ["double"]


def test_all_enter_or_none(event, circle):
    made = enter(event, "Name,Note", "Müller Ida,window seat", "Bo,")
    assert [one.player.name for one in made] == ["Müller Ida (guest)", "Bo (guest)"]
    assert made[0].note == "window seat" and made[0].card
    assert circle.members.get(player=made[0].player).label == "Müller Ida"
    assert Act.objects.filter(act="enter").count() == 2
    other = opened(circle.owner, circle=circle)
    life.cancel(Order(other.pk, circle.owner, "Rain.", now=NOW))
    before = Player.objects.count()
    with pytest.raises(Refused):
        enter(other, "Cleo")
    assert Player.objects.count() == before


def test_a_list_holds_any_name(event):
    names = ["Null", "Root", "Bot", "Admin", "Major-General", "E", "李 Wei", "Ꭰꮤꭿ", "Anna M.", "7"]
    names += ["علی\u200cرضا", "ශ්\u200dරී", "佐々木", "O\u2019Neil", "Guest 12"]
    made = enter(event, *names)
    assert [one.player.name for one in made] == [f"{name} (guest)" for name in names]
    assert becomes(event, "Z" + "\u0301\u0302\u0303" * 9, "\u3164") == ["unreadable"] * 2
    assert bulk.guest_name("Bo\u200b\u202eb") == "Bo b"


def test_guests_of_one_name_are_told_apart_on_the_site():
    site = opened(new_director("dora"))
    other = opened(site.created_by)
    names = [enter(cup, "Bo", by=site.created_by)[0].player.name for cup in (site, other)]
    assert names[0] == "Bo (guest)" and names[1].startswith("Bo (guest ")


# Cards -----------------------------------------------------------------------------------


def test_a_card_seats_its_guest_on_any_phone(event, circle):
    bo, *_others = enter(event, "Bo", "Ida", "Cleo", "Dan")
    link = reverse("tournament_card", args=[event.code, cards.key_of(bo)])
    phone = Client()
    assert "Bo (guest)" in text(phone.get(link)) and "_auth_user_id" not in phone.session
    assert "no-referrer" not in phone.get(link).content.decode()  # the form could not be sent
    assert phone.post(link)["Location"] == address(event)
    assert "You are in" in text(phone.get(address(event)))
    assert phone.session.get_expiry_age() <= 12 * 3600
    life.start(Order(event.pk, circle.owner, now=NOW))
    now = NOW
    while not Table.objects.open().exists():
        now = max(now, automation.advance(tournament=event.pk, now=now) or 0)
    other = Client()
    letters = {"code": event.code.lower(), "letters": cards.letters_of(bo).lower()}
    typed = other.post(reverse("tournament_letters"), letters)
    assert typed["Location"] == link
    assert (
        other.post(link)["Location"]
        == Table.objects.get(seats__player=bo.player).get_absolute_url()
    )


def test_a_card_opens_nothing_else(event, circle, anna):
    (bo,) = enter(event, "Bo")
    key, letters = cards.key_of(bo), cards.letters_of(bo)
    second = opened(circle.owner, circle=circle)
    (same,) = enter(second, "Bo")
    assert same.player == bo.player and same.card
    assert cards.by_key(second, key) is None and cards.by_letters(second, letters) is None
    bo.refresh_from_db()
    assert cards.by_key(event, f"{bo.number}-{'0' * 32}") is None
    for bad in ("", "x", "1", f"{bo.number}-", "²-a"):
        assert cards.by_key(event, bad) is None
    new = cards.cards_of(event)[0]
    assert cards.by_key(event, cards.key_of(new)) == bo
    life.cancel(Order(event.pk, circle.owner, "Rain.", now=NOW))
    event.refresh_from_db()
    assert cards.by_key(event, cards.key_of(new)) is None


def test_members_and_guests_who_came_themselves_have_no_card(event, circle, anna):
    own = Player.objects.create_user("guest:1", name="Guest 4821", is_guest=True)
    circles.join(circle=circle, player=own)
    member = circle.members.get(player=own)
    circles.name_guest(member=member, by=circle.owner, label="Bo")
    enter(event, "Bo", "Anna")
    assert event.entrants.count() == 2 and cards.cards_of(event) == []


def test_a_new_card_ends_the_old_one_and_its_sessions(event, circle):
    (bo,) = enter(event, "Bo")
    link = reverse("tournament_card", args=[event.code, cards.key_of(bo)])
    phone = Client()
    phone.post(link)
    assert phone.get(address(event)).status_code == 200
    office = signed_in(circle.owner)
    where = address(event, "tournament_cards")
    office.post(where, {"entrant": bo.number})
    assert phone.get(address(event)).status_code == 404
    assert Client().get(link).status_code == 404


def type_letters(client, event, letters, times=1):
    where = reverse("tournament_letters")
    form = {"code": event.code, "letters": letters}
    return [client.post(where, form).status_code for _ in range(times)]


def test_letters_spell_nothing_and_work_from_check_in_on(event, circle):
    entered = enter(event, *(f"Player {chr(65 + n)}" for n in range(20)))
    letters = {cards.letters_of(one) for one in entered}
    assert len(letters) == 20 and not set("AEIOUY") & set("".join(letters))
    card = cards.cards_of(event)[0]
    assert type_letters(Client(), event, cards.letters_of(card)) == [400]
    link = reverse("tournament_card", args=[event.code, cards.key_of(card)])
    assert Client().post(link).status_code == 302  # nobody guesses 128 bits
    life.open_checkin(Order(event.pk, circle.owner, now=NOW))
    assert type_letters(Client(), event, cards.letters_of(card)) == [302]


@pytest.mark.outer
def test_letters_cannot_be_guessed_and_nobody_is_locked_out_by_others(event, circle):
    enter(event, "Bo")
    life.open_checkin(Order(event.pk, circle.owner, now=NOW))
    right = cards.letters_of(cards.cards_of(event)[0])
    device = Client()  # in a class behind one address
    assert type_letters(device, event, "zzzz", 21) == [400] * 20 + [429]
    assert type_letters(device, event, right) == [429]
    assert type_letters(Client(), event, right, 100) == [302] * 100
    for _ in range(40):
        assert type_letters(Client(), event, "zzzz") == [400]
    assert type_letters(Client(), event, "zzzz") == type_letters(Client(), event, right) == [429]
    assert type_letters(Client(REMOTE_ADDR="198.51.100.7"), event, right) == [302]

    def network(number):
        return Client(REMOTE_ADDR=f"2001:db8:0:{number:x}::7")

    tries = [type_letters(network(number), event, "zzzz")[0] for number in range(256)]
    assert tries.count(400) == 60  # they are one /56
    tries = [type_letters(network(256 * number), event, "zzzz")[0] for number in range(1, 256)]
    assert tries.count(400) == 4 * 60 - 60  # and one /48


# Pages -----------------------------------------------------------------------------------


def test_24_names_are_entered_in_few_clicks(circle):
    office = signed_in(circle.owner)
    event = opened(circle.owner, circle=circle)
    names = "\n".join(f"Kid {chr(65 + n)}" for n in range(24))
    where = address(event, "tournament_list")
    preview = office.post(where, {"list": names, "do": "preview"})
    assert "24 players will enter" in text(preview) and not event.entrants.exists()
    sent = {"list": preview.context["list"], "seen": preview.context["seen"], "do": "enter"}
    answer = office.post(where, sent)
    assert answer["Location"] == address(event, "tournament_cards")
    page = office.get(answer["Location"]).content.decode()
    assert page.count('<svg class="qr"') == 24
    assert office.post(where, sent).status_code == 409  # sent twice: nobody is entered again
    assert event.entrants.count() == 24
    assert signed_in(person("Ben")).get(where).status_code == 404
    assert Client().get(address(event, "tournament_cards")).status_code == 404


def test_a_preview_does_not_say_whose_an_address_is(circle, anna):
    event = opened(circle.owner, circle=circle)
    office, where = signed_in(circle.owner), address(event, "tournament_list")
    preview = office.post(where, {"list": f"{anna.email}\nx@example.org", "do": "preview"})
    told = text(preview)
    assert "1 anna@example.org member" in told and "Anna" not in told
    sent = {"list": preview.context["list"], "seen": preview.context["seen"], "do": "enter"}
    assert office.post(where, sent).status_code == 302
    assert event.entrants.filter(player=anna).exists()
    told = text(office.post(where, {"list": anna.email, "do": "preview"}))
    assert "double" in told and "Anna" not in told.partition("What each line becomes")[2]
    answers = [office.post(where, {"list": "x@example.org"}).status_code for _ in range(28)]
    assert answers == [200] * 27 + [429]
    assert office.post(where, {"list": "Cleo"}).status_code == 200


def test_a_preview_that_is_not_true_any_more_is_shown_again(event, circle, anna):
    office, where = signed_in(circle.owner), address(event, "tournament_list")
    seen = office.post(where, {"list": "Anna\nBo", "do": "preview"}).context["seen"]
    enter(event, "Anna")
    answer = office.post(where, {"list": "Anna\nBo", "seen": seen, "do": "enter"})
    assert answer.status_code == 409 and "Something has changed" in text(answer)
    assert event.entrants.count() == 1


def test_a_file_is_read_and_bad_lists_are_said(event, circle):
    office, where = signed_in(circle.owner), address(event, "tournament_list")
    answer = office.post(where, {"file": SimpleUploadedFile("club.csv", PASTE)})
    page = text(answer)
    assert "1 player will enter" in page and "This is no name." in page
    assert "=HYPERLINK" in answer.context["list"]
    for bad in ("", "x\n" * 301):
        refused = office.post(where, {"list": bad})
        assert refused.status_code == 400 and refused.context["form"].errors
    workbook = SimpleUploadedFile("club.xlsx", b"PK\x03\x04\x14\0\x06\0")
    refused = office.post(where, {"file": workbook})
    assert refused.status_code == 400 and "Save the list as CSV" in text(refused)


def test_another_reading_of_the_whole_list_is_one_key_away(event, circle):
    office, where = signed_in(circle.owner), address(event, "tournament_list")
    preview = office.post(where, {"list": "Müller, Anna\nGroß, Ben\nWeiß, Ida", "do": "preview"})
    form = preview.context["form"]
    assert [(way.value, way.words, way.example) for way in form.ways()[:2]] == [
        (0, "Columns 2 and 1 are the name", "Anna Müller"),
        (1, "Columns 1 and 2 are the name", "Müller Anna"),
    ]
    assert [way.is_chosen for way in form.ways()] == [True] + [False] * 6
    turned = office.post(where, with_key(preview, "reading", "1"))
    assert names(turned) == ["Müller Anna", "Groß Ben", "Weiß Ida"]
    headed = [way.words for way in turned.context["form"].headings()]
    assert headed == ["The first line is a player", "The first line is a heading"]
    key = str(turned.context["form"].headings()[1].value)
    answer = office.post(where, with_key(turned, "reading", key))
    assert names(answer) == ["Groß Ben", "Weiß Ida"]
    assert office.post(where, with_key(answer, "do", "enter")).status_code == 302
    assert {one.player.name for one in event.entrants.all()} == {
        "Groß Ben (guest)",
        "Weiß Ida (guest)",
    }
    for odd in ("99", "-1", "x"):
        assert office.post(where, {"list": "Anna", "reading": odd}).status_code in (200, 400)


def test_a_file_is_read_again_in_another_encoding(event, circle):
    office, where = signed_in(circle.owner), address(event, "tournament_list")
    data = "Nazwisko;Imię\nŻak;Łucja\n".encode("cp1250")
    polish = SimpleUploadedFile("klasa.csv", data)
    preview = office.post(where, {"file": polish}, headers={"Accept-Language": "pl-PL,pl;q=0.9"})
    assert names(preview) == ["Łucja Żak"]
    preview = office.post(where, {"file": SimpleUploadedFile("klasa.csv", data)})
    assert names(preview) == ["¯ak"]
    examples = [choice.example for choice in preview.context["form"].encodings()]
    assert examples[:2] == ["Nazwisko;Imiê", "Nazwisko;Imię"]
    right = office.post(where, with_key(preview, "encoding", "cp1250"))
    assert names(right) == ["Łucja Żak"]
    key = str(right.context["form"].ways()[1].value)
    assert names(office.post(where, with_key(right, "reading", key))) == ["Żak Łucja"]


def test_a_late_list_needs_a_reason(event, circle):
    enter(event, "Bo", "Ida", "Dan", "Eva")
    life.start(Order(event.pk, circle.owner, now=NOW))
    office, where = signed_in(circle.owner), address(event, "tournament_list")
    preview = office.post(where, {"list": "Cleo"})
    sent = {"list": "Cleo", "seen": preview.context["seen"], "do": "enter"}
    refused = office.post(where, sent)
    assert refused.status_code == 409 and "Give a reason" in text(refused)
    assert office.post(where, sent | {"reason": "Missed the bus."}).status_code == 302
    assert Tournament.objects.get().entrants.filter(status=Entrant.Status.PLAYING).count() == 5
