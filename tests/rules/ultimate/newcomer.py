"""A newcomer to Ultimate War who acts every few seconds: answer, keep a card in the hand and one on
the field, and take a lower card they can see."""

from typing import Any

from games.rules.cards import RANKS

Deed = tuple[str, dict[str, Any]]


def newcomer(view: dict[str, Any]) -> Deed | None:
    """Their next act by what they see; None: nothing."""
    may, mine = view["may"], view["seats"][view["you"] - 1]
    if may["answer"]:
        return "accept", {"challenge": may["answer"]["id"]}
    if not may["moves"]["deploy"] and not mine["field"]:
        return "deploy", {}
    if not may["moves"]["draw"]:
        return "draw", {}
    return strike(view, mine["hand"])


def strike(view: dict[str, Any], hand: str | None) -> Deed | None:
    """Their lowest card that beats the highest card it can."""
    free = [word for word, why in view["may"]["sources"].items() if not why and word != "stack"]
    open_to = {row["seat"] for row in view["may"]["targets"] if not row["field"]}
    targets = [
        (RANKS.index(card["card"][0]), row["seat"], card["card"])
        for row in view["seats"]
        if row["seat"] in open_to
        for card in row["field"]
    ]
    sources = sorted(
        (RANKS.index((hand or word if word == "hand" else word)[0]), word) for word in free
    )
    for rank, seat, card in sorted(targets, reverse=True):
        for mine, word in sources:
            if mine > rank:
                return "confront", {"src": word, "seat": seat, "card": card}
    return None
