"""Golden transcripts: one game per preset, played by bots, as log, words and last view.

    python -m tests.conformance.golden                 writes all of them
    python -m tests.conformance.golden war             writes those of one game
    python -m tests.conformance.golden war-slap        writes one

Read what changed before you commit it: a transcript changes only with the rules, the words or the
bots."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from games.rules.logs import write_wsn
from games.rules.options import Preset
from tests.rules.live import LiveTable, play_bots
from tests.rules.ultimate import live as ultimate
from tests.rules.war import live as war
from tests.rules.ww3 import live as ww3

FOLDER = Path(__file__).parent / "golden"
LEVELS = ("sergeant", "recruit", "general")
MINUTES = 3
NAMES = ("Alice", "Bob", "Charlie", "Dora")


class Kept(NamedTuple):
    """How the transcripts of a game are made."""

    table: type[LiveTable]
    seed: int  # of the first preset's pack
    play: Callable[[LiveTable], Sequence[str]]  # to the end; returns the names of the seats
    lines: int  # of the log, besides the last three


def play_war(live: war.Live) -> Sequence[str]:
    play_bots(live, LEVELS[: live.o.players], seed=7)
    return NAMES[: live.o.players]


def play_ww3(live: ww3.Live) -> Sequence[str]:
    """To the end; alone against the General if the preset says so."""
    if live.o.solo:
        play_bots(live, (LEVELS[2], "house"), seed=7)
        return NAMES[0], "bot:house"
    play_bots(live, LEVELS[: live.o.players], seed=7)
    return NAMES[: live.o.players]


def play_ultimate(live: ultimate.Live) -> Sequence[str]:
    """For three minutes, then finish by agreement."""
    play_bots(live, ("hunter", "bully", "decoy", "martyr"), seed=7, most_ms=MINUTES * 60_000)
    live.act(live.now, 0, "stop", "agreed")
    return NAMES


GAMES = (
    Kept(war.Live, 1000, play_war, 80),
    Kept(ww3.Live, 3000, play_ww3, 90),
    Kept(ultimate.Live, 2000, play_ultimate, 120),
)
ROWS = [(kept, preset) for kept in GAMES for preset in kept.table.game.presets]


def stem(kept: Kept, preset: Preset) -> str:
    """`war-slap`."""
    return f"{kept.table.game.key}-{preset.key}"


def path(kept: Kept, preset: Preset) -> Path:
    return FOLDER / f"{stem(kept, preset)}.txt"


def transcript(kept: Kept, preset: Preset) -> str:
    game = kept.table.game
    live = kept.table.dealt(preset.options, seed=kept.seed + game.presets.index(preset))
    names = kept.play(live)
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
    FOLDER.mkdir(exist_ok=True)
    for kept, preset in ROWS:
        if not wanted or {stem(kept, preset), kept.table.game.key} & set(wanted):
            path(kept, preset).write_text(transcript(kept, preset), encoding="utf-8")
            print(path(kept, preset))


if __name__ == "__main__":
    main(sys.argv[1:])
