"""The commands for curl in docs/api.md run as they stand there, one block after the other."""

import json
import re
import subprocess

import pytest

from tests.site import PATIENCE_S, Site
from warsite.local.processes import ROOT

pytestmark = pytest.mark.outer
PAGE = (ROOT / "docs" / "api.md").read_text()
BLOCKS = [text for text in re.findall(r"```sh\n(.*?)```", PAGE, re.S) if "curl " in text]
# A person with house rules, their bot, and a token for each; and a finished game.
PREPARE = """
from datetime import timedelta
from django.db import transaction
from django.utils import timezone
from games.accounts import tokens
from games.accounts.bots import make_owned
from games.accounts.models import Player
from games.rule_sets import writer
from games.work import demo
ada = Player.objects.create_user("ada", name="Ada")
with transaction.atomic():
    robo = make_owned(owner=ada, name="Robo")
every = [str(scope) for scope in tokens.Scope]
for player, scopes in ((robo, every[:-1]), (ada, every)):
    print(tokens.make(player=player, name="", now=timezone.now(), scopes=scopes, days=1)[1])
print(writer.save(by=ada, name="Mine", game="war", options="auto=2").key)
(game,) = demo.fill(games=1)
print(game.code)
"""
# Each answer is a line, and a refusal ends the script.
BEGIN = """
set -e
curl() { command curl --silent --show-error --fail-with-body "$@"; echo; }
"""


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path / "home", LIMITS="off")
    try:
        yield site.start("--no-demo")
    finally:
        site.close()


class Shell:
    """Runs lines of the page, and remembers the variables that they set."""

    def __init__(self, folder, site):
        self.folder, self.site, self.set = folder, site, []

    def answers(self, text, **environment):
        """The answers to these lines, as JSON; of a stream, which goes on, the first line."""
        text = text.replace("https://example.org", self.site.url)
        text = re.sub(r"(/stream)$", r"\1 | head -n 1", text, flags=re.M)
        done = subprocess.run(
            ["bash", "-c", "\n".join([BEGIN, *self.set, text])],
            cwd=self.folder,
            env=self.site.environment | environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        self.set += re.findall(r"^[A-Z]+=.*$", text, re.M)
        return [json.loads(line) for line in done.stdout.splitlines() if line]


def test_every_command_is_answered(tmp_path, site):
    made = site.manage("shell", "-v0", "-c", PREPARE)
    assert made.returncode == 0, made.stderr
    bot, person, rules, game = made.stdout.split()[-4:]
    shell = Shell(tmp_path, site)
    first, wish, run, export, train, chances = BLOCKS
    opening, playing = first.split("CODE=ABCD2345 ")
    tokens = {"WARSITE_TOKEN": bot, "MY_TOKEN": person}
    games, me, table = shell.answers(opening, **tokens)
    assert games["games"] and me["name"] == "Robo" and table["game"] == "war"
    ready, state = shell.answers(f"CODE={table['code']} {playing}", **tokens)
    assert ready["ack"] and state["table"]["code"] == table["code"]
    assert shell.answers(wish, **tokens)[0]["kinds"][0]["game"] == "ww3"
    assert shell.answers(run.replace("set-3FGH7K2M", rules), **tokens)[0]["games"] == 100_000
    assert shell.answers(export, **tokens) == []
    assert json.loads((tmp_path / "games.ndjson").read_text().strip().splitlines()[-1])["end"]
    place, answer = train.split("KEY=ww3-1 ACT=hold ")
    (place,) = shell.answers(place)
    asked = f"KEY={place['key']} ACT={place['acts'][0]['act']} {answer}"
    assert shell.answers(asked)[0]["best"] in {act["act"] for act in place["acts"]}
    asked, read = shell.answers(f"CODE={game}\n{chances}", **tokens)
    assert asked["view"] == read["view"] == "all"
