"""Each page brings the words that its scripts use, and no word is kept that none uses."""

import gzip
import json
import re
from itertools import product

from games.pages.presentation.base import PRESENTATIONS
from games.rules.catalogue import GAMES
from games.templatetags.script_words import BOARD, GROUPS, script_words
from tests.each import each
from tests.pages.modules import STATIC, modules

KEY = re.compile(r'\bt\(\s*"([\w-]+)"')
CALL = re.compile(r"\bt\((?!key,|\s*\")")
BUDGET = 3000  # bytes of a catalogue, compressed
SITE = ("core/site.js", "pages/bell.js", "pages/wish.js")
PAGES = {"table": "table/table.js", "replay": "replay/replay.js"}


def keys(*roots):
    """The keys that these modules and all they import ask for."""
    files = {file for root in roots for file in modules(STATIC / "js" / root)}
    return {key for file in files for key in KEY.findall(file.read_text())}


def used(page, game):
    return keys(*SITE, PAGES[page], f"boards/{game}/board.js")


def catalogue(*groups):
    text = re.search(r">(.*)</script>", script_words(*groups))[1]
    return json.loads(text)["words"], len(gzip.compress(text.encode()))


@each(product(GAMES, PAGES))
def test_a_page_has_the_words_of_its_scripts_and_few_more(game, page):
    words, size = catalogue("site", "board", page, PRESENTATIONS[game].script_words)
    assert used(page, game) <= set(words)
    assert size <= BUDGET
    others = {key for each in PAGES for key in used(each, game)}
    assert set(words) <= others


def test_every_page_has_the_words_of_the_site():
    words, _ = catalogue("site")
    assert set(words) == keys(*SITE)


def test_a_key_is_written_where_it_is_used():
    for path in (STATIC / "js").rglob("*.js"):
        assert not CALL.search(path.read_text().replace("function t(", "")), path


def test_arguments_are_named_alike_in_both_forms():
    dicts = [*GROUPS.values(), *(PRESENTATIONS[game].script_words for game in GAMES)]
    for words in dicts:
        for key, text in words.items():
            if not isinstance(text, str):
                singular, plural = (set(re.findall(r"{(\w+)}", form)) for form in text)
                assert singular | {"count"} == plural | {"count"}, key
    assert "ranks" in BOARD
