"""The move text: a line per heap, `H3 4c Kd 2s 7h 9c >2`; `!r1` is a resignation of seat 1, `!g`,
`!x` and `!l` end it.  The cards only repeat the deal: they are there to be read, and checked."""

from collections.abc import Sequence

from games.rules.cards import NONE, name
from games.rules.events import Event
from games.rules.game import Act, Watch, unwatched
from games.rules.logs import BadLine
from tests.toy import events as ev
from tests.toy import play
from tests.toy.play import Kind
from tests.toy.state import End, Phase, Table, from_text

STOPS = {End.AGREED: "!g", End.ABANDONED: "!x", End.LIMIT: "!l"}


def write_log(o: object, deal: str, events: Sequence[Event]) -> list[str]:
    """One line for each heap."""
    lines: list[str] = []
    for e in events:
        match e:
            case ev.Lay(number, _, card):
                if not lines or lines[-1].split()[0] != f"H{number}":
                    lines.append(f"H{number}")
                lines[-1] += f" {name(card)}"
            case ev.Take(_, seat, _):
                lines[-1] += f" >{seat + 1}"
            case ev.Resign(_, seat):
                lines.append(f"!r{seat + 1}")
            case ev.GameOver(_, end) if end in STOPS:
                lines.append(STOPS[end])
    return lines


def read_log(
    o: object, deal: str, lines: Sequence[str], watch: Watch = unwatched
) -> tuple[Table, list[Event]]:
    """Replay the move text.

    Raises:
        BadLine: a line does not follow from the rules.
        ValueError: the deal is invalid.
    """
    t = from_text(o, deal)
    tape: list[Event] = []
    play.fire(t, o, tape)
    watch(t, 0, tape)
    for number, line in enumerate(lines, 1):
        before = len(tape)
        if line.startswith("!r"):
            play.apply(t, o, 0, int(line[2:]) - 1, Act(Kind.RESIGN), tape)
        elif line in STOPS.values():
            (end,) = (end for end, text in STOPS.items() if text == line)
            play.apply(t, o, 0, NONE, Act(Kind.STOP, end), tape)
        else:
            for _ in [token for token in line.split()[1:] if not token.startswith(">")]:
                if t.phase == Phase.LAY:
                    done = len(tape)
                    play.lay(t, o, 0, tape)
                    watch(t, 0, tape[done:])
        if write_log(o, deal, tape[before:]) != [line]:
            raise BadLine(number, "this is not what the rules say")
    return t, tape
