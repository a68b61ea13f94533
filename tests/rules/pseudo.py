"""The language nobody speaks: what is marked in the code has accents, so unmarked English shows."""

import re
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from tempfile import TemporaryDirectory

from games.rules.phrases import Language
from tests.development import catalogue

# What is the same in every language: cards and units.
SAME = re.compile(r"\{(?:[2-9TJQKA][cdhsCDHS]|X[1-8]|\?\?)\}|\b\d+(?:\.\d+)? ?(?:ms|s|min)\b")


@cache
def pseudo() -> Language:
    """The pseudo-language, as gettext reads it."""
    with TemporaryDirectory() as folder:
        catalogue.pseudo(Path(folder))
        with Path(folder, "en_XA/LC_MESSAGES/django.mo").open("rb") as file:
            return GNUTranslations(file)


def unmarked(text: str) -> str:
    """The rest of a sentence in English; "" if all of it was marked."""
    return " ".join(re.findall(r"[A-Za-z]+", SAME.sub("", text)))
