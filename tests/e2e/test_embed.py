"""A replay in a page of another site, in a real browser."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import faults

pytestmark = pytest.mark.outer
PAGE = "<!doctype html><title>A blog</title><link rel=icon href=data:,><body>{}"


@pytest.fixture
def blog():
    """Another site, whose page holds what it was told to."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):  # noqa: N802
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PAGE.format(self.server.html).encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("width", [320, 640, 1200])
def test_it_plays_fits_and_meets_no_cookie(visit, site, stored, blog, width):
    visitor = visit(f"http://localhost:{blog.server_port}", size=(1260, 900))
    page = visitor.page
    page.goto(f"{site.url}/")
    page.context.add_cookies([{"name": "theme", "value": "dark", "url": site.url}])
    address = f"{site.url}/g/{stored['war']}/at/5/"
    said = json.load(urlopen(f"{site.url}/oembed?url={address}&maxwidth={width}"))
    blog.html = said["html"]
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    frame = page.frame_locator("iframe")
    expect(frame.locator("[data-posn]")).to_have_text("5")
    frame.get_by_role("button", name="Step", exact=True).click()
    expect(frame.locator("[data-posn]")).not_to_have_text("5")
    frame.locator("[data-range]").fill("0")
    expect(frame.locator("[data-posn]")).to_have_text("0")
    frame.get_by_role("button", name="Play").click()
    expect(frame.locator("[data-posn]")).not_to_have_text("0")
    inside = page.frames[1]
    assert inside.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert inside.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert inside.evaluate("document.cookie") == ""
    ours = [answer for answer in answers if answer.frame == inside]
    assert len(ours) > 5
    for answer in ours:
        assert "cookie" not in answer.request.all_headers(), answer.url
        assert "set-cookie" not in answer.all_headers(), answer.url


def test_other_pages_stay_out_of_frames(visit, site, blog):
    visitor = visit(f"http://localhost:{blog.server_port}")
    blog.html = f'<iframe src="{site.url}/"></iframe>'
    visitor.expects("frame-ancestors|Framing|X-Frame-Options|refused")
    visitor.page.goto("/")
    expect(visitor.page.frame_locator("iframe").locator("main")).to_have_count(0)


@pytest.mark.parametrize("game", ["war", "ww3", "ultimate"])
def test_everybody_can_use_it(visit, stored, game):
    page = visit(size=(320, 640), dark=True).open(f"/embed/g/{stored[game]}/")
    expect(page.locator("[data-steps]")).to_be_visible()
    page.get_by_role("button", name="Step", exact=True).click()
    assert faults(page) == []
