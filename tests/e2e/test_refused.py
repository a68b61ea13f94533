"""What a browser refuses is said, with another way where there is one; and a form stays alive after
it has opened another tab."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import faults
from tests.e2e.places import PASSWORD, open_table, sign_up

pytestmark = pytest.mark.outer

# Browsers do so in frames, without a permission, and without what the machine lacks.
REFUSE = """
const refuse = (name) => () => Promise.reject(new DOMException(name, name));
document.execCommand = () => false;
Object.defineProperty(navigator, "clipboard", {value: {writeText: refuse("NotAllowedError")}});
Object.defineProperty(navigator, "wakeLock", {value: {request: refuse("NotAllowedError")}});
navigator.share = refuse("NotAllowedError");
navigator.credentials.create = refuse("NotAllowedError");
navigator.credentials.get = refuse("NotAllowedError");
Notification.requestPermission = refuse("NotAllowedError");
Object.defineProperty(Notification, "permission", {get: () => "default"});
"""


def test_a_form_that_has_opened_a_tab_can_be_sent_again(visit):
    visitor = visit()
    page = visitor.open("/")
    key = page.locator("form[data-entropy] button").first
    addresses = set()
    for _tab in range(2):
        with visitor.context.expect_page() as opened:
            key.click(modifiers=["Control"])
        opened.value.wait_for_url("**/t/*/")
        addresses.add(opened.value.url)
        opened.value.close()
    assert len(addresses) == 2
    key.dblclick()
    page.wait_for_url("**/t/*/")
    addresses.add(page.url)
    links = visitor.open("/mine/").locator("main a[href^='/t/']").all()
    assert {str(link.get_attribute("href")) for link in links} == {
        urlsplit(url).path for url in addresses
    }


@pytest.mark.parametrize("dark", [False, True])
def test_what_cannot_be_copied_or_shared_lies_selected(visit, dark):
    visitor = visit(dark=dark)
    visitor.context.add_init_script(REFUSE)
    open_table(visitor)
    page = visitor.page
    for attribute in ("copy", "share"):
        key = page.locator(f"main [data-{attribute}]:visible").first
        text = str(key.get_attribute(f"data-{attribute}"))
        key.click()
        field = page.get_by_label("Your browser refused. Copy this:")
        expect(field).to_have_value(text)
        expect(field).to_be_focused()
        assert field.evaluate("(field) => field.selectionEnd - field.selectionStart") == len(text)
        assert faults(page) == []
        page.locator(".toast").get_by_role("button", name="Close").click()


def test_passkeys_say_where_there_can_be_none(visit, site):
    visitor = visit()
    page = visitor.open("/account/login/")
    expect(page.locator("#passkey_login")).to_be_disabled()
    alert = page.locator("main form [role=alert]")
    expect(alert).to_contain_text("Browsers accept no passkeys at 127.0.0.1.")
    assert faults(page) == []
    page.get_by_role("link", name="Open this page at localhost").click()
    page.wait_for_url(f"http://localhost:{site.port}/account/login/")
    expect(page.locator("#passkey_login")).to_be_enabled()
    expect(alert).to_be_hidden()


def test_a_refused_passkey_says_so(visit, site):
    visitor = visit(site.url.replace("127.0.0.1", "localhost"))
    visitor.context.add_init_script(REFUSE)
    page = visitor.open("/account/login/")
    page.click("#passkey_login")
    alert = page.locator("main form [role=alert]")
    expect(alert).to_contain_text("No passkey was used")
    sign_up(visitor, "Pia")
    visitor.open("/account/2fa/webauthn/add/")
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.click("#mfa_webauthn_add")
    expect(alert).to_contain_text("No passkey was used")
    page.evaluate("""() => {
        const refusal = new DOMException("", "InvalidStateError");
        navigator.credentials.create = () => Promise.reject(refusal);
    }""")
    page.click("#mfa_webauthn_add")
    expect(alert).to_contain_text("This device already has a passkey for your account.")


def test_refused_notifications_and_a_part_that_fails_say_so(visit):
    visitor = visit()
    visitor.context.add_init_script(REFUSE)
    sign_up(visitor, "Nell")
    page = visitor.open("/")
    page.locator("[data-bell] summary, [data-bell] > button").first.click()
    page.locator("[data-notify]").first.click()
    toasts = page.locator("#toasts")
    expect(toasts).to_contain_text("Your browser allows no notifications from this site.")
    visitor.expects("went wrong on purpose")
    page.evaluate("void Promise.reject(new Error('went wrong on purpose'))")
    expect(toasts).to_contain_text("Part of this page has failed. Reload it.")


AWAKE = """
const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = (kind) => ask((window.asked = kind));
"""


def test_the_screen_of_a_room_stays_awake_or_says_that_it_may_not(visit):
    host = visit()
    sign_up(host, "Hilda")
    page = host.open("/circles/")
    page.get_by_label("Name").fill("Club")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Hold a tournament").click()
    page.get_by_role("button", name="Open it for entries").click()
    address = str(page.get_by_role("link", name="Screen for the room").get_attribute("href"))
    words = "This screen may go dark."
    for script, is_awake in ((AWAKE, True), (REFUSE, False)):
        room = visit(size=(1920, 1080))
        room.context.add_init_script(script)
        wall = room.open(address)
        if is_awake:
            wall.wait_for_function("window.asked === 'screen'")
            expect(wall.get_by_text(words)).to_be_hidden()
        else:
            expect(wall.get_by_text(words)).to_be_visible()
        assert faults(wall) == []
