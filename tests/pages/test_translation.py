"""Texts in other languages, and the files that translators fill in."""

from gettext import GNUTranslations

import pytest
from django.utils import translation

from games.tournaments import checks
from games.tournaments.declared import BadSettings
from games.tournaments.refusals import Refused
from games.tournaments.settings import resolve
from tests.development.catalogue import accented, update
from tests.pages.stored import person, played


@pytest.mark.outer
@pytest.mark.django_db
def test_each_reader_gets_quick_words_in_their_language(nobody_speaks, client):
    table = played(person("Alice"), person("Bob"))
    for language, word in (("en", "Well played!"), ("en-xa", accented("Well played!"))):
        page = client.get(f"/t/{table.code}/", headers={"Accept-Language": language})
        assert f'value="well_played">{word}</button>' in page.content.decode()


def test_why_a_setting_is_refused_is_said_in_the_language_of_who_asked(nobody_speaks):
    with translation.override("en-xa"), pytest.raises(BadSettings) as refused:
        checks.verify(resolve({"games": 2}))
    with translation.override("en-xa"):
        sentence = Refused.of(refused.value).sentence
    assert sentence == accented("A match has 1, 3, 5 or 7 games.")


def test_the_file_of_a_language_keeps_its_translations(tmp_path):
    todo = update("de", tmp_path)
    assert "not translated: Recently finished" in todo
    path = tmp_path / "de/LC_MESSAGES/django.po"
    text = path.read_text()
    for english, german in (
        ("Recently finished", "Kürzlich beendet"),
        ("You have a seat at <b>%(table)s</b>.", "Du sitzt an <b>%(tisch)s</b>."),
    ):
        text = text.replace(
            f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{german}"'
        )
    path.write_text(text)
    again = update("de", tmp_path)
    assert len(again) == len(todo) - 1
    assert "other arguments: You have a seat at <b>%(table)s</b>." in again
    with path.with_suffix(".mo").open("rb") as compiled:
        assert GNUTranslations(compiled).gettext("Recently finished") == "Kürzlich beendet"
