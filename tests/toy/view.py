"""What anyone may see of a game: no seat sees more than a spectator before it is over."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from games.rules.cards import NONE, listed, names
from games.rules.game import result_row
from games.rules.phrases import ENGLISH, Language
from games.rules.view_types import Card, GameView
from games.rules.words import Names, Reader, final_act, win
from tests.toy.events import ENDS
from tests.toy.state import End, Phase, Table, held, leaders, places


class ToySeat(TypedDict):
    seat: int
    pile: int
    out: bool
    cards: NotRequired[list[Card]]


class ToyView(GameView):
    game: Literal["toy"]
    phase: str
    pot: int
    heap: list[Card]
    at: int
    owed: int
    seats: list[ToySeat]
    asks: list[str]


def view(t: Table, o: Any, seat: int | None) -> dict[str, Any]:
    """The game as `seat` (None: a spectator) may see it; seats count from 1."""
    return {
        "game": "toy",
        "phase": t.phase.name.lower(),
        "you": None if seat is None else seat + 1,
        "number": t.heaps,
        "wars": 0,
        "pot": t.heap.size,
        "heap": names(listed(t.heap)),
        "at": t.at + 1,
        "owed": t.owed,
        "turn": t.turn,
        "since": t.since,
        "until": None if t.until == NONE else t.until,
        "seats": [
            {"seat": p + 1, "pile": row.pile.size, "out": row.out} for p, row in enumerate(t.seats)
        ],
        "asks": ["lay"] if t.phase == Phase.LAY and t.at == seat else [],
        "result": result_row(t.end, leaders(t), places(t)) if t.phase == Phase.OVER else None,
    }


def open_view(t: Table, o: Any) -> dict[str, Any]:
    """Everything; for finished games."""
    out = view(t, o, None)
    for p, row in enumerate(out["seats"]):
        row["cards"] = names(listed(t.seats[p].pile))
    return out


def standing(t: Table, o: Any) -> dict[str, Any]:
    """For lists and the bar of card shares."""
    return {"counts": held(t), "pot": t.heap.size, "number": t.heaps, "wars": 0}


def prompts(
    t: Table, o: Any, view: dict[str, Any], names: Names, lang: Language = ENGLISH
) -> dict[str, Any]:
    """The words of the view: title and detail for the middle of the table, the result."""
    if t.phase == Phase.OVER:
        winners, end = leaders(t), End(t.end)
        text = final_act(end, len(t.seats), winners[0], held(t)[winners[0]], names, lang)
        text = text or win(winners, Reader(names, lang), ENDS[end])
        call = {"title": lang.gettext("Game over"), "detail": text}
        return {"call": call, "result": {"text": text}}
    title = lang.gettext("{name} lays").format(name=names[t.at])
    owed = lang.gettext("{count} to pay").format(count=t.owed) if t.owed else ""
    return {"call": {"title": title, "detail": owed}}
