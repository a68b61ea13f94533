"""Hints for the first games of War."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.phrases import gettext_noop as _

TEXTS = {
    "flip": _("Turn your top card. The higher card takes both."),
    "war": _(
        "Equal cards mean war: lay three face down and one face up. The winner takes them all."
    ),
    "slap": _(
        "When a card to slap turns up, press Slap before the others. A false slap locks you out."
    ),
    "auto": _("It is all luck: let Auto-play turn your cards whenever you like."),
}


def hints(view: Mapping[str, Any]) -> Iterator[str]:
    """The keys of what is worth a hint now, the most useful first."""
    acts = view["asks"]["acts"] if view["asks"] else []
    if "lay" in acts:
        yield "war"
    if "slap" in acts:
        yield "slap"
    if "flip" in acts and view["phase"] == "flip":
        yield "flip"
        if view["number"] > 3:
            yield "auto"
