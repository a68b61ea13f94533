"""A table of World War III in sentences to be read out, from what a viewer sees."""

from collections.abc import Mapping
from typing import Any

from games.rules.phrases import Language
from games.rules.words import MARKS

Row = Mapping[str, Any]


def spoken(view: Row, lang: Language, *, whole: bool) -> list[str]:
    """The viewer's own hand and piles, or what lies open at the table."""
    if not whole:
        mine = [seat for seat in view["seats"] if seat["seat"] == view["you"]]
        return [row for seat in mine for row in (hand(seat, lang), piles(seat, lang) + ".")]
    start = lang.gettext("Round {number}, {count} in the centre.")
    rows = [start.format(number=view["number"], count=view["centre"])]
    if view["laid"]:
        cards = [f"{MARKS[row['seat'] - 1]} {{{row['card']}}}" for row in view["laid"]]
        rows.append(lang.gettext("Laid: {cards}.").format(cards=", ".join(cards)))
    for seat in view["seats"]:
        text = lang.gettext("{name} is out.") if seat["out"] else "{name}: {piles}."
        rows.append(text.format(name=MARKS[seat["seat"] - 1], piles=piles(seat, lang)))
    return rows + [side(row, lang) for row in (view["war"] or {"sides": []})["sides"]]


def hand(seat: Row, lang: Language) -> str:
    """All cards of one's own hand, and which has to be laid."""
    cards = [f"{{{card}}}" for card in seat["hand"]]
    if seat["must"] is not None and cards:
        text = lang.gettext("{card}, your highest")
        cards[seat["must"]] = text.format(card=cards[seat["must"]])
    text = lang.gettext("Your hand: {cards}.")
    return text.format(cards="; ".join(cards) or lang.gettext("empty"))


def piles(seat: Row, lang: Language) -> str:
    """The public cards of a seat."""
    count, twos = len(seat["discard"]), len(seat["shown"])
    rows = [lang.gettext("{count} to pick up").format(count=seat["pickup"])]
    rows.append(lang.ngettext("{count} discard", "{count} discards", count).format(count=count))
    if count:
        rows.append(lang.gettext("{card} on top").format(card=f"{{{seat['discard'][-1]}}}"))
    if twos:
        text = lang.ngettext("{count} two to decline with", "{count} twos to decline with", twos)
        rows.append(text.format(count=twos))
    return ", ".join(rows)


def side(row: Row, lang: Language) -> str:
    """The cards of one side of a war."""
    text = (
        lang.gettext("{name} holds {card}.") if row["holds"] else lang.gettext("{name} has {card}.")
    )
    return (
        text.format(name=MARKS[row["seat"] - 1], card=f"{{{row['card']}}}") if row["card"] else ""
    )
