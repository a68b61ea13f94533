"""Hints for the first games of Ultimate War."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.phrases import gettext_noop as _

TEXTS = {
    "answer": _("You are challenged. Accept shows your card; or strike the card at stake instead."),
    "field": _(
        "Deploy puts your top card on your field. With an empty field anyone can call war on you."
    ),
    "strike": _(
        "Choose one of your cards, then a lower card of another field: the higher one takes both."
    ),
    "hand": _("Draw takes your top card to your hand. Only you see it."),
    "challenge": _(
        "To challenge a hidden card, choose a card, then a stack or a hand. You stake a field card."
    ),
}


def hints(view: Mapping[str, Any]) -> Iterator[str]:
    """The keys of what is worth a hint now, the most useful first."""
    may = view["may"]
    if not may:
        return
    mine = view["seats"][view["you"] - 1]
    if may["answer"]:
        yield "answer"
    if not mine["field"]:
        yield "field"
    elif any(seat["field"] for seat in view["seats"] if seat is not mine):
        yield "strike"
    if not mine["hand"] and mine["stack"]:
        yield "hand"
    if mine["field"] and view["number"] > 3:
        yield "challenge"
