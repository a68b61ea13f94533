"""Passkeys under the strict policy: created and used with the browser's own authenticator."""

import pytest
from playwright.sync_api import expect

from tests.e2e.places import PASSWORD, sign_up

pytestmark = pytest.mark.outer

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def visitor(visit, site):
    # A passkey belongs to a host name, not to an IP address.
    visitor = visit(site.url.replace("127.0.0.1", "localhost"))
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return visitor


def test_a_passkey_is_made_and_opens_the_account(visitor):
    sign_up(visitor, "Petra")
    page = visitor.open("/account/2fa/webauthn/add/")
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.fill("[name=name]", "laptop")
    page.check("[name=passwordless]")
    page.click("#mfa_webauthn_add")
    expect(page.locator("#recovery_codes")).to_be_visible()
    visitor.open("/account/2fa/webauthn/")
    expect(page.locator("main")).to_contain_text("laptop")
    visitor.open("/account/logout/")
    page.click("main button[type=submit]")
    visitor.open("/account/login/")
    page.click("#passkey_login")
    page.wait_for_url(lambda url: "/account/" not in url)
    visitor.open("/me/")
    expect(page.locator("[name=name]")).to_have_value("Petra")
