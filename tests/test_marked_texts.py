"""Every refusal and every word of a stored state is marked for translation where it stands."""

import ast
from enum import Enum
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models

from games.accounts.refusals import Refused
from games.tournaments.declared import Labelled
from tests.development.catalogue import texts


@pytest.fixture(scope="module")
def marked() -> set[str]:
    """Every marked text of ours, in its first form."""
    assert apps.ready  # so every module with refusals and states is loaded
    return {text if isinstance(text, str) else text[0] for _path, text, _context in texts()}


def subclasses(base: type) -> set[type]:
    return {base}.union(*(subclasses(child) for child in base.__subclasses__()))


def test_sentences_of_refusals(marked):
    bases = [base for base in subclasses(Refused) if base.sentences]
    assert len(bases) >= 5, "chats, tables, tournaments, relations, moderation"
    sentences = {sentence for base in bases for sentence in base.sentences.values()}
    assert not sentences - marked


def test_words_of_states(marked):
    enums = subclasses(models.TextChoices) | subclasses(models.IntegerChoices)
    enums |= subclasses(Labelled)
    ours = [enum for enum in enums if enum.__module__.startswith("games.")]
    assert len(ours) > 25
    labels = {label_of(member) for enum in ours for member in enum}
    assert not {label for label in labels if label and label not in marked}


def label_of(member: Enum) -> str:
    return str(member.label)  # type: ignore[attr-defined]


# Where each of these takes its text.
REFUSING = {"Refused": 1, "BadRun": 1, "BadBody": 2, "need": 2, "Phrase": 0}


def test_a_refusal_that_brings_its_own_sentence_has_it_marked():
    """`Refused(code, "text")` with a bare string would be English in every language."""
    bare = []
    for path in sorted(Path(settings.BASE_DIR).glob("[gw]*/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                at = REFUSING.get(ast.unparse(node.func).split(".")[-1], len(node.args))
                said = [*node.args[at : at + 1], *sentences_of(node)]
                bare += [f"{path}:{value.lineno}" for value in said if is_bare(value)]
    assert not bare


def sentences_of(call: ast.Call) -> list[ast.expr]:
    return [keyword.value for keyword in call.keywords if keyword.arg == "sentence"]


def is_bare(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, str) and bool(value.value)
    return isinstance(value, ast.JoinedStr)
