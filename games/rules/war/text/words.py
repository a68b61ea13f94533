"""The events of War as lines of the log."""

from collections.abc import Sequence

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import Event
from games.rules.game import Line
from games.rules.phrases import ENGLISH, Language
from games.rules.phrases import gettext_noop as _
from games.rules.war import events as ev
from games.rules.war.state import End, Reason
from games.rules.words import Names, Words, braced, who

ENDS = {
    End.ALL: _("all cards taken"),
    End.DEADLOCK: _("tied on the last cards"),
    End.CAP: _("most cards at the battle limit"),
    End.RESIGN: _("all others resigned"),
    End.AGREED: _("most cards, ended by agreement"),
    End.ABANDONED: _("most cards, game abandoned"),
    End.LIMIT: _("most cards at the time limit"),
}


def _cards(row: Sequence[int]) -> str:
    return " ".join(map(braced, row))


def _deal(e: ev.Deal, names: Names, lang: Language) -> Line:
    if len(set(e.counts)) > 1:
        each = ", ".join(map(str, e.counts))
        return Line(0, lang.gettext("The cards are dealt: {each}.").format(each=each), "note")
    if not e.leftover:
        text = lang.gettext("The cards are dealt: {count} each.")
    else:
        text = lang.ngettext(
            "The cards are dealt: {count} each, {left} card in the middle.",
            "The cards are dealt: {count} each, {left} cards in the middle.",
            e.leftover,
        )
    return Line(0, text.format(count=e.counts[0], left=e.leftover), "note")


def _flip(e: ev.Flip, names: Names, lang: Language) -> Line:
    rows = [f"{names[p]} {braced(card)}" for p, card in enumerate(e.cards) if card != NONE]
    return Line(e.number, ", ".join(rows) + ".")


def _slap_open(e: ev.SlapOpen, names: Names, lang: Language) -> Line:
    text = lang.gettext("{cards} can be slapped.").format(cards=_cards(e.cards))
    return Line(e.number, text, "note")


def _effs(effs: Sequence[int], names: Names) -> str:
    rows = sorted((eff, names[p]) for p, eff in enumerate(effs) if eff != NONE)
    return ", ".join(f"{who} {eff} ms" for eff, who in rows)


def _slap(e: ev.Slap, names: Names, lang: Language) -> Line:
    rest = _effs([NONE if p == e.seat else eff for p, eff in enumerate(e.effs)], names)
    text = lang.gettext("{name} slaps first, after {ms} ms.")
    if rest:
        text = lang.gettext("{name} slaps first, after {ms} ms ({others}).")
    return Line(e.number, text.format(name=names[e.seat], ms=e.eff, others=rest), "note")


def _slap_timeout(e: ev.SlapTimeout, names: Names, lang: Language) -> Line:
    heat = _effs(e.effs, names)
    text = lang.gettext("Dead heat: {players}.") if heat else lang.gettext("Nobody slaps.")
    return Line(e.number, text.format(players=heat), "note")


def _false_slap(e: ev.FalseSlap, names: Names, lang: Language) -> Line:
    text = lang.gettext("{name} makes a false slap.")
    if e.burned:
        text = lang.gettext("{name} makes a false slap and loses a card to the pot.")
    return Line(e.number, text.format(name=names[e.seat]), "note")


_WAR = _("War: {names}."), _("War again: {names}.")
_WARS = {
    Reason.AUTO: (_("Automatic war: {names}."), _("Automatic war again: {names}.")),
    Reason.CYCLE: (
        _("Each beats another, so war: {names}."),
        _("Each beats another, so war again: {names}."),
    ),
}


def _war(e: ev.War, names: Names, lang: Language) -> Line:
    text = lang.gettext(_WARS.get(e.reason, _WAR)[e.depth > 1])
    return Line(e.number, text.format(names=who(e.seats, names, lang)), "war")


def _lay(e: ev.Lay, names: Names, lang: Language) -> Line:
    if e.up == NONE:
        text = lang.gettext("{name} has no cards left: the open card stands.")
    elif e.down:
        text = lang.gettext("{name} lays {count} face down and {card}.")
    else:
        text = lang.gettext("{name} lays {card}.")
    return Line(e.number, text.format(name=names[e.seat], count=len(e.down), card=braced(e.up)))


def _underdog_check(e: ev.UnderdogCheck, names: Names, lang: Language) -> Line:
    row = e.shown or e.cards
    if e.hit:
        text = lang.gettext("{name} has the underdog.")
        if row:
            text = lang.gettext("{name} has the underdog ({cards}).")
    else:
        text = lang.gettext("{name} has no underdog.")
        if row:
            text = lang.gettext("{name} has no underdog ({cards}).")
    return Line(e.number, text.format(name=names[e.seat], cards=_cards(row)), "war" * e.hit)


def _counter(e: ev.Counter, names: Names, lang: Language) -> Line:
    text = lang.gettext("{name} has one too: the win stands.")
    return Line(e.number, text.format(name=names[e.seat]), "war")


def _wins(reason: Reason, size: int, lang: Language) -> str:
    if reason == Reason.ZERO:
        return lang.ngettext(
            "{name} wins {count} card: nobody else can lay a card.",
            "{name} wins {count} cards: nobody else can lay a card.",
            size,
        )
    if reason == Reason.UNDERDOG:
        return lang.ngettext(
            "{name} wins {count} card as the underdog.",
            "{name} wins {count} cards as the underdog.",
            size,
        )
    if reason == Reason.SLAP:
        return lang.ngettext(
            "{name} wins {count} card by the slap.", "{name} wins {count} cards by the slap.", size
        )
    if reason == Reason.SOLE:
        return lang.ngettext(
            "{name} wins {count} card: nobody else is left in the war.",
            "{name} wins {count} cards: nobody else is left in the war.",
            size,
        )
    return lang.ngettext("{name} wins {count} card.", "{name} wins {count} cards.", size)


def _win(e: ev.Win, names: Names, lang: Language) -> Line:
    text = _wins(e.reason, e.size, lang).format(name=names[e.seat], count=e.size)
    return Line(e.number, text + words.face_down(e.spoils, lang))


def _deadlock(e: ev.Deadlock, names: Names, lang: Language) -> Line:
    text = lang.gettext("{names} are tied with no cards left.")
    return Line(e.number, text.format(names=who(e.seats, names, lang)), "war")


def _out(e: ev.Out, names: Names, lang: Language) -> Line:
    return Line(e.number, lang.gettext("{name} is out.").format(name=names[e.seat]), "note")


def _resign(e: ev.Resign, names: Names, lang: Language) -> Line:
    return Line(e.number, words.resigns(names[e.seat], e.cards, lang), "note")


def _game_over(e: ev.GameOver, names: Names, lang: Language) -> Line:
    is_draw = e.end == End.DEADLOCK
    return Line(e.number, words.win(e.winners, names, ENDS[e.end], lang, is_draw=is_draw), "end")


_WORDS: Words = {
    ev.Deal: _deal,
    ev.Flip: _flip,
    ev.SlapOpen: _slap_open,
    ev.Slap: _slap,
    ev.SlapTimeout: _slap_timeout,
    ev.FalseSlap: _false_slap,
    ev.War: _war,
    ev.Lay: _lay,
    ev.UnderdogCheck: _underdog_check,
    ev.Counter: _counter,
    ev.Win: _win,
    ev.Deadlock: _deadlock,
    ev.Out: _out,
    ev.Resign: _resign,
    ev.GameOver: _game_over,
}


def describe(events: Sequence[Event], names: Sequence[str], lang: Language = ENGLISH) -> list[Line]:
    """One line for each event worth telling; `names` by seat.  Masked events work too."""
    return words.describe(_WORDS, events, names, lang)
