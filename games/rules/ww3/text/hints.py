"""Hints for the first games of World War III."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.phrases import gettext_noop as _

TEXTS = {
    "lead": _(
        "You lead the round with your highest card. Everyone after you must beat it, or fight."
    ),
    "beat": _("Your highest card beats the last one, so you lay it. The round goes on."),
    "fight": _(
        "No card of yours is higher: fight. The winner of the war takes a whole discard pile."
    ),
    "turn": _("A war has three stages. In each, both turn a card; the third one decides."),
    "hold": _(
        "Hold keeps your card while the other draws on. Hold a high one, and draw with a low one."
    ),
    "joker": _("A joker sends the war back to its first stage, unless the other holds in time."),
}


def hints(view: Mapping[str, Any]) -> Iterator[str]:
    """The keys of what is worth a hint now, the most useful first."""
    acts = view["asks"]["acts"] if view["asks"] else []
    if view["phase"] == "joker" and acts:
        yield "joker"
    elif "hold" in acts:
        yield "hold"
    elif "draw" in acts:
        yield "turn"
    elif "fight" in acts:
        yield "fight"
    elif "play" in acts:
        yield "beat" if view["top"] else "lead"
