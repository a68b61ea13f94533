"""The game on the pages."""

from games.pages.presentation.base import Presentation, Shown, View
from tests.toy.options import Options


def length(o: Options) -> int:
    return min(o.cap, 30)


def minutes(length: int, o: Options) -> float:
    return length / 6


def shown(view: View) -> list[Shown]:
    return [Shown([]) for _ in view["seats"]]


presentation = Presentation(
    key="toy",
    line="Lay a card each. Court cards make the other pay.",
    tile=(("Kd", "2c", "3h"), ("Jc",)),
    more_options="nothing more",
    length=length,
    minutes=minutes,
    held="pile",
    shown=shown,
    board="games/js/boards/toy/board.js",
    script_words={
        "board-at": "Board after heap {number}",
        "lay": "Lay a card",
        "place": "heap {number}",
        "step": "Heap {number}",
        "step-of": "Heap {number} of {length}",
        "units": ("{count} heap", "{count} heaps"),
    },
)
