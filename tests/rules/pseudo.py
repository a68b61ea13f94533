"""A pseudo language: every marked text with other letters, so that unmarked English shows."""

import re
import string

from games.rules.phrases import Language

FIELD = re.compile(r"(\{\w*\})")
LETTERS = str.maketrans(
    string.ascii_letters, "".join(chr(0x3B1 + n % 24) for n in range(len(string.ascii_letters)))
)
# What is the same in every language: cards and units.
SAME = re.compile(r"\{(?:[2-9TJQKA][cdhsCDHS]|X[1-8]|\?\?)\}|\b\d+(?:\.\d+)? ?(?:ms|s|min)\b")


def strange(text: str) -> str:
    """`{name} is out.` -> `{name} ημ ξσρ.`: the fields stay."""
    return "".join(
        part if FIELD.fullmatch(part) else part.translate(LETTERS) for part in FIELD.split(text)
    )


class Pseudo:
    """A language of strange letters."""

    def gettext(self, message: str, /) -> str:
        return strange(message)

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return strange(singular if number == 1 else plural)

    def pgettext(self, context: str, message: str, /) -> str:
        return strange(message)


PSEUDO: Language = Pseudo()


def unmarked(text: str) -> str:
    """What is left of a sentence in English; "" if all of it was marked."""
    return " ".join(re.findall(r"[A-Za-z]+", SAME.sub("", text)))
