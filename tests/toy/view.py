"""What anyone may see of a game: no seat sees more than a spectator before it is over."""

from typing import Any

from games.rules.cards import NONE, listed, names
from tests.toy.events import ENDS
from tests.toy.state import End, Phase, Table, held, leaders, places


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
        "call": call(t),
        "seats": [
            {"seat": p + 1, "pile": row.pile.size, "out": row.out} for p, row in enumerate(t.seats)
        ],
        "asks": ["lay"] if t.phase == Phase.LAY and t.at == seat else [],
        "result": result(t),
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


def call(t: Table) -> dict[str, str]:
    """Title and detail for the middle of the table."""
    if t.phase == Phase.OVER:
        return {"title": "Game over", "detail": verdict(t)}
    return {"title": f"Seat {t.at + 1} lays", "detail": f"{t.owed} to pay" if t.owed else ""}


def verdict(t: Table) -> str:
    """Who won and why, with marks for names."""
    winners = " and ".join(f"Seat {p + 1}" for p in leaders(t))
    return f"{winners}: {ENDS[End(t.end)]}."


def result(t: Table) -> dict[str, Any] | None:
    """How the game ended."""
    if t.phase != Phase.OVER:
        return None
    winners = [p + 1 for p in leaders(t)]
    end = t.end.name.lower()
    return {"end": end, "winners": winners, "places": list(places(t)), "text": verdict(t)}
