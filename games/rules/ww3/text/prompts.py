"""The texts for a view of World War III: what happens now, what the player is asked, how the game
ended, hints, and sentences about the table to be read out."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.cards import NONE
from games.rules.phrases import ENGLISH, Language
from games.rules.phrases import gettext_noop as _
from games.rules.words import A_RANK, RANK, Names, Reader, final_act, win
from games.rules.ww3.events import ENDS, STAGES
from games.rules.ww3.options import Options
from games.rules.ww3.state import Cause, Phase, Table, leaders, worth
from games.rules.ww3.text.choices import choices
from games.rules.ww3.text.stakes import stakes
from games.rules.ww3.turn import can_beat

_BACK = {
    Cause.TIE: _("Equal cards: back to World War I"),
    Cause.JOKER: _("A joker: back to World War I"),
    Cause.DOUBLE_HOLD: _("Both held: back to World War I"),
}
_JOKER = _("If nobody acts, the joker sends the war back to World War I.")
# What a seat is asked, by its first act: the button's label, and what no answer means.
_ASKS = {
    "play": (_("Lay your highest card"), _("If time runs out, your highest card is laid.")),
    "fight": (_("Fight"), _("If time runs out, you fight.")),
    "target": (
        _("Choose an opponent"),
        _("If time runs out, the next player to your left is chosen."),
    ),
    "draw": (_("Turn a card"), _("If time runs out, your card turns by itself.")),
    "hold": (_("Hold"), _("If time runs out, you draw. Nobody sees your choice yet.")),
    "reset": (_("Reset"), _JOKER),
}
HINTS = {
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


def prompts(
    t: Table, o: Options, view: dict[str, Any], names: Names, lang: Language = ENGLISH
) -> dict[str, Any]:
    """The texts for a view, under its keys: what happens now, what the player is asked, the
    result."""
    title, detail = call(t, o, NONE if view["you"] is None else view["you"] - 1, names, lang)
    words: dict[str, Any] = {"call": {"title": title, "detail": detail}}
    if view["asks"]:
        label, silence = _ASKS[view["asks"]["acts"][0]]
        silence = lang.gettext(_JOKER if t.phase == Phase.JOKER else silence)
        words["asks"] = {"label": lang.gettext(label), "silence": silence}
        words["asks"]["choices"] = choices(view, names, lang)
    if view["war"]:
        words["war"] = {"stakes": stakes(view, names, lang)}
    if view["result"]:
        words["result"] = {"text": verdict(t, o, names, lang)}
    return words


def verdict(t: Table, o: Options, names: Names, lang: Language) -> str:
    """The sentence that says who won and why."""
    winners = leaders(t, o.players)
    sentence = final_act(t.end, o.players, winners[0], 0, names, lang)
    return sentence or win(winners, Reader(names, lang), ENDS[t.end])


def call(t: Table, o: Options, seat: int, names: Names, lang: Language) -> tuple[str, str]:
    """The title and the detail for the middle of the table; `seat` NONE: a spectator."""
    if t.phase == Phase.DEALT:
        text = lang.ngettext(
            "{count} card in the centre", "{count} cards in the centre", t.centre.size
        )
        return lang.gettext("The cards are dealt"), text.format(count=t.centre.size)
    if t.phase == Phase.OVER:
        return lang.gettext("Game over"), verdict(t, o, names, lang)
    if t.phase == Phase.ROUND_END:
        return call_round_end(t, seat, names, lang)
    if t.phase == Phase.TURN:
        return call_turn(t, seat, names, lang)
    if t.phase == Phase.TARGET:
        text = lang.gettext("{name} chooses an opponent")
        if t.at == seat:
            text = lang.gettext("You choose an opponent")
        return lang.gettext("A joker: war"), text.format(name=names[t.at])
    return call_war(t, seat, names, lang)


def call_round_end(t: Table, seat: int, names: Names, lang: Language) -> tuple[str, str]:
    """The title and the detail: who won the war of this round, if there was one, and who leads the
    next round."""
    leads = lang.gettext("{name} leads next").format(name=names[t.leader])
    if t.leader == seat:
        leads = lang.gettext("You lead next")
    if not t.duel.over:
        return lang.gettext("Round {number} is over").format(number=t.rounds), leads
    if t.last_winner == NONE:
        neither = lang.gettext("Neither can turn a card.")
        return lang.gettext("The war is drawn"), f"{neither} {leads}"
    title = lang.gettext("{name} wins the war").format(name=names[t.last_winner])
    if t.last_winner == seat:
        title = lang.gettext("You win the war")
    size = t.last_size
    text = lang.ngettext("{count} card from {name}.", "{count} cards from {name}.", size)
    name = names[t.last_loser]
    if t.last_loser == seat:
        title, name = lang.gettext("You lose the war"), names[t.last_winner]
        text = lang.ngettext("{name} takes {count} card.", "{name} takes {count} cards.", size)
    return title, f"{text.format(count=size, name=name)} {leads}"


def call_turn(t: Table, seat: int, names: Names, lang: Language) -> tuple[str, str]:
    """The title and the detail: whose turn it is, and which card has to be beaten."""
    name, mine = names[t.at], t.at == seat
    if t.top == NONE:
        text = lang.gettext("{name}'s turn to lead")
        if mine:
            text = lang.gettext("Your turn to lead")
        title = lang.gettext("Round {number}").format(number=t.rounds)
        return title, text.format(name=name)
    text = lang.gettext("{name}'s turn")
    if mine:
        text = lang.gettext("Your turn")
        if not can_beat(t, seat):
            text = lang.gettext("Nothing in your hand beats the {rank}: you must fight")
            if t.seats[seat].shown.size:
                text = lang.gettext("Nothing in your hand beats the {rank}: fight, or decline")
    title = lang.gettext("To beat: {name}'s {rank}")
    if t.owner == seat:
        title = lang.gettext("To beat: your {rank}")
    rank = lang.gettext(RANK[worth(t.top)])
    return title.format(name=names[t.owner], rank=rank), text.format(name=name, rank=rank)


def call_war(t: Table, seat: int, names: Names, lang: Language) -> tuple[str, str]:
    """The title and the detail: the stage of the war, and the cards of both sides."""
    a, b = t.duel.a, t.duel.b
    text = lang.gettext("{stage}: {name} against {opponent}")
    if a == seat:
        text = lang.gettext("{stage}: You against {opponent}")
    elif b == seat:
        text = lang.gettext("{stage}: {name} against you")
    stage = lang.gettext(STAGES[t.duel.stage - 1])
    title = text.format(stage=stage, name=names[a], opponent=names[b])
    if t.phase == Phase.JOKER:
        return title, joker(t, seat, names, lang)
    rows = [] if t.duel.back == NONE else [lang.gettext(_BACK[Cause(t.duel.back)])]
    for p in (b, a) if b == seat else (a, b):
        if t.seats[p].current != NONE:
            rows.append(has(t, p, p == seat, names, lang))
    return title, ", ".join(rows) or lang.gettext("Both turn a card")


def has(t: Table, p: int, mine: bool, names: Names, lang: Language) -> str:
    """The card of one side of the war, in words: `You hold a queen`."""
    if t.seats[p].holds:
        text = lang.gettext("You hold {card}") if mine else lang.gettext("{name} holds {card}")
    else:
        text = lang.gettext("You have {card}") if mine else lang.gettext("{name} has {card}")
    card = lang.gettext(A_RANK[worth(t.seats[p].current)])
    return text.format(name=names[p], card=card)


def joker(t: Table, seat: int, names: Names, lang: Language) -> str:
    """The sentence about which player has to hold before the joker resets the war."""
    if t.duel.joker == seat:
        return lang.gettext("Your joker resets the war unless your opponent holds first")
    text = lang.gettext("{name}'s joker resets the war unless their opponent holds first")
    if seat in (t.duel.a, t.duel.b):
        text = lang.gettext("{name}'s joker resets the war unless you hold first")
    return text.format(name=names[t.duel.joker])


def hints(view: Mapping[str, Any]) -> Iterator[str]:
    """The keys of the hints for this view, the most useful first."""
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


def spoken(view: Mapping[str, Any], names: Names, lang: Language, *, whole: bool) -> list[str]:
    """Sentences about the viewer's own hand and piles, or about all open cards of the table."""
    if not whole:
        mine = [seat for seat in view["seats"] if seat["seat"] == view["you"]]
        return [row for seat in mine for row in (hand(seat, lang), piles(seat, lang) + ".")]
    start = lang.gettext("Round {number}, {count} in the centre.")
    rows = [start.format(number=view["number"], count=view["centre"])]
    if view["laid"]:
        cards = [f"{names[row['seat'] - 1]} {{{row['card']}}}" for row in view["laid"]]
        rows.append(lang.gettext("Laid: {cards}.").format(cards=", ".join(cards)))
    for seat in view["seats"]:
        text = lang.gettext("{name} is out.") if seat["out"] else "{name}: {piles}."
        rows.append(text.format(name=names[seat["seat"] - 1], piles=piles(seat, lang)))
    return rows + [side(row, names, lang) for row in (view["war"] or {"sides": []})["sides"]]


def hand(seat: Mapping[str, Any], lang: Language) -> str:
    """The sentence about the cards of the viewer's hand, and about which card has to be laid."""
    cards = [f"{{{card}}}" for card in seat["hand"]]
    if seat["must"] is not None and cards:
        text = lang.gettext("{card}, your highest")
        cards[seat["must"]] = text.format(card=cards[seat["must"]])
    text = lang.gettext("Your hand: {cards}.")
    return text.format(cards="; ".join(cards) or lang.gettext("empty"))


def piles(seat: Mapping[str, Any], lang: Language) -> str:
    """The public cards of a seat, in words."""
    count, twos = len(seat["discard"]), len(seat["shown"])
    rows = [lang.gettext("{count} to pick up").format(count=seat["pickup"])]
    rows.append(lang.ngettext("{count} discard", "{count} discards", count).format(count=count))
    if count:
        rows.append(lang.gettext("{card} on top").format(card=f"{{{seat['discard'][-1]}}}"))
    if twos:
        text = lang.ngettext("{count} two to decline with", "{count} twos to decline with", twos)
        rows.append(text.format(count=twos))
    return ", ".join(rows)


def side(row: Mapping[str, Any], names: Names, lang: Language) -> str:
    """The sentence about the card of one side of a war; "" if there is none."""
    if not row["card"]:
        return ""
    text = lang.gettext("{name} has {card}.")
    if row["holds"]:
        text = lang.gettext("{name} holds {card}.")
    return text.format(name=names[row["seat"] - 1], card=f"{{{row['card']}}}")
