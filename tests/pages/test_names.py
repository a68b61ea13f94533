"""Names of players on pages: written from right to left, they leave the words around them as they
are."""

import re
from pathlib import Path

from django.conf import settings
from django.template import Context, Template

PEOPLE = "player|person|user|owner|inviter|reporter|by|claimed_by|guest|bot|invited|seat|winner"
NAME = re.compile(rf"{{[{{%][^}}]*?\b(?:{PEOPLE})\.name\b(?P<filters>[^ }}%]*)")
PLAIN_TEXT = re.compile(  # no markup stands there
    r"{% block (?:head_)?(?:title|description|picture_words) %}.*?{% endblock %}"
    r"|{% blocktranslate[^%]* asvar .*?{% endblocktranslate %}"
    r"|<(title|text)\b.*?</\1>"
    r'|="[^"]*"',
    re.DOTALL,
)
NOT_SHOWN = ("|urlencode", "|slice")  # part of an address, the first letter


def bare_names(source: str) -> list[str]:
    """Names that are printed among other text without `isolated`."""
    markup = PLAIN_TEXT.sub("", source)
    unmarked = [match for match in NAME.finditer(markup) if "|isolated" not in match["filters"]]
    bare = [one[0] for one in unmarked if not any(part in one["filters"] for part in NOT_SHOWN)]
    return bare + re.findall(r"\bnames\|join", markup)


def test_templates_print_names_isolated():
    (directory,) = settings.TEMPLATES[0]["DIRS"]
    bare = {
        str(path): names
        for path in Path(directory).rglob("*.html")
        if (names := bare_names(path.read_text()))
    }
    assert not bare


def test_a_bare_name_is_found():
    assert bare_names('<a href="{{ person.name }}">{{ seat.player.name }}</a>')
    assert bare_names(
        "{% blocktranslate with name=circle.owner.name %}{{ name }}{% endblocktranslate %}"
    )
    assert not bare_names('<a title="{{ person.name }}">{{ person.name|isolated }}</a>')


def test_names_are_isolated_and_escaped():
    page = Template(
        "{% load i18n words %}{% blocktranslate with name=name|isolated %}bot of {{ name }}"
        "{% endblocktranslate %}: {{ names|isolated_list }}"
    )
    names = ["דנה", "<i>Eve"]
    assert page.render(Context({"name": names[1], "names": names})) == (
        'bot of <bdi translate="no">&lt;i&gt;Eve</bdi>: '
        '<bdi translate="no">דנה</bdi>, <bdi translate="no">&lt;i&gt;Eve</bdi>'
    )
