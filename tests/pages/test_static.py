"""Templates, scripts and styles follow the strict content policy, and stay small."""

import gzip
import re

from tests.each import each
from tests.pages.modules import ROOT, STATIC, modules
from warsite.static import COMMENTS, QuickCompressor

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
JS = STATIC / "js"
SCRIPTS = sorted(JS.rglob("*.js"))
ALONE = {"error.css"}  # the error page of a broken server uses it alone
SHEETS = sorted(path for path in (STATIC / "css").glob("*.css") if path.name not in ALONE)
INLINE = re.compile(
    r"""<style|\sstyle=|\son[a-z]+=["']|javascript:|<script(?![^>]*(\ssrc=|application/json))""",
    re.I,
)
BUDGET = 65_000  # bytes of script on a table's page, as they are sent


@each(TEMPLATES)
def test_no_line_of_a_template_is_over_120_characters(path):
    assert [line for line in path.read_text().splitlines() if len(line) > 120] == []


@each(TEMPLATES)
def test_a_template_has_nothing_inline(path):
    assert not INLINE.search(path.read_text())


@each(SCRIPTS)
def test_a_script_writes_no_style_and_no_markup(path):
    text = path.read_text()
    assert not re.search(r"\.style\b|innerHTML|outerHTML|insertAdjacentHTML|\beval\(", text)


@each(SCRIPTS)
def test_what_a_script_imports_is_there(path):
    modules(path)


@each(SHEETS + SCRIPTS)
def test_a_file_stays_readable(path):
    assert len(path.read_text().splitlines()) < 400


# The sheets of Django's admin, which admin.css adapts, have no layers.
@each([sheet for sheet in SHEETS if sheet.name != "admin.css"])
def test_every_rule_is_in_a_layer(path):
    text = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", path.read_text(), flags=re.S)
    depth, outside = 0, []
    for part in re.split(r"([{}])", text):
        if part == "{":
            depth += 1
        elif part == "}":
            depth -= 1
        elif depth == 0 and part.strip():
            outside.append(part.strip().split("\n")[-1])
    assert all(
        rule.startswith(("@layer", "@font-face", "@property", "@import")) for rule in outside
    )


@each(SCRIPTS)
def test_only_comments_are_taken_out_of_a_script(path):
    for comment in COMMENTS.findall(path.read_text()):
        line = comment.strip()
        assert line.startswith("//") or (line[:2], line.index("*/")) == ("/*", len(line) - 2)


def without_comments(path):
    """A script as it is sent."""
    return COMMENTS.sub("", path.read_text()).encode()


@each(["war", "ww3", "ultimate"])
def test_a_table_loads_little_script(game):
    everywhere = ("core/site", "pages/bell", "pages/invited", "pages/wish", "tournament/calls")
    roots = [*everywhere, "table/table", f"boards/{game}/board"]
    files = {file for root in roots for file in modules(JS / f"{root}.js")}
    sent = (QuickCompressor.compress_brotli(without_comments(path)) for path in files)
    assert sum(map(len, sent)) <= BUDGET


def test_the_home_page_loads_little_script():
    files = {file for root in ("pages/show", "core/site") for file in modules(JS / f"{root}.js")}
    assert sum(len(gzip.compress(without_comments(path))) for path in files) <= 7_000


def test_the_cards_carry_their_licences():
    assert "CC0" in (STATIC / "cards/LICENSE.txt").read_text()
    assert "SIL Open Font License" in (STATIC / "fonts/OFL.txt").read_text()


def test_the_sheet_of_symbols_needs_nothing_else():
    text = (STATIC / "cards/sprite.svg").read_text()
    assert "url(" not in text and "class=" not in text and "<image" not in text
    assert all(f'id="f-{rank}{suit}"' in text for rank in "23456789TJQKA" for suit in "cdhs")
