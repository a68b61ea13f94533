"""States that say only what has changed (docs/protocol.md), as any client could read them."""

from typing import Any

State = dict[str, Any]


def whole(state: State, told: State) -> State:
    """The state after this one, which says what differs from it."""
    assert told["base"] == state["v"]
    state = {key: value for key, value in state.items() if key != "ack"}
    changes = {key: value for key, value in told.items() if key != "base"}
    fields = dict(changes["view"])
    rows = fields.pop("seats", {})
    seats = [row | rows.get(str(row["seat"]), {}) for row in state["view"]["seats"]]
    words = state["words"] | changes["words"]
    view_words = state["words"]["view"] | words["view"]
    words["view"] = {key: text for key, text in view_words.items() if text is not None}
    table = state["table"] | changes.get("table", {})
    view = state["view"] | fields | {"seats": seats}
    return state | changes | {"view": view, "table": table, "words": words}
