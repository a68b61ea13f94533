"""Words for people can be said in any language.

A function that makes words takes a `Language`; its methods are those of Python's gettext, so
`makemessages` finds every text.  Doors pass `django.utils.translation`, which speaks the language
of the request.  Constants are marked by `gettext_noop` where they stand and translated where they
are shown.  Units (s, ms, min), codes of cards and notation are the same in all languages."""

from gettext import NullTranslations
from typing import Protocol


class Language(Protocol):
    """What translates: `gettext.GNUTranslations`, or the module `django.utils.translation`."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...
    def pgettext(self, context: str, message: str, /) -> str: ...


ENGLISH: Language = NullTranslations()  # the language the texts are written in


def gettext_noop(message: str) -> str:
    """Mark a constant for translation; it stays as it is."""
    return message


class Phrase:
    """A marked text with values for its fields, said later in the language of whoever reads it.
    Values that are words themselves are phrases."""

    def __init__(self, text: str, **values: object) -> None:
        self.text, self.values = text, values

    def with_values(self, **values: object) -> "Phrase":
        """The phrase with more of its fields known."""
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
