"""The texts for a view of Ultimate War: what happens now, what the player is asked, how the game
ended, hints, and sentences about the table to be read out."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.cards import NONE
from games.rules.phrases import ENGLISH, Language
from games.rules.phrases import gettext_noop as _
from games.rules.ultimate.events import ENDS
from games.rules.ultimate.make_events import zone_of
from games.rules.ultimate.options import Options
from games.rules.ultimate.state import End, Force, Reject, Table, Zone, leaders, total
from games.rules.ultimate.text.questions import questions
from games.rules.ultimate.zones import challenger_of
from games.rules.words import Names, Reader, final_act, win

_FORCED = {
    Force.LOWEST: _("If time runs out, you pass and your lowest field card goes in."),
    Force.HIGHEST: _("If time runs out, you pass and your highest field card goes in."),
    Force.NONE: _("If time runs out, you pass."),
}
# What a seat is asked, by its first act: the button's label, and what no answer means.
_ASKS = {
    "join": (_("Join or pass"), ""),
    "accept": (_("Answer the challenge"), _("If time runs out, you accept the challenge.")),
    "consent": (_("Agree to the other card?"), _("If time runs out, you do not agree.")),
}
# Refusals that a page may have to explain although no row of the view contains them now.
_EXPLAINED = {
    code.name for code in (Reject.OPTION_NEEDED, Reject.COOLDOWN, Reject.TOO_SOON, Reject.NO_SOURCE)
}

# The same in two words, on a button that is off.
_SHORT = {
    Reject.HAND_FULL: _("hand full"),
    Reject.HAND_EMPTY: _("hand empty"),
    Reject.STACK_EMPTY: _("stack empty"),
    Reject.FIELD_FULL: _("field full"),
    Reject.LOCKED: _("card bound"),
    Reject.PLEDGED: _("card at stake"),
    Reject.OPTION_NEEDED: _("no free card"),
    Reject.TOO_SOON: _("not yet"),
    Reject.TABLE_CALLED: _("answer first"),
}

_BARE = _("Put a card down before someone calls war on you")
_BOUND = {"stack": _("Your stack is bound."), "hand": _("Your hand is bound.")}
_CHALLENGES = {
    "stack": _("{name} challenges the stack of {other}, at stake {options}."),
    "hand": _("{name} challenges the hand of {other}, at stake {options}."),
}
HINTS = {
    "answer": _("You are challenged. Accept shows your card; or strike the card at stake instead."),
    "field": _(
        "Stack to field puts your top card there. With an empty field anyone can call war on you."
    ),
    "strike": _(
        "Choose one of your cards, then a lower card of another field: the higher one takes both."
    ),
    "hand": _("Draw takes your top card to your hand. Only you see it."),
    "challenge": _(
        "To challenge a hidden card, choose a card, then a stack or a hand. You stake a field card."
    ),
}


def prompts(
    t: Table, o: Options, view: dict[str, Any], names: Names, lang: Language = ENGLISH
) -> dict[str, Any]:
    """The texts for a view, under its keys: what happens now, what the player is asked, why acts
    are refused, the result."""
    title, detail = call(t, NONE if view["you"] is None else view["you"] - 1, names, lang)
    words: dict[str, Any] = {"call": {"title": title, "detail": detail}}
    if view["asks"]:
        act = view["asks"]["acts"][0]
        label, silence = _ASKS.get(act, ("", ""))
        if act == "join":
            silence = _FORCED[t.multi.force]
        words["asks"] = {
            "label": lang.gettext(label) if label else "",
            "silence": lang.gettext(silence) if silence else "",
        }
    if view["may"]:
        silence = words["asks"]["silence"] if view["asks"] else ""
        words["questions"] = questions(view, silence, names, lang)
        codes = sorted(refusals(view["may"]) | _EXPLAINED)
        short = {code: _SHORT[Reject[code]] for code in codes if Reject[code] in _SHORT}
        words["may"] = {
            "why": {code: lang.gettext(Reject[code].sentence) for code in codes},
            "short": {code: lang.gettext(text) for code, text in short.items()},
        }
    if view["result"]:
        words["result"] = {"text": verdict(t, names, lang)}
    return words


def refusals(may: dict[str, Any]) -> set[str]:
    """The refusal codes in the acts that a view offers to a seat."""
    codes = {*may["moves"].values(), *may["sources"].values()}
    codes |= {row[key] for row in may["targets"] for key in ("field", "stack", "hand", "war")}
    if may["answer"]:
        codes |= {*may["answer"]["option"].values(), *may["answer"]["change"].values()}
    return codes - {""}


def verdict(t: Table, names: Names, lang: Language) -> str:
    """The sentence that says who won, and why."""
    winners = leaders(t)
    sentence = final_act(t.end, t.players, winners[0], total(t.seats[winners[0]]), names, lang)
    is_draw = t.end == End.DEADLOCK
    return sentence or win(winners, Reader(names, lang), ENDS[t.end], is_draw=is_draw)


def call(t: Table, seat: int, names: Names, lang: Language) -> tuple[str, str]:
    """The title and the detail for the middle of the table; `seat` NONE: a spectator."""
    if t.end != End.PLAYING:
        return lang.gettext("Game over"), verdict(t, names, lang)
    if t.multi.open:
        title = lang.gettext("{name} calls the whole table")
        if seat == t.multi.caller:
            title = lang.gettext("You call the whole table")
        detail = lang.gettext("Everyone puts in a card or passes")
        return title.format(name=names[t.multi.caller]), detail
    pot = in_middle(t.center.size, lang)
    against = challenger_of(t, seat) if seat != NONE else NONE
    if against != NONE:
        title = challenged(zone_of(t.seats[against].challenge.zone), lang)
        return title.format(name=names[against]), pot
    if t.fights == 0 and t.turn == 0:
        rest = lang.gettext("There are no turns: act when you like")
        return lang.gettext("The cards are dealt"), pot or rest
    if seat != NONE and not t.seats[seat].out and not t.seats[seat].field.size:
        return lang.gettext("Your field is empty"), lang.gettext(_BARE)
    how = lang.gettext("Choose a card of yours, then one to strike") if seat != NONE else ""
    return lang.gettext("Anyone can act"), pot or how


def challenged(zone: Zone, lang: Language) -> str:
    """The sentence about a challenge: the challenger, and the challenged card."""
    if zone == Zone.HAND:
        return lang.gettext("{name} challenges your hand")
    return lang.gettext("{name} challenges your stack")


def in_middle(count: int, lang: Language) -> str:
    """The sentence about the cards that the next winner also takes; "" if there are none."""
    if not count:
        return ""
    text = lang.ngettext(
        "{count} card in the middle goes to the next winner",
        "{count} cards in the middle go to the next winner",
        count,
    )
    return text.format(count=count)


def hints(view: Mapping[str, Any]) -> Iterator[str]:
    """The keys of the hints for this view, the most useful first."""
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


def spoken(view: Mapping[str, Any], names: Names, lang: Language, *, whole: bool) -> list[str]:
    """Sentences about the viewer's own cards and the questions to the viewer, or about all open
    cards of the table."""
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
        rows.append(text.format(name=names[seat["seat"] - 1], **values))
    for row in view["challenges"]:
        name, other = names[row["seat"] - 1], names[row["target"] - 1]
        options = ", ".join(f"{{{card}}}" for card in row["options"])
        text = lang.gettext(_CHALLENGES[row["zone"]])
        rows.append(text.format(name=name, other=other, options=options))
    return rows


def own(seat: Mapping[str, Any], view: Mapping[str, Any], lang: Language) -> list[str]:
    """Sentences about the seat's own cards, the challenges that bind them, and the questions to the
    seat."""
    if seat["out"]:
        return [lang.gettext("You are out.")]
    card = f"{{{seat['hand']}}}" if seat["hand"] else lang.gettext("empty")
    text = lang.gettext("Your stack {stack}, hand {card}, field {field}.")
    rows = [text.format(stack=seat["stack"], card=card, field=field(seat, lang))]
    rows += [lang.gettext(_BOUND[zone]) for zone in seat["locked"]]
    return rows + [f"{row['title']}. {row['detail']}" for row in view.get("questions", ())]


def field(seat: Mapping[str, Any], lang: Language) -> str:
    """The sentence about the open cards of a seat."""
    cards = ", ".join(f"{{{row['card']}}}" for row in seat["field"])
    return cards or lang.gettext("no field")
