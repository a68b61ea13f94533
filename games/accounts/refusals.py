"""The base of every refusal.  A refusal has a code for programs and a sentence for people."""

from collections.abc import Mapping
from typing import ClassVar

from django.utils.translation import gettext


class Refused(Exception):
    """A refused request, which has changed nothing.

    `sentence` gives the reason, in the active language; `field` names the refused part of the
    request; `wait_s`: seconds until the request may be repeated."""

    sentences: ClassVar[Mapping[str, str]] = {}  # by code, marked for translation

    def __init__(
        self, code: str, sentence: str = "", *, field: str = "", wait_s: int | None = None
    ) -> None:
        super().__init__(code)
        self.code, self.field, self.wait_s = code, field, wait_s
        self.sentence = sentence or gettext(self.sentences[code])

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"
