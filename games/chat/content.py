"""The content of a line: quick words, or text that is suitable for every reader."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop as _

from games.accounts.names import INVISIBLE, fold
from games.chat.models import LONGEST, ListedWord
from games.chat.refusals import Refused
from games.table.models import ALPHABET

QUICK = {
    "hello": _("Hello!"),
    "luck": _("Good luck!"),
    "well_played": _("Well played!"),
    "thanks": _("Thank you!"),
    "wow": _("Wow!"),
    "oops": _("Oops!"),
    "close": _("That was close!"),
    "moment": _("One moment, please."),
    "ready": _("I am ready."),
    "sorry": _("Sorry!"),
    "again": _("Another game?"),
    "bye": _("Bye!"),
}
# Drawn in the sheet of symbols; the words are for those who cannot see them.
SIGNS = {
    "smile": _("smiling face"),
    "laugh": _("laughing face"),
    "wink": _("winking face"),
    "gasp": _("surprised face"),
    "sad": _("sad face"),
    "heart": _("heart"),
    "thumb": _("thumbs up"),
    "fire": _("fire"),
}


LONGEST_RUN = 8  # repetitions of one character
MOST_MARKS = 2  # on one letter
ALIKE = 0.9
# Marks that change the direction of text, and characters without a width.  The joiners stay:
# some scripts need them.
HIDDEN = re.compile("[\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")
JOINERS = "\u200c\u200d"
SELECTORS = "\ufe0e\ufe0f"  # a sign as text or as a picture
RUN = re.compile(rf"(.)\1{{{LONGEST_RUN},}}")
OWN_PATH = rf"/[tg]/[{ALPHABET}]{{8}}/?(?![\w/?#&=.-]*[\w/])"
OWN_LINK = re.compile(OWN_PATH)
ADDRESS = re.compile(r"://|\bwww\.|[\w-]@[\w-]|[^\W_]\.[^\W\d_]{2}|\d\.\d+\.\d+\.\d", re.I)


def clean(text: str) -> str:
    """Return the text as stored and shown: one line without invisible characters.  Raises
    Refused."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    line = "".join(ch for ch in HIDDEN.sub("", text) if is_shown(ch))
    line = RUN.sub(lambda run: run[1] * LONGEST_RUN, " ".join(line.split()))
    if not 1 <= len(line) <= LONGEST or not line.strip(JOINERS + SELECTORS) or has_towers(line):
        raise Refused("BAD_TEXT")
    return line


def is_shown(ch: str) -> bool:
    if ch in SELECTORS or ch in JOINERS:
        return True
    return unicodedata.category(ch) not in ("Cc", "Cf", "Cs", "Cn") and not INVISIBLE.match(ch)


def has_towers(text: str) -> bool:
    """Whether any letter has more combining marks than any language needs."""
    marks = 0
    for ch in text:
        is_mark = unicodedata.category(ch)[0] == "M" and ch not in SELECTORS
        marks = marks + 1 if is_mark else 0
        if marks > MOST_MARKS:
            return True
    return False


def with_own_links(text: str) -> str:
    """Return the text with addresses of this site's tables and games as paths.  Raises Refused for
    any other address."""
    urls = {settings.PUBLIC_URL, *settings.OWN_URLS}
    hosts = "|".join(re.escape(urlsplit(url).netloc) for url in urls)
    text = re.sub(rf"(?:https?://)?(?:{hosts})(?={OWN_PATH})", "", text)
    if ADDRESS.search(unicodedata.normalize("NFKC", OWN_LINK.sub(" ", text))):
        raise Refused("NO_LINKS")
    return text


def verify_words(text: str) -> None:
    """Check the text for listed words, folded in the same way as names.  Raises Refused."""
    words = {fold(word) for word in re.findall(r"\w+", text)}
    if ListedWord.objects.filter(folded__in=words).exists():
        raise Refused("MIND_WORDS")


def verify_new(text: str, earlier: Iterable[str]) -> None:
    for other in earlier:
        if SequenceMatcher(None, text.casefold(), other.casefold()).ratio() >= ALIKE:
            raise Refused("REPEAT")
