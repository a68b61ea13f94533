"""The page about the API and docs/api.md say what the code says."""

import re

import pytest

from games.accounts.tokens import Scope
from games.api.guide import page
from games.api.guide.codes import CODES
from games.table.refusals import SENTENCES
from warsite.local.processes import ROOT

pytestmark = pytest.mark.django_db
DOCS = (ROOT / "docs" / "api.md").read_text()


def rows(title):
    text = DOCS.split(f"## {title}\n")[1].split("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    return {row[0].strip("`"): row[1] for row in cells if len(row) == 2 and "---" not in row[0]}


def test_the_documentation_lists_every_scope_limit_and_code():
    assert list(rows("Tokens").items())[1:] == [(key, str(line)) for key, line in Scope.choices]
    assert list(rows("Limits").items())[1:] == [(what, str(n)) for what, n in page.limits()]
    assert list(rows("Problems").items())[1:] == [*CODES.items()]


def test_every_code_of_the_api_is_listed():
    sources = "".join(path.read_text() for path in (ROOT / "games" / "api").rglob("*.py"))
    told = re.findall(r'(?:problem\(\d+|Denied\(|TooMany\(), ?"([A-Z_]+)"', sources)
    told += re.findall(r'Denied\("([A-Z_]+)"', sources)
    assert len(set(told)) > 8, "the pattern finds nothing any more"
    assert set(told) <= CODES.keys() | SENTENCES.keys()


def test_the_page_leads_to_everything_and_runs_no_foreign_script(client):
    answer = client.get("/api/")
    told = answer.content.decode()
    for path in client.get("/api/v1/openapi.json").json()["paths"]:
        assert path in told
    for code in (*CODES, *SENTENCES):
        assert f'id="{code}"' in told  # where the type of a problem leads
    assert not re.findall(r'<(?:script|link)[^>]+"https?:', told)
    tried = re.findall(r'href="([^"]+)" data-try', told)
    assert "/api/v1/tables" in tried and not any("/me" in path for path in tried)
    for path in tried:
        assert client.get(path).status_code == 200
