"""The choices of a seat as buttons with words, from the view of the seat."""

from typing import Any

from games.rules.cards import RANKS
from games.rules.phrases import Language
from games.rules.phrases import gettext_noop as _
from games.rules.words import RANK, Names

ORDER = f"{RANKS}X"  # by the first letter of a card, the joker last
LABELS = {
    "decline": _("Decline with a 2"),
    "hold": _("Hold the {rank}"),
    "play": _("Lay the {rank}"),
    "draw": _("Draw"),
    "reset": _("Reset"),
    "fight": _("Fight"),
}


def choices(view: dict[str, Any], names: Names, lang: Language) -> list[dict[str, Any]]:
    """The act, the label and the arguments of each button, the most common choice first."""
    asks, you = view["asks"], view["you"]
    if "target" in asks["acts"]:
        after = [seat for seat in asks["targets"] if seat > you]
        order = after + [seat for seat in asks["targets"] if seat < you]
        return [aim(view, seat, names, lang) for seat in order]
    acts = [act for act in LABELS if act in asks["acts"]]
    return [
        {"act": act, "label": label(view, act, lang), "args": arguments(asks, act)} for act in acts
    ]


def aim(view: dict[str, Any], seat: int, names: Names, lang: Language) -> dict[str, Any]:
    """The button that makes this seat a joker's opponent, with the number of discards the seat may
    lose."""
    count = len(view["seats"][seat - 1]["discard"])
    text = lang.ngettext("{name}, {count} card", "{name}, {count} cards", count)
    words = text.format(name=names[seat - 1], count=count)
    return {"act": "target", "label": words, "args": {"opponent": seat}}


def label(view: dict[str, Any], act: str, lang: Language) -> str:
    """The words of a button."""
    if act == "draw" and view["phase"] == "draw":
        return lang.gettext("Turn a card")
    return lang.gettext(LABELS[act]).format(rank=lang.gettext(rank_of(view, act)))


def rank_of(view: dict[str, Any], act: str) -> str:
    """The rank of the card that the act would lay or hold; "" for other acts."""
    mine = view["seats"][view["you"] - 1]
    card = mine["hand"][mine["must"]] if act == "play" and mine["hand"] else ""
    if act == "hold":
        card = next(side["card"] for side in view["war"]["sides"] if side["seat"] == view["you"])
    if not card:
        return ""
    return rank(card)


def rank(card: str) -> str:
    """The rank of a card as a text to be translated: `queen`, `joker`."""
    return RANK[ORDER.index(card[0])]


def arguments(asks: dict[str, Any], act: str) -> dict[str, Any]:
    """The arguments sent with the act."""
    return {"card": asks["declines"][0]} if act == "decline" else {}
