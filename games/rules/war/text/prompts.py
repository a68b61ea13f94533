"""The texts for a view of War: what happens now, what the player is asked, how the game ended,
hints, and sentences about the table to be read out."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.cards import NONE, RANK_PLURALS, RANK_WORDS, rank
from games.rules.phrases import ENGLISH, Language
from games.rules.phrases import gettext_noop as _
from games.rules.war.events import ENDS
from games.rules.war.options import Options
from games.rules.war.state import End, Phase, Reason, Table, leaders, pot_size, score
from games.rules.war.view import is_armed
from games.rules.words import A_RANK, Names, Reader, final_act, listed_words, win

_WINS = {
    Reason.ZERO: _("Nobody else can lay a card"),
    Reason.UNDERDOG: _("The underdog wins"),
    Reason.SOLE: _("Nobody else is left in the war"),
}
# Titles of a first and a later war, then the same in Peace.
_OVER = (
    (_("War over {count} {ranks}"), _("War again over {count} {ranks}")),
    (_("Peace over {count} {ranks}"), _("Peace again over {count} {ranks}")),
)
_AUTO = (
    (_("Automatic war on {rank}"), _("Automatic war again on {rank}")),
    (_("Automatic peace on {rank}"), _("Automatic peace again on {rank}")),
)
_RING = (
    (_("War in a ring"), _("War again in a ring")),
    (_("Peace in a ring"), _("Peace again in a ring")),
)
# What a seat is asked, by its first act: the button's label, and what no answer means.
_ASKS = {
    "flip": (_("Turn card"), _("If time runs out, your card turns by itself.")),
    "lay": (_("Lay cards"), _("If time runs out, your cards are laid.")),
    "check": (_("Look for the underdog"), _("If time runs out, your cards are checked.")),
    "slap": (_("Slap"), _("If nobody slaps, the cards are compared.")),
}
HINTS = {
    "flip": _("Turn your top card. The higher card takes both."),
    "war": _(
        "Equal cards mean war: lay three face down and one face up. The winner takes them all."
    ),
    "slap": _(
        "When a card to slap turns up, press Slap before the others. A false slap locks you out."
    ),
    "auto": _("It is all luck: let Auto-play turn your cards whenever you like."),
}


def prompts(
    t: Table, o: Options, view: dict[str, Any], names: Names, lang: Language = ENGLISH
) -> dict[str, Any]:
    """The texts for a view, under its keys: what happens now, what the player is asked, the
    result."""
    title, detail = call(t, o, view["you"], names, lang)
    words: dict[str, Any] = {"call": {"title": title, "detail": detail}}
    if view["asks"]:
        act = view["asks"]["acts"][0]
        label, silence = _ASKS[act]
        forced = act != "flip" or t.phase == Phase.FLIP  # otherwise cards are still being collected
        silence = lang.gettext(silence) if forced else ""
        words["asks"] = {"label": lang.gettext(label), "silence": silence}
    if o.slap != NONE:
        words["slap"] = slap_words(t, o, view["you"], lang)
    if view["result"]:
        words["result"] = {"text": verdict(t, o, names, lang)}
    return words


def verdict(t: Table, o: Options, names: Names, lang: Language) -> str:
    """The sentence that says who won and why."""
    winners = leaders(t)
    sentence = final_act(t.end, o.players, winners[0], score(t, winners[0]), names, lang)
    is_draw = t.end == End.DEADLOCK
    return sentence or win(winners, Reader(names, lang), ENDS[t.end], is_draw=is_draw)


def war_title(t: Table, o: Options, lang: Language) -> str:
    """The title of the war: `War over two tens`."""
    ranks = [rank(seat.up) for seat in t.seats if seat.fights]
    again = t.depth > 1
    if len(set(ranks)) == 1:
        count = RANK_WORDS[max(len(ranks), 2) - 2]
        return lang.gettext(_OVER[o.peace][again]).format(
            count=lang.gettext(count), ranks=lang.gettext(RANK_PLURALS[ranks[0]])
        )
    if o.auto != NONE and o.auto in ranks:
        text = lang.gettext(_AUTO[o.peace][again])
        return text.format(rank=lang.gettext(A_RANK[o.auto]))
    return lang.gettext(_RING[o.peace][again])


def in_pot(pot: int, lang: Language) -> str:
    """The size of the pot in words: `16 cards in the pot`."""
    text = lang.ngettext("{count} card in the pot", "{count} cards in the pot", pot)
    return text.format(count=pot)


def call(t: Table, o: Options, you: int | None, names: Names, lang: Language) -> tuple[str, str]:
    """The title and the detail for the middle of the table; `you` is a seat from 1."""
    pot = pot_size(t)
    if t.phase == Phase.DEALT:
        return lang.gettext("The cards are dealt"), dealt(t, o, lang)
    if t.phase == Phase.FLIP:
        title = lang.gettext("Next battle") if t.battles else lang.gettext("Battle 1")
        if pot:
            return title, in_pot(pot, lang)
        if you is None:
            return title, lang.gettext("Everyone turns their top card")
        return title, lang.gettext("Turn your top card")
    if t.phase == Phase.LAY:
        return war_title(t, o, lang), f"{in_pot(pot, lang)}, {to_lay(t, o, lang)}"
    if t.phase == Phase.SLAP:
        text = lang.ngettext(
            "First to slap takes {count} card", "First to slap takes {count} cards", pot
        )
        return lang.gettext("Slap!"), text.format(count=pot)
    if t.phase == Phase.UNDERDOG:
        text = lang.ngettext(
            "A face-down {rank} turns the war around: {count} card in the pot",
            "A face-down {rank} turns the war around: {count} cards in the pot",
            pot,
        )
        detail = text.format(rank=lang.gettext(RANK_WORDS[o.underdog]), count=pot)
        return lang.gettext("Is there an underdog?"), detail
    if t.phase == Phase.OVER:
        return lang.gettext("Game over"), verdict(t, o, names, lang)
    return won(t, you, names, lang)


def won(t: Table, you: int | None, names: Names, lang: Language) -> tuple[str, str]:
    """The title and the detail about a battle that is won: the winner, and how many cards are
    taken."""
    pot, name = pot_size(t), names[t.winner]
    lost = you is not None and t.seats[you - 1].played.size > 0
    if you == t.winner + 1:
        title = lang.gettext("You win the war") if t.depth else lang.gettext("You win the battle")
        text = lang.ngettext("You take {count} card", "You take {count} cards", pot)
    else:
        title = lang.gettext("{name} wins the battle")
        if t.depth:
            title = lang.gettext("{name} wins the war")
        if lost:
            title = lang.gettext("You lose the battle")
        if lost and t.depth:
            title = lang.gettext("You lose the war")
        text = lang.ngettext("{name} takes {count} card", "{name} takes {count} cards", pot)
    detail = text.format(name=name, count=pot)
    if t.reason in _WINS:
        title = lang.gettext(_WINS[t.reason])
    if t.reason == Reason.SLAP:
        title = lang.gettext("{name} slaps first")
        if you == t.winner + 1:
            title = lang.gettext("You slap first")
        detail = f"{race(t, you, names, lang)} {detail}"
    return title.format(name=name), detail


def dealt(t: Table, o: Options, lang: Language) -> str:
    """The number of cards that were dealt to each player, in words: `26 each`."""
    counts = [t.seats[p].pile.size for p in range(o.players)]
    left = t.center.size
    if len(set(counts)) > 1:
        return ", ".join(map(str, counts))
    text = lang.gettext("{count} each")
    if left:
        text = lang.ngettext(
            "{count} each, {left} card in the middle",
            "{count} each, {left} cards in the middle",
            left,
        )
    return text.format(count=counts[0], left=left)


def to_lay(t: Table, o: Options, lang: Language) -> str:
    """The number of cards still to be laid in the war, in words."""
    most = 5 if o.peace else 3
    sizes = [seat.pile.size for seat in t.seats if seat.fights]
    if o.short_equal and any(sizes):
        most = min(most, min(size for size in sizes if size) - 1)
    count = sum(min(most + 1, size) for size in sizes)
    text = lang.ngettext("{count} card to lay", "{count} cards to lay", count)
    return text.format(count=count)


def slap_words(t: Table, o: Options, you: int | None, lang: Language) -> dict[str, str]:
    """The words for slapping.  `ranks`: which cards to slap; `off`: why the viewer cannot slap
    now."""
    ranks = [lang.gettext(RANK_PLURALS[r]) for r in (o.slap, o.slap2) if r != NONE]
    text = lang.gettext("Slap {ranks}").format(ranks=listed_words(ranks, lang))
    return {"ranks": text, "off": "" if you is None else off(t, o, you - 1, lang)}


def off(t: Table, o: Options, p: int, lang: Language) -> str:
    me = t.seats[p]
    if me.out or is_armed(t, o, p):
        return ""
    if me.locked >= t.battles > 0:
        text = lang.gettext("false slap: wait for battle {number}")
        return text.format(number=me.locked + 1)
    if me.eff != NONE:
        return lang.gettext("you: {ms} ms").format(ms=me.eff)
    return lang.gettext("no open cards")


def race(t: Table, you: int | None, names: Names, lang: Language) -> str:
    """The reactions of all players, the quickest first: `You 412 ms, Bob 530 ms.`"""
    rows = sorted((seat.eff, p) for p, seat in enumerate(t.seats) if seat.eff != NONE)
    readers = [lang.gettext("You") if you == p + 1 else names[p] for _, p in rows]
    return ", ".join(f"{name} {eff} ms" for name, (eff, _) in zip(readers, rows, strict=True)) + "."


def hints(view: Mapping[str, Any]) -> Iterator[str]:
    """The keys of the hints for this view, the most useful first."""
    acts = view["asks"]["acts"] if view["asks"] else []
    if "lay" in acts:
        yield "war"
    if "slap" in acts:
        yield "slap"
    if "flip" in acts and view["phase"] == "flip":
        yield "flip"
        if view["number"] > 3:
            yield "auto"


def spoken(view: Mapping[str, Any], names: Names, lang: Language, *, whole: bool) -> list[str]:
    """Sentences about the viewer's own pile and cards, or about the `whole` table."""
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
        name, count = names[seat["seat"] - 1], seat["pile"]
        rows.append(text.format(name=name, count=count, cards=laid(seat, lang)))
    return rows


def laid(seat: Mapping[str, Any], lang: Language) -> str:
    """The cards that a seat has on the table, in words."""
    cards = [card for stage in seat["lane"] for card in stage]
    words = [f"{{{card}}}" for card in cards if card != "??"]
    if hidden := cards.count("??"):
        words.append(lang.gettext("{count} face down").format(count=hidden))
    return ", ".join(words) or lang.gettext("nothing laid")
