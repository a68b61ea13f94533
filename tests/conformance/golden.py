"""Golden transcripts: one game per preset, played by bots, as log, words and last view.

    python -m tests.conformance.golden                 writes all of them
    python -m tests.conformance.golden war             writes those of one game
    python -m tests.conformance.golden war-slap        writes one

Read what changed before you commit it: a transcript changes only with the rules, the words or the
bots.  How each game is played is in `subjects.py`."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import django

if __name__ == "__main__":  # in tests Django is set up already
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.development.settings")
    django.setup()

from games.rules import catalogue  # noqa: E402
from games.rules.logs import write_wsn  # noqa: E402
from games.rules.options import Preset  # noqa: E402
from tests.conformance.subjects import KEYS, SUBJECTS, Recording, table_of  # noqa: E402
from tests.rules.live import LiveTable  # noqa: E402
from tests.toy import ENTRY  # noqa: E402

FOLDER = Path(__file__).parent / "golden"


def rows(key: str) -> Iterator[tuple[str, Preset]]:
    """The transcripts that a game should have."""
    for preset in table_of(key).game.presets:
        yield key, preset


ROWS = [row for key in KEYS for row in rows(key)]


def stem(key: str, preset: Preset) -> str:
    """`war-slap`."""
    return f"{key}-{preset.key}"


def path(key: str, preset: Preset) -> Path:
    return FOLDER / f"{stem(key, preset)}.txt"


def recording(key: str) -> Recording:
    """How the transcripts of a game are made.

    Raises:
        LookupError: nobody has said it.
    """
    subject = SUBJECTS.get(key)
    if subject is None or subject.recording is None:
        raise LookupError(
            f"`{key}` has no transcripts: say in `SUBJECTS` of tests/conformance/subjects.py how"
            f" they are recorded (`Recording`), then run `python -m tests.conformance.golden {key}`"
        )
    return subject.recording


def played(key: str, preset: Preset) -> tuple[LiveTable, Sequence[str]]:
    """The game that is kept, and the names of its seats."""
    kept, table = recording(key), table_of(key)
    live = table.dealt(preset.options, seed=kept.seed + table.game.presets.index(preset))
    return live, kept.play(live)


def transcript(key: str, preset: Preset) -> str:
    kept, game = recording(key), table_of(key).game
    live, names = played(key, preset)
    result = game.result(live.t, live.o)
    assert result is not None
    log = write_wsn(
        game=game,
        o=live.o,
        names=names,
        deal=live.deal,
        events=live.tape,
        result=result,
        tags={"Event": preset.name},
    )
    told = [f"{line.number:3} {line.kind:5}{line.text}" for line in game.describe(live.tape, names)]
    parts = [
        f"{preset.name}: {'; '.join(game.phrases(live.o))}",
        log,
        *told[: kept.lines],
        *(["..."] if len(told) > kept.lines else []),
        *told[-3:],
        "",
        f"{live.now} ms",
        json.dumps(game.open_view(live.t, live.o), indent=1),
    ]
    return "\n".join(parts) + "\n"


def main(wanted: list[str]) -> None:
    """Write the transcripts of these presets or games, or all of them."""
    catalogue.ENTRIES["toy"] = ENTRY
    FOLDER.mkdir(exist_ok=True)
    for key, preset in ROWS:
        if not wanted or {stem(key, preset), key} & set(wanted):
            path(key, preset).write_text(transcript(key, preset), encoding="utf-8")
            print(path(key, preset))


if __name__ == "__main__":
    main(sys.argv[1:])
