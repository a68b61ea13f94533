"""Texts for people, in any language.

A function that makes words takes a `Language`, which has the methods of Python's gettext, so that
`makemessages` finds every text.  Entry points pass `django.utils.translation`, which uses the
language of the request.  Constants are marked with `gettext_noop` and translated where they are
shown.  Units (s, ms, min), codes of cards and notation are the same in all languages."""

from gettext import NullTranslations
from typing import Protocol


class Language(Protocol):
    """`gettext.GNUTranslations`, or the module `django.utils.translation`."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...
    def pgettext(self, context: str, message: str, /) -> str: ...


ENGLISH: Language = NullTranslations()  # the language of the source texts


def gettext_noop(message: str) -> str:
    """Mark a constant for translation, and return it unchanged."""
    return message


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Mark both forms of a constant, and return them unchanged."""
    return one, many


class Phrase:
    """A marked text and values for its fields, which is translated later, when the language of the
    reader is known.  Values that are words are phrases themselves."""

    def __init__(self, text: str, **values: object) -> None:
        self.text, self.values = text, values

    def with_values(self, **values: object) -> "Phrase":
        """The phrase with additional values."""
        return Phrase(self.text, **self.values, **values)

    def translate(self, lang: Language = ENGLISH) -> str:
        """The text in this language."""
        values = {
            key: value.translate(lang) if isinstance(value, Phrase) else value
            for key, value in self.values.items()
        }
        return lang.gettext(self.text).format(**values)

    def __str__(self) -> str:
        return self.translate()
