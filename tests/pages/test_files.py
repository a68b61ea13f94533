"""Files of a game, and the page that verifies it."""

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.cache import cache

from games.rules.catalogue import BOTS, find
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.each import each

pytestmark = pytest.mark.django_db


def test_wsn_and_json_are_files(client, game):
    wsn = client.get(f"/g/{game.code}.wsn")
    assert wsn["Content-Disposition"] == f'attachment; filename="{game.code}.wsn"'
    assert wsn.content.startswith(b"[WSN ") and b"\n20. " in wsn.content
    response = client.get(f"/g/{game.code}.json")
    assert response["Content-Type"].startswith("application/json")
    assert response.json()["code"] == game.code and response.json()["length"] == 20


def test_the_proof_shows_what_was_sealed_and_that_it_fits(client, game):
    page = client.get(f"/g/{game.code}/verify/").content.decode()
    assert "<h1>Verified by the server</h1>" in page
    for words in (game.commitment, bytes(game.secret).hex(), game.deal, "00" * 16, "01" * 16):
        assert words in page


def test_a_broken_promise_is_told(client, game):
    Table.objects.filter(pk=game.pk).update(commitment="0" * 64)
    cache.clear()
    page = client.get(f"/g/{game.code}/verify/").content.decode()
    assert "Verification failed" in page


def finished(player, game, options):
    """A game against bots that ended at once by agreement."""
    if options == "daily":
        table = play.open_daily(by=player)
    else:
        seats = find(game).options(options).players
        company = BOTS[game].company(seats - 1)
        table = play.open_table(by=player, game=game, options=options, bots=company)
    play.ready(Order(table, player), entropy=bytes(16))
    play.offer(Order(table, player), what="finish")
    return Table.objects.get(pk=table.pk)


@each(
    [("war", ""), ("ww3", ""), ("ww3", "seats=5"), ("ww3", "daily")]
    + [("ultimate", ""), ("ultimate", "leftover=seats;seats=5")],
    "client, alice, tmp_path",
)
def test_the_program_checks_the_file(client, alice, tmp_path, game, options):
    game = finished(alice, game, options)
    script = client.get("/verify.py")
    assert script.status_code == 200
    (tmp_path / "verify.py").write_bytes(script.content)
    with time_machine.travel(datetime.now(UTC) + timedelta(days=1)):  # a day's secret is shown then
        body = client.get(f"/g/{game.code}.json").json()
    for change, code in ((lambda row: None, 0), (lambda row: row.update(deal="1:/2:"), 1)):
        change(body)
        (tmp_path / "game.json").write_text(json.dumps(body))
        command = [sys.executable, "verify.py", "game.json"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == code, done.stdout + done.stderr
        assert code or "NOT checked here" in done.stdout


def test_the_page_says_what_the_program_does_not_check(client, alice, game):
    """A changed packet of World War III passes the program: the page and the program say so."""
    page = client.get(f"/g/{game.code}/verify/").content.decode()
    assert "the order of all won cards" in " ".join(page.split())
    other = finished(alice, "ww3", "seats=2")
    page = client.get(f"/g/{other.code}/verify/").content.decode()
    assert "checks the fingerprint and the deal, and nothing else" in " ".join(page.split())
