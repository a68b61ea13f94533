"""Preferences of an account: on all its devices, field by field, and at the first paint."""

from pathlib import Path
from zoneinfo import available_timezones

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.accounts import personal_data
from games.accounts.emblems import Emblem
from games.accounts.guests import BACKEND, new_guest
from games.accounts.models import Player
from games.accounts.preferences import Preferences, choose, chosen_by
from games.limits.declared import PREFERENCES
from games.notices.kinds import Kind
from games.notices.models import Notice
from games.notices.writer import notify
from games.pages.account.preferences_form import LOOKS, zones
from games.rules.catalogue import BOTS
from games.table.writer import play
from tests.each import each

pytestmark = pytest.mark.django_db
FORM, CHANGE = "/me/preferences/", "/me/preferences/change/"


@pytest.fixture
def own(client, alice):
    client.force_login(alice)
    return client


def sent(page, **changes):
    """The data a browser sends of this page after these changes; None: not ticked."""
    data = {}
    for field in page.context["form"]:
        data |= {field.html_initial_name: field.initial, field.html_name: field.initial}
    data |= changes
    return {name: value for name, value in data.items() if value not in (None, False)}


def test_what_one_device_changes_another_shows_at_its_first_paint(own, alice):
    elsewhere = Client()
    elsewhere.force_login(alice)
    assert own.post(CHANGE, {"deck": "two", "theme": "dark"}).status_code == 204
    page = elsewhere.get("/rules/").content.decode()
    assert 'data-theme="dark"' in page and 'data-deck="two"' in page
    elsewhere.cookies["theme"] = "light"  # of whoever was here before
    assert 'data-theme="dark"' in elsewhere.get("/rules/").content.decode()


def test_only_known_looks_are_taken_from_cookies(client):
    for name in LOOKS:
        client.cookies[name] = "x1"
    look = client.get("/rules/").context["look"]
    assert [look[name] for name in LOOKS] == [""] * len(LOOKS)
    client.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in client.get("/rules/").content.decode()


def test_two_tabs_do_not_undo_each_other(own, alice):
    first, second = own.get(FORM), own.get(FORM)
    own.post(FORM, sent(first, theme="dark"))
    own.post(FORM, sent(second, volume=30, boards=None))
    own.post(CHANGE, {"sound": "true"})
    expected = {"theme": "dark", "volume": 30, "boards": False, "sound": True}
    assert chosen_by(alice) == expected


@each([{"theme": "pink"}, {"volume": "9"}, {"volume": "x"}, {"talk": "all\0"}], "own, alice")
def test_nonsense_is_refused(own, alice, values):
    assert own.post(CHANGE, values).status_code == 400
    assert chosen_by(alice) is None


def test_what_is_no_preference_is_left_out(own, alice):
    own.post(CHANGE, {"seen": "x" * 1000, "keys": "false", "boards": "true"})
    assert chosen_by(alice) == {"keys": False, "boards": True}


def test_a_browser_may_have_a_zone_of_its_own(own, alice):
    for zone, stored in (("Europe/Berlin", "Europe/Berlin"), ("Etc/Unknown", "")):
        assert own.post(CHANGE, {"zone": zone, "theme": "dark"}).status_code == 204
        assert chosen_by(alice) == {"zone": stored, "theme": "dark"}


def test_old_names_of_places_are_not_offered_but_kept(own, alice):
    listed = dict(zones())
    assert {"Europe/Oslo", "Asia/Kolkata", "America/Argentina/Salta"} <= listed.keys()
    assert not {"Africa/Asmera", "America/Knox_IN", "Asia/Calcutta"} & listed.keys()
    assert listed.keys() <= available_timezones()
    own.post(CHANGE, {"zone": "Asia/Calcutta"})  # as some browsers call it
    assert chosen_by(alice) == {"zone": "Asia/Calcutta"}
    page = own.get("/me/preferences/").content.decode()
    assert '<option value="Asia/Calcutta" selected>Asia/Calcutta</option>' in page


def test_changes_are_limited(own, settings, monkeypatch):
    monkeypatch.setattr(PREFERENCES, "most", 2)
    codes = [own.post(CHANGE, {"keys": "true"}).status_code for _ in range(3)]
    assert codes == [204, 204, 429]


def test_guests_have_them_in_their_browser(client):
    guest = new_guest()
    client.force_login(guest, backend=BACKEND)
    page = client.get(FORM).content.decode()
    assert 'data-setting="speed"' in page and 'data-look="motion"' in page
    assert "may_invite" not in page and "Save</button>" not in page
    assert client.post(CHANGE, {"theme": "dark"}).status_code == 403
    client.cookies["theme"] = "dark"
    page = client.get("/rules/").content.decode()
    assert 'data-theme="dark"' in page and "data-preferences" not in page
    assert not Preferences.objects.exists()


def test_a_kind_of_notice_can_be_switched_off_but_not_those_of_the_operators(own, alice, bob):
    own.post(FORM, sent(own.get(FORM), notice_over=None))
    for player in (alice, bob):
        notify(player, Kind.OVER, "ABCD2345")
    notify(alice, Kind.WAITS, "ABCD2345")
    assert set(Notice.objects.values_list("player", "kind")) == {
        (bob.pk, "over"),
        (alice.pk, "waits"),
    }
    assert "notice_closed" not in own.get(FORM).context["form"].fields


def test_they_are_in_the_export_and_go_with_the_person(alice):
    choose(alice, {"theme": "dark"})
    assert personal_data.as_export(alice)["preferences"] == {"theme": "dark"}
    personal_data.erase(Player.objects.get(pk=alice.pk))
    assert not Preferences.objects.exists()


def test_changed_keys_belong_to_the_account(own, alice):
    assert own.post(CHANGE, {"own": '{"s": "k", "k": "s"}'}).status_code == 204
    own.post(FORM, sent(own.get(FORM), theme="dark"))
    assert chosen_by(alice)["own"] == {"s": "k", "k": "s"}
    for wrong in ('"s"', '{"s": 1}', "{", '{"s": "' + "x" * 21 + '"}'):
        assert own.post(CHANGE, {"own": wrong}).status_code == 400


def test_a_language_is_that_of_the_account_on_every_device(own, settings, client):
    settings.LANGUAGES = [("en", "English"), ("ar", "العربية")]
    own.post(FORM, sent(own.get(FORM), language="ar"))
    own.cookies.pop("lang", None)
    page = own.get("/rules/")
    assert page["Content-Language"] == "ar" and b'<html lang="ar" dir="rtl">' in page.content
    assert page.cookies["lang"].value == "ar"
    assert not own.get("/rules/").cookies.get("lang")
    settings.LANGUAGES = [("en", "English")]
    assert own.get("/rules/")["Content-Language"] == "en"


def test_an_emblem_shows_beside_the_name_everywhere(own, alice, client):
    assert own.post(reverse("emblem"), {"emblem": "dragon"}).url == reverse("preferences")
    alice.refresh_from_db()
    assert alice.emblem == ""
    own.post(reverse("emblem"), {"emblem": "tower"})
    table = play.open_table(by=Player.objects.get(pk=alice.pk))
    for address in (reverse("preferences"), f"/p/{alice.slug}/", table.get_absolute_url()):
        assert "#e-tower" in own.get(address).content.decode()
    facts = client.get(table.get_absolute_url()).context["facts"]
    assert facts["seats"][0]["emblem"] == "tower"
    own.post(reverse("emblem"), {"emblem": ""})
    assert "#e-tower" not in client.get(f"/p/{alice.slug}/").content.decode()


def test_every_emblem_is_drawn(own):
    sheet = (Path(settings.BASE_DIR) / "games/static/games/cards/sprite.svg").read_text()
    levels = {level for bots in BOTS.values() for level in bots.all_levels}
    for emblem in [*Emblem.values, *levels]:  # bots have a sign of their level
        assert sheet.count(f'<symbol id="e-{emblem}"') == 1
    assert len(Emblem) == 24


def test_the_back_of_the_cards_is_in_the_first_bytes(own):
    own.post(CHANGE, {"back": "rings"})
    stranger = Client()
    for visitor in (own, stranger):
        visitor.cookies["back"] = "grid"
    assert 'data-back="rings"' in own.get("/").content.decode()
    assert 'data-back="grid"' in stranger.get("/").content.decode()
