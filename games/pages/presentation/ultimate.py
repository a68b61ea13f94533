"""Ultimate War on the pages."""

from games.pages.presentation.base import Presentation
from games.rules.ultimate.options import Options

# Fights per minute between bots; with pulses everyone has one act in four seconds.
FIGHTS = {3: 24, 4: 26, 5: 25, 6: 30, 7: 34, 8: 38}
PULSED = 9


def rate(o: Options) -> int:
    return PULSED if o.pulse else FIGHTS[o.players]


def fights(o: Options) -> int:
    """Most games last until their clock runs out."""
    return round(rate(o) * o.clock / 60_000)


def minutes(length: int, o: Options) -> float:
    return min(length / rate(o), o.clock / 60_000)


def skill(o: Options) -> str:
    return "much" if o.pulse else "much, and quick hands"


presentation = Presentation(
    key="ultimate",
    line="No turns. One card hidden, three on the field, and strike whenever you like.",
    tile=(("??", "Kd"), ("9h", "5s", "Jc")),
    more_options="times, card order, cards left over",
    skill=skill,
    length=fights,
    minutes=minutes,
    held="total",
    board="games/js/boards/ultimate/board.js",
    stylesheet="games/css/ultimate.css",
)
