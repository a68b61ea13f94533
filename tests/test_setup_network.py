"""`make play HOST=0.0.0.0` as the others on its network see it."""

import re
import socket
import urllib.request
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urlsplit

import pytest
from websockets.sync.client import connect

from tests.depth import share
from tests.each import each
from tests.pages.codes import code_of
from tests.site import Site
from warsite.local import addresses

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("play")]
HERE = {"127.0.0.1", "localhost", "[::1]"}
EVENT = """
from games.table.writer import play
from tests.pages.browsing import signed_in
from tests.pages.codes import card_of, new_event
from tests.tournaments.conftest import new_director
director = new_director("dora")
event, table = new_event(director), play.open_table(by=director, game="war")
print(event.code, card_of(event), table.code, signed_in(director).cookies["sessionid"].value)
"""


def opener(**headers: str) -> urllib.request.OpenerDirector:
    """A browser."""
    made = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    made.addheaders = list(headers.items())
    return made


def read(
    browser: urllib.request.OpenerDirector, url: str, form: dict[str, str] | None = None
) -> str:
    data = urlencode(form).encode() if form else None
    with browser.open(url, data, timeout=60) as answer:
        return answer.read().decode()


@pytest.mark.outer
@pytest.mark.parametrize("host", share(["0.0.0.0", "::"]))
def test_others_open_what_is_printed_and_play(tmp_path, host):
    site = Site(tmp_path / "home")
    site.url = addresses.url_of(addresses.EVERYWHERE[host], site.port)
    try:
        site.start("--no-demo", "--host", host)
        urls = addresses.network_urls(host, site.port)
        if not urls:
            assert "cannot open it: this machine is in no network" in site.said()
            return
        assert f"  others     {' or '.join(urls)}\n" in site.said()
        made = site.manage("shell", "-v0", "-c", EVENT)
        event, path, table, session = made.stdout.split()
        director = opener(Cookie=f"sessionid={session}")
        cards = read(director, f"{site.url}/tournaments/{event}/cards/")
        card = urls[0] + path
        assert code_of(card) in cards
        assert "Wanda" in read(opener(), card)
        for url in urls:
            sit_down(url, table)
    finally:
        site.close()


def sit_down(url: str, table: str) -> None:
    """Sit down at a table as somebody who opened this address: with a form, then a socket."""
    phone = opener(Origin=url)
    page = read(phone, f"{url}/t/{table}/")
    (token, *_) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert "Guest" in read(
        phone, f"{url}/t/{table}/seat/", {"csrfmiddlewaretoken": token, "do": "sit"}
    )
    with connect(f"ws://{urlsplit(url).netloc}/ws/table/{table}/", origin=url) as line:
        line.send('{"hello": 0}')
        assert '"view"' in line.recv(60)


def test_the_site_answers_to_every_address_and_name_of_the_machine():
    names = addresses.allowed_hosts("0.0.0.0")
    assert HERE | {f"{socket.gethostname()}.local"} <= {*names} and "0.0.0.0" not in names
    assert {addresses.in_url(str(one)) for one in addresses.of_machine()} <= {*names}
    assert {*addresses.allowed_hosts("127.0.0.1")} == HERE == {*addresses.allowed_hosts("::1")}


@each(
    [
        ("127.0.0.1", False),
        ("127.0.1.1", False),
        ("localhost", False),
        ("play.localhost", False),
        ("[::1]", False),
        ("[fe80::1]", False),
        ("192.168.1.7", True),
        ("[fd00::7]", True),
        ("laptop.local", True),
        ("war.example.org", True),
    ]
)
def test_which_addresses_work_for_others(host, works):
    assert addresses.is_for_others(host) == works
