"""The stakes of a war in words, from a viewer's view: the cause of the war, who is ahead, and which
cards can be lost."""

from typing import Any

from games.rules.phrases import Language
from games.rules.phrases import gettext_noop as _
from games.rules.words import Names
from games.rules.ww3.text.choices import ORDER, rank

Row = dict[str, Any]

# Why they fight: as the first sees it, the second, and everybody else.
CHOSEN = (
    _("You laid a joker and chose {other}"),
    _("{name} laid a joker and chose you"),
    _("{name} laid a joker and chose {other}"),
)
BEATEN = (
    _("You could not beat {other}'s {card}"),
    _("{name} could not beat your {card}"),
    _("{name} could not beat {other}'s {card}"),
)


def stakes(view: Row, names: Names, lang: Language) -> list[dict[str, str]]:
    """The kind, the term and the text of each row, the viewer's side first."""
    war = view["war"]
    sides = sorted(war["sides"], key=lambda side: bool(side["seat"] != view["you"]))
    rows = [row("why", lang.gettext("Why"), cause(view, names, lang))]
    if war["over"]:
        return rows
    if score := compare(view, sides, names, lang):
        rows.append(row("now", lang.gettext("Now"), score))
    return [*rows, *prizes(view, sides, names, lang)]


def row(kind: str, term: str, text: str) -> dict[str, str]:
    return {"kind": kind, "term": term, "text": text}


def cause(view: Row, names: Names, lang: Language) -> str:
    """The sentence about why the war began."""
    seats = [side["seat"] for side in view["war"]["sides"]]
    texts = CHOSEN if view["war"]["why"] == "joker" else BEATEN
    cards = [laid["card"] for laid in view["laid"] if laid["seat"] == seats[1]]
    text = lang.gettext(texts[seats.index(view["you"]) if view["you"] in seats else 2])
    name, other = (names[seat - 1] for seat in seats)
    return text.format(name=name, other=other, card=f"{{{cards[-1]}}}" if cards else "")


def compare(view: Row, sides: list[Row], names: Names, lang: Language) -> str:
    """The two current cards, and which player is ahead; "" if a card is missing."""
    own, other = (side["card"] for side in sides)
    if not own or not other:
        return ""
    values = {"mine": lang.gettext(rank(own)), "theirs": lang.gettext(rank(other))}
    worth = ORDER.index(own[0]) - ORDER.index(other[0])
    if view["phase"] == "joker" or not worth:
        return lang.gettext("{mine} against {theirs}").format(**values)
    leader = sides[worth < 0]["seat"]
    text = lang.gettext("{mine} against {theirs}, {name} is ahead")
    if leader == view["you"]:
        text = lang.gettext("{mine} against {theirs}, you are ahead")
    return text.format(name=names[leader - 1], **values)


def prizes(view: Row, sides: list[Row], names: Names, lang: Language) -> list[dict[str, str]]:
    """The rows about the discards that a player wins or loses."""
    own, other = (side["seat"] for side in sides)
    mine, theirs = (len(view["seats"][seat - 1]["discard"]) for seat in (own, other))
    take = lang.ngettext("takes {count} discard", "takes {count} discards", theirs)
    if view["you"] == own:
        take = lang.ngettext(
            "take {name}'s {count} discard", "take {name}'s {count} discards", theirs
        )
        give = lang.ngettext(
            "give up your {count} discard", "give up your {count} discards", mine
        ).format(count=mine)
        take = take.format(name=names[other - 1], count=theirs)
        if not theirs:
            take = lang.gettext("nothing to win yet")
        if not mine:
            give = lang.gettext("nothing to lose")
        terms = lang.gettext("If you win"), lang.gettext("If you lose")
        return [row("", terms[0], take), row("", terms[1], give)]
    lose = lang.ngettext("takes {count} discard", "takes {count} discards", mine)
    wins = lang.gettext("If {name} wins")
    return [
        row("", wins.format(name=names[own - 1]), take.format(count=theirs)),
        row("", wins.format(name=names[other - 1]), lose.format(count=mine)),
    ]
