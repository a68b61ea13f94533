"""The content of a line."""

import unicodedata

import pytest

from games.accounts.names import fold
from games.chat import content
from games.chat.models import ListedWord
from games.chat.refusals import Refused
from tests.each import each


def refusal(function, *arguments):
    with pytest.raises(Refused) as refused:
        function(*arguments)
    return refused.value.code


@each(
    [
        ("  hello\n\tthere ", "hello there"),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("a\u202ecod.exe\u2066b\u200f", "acod.exeb"),
        ("nul\x00 bell\x07 half\ud800 zero\u200bwidth\ufeff", "nul bell half zerowidth"),
        ("waaaaaaaaaaaaaaaaaaat!!!!!!!!!!!!", "waaaaaaaat!!!!!!!!"),
        ("e\u0301", "\u00e9"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # a joiner that Persian needs
        ("Tiếng Việt, 日本語, שָׁלוֹם", unicodedata.normalize("NFC", "Tiếng Việt, 日本語, שָׁלוֹם")),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("x" * 9 + "y" * 400, "x" * 8 + "y" * 8),
    ]
)
def test_a_text_is_one_line_without_anything_invisible(typed, stored):
    assert content.clean(typed) == stored


@each(["", " \n ", "\u200b\u202e", "\u200d\ufe0f", "ab" * 101, "Z\u0351\u0352\u0353algo", "\u3164"])
def test_nothing_too_much_or_towers_of_marks_are_refused(typed):
    assert refusal(content.clean, typed) == "BAD_TEXT"


@each(
    [
        ("see /g/ABCD2345", "see /g/ABCD2345"),
        ("see https://play.example/t/ABCD2345/, it is fun.", "see /t/ABCD2345/, it is fun."),
        ("play.example/g/ABCD2345", "/g/ABCD2345"),
        ("3.5 to 1, e.g. now... well, i.e. yes.", "3.5 to 1, e.g. now... well, i.e. yes."),
    ],
    "settings",
)
def test_links_of_this_site_stay(settings, typed, stored):
    settings.PUBLIC_URL = "https://play.example"
    assert content.with_own_links(typed) == stored


@each(
    [
        "see evil.example/x",
        "www.evil",
        "http://1",
        "mail me@evil.example",
        "me@evil",
        "evil．com",
        "10.0.0.1",
        "bücher.de",
        "play.example.evil.com/g/ABCD2345",
        "https://evil/g/ABCD2345",
        "/g/ABCD2345.evil.com",
        "play.example/admin/",
        "play.example/g/ABCD2345/../../x",
    ],
    "settings",
)
def test_other_addresses_are_refused(settings, typed):
    settings.PUBLIC_URL = "https://play.example"
    assert refusal(content.with_own_links, typed) == "NO_LINKS"


@pytest.mark.django_db
def test_listed_words_are_whole_words_however_they_are_spelt():
    ListedWord.objects.create(word="Rotter", folded=fold("Rotter"))
    assert refusal(content.verify_words, "you R0TTÉR!") == "MIND_WORDS"
    content.verify_words("trotters rot")


def test_almost_the_same_is_a_repeat():
    assert (
        refusal(content.verify_new, "Come on, play faster!", ["x", "come on, play faster"])
        == "REPEAT"
    )
    content.verify_new("Come on, play faster!", ["Thank you", "come back later"])
