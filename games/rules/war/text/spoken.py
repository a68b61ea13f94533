"""A table of War in sentences to be read out, from what a viewer sees."""

from collections.abc import Mapping
from typing import Any

from games.rules.phrases import Language
from games.rules.words import MARKS


def spoken(view: Mapping[str, Any], lang: Language, *, whole: bool) -> list[str]:
    """The viewer's own pile and cards, or those of all."""
    if not whole:
        mine = [seat for seat in view["seats"] if seat["seat"] == view["you"]]
        text = lang.gettext("Your pile: {count}. On the table: {cards}.")
        return [text.format(count=seat["pile"], cards=laid(seat, lang)) for seat in mine]
    battle = lang.gettext("Battle {number}. Cards in the pot: {count}.")
    rows = [battle.format(number=view["number"], count=view["pot"])]
    for seat in view["seats"]:
        text = lang.gettext("{name} is out.")
        if not seat["out"]:
            text = lang.gettext("{name}: pile {count}, {cards}.")
        name, count = MARKS[seat["seat"] - 1], seat["pile"]
        rows.append(text.format(name=name, count=count, cards=laid(seat, lang)))
    return rows


def laid(seat: Mapping[str, Any], lang: Language) -> str:
    """The cards a seat has on the table."""
    cards = [card for stage in seat["lane"] for card in stage]
    words = [f"{{{card}}}" for card in cards if card != "??"]
    if hidden := cards.count("??"):
        words.append(lang.gettext("{count} face down").format(count=hidden))
    return ", ".join(words) or lang.gettext("nothing laid")
