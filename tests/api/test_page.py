"""The page about the API and docs/api.md say what the code says."""

import ast
import re
import sys

import pytest

from games.accounts.tokens import Scope
from games.api import guide
from games.api.api import ENTRY_STATUS
from games.api.guide import CODES, LAB
from games.api.lab import STATUS as LAB_STATUS
from games.api.play import STATUS
from games.tournaments.refusals import SENTENCES as OF_TOURNAMENTS
from tests.each import each
from warsite.local.processes import ROOT

pytestmark = pytest.mark.django_db
DOCS = (ROOT / "docs" / "api.md").read_text()


def rows(title):
    text = DOCS.split(f"## {title}\n")[1].split("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    return {row[0].strip("`"): row[1] for row in cells if len(row) == 2 and "---" not in row[0]}


def test_the_documentation_lists_every_scope_limit_and_code():
    assert list(rows("Tokens").items())[1:] == [(key, str(line)) for key, line in Scope.choices]
    assert list(rows("Limits").items())[1:] == [(what, str(n)) for what, n in guide.limits()]
    for title, known in (
        ("Problems", CODES),
        ("Problems of the lab", LAB),
        ("Problems of tournaments", OF_TOURNAMENTS),
    ):
        assert list(rows(title).items())[1:] == [*known.items()]


# What a program can be told: not by the pages, nor by sockets before there is a command.
TOLD_BY = ("api", "accounts", "chat", "lab", "live", "lobby", "table", "tournaments")
RAISED = ("BadAct", "BadRun", "BadWish", "Denied", "Refused", "problem", "refuse", "reject")
RAISED += ("BadBody", "whole")


def codes_in(source):
    """The codes that these calls are given."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[-1] in RAISED:
            texts = (one.value for one in call.args if isinstance(one, ast.Constant))
            yield from (text for text in texts if re.fullmatch("[A-Z_]{2,}", str(text)))


def test_every_code_that_an_answer_may_carry_is_listed():
    files = [path for part in TOLD_BY for path in (ROOT / "games" / part).rglob("*.py")]
    files += [ROOT / "warsite" / "limits.py", ROOT / "games" / "rules" / "acts.py"]
    codes = {code for path in files for code in codes_in(path.read_text())}
    codes |= {code for table in (STATUS, ENTRY_STATUS, LAB_STATUS) for code in table}
    assert len(codes) > 90, "the pattern finds nothing any more"
    assert codes - {one.code for one in guide.codes()} == set()


@each(["bot.py", "train.py"])
def test_an_example_is_short_and_needs_nothing(example):
    source = (ROOT / "docs" / "examples" / example).read_text()
    assert source.count("\n") < 65
    imports = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Import)]
    names = {name.name for one in imports for name in one.names}
    names |= {one.module for one in ast.walk(ast.parse(source)) if isinstance(one, ast.ImportFrom)}
    assert names and {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_the_page_leads_to_everything_and_runs_no_foreign_script(client):
    answer = client.get("/api/")
    page = answer.content.decode()
    for path in client.get("/api/v1/openapi.json").json()["paths"]:
        assert path in page
    for code in guide.codes():
        assert page.count(f'id="{code.code}"') == 1  # where the type of a problem leads
    assert not re.findall(r'<(?:script|link(?! rel="canonical"))[^>]+"https?:', page)
    tried = re.findall(r'href="([^"]+)" data-try', page)
    assert "/api/v1/tables" in tried and not any("/me" in path for path in tried)
    for path in tried:
        answer = client.get(path)
        assert answer.status_code == 200 and answer.json() is not None, path
