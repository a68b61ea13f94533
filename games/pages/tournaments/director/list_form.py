"""The form for a list of players: its text or file, and the way to read it."""

import base64
import binascii
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.pages.tournaments.director.act_form import PublicField
from games.tournaments import list_files, lists
from games.tournaments.lists import LONGEST_LIST, Kind, Reading, TooLong

MOST_KEPT = 12_000  # bytes of a file that may be read again in another encoding
SAMPLE = 30  # characters


class Choice(NamedTuple):
    """Another way to read the whole list, chosen with one key.  `example`: the first name that it
    gives."""

    value: int | str
    words: str
    example: str
    is_chosen: bool


class ListForm(forms.Form):
    """The form for a list that is pasted or comes from a file."""

    list = forms.CharField(
        required=False, widget=forms.Textarea({"rows": 10}), label=gettext_lazy("Players")
    )
    file = forms.FileField(required=False, label=gettext_lazy("Or a file"))
    reason = PublicField(required=False, label=gettext_lazy("Reason"))
    seen = forms.CharField(required=False, max_length=64)  # what the preview said
    reading = forms.IntegerField(required=False, min_value=0)  # one of those of the list
    kept = forms.CharField(required=False, max_length=2 * MOST_KEPT)  # the file, in base64
    encoding = forms.ChoiceField(
        required=False, choices=[(key, key) for key in list_files.ENCODINGS]
    )

    def __init__(self, *args: Any, language: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.language, self.content = language, b""
        self.readings: list[Reading] = []

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.content = content_of(data)
        if self.content:
            encoding = data.get("encoding")
            encoding = encoding or list_files.likely_encoding(self.content, self.language)
            data |= {"list": list_files.decode(self.content, encoding), "encoding": encoding}
        if not list_files.is_text(self.content):
            words = _("This is not a text file. Save the list as CSV, or copy the names here.")
            self.add_error("file", words)
            return data
        try:
            self.readings = lists.readings(data.get("list", ""))
        except TooLong:
            self.add_error("list", _("A list has at most 300 lines and 24,000 characters."))
        if not self.errors and not self.readings:
            self.add_error("list", _("Write at least one name."))
        if not data.get("reading") or data["reading"] >= len(self.readings):
            data["reading"] = 0
        return data

    @property
    def chosen(self) -> Reading:
        number: int = self.cleaned_data["reading"]
        return self.readings[number]

    @property
    def kept_text(self) -> str:
        """The contents of the file as base64, kept in the form for the next request; "" if they are
        too large."""
        is_kept = len(self.content) <= MOST_KEPT
        return base64.b64encode(self.content).decode() if is_kept else ""

    def ways(self) -> tuple[Choice, ...]:
        """The choices for the position of names in a list with the chosen heading; empty if there
        is only one."""
        heading = self.chosen.heading
        choices = tuple(
            Choice(number, way_words(reading), example_of(reading), reading is self.chosen)
            for number, reading in enumerate(self.readings)
            if reading.heading == heading
        )
        return choices if len(choices) > 1 else ()

    def headings(self) -> tuple[Choice, ...]:
        """The choices for the number of lines in the heading, if names are where they were chosen
        to be."""
        return tuple(
            Choice(number, heading_words(reading.heading), "", reading is self.chosen)
            for number, reading in enumerate(self.readings)
            if reading[:2] == self.chosen[:2]
        )

    def encodings(self) -> tuple[Choice, ...]:
        """The choices for the encoding, each with the letters that differ from the other
        choices."""
        texts = list_files.spellings(self.content) if self.kept_text else {}
        likely: str = self.cleaned_data.get("encoding", "")
        known = {text: key for key, text in reversed(texts.items())} | {texts.get(likely): likely}
        labels = {key: label for key, (label, _languages) in list_files.ENCODINGS.items()}
        return tuple(
            Choice(key, _(labels[key]), sample_of(text), key == likely)
            for key, text in texts.items()
            if known[text] == key
        )


def content_of(data: dict[str, Any]) -> bytes:
    """The bytes of the chosen file: of the file sent now, or of the one kept in the form since the
    preview."""
    if data.get("file") is not None:
        return bytes(data["file"].read(4 * LONGEST_LIST))
    try:
        return base64.b64decode(data.get("kept", ""), validate=True)
    except binascii.Error:
        return b""


def sample_of(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.splitlines())
    return next((line[:SAMPLE] for line in lines if not line.isascii()), "")


def way_words(reading: Reading) -> str:
    if reading.kind is Kind.CELL:
        return _("Each cell is a name")
    if reading.kind is Kind.LINE:
        return _("Each line is a name")
    columns = reading.columns
    first, second = columns.names[0] + 1, columns.names[-1] + 1
    numbers = {"first": first, "second": second, "who": (columns.who or 0) + 1}
    if first == second and columns.who is None:
        return _("Column %(first)s is the name") % numbers
    if columns.who is None:
        return _("Columns %(first)s and %(second)s are the name") % numbers
    if first == second:
        return _("Column %(first)s is the name, column %(who)s the account or email") % numbers
    words = _("Columns %(first)s and %(second)s are the name, column %(who)s the account or email")
    return words % numbers


def heading_words(number: int) -> str:
    if not number:
        return _("The first line is a player")
    words = ngettext("The first line is a heading", "The first %(n)s lines are a heading", number)
    return words % {"n": number}


def example_of(reading: Reading) -> str:
    """The first line of a list in this reading, as text."""
    first = reading.lines[0]
    if reading.kind is Kind.CELL:
        return ", ".join(line.name for line in reading.lines[:2]) + ("…" * (len(reading.lines) > 2))
    return f"{first.name} ({first.who})" if first.who not in ("", first.name) else first.name
