"""The questions that a seat has to answer, and the questions whose answers the seat is waiting for,
in words, from the view of the seat."""

from collections.abc import Iterator
from typing import Any

from games.rules.phrases import Language
from games.rules.phrases import gettext_noop as _
from games.rules.words import Names

Row = dict[str, Any]

CHALLENGED = {
    "stack": _("{name} challenges your stack"),
    "hand": _("{name} challenges your hand"),
}
SOURCES = {
    "stack": _("With the top of the stack, unseen."),
    "hand": _("With the hand card, unseen."),
    "field": _("With {card}."),
}
OFFERED_BY_YOU = {
    "stack": _("You offer the top of the stack instead"),
    "hand": _("You offer the hand card instead"),
    "field": _("You offer {card} instead"),
}
OFFERED = {
    "stack": _("{name} offers the top of the stack instead"),
    "hand": _("{name} offers the hand card instead"),
    "field": _("{name} offers {card} instead"),
}
FORCES = {
    "lowest": _("Players who pass put in their lowest field card."),
    "highest": _("Players who pass put in their highest field card."),
    "none": _("Players who pass put in nothing."),
}
SILENT_YES, SILENT_NO = _("No answer means you accept."), _("No answer means no.")
GONE = _("The card has been captured since.")


def questions(view: Row, silence: str, names: Names, lang: Language) -> list[Row]:
    """The boxes for a call of the table, for challenges against this seat, and for other cards
    offered to or by this seat; the oldest challenge first."""
    you = view["you"]
    rows = [call_of_table(view, silence, names, lang)] if view["multi"] else []
    for row in view["challenges"]:
        if row["target"] == you:
            rows.append((waiting if row["proposal"] else challenged)(view, row, names, lang))
        elif row["seat"] == you and row["proposal"]:
            rows.append(offered(view, row, names, lang))
    return rows


def question(
    view: Row, kind: str, title: str, details: Iterator[str] | list[str], **more: Any
) -> Row:
    """One box with a question; with pace=pulse the answer is due at the pulse."""
    until = more.pop("until")
    due = until if view["clocks"]["pulse"] is None else view["clocks"]["pulse"]
    named = {"key": f"{kind}{more.get('id', 0)}", "id": 0, "options": [], "answers": []}
    return {
        **named,
        "kind": kind,
        "title": title,
        "detail": " ".join(details),
        "until": due,
        **more,
    }


def answer(action: str, label: str, look: str = "") -> Row:
    return {"action": action, "label": label, "look": look}


def marked(source: Row) -> str:
    return f"{{{source['card']}}}"


def call_of_table(view: Row, silence: str, names: Names, lang: Language) -> Row:
    multi = view["multi"]
    title = lang.gettext("{name} calls the whole table").format(name=names[multi["seat"] - 1])
    if multi["seat"] == view["you"]:
        title = lang.gettext("You call the whole table")
    if "join" not in (view["asks"] or {"acts": []})["acts"]:
        detail = lang.gettext(FORCES[multi["force"]])
        return question(view, "table", title, [detail], until=multi["until"])
    answers = [
        answer("join", lang.gettext("Join with…"), "ink"),
        answer("pass", lang.gettext("Pass")),
    ]
    return question(view, "join", title, [silence], until=multi["until"], answers=answers)


def challenged(view: Row, row: Row, names: Names, lang: Language) -> Row:
    mine, source, options = view["seats"][view["you"] - 1], row["source"], row["options"]
    accept = lang.gettext("Accept, show the top")
    if row["zone"] == "hand" and mine["hand"]:
        accept = lang.gettext("Accept, show {card}").format(card=f"{{{mine['hand']}}}")
    strike = lang.gettext("Strike a card at stake…")
    if len(options) == 1:
        strike = lang.gettext("Strike {card}…").format(card=f"{{{options[0]}}}")
    answers = [answer("accept", accept, "now"), answer("strike", strike)]
    if view["may"]["answer"] and view["may"]["answer"]["change"]:
        answers.append(answer("change", lang.gettext("Other card…")))
    return question(
        view,
        "answer",
        lang.gettext(CHALLENGED[row["zone"]]).format(name=names[row["seat"] - 1]),
        [
            lang.gettext(SOURCES[source["zone"]]).format(card=marked(source)),
            lang.gettext(SILENT_YES),
        ],
        **common(row, row["until"]),
        options=options,
        answers=answers,
    )


def waiting(view: Row, row: Row, names: Names, lang: Language) -> Row:
    other = row["proposal"]
    title = lang.gettext(OFFERED_BY_YOU[other["zone"]]).format(card=marked(other))
    agree = lang.gettext("{name} can agree.").format(name=names[row["seat"] - 1])
    details = [agree, lang.gettext(SILENT_NO)]
    return question(view, "waits", title, details, **common(row, other["until"]))


def offered(view: Row, row: Row, names: Names, lang: Language) -> Row:
    other = row["proposal"]
    title = lang.gettext(OFFERED[other["zone"]])
    title = title.format(name=names[row["target"] - 1], card=marked(other))
    details = [lang.gettext(GONE if other["gone"] else SILENT_NO)]
    answers = [
        answer("agree", lang.gettext("Agree"), "now"),
        answer("disagree", lang.gettext("No")),
    ]
    return question(view, "consent", title, details, **common(row, other["until"]), answers=answers)


def common(row: Row, until: int) -> Row:
    return {"id": row["id"], "since": row["opened"], "until": until}
