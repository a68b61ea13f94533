"""A transcript of one game per preset, word for word."""

import pytest

from tests.conformance.golden import FOLDER, ROWS, path, stem, transcript


@pytest.mark.parametrize(("kept", "preset"), ROWS, ids=[stem(*row) for row in ROWS])
def test_the_game_is_played_as_it_was(kept, preset):
    written = path(kept, preset).read_text(encoding="utf-8")
    played = transcript(kept, preset)
    assert played == written, "run `python -m tests.conformance.golden` and read what changed"


def test_every_preset_has_a_transcript_and_none_is_left_over():
    assert {file.name for file in FOLDER.iterdir()} == {path(*row).name for row in ROWS}
