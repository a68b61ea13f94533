"""The worker of an installed site, in a real browser whose connection is cut."""

import pytest
from playwright.sync_api import expect

from tests.site import Site

pytestmark = pytest.mark.outer
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  }
  return found;
}"""
CONTROLLED = "() => navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"
GONE = """async () => (await caches.keys()).length === 0 &&
  (await navigator.serviceWorker.getRegistrations()).length === 0"""
WAITING = "() => navigator.serviceWorker.getRegistration().then((one) => !!one.waiting)"
UPDATE = "navigator.serviceWorker.getRegistration().then((one) => one.update().then(() => true))"
CUT = "ERR_|Failed to load|Failed to fetch|NetworkError|WebSocket"


def test_without_a_connection_the_rules_can_be_read_and_nothing_else_is_kept(visit, cable, stored):
    visitor = visit(cable.url, service_workers="allow")
    visitor.expects(CUT)
    page = visitor.open("/")
    page.wait_for_function(CONTROLLED)
    for path in (f"/g/{stored['war']}/", "/history/", "/rules/war/", "/api/v1/games"):
        visitor.open(path)
    cable.unplug()
    visitor.open("/rules/ww3/")
    expect(page.locator("h1")).to_have_text("World War III")
    assert page.evaluate("document.fonts.check('16px Archivo')")
    visitor.open("/rules/war/")
    expect(page.locator("h1")).to_have_text("War")
    visitor.open(f"/g/{stored['war']}/")
    expect(page.locator("h1")).to_have_text("You are offline")
    kept = page.evaluate(KEPT)
    rules = {"/offline/", "/rules/", "/rules/war/", "/rules/ultimate/", "/rules/ww3/"}
    assert {path for path in kept if not path.startswith("/static/")} == rules
    cable.plug()
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("[data-play]")).to_be_visible()


@pytest.mark.timeout(400)
def test_a_new_version_takes_over_between_pages_and_none_removes_it(visit, tmp_path):
    site = Site(tmp_path / "home").start("--no-demo")
    try:
        visitor = visit(site.url, service_workers="allow")
        visitor.expects(f"{CUT}|404")
        page = visitor.open("/")
        page.wait_for_function(CONTROLLED)
        (first,) = page.evaluate("caches.keys()")
        visitor.open("/t/NOSUCHGM/")  # a table for the worker, though there is none
        renew(site, DEBUG="on")  # its files have other names
        page.evaluate(UPDATE)
        page.wait_for_function(WAITING)
        visitor.open("/rules/")
        assert page.evaluate(WAITING) and first in page.evaluate("caches.keys()")
        visitor.open("/fair/")
        page.wait_for_function(
            "(first) => caches.keys().then((all) => !all.includes(first))", arg=first
        )
        expect(page.locator("h1")).to_have_text("Are the games fixed?")
        renew(site, WORKER="off")
        visitor.open("/rules/")
        page.wait_for_function(GONE)
    finally:
        site.close()


def renew(site, **environment):
    site.stop()
    site.environment |= environment
    site.start("--no-demo")
