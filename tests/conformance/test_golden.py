"""A transcript of one game per preset, word for word."""

import pytest

from tests.conformance.golden import FOLDER, ROWS, path, recording, rows, stem, transcript
from tests.conformance.subjects import KEYS


@pytest.mark.parametrize(("key", "preset"), ROWS, ids=[stem(*row) for row in ROWS])
def test_the_game_is_played_as_it_was(key, preset):
    written = path(key, preset).read_text(encoding="utf-8")
    played = transcript(key, preset)
    assert played == written, "run `python -m tests.conformance.golden` and read what changed"


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_a_transcript_of_each_preset(key):
    recording(key)
    missing = [stem(*row) for row in rows(key) if not path(*row).exists()]
    assert list(rows(key)), f"`{key}` has no preset, so no game of it is kept"
    assert not missing, f"run `python -m tests.conformance.golden {' '.join(missing)}` and read it"


def test_a_game_that_nobody_has_recorded_is_told_how():
    with pytest.raises(LookupError, match=r"SUBJECTS.*python -m tests\.conformance\.golden chess"):
        recording("chess")


def test_no_transcript_is_left_over():
    assert {file.name for file in FOLDER.iterdir()} <= {path(*row).name for row in ROWS}
