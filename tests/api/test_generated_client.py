"""The description is good enough for a program that writes a client from it."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts import tokens
from games.accounts.tokens import Scope
from tests.live.site import web
from tests.pages.stored import person, played

pytestmark = pytest.mark.django_db(transaction=True)
GENERATOR = Path(sys.executable).with_name("openapi-python-client")


@pytest.fixture(scope="module")
def address():
    with web() as base:
        yield base.replace("ws:", "http:")


@pytest.fixture
def client_made(tmp_path, monkeypatch):
    """The package that it writes, ready to be imported."""
    described, made = tmp_path / "openapi.json", tmp_path / "warsite_client"
    described.write_bytes(Client().get("/api/v1/openapi.json").content)
    order = ["generate", "--path", described, "--meta", "none", "--output-path", made]
    ended = subprocess.run([GENERATOR, *order], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "will not be generated" not in ended.stdout + ended.stderr
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.outer
def test_it_lists_games_and_starts_a_run(client_made, address):
    from warsite_client import AuthenticatedClient
    from warsite_client.api.games import get_games
    from warsite_client.api.lab import get_lab_runs_code, post_lab_runs
    from warsite_client.models import RunRequest

    alice = person("Alice")
    over = played(alice, person("Bob"))
    scopes = [Scope.LAB]
    made = tokens.make(player=alice, name="", scopes=scopes, days=0, now=timezone.now())
    with AuthenticatedClient(base_url=address, token=made[1]) as client:
        page = get_games.sync(client=client, game="war", limit=3)
        assert [one.code for one in page.games] == [over.code]
        assert [seat.name for seat in page.games[0].seats] == ["Alice", "Bob"]
        request = RunRequest(game="ww3", games=100, policies=["general"], seed=7)
        started = post_lab_runs.sync(client=client, body=request)
        assert (started.game, started.policies) == ("ww3", ["general"] * 3)
        run = get_lab_runs_code.sync(client=client, code=started.code)
        assert run["code"] == started.code
