"""A table of Ultimate War in sentences to be read out, from what a viewer sees."""

from collections.abc import Mapping
from typing import Any

from games.rules.phrases import Language
from games.rules.phrases import gettext_noop as _
from games.rules.words import MARKS

Row = Mapping[str, Any]

BOUND = {"stack": _("Your stack is bound."), "hand": _("Your hand is bound.")}
CHALLENGES = {
    "stack": _("{name} challenges the stack of {other}, at stake {options}."),
    "hand": _("{name} challenges the hand of {other}, at stake {options}."),
}


def spoken(view: Row, lang: Language, *, whole: bool) -> list[str]:
    """The viewer's own cards and what is asked of them, or what lies open at the table."""
    if not whole:
        mine = [seat for seat in view["seats"] if seat["seat"] == view["you"]]
        return [row for seat in mine for row in own(seat, view, lang)]
    rows = [lang.gettext("Cards in the middle: {count}.").format(count=view["pot"])]
    for seat in view["seats"]:
        text = lang.gettext("{name}: {count} cards, stack {stack}, no hand card, field {field}.")
        if seat["hand"]:
            text = lang.gettext("{name}: {count} cards, stack {stack}, a hand card, field {field}.")
        if seat["out"]:
            text = lang.gettext("{name} is out.")
        values = {"count": seat["total"], "stack": seat["stack"], "field": field(seat, lang)}
        rows.append(text.format(name=MARKS[seat["seat"] - 1], **values))
    for row in view["challenges"]:
        name, other = MARKS[row["seat"] - 1], MARKS[row["target"] - 1]
        options = ", ".join(f"{{{card}}}" for card in row["options"])
        text = lang.gettext(CHALLENGES[row["zone"]])
        rows.append(text.format(name=name, other=other, options=options))
    return rows


def own(seat: Row, view: Row, lang: Language) -> list[str]:
    """One's own cards, what binds them, and what is asked."""
    if seat["out"]:
        return [lang.gettext("You are out.")]
    card = f"{{{seat['hand']}}}" if seat["hand"] else lang.gettext("empty")
    text = lang.gettext("Your stack {stack}, hand {card}, field {field}.")
    rows = [text.format(stack=seat["stack"], card=card, field=field(seat, lang))]
    rows += [lang.gettext(BOUND[zone]) for zone in seat["locked"]]
    return rows + [f"{row['title']}. {row['detail']}" for row in view["questions"]]


def field(seat: Row, lang: Language) -> str:
    """The cards that lie open."""
    cards = ", ".join(f"{{{row['card']}}}" for row in seat["field"])
    return cards or lang.gettext("no field")
