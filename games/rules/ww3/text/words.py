"""The events of World War III as lines of the log."""

from collections.abc import Sequence

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import Event
from games.rules.game import Line
from games.rules.phrases import ENGLISH, Language
from games.rules.phrases import gettext_noop as _
from games.rules.words import Names, Words, braced
from games.rules.ww3 import events as ev
from games.rules.ww3.state import Cause, End, How, Why

ENDS = {
    End.ALL: _("last player left"),
    End.ALL_OUT: _("most cards captured, all went out together"),
    End.CAP: _("most cards captured at the round limit"),
    End.RESIGN: _("all others resigned"),
    End.AGREED: _("most cards captured, ended by agreement"),
    End.ABANDONED: _("most cards captured, game abandoned"),
    End.LIMIT: _("most cards captured at the time limit"),
}
STAGES = _("World War I"), _("World War II"), _("World War III")


def _deal(e: ev.Deal, names: Names, lang: Language) -> Line:
    less, more = min(e.counts), max(e.counts)
    text = lang.ngettext(
        "Everyone has five cards in hand and {each} to pick up. {count} card in the centre.",
        "Everyone has five cards in hand and {each} to pick up. {count} cards in the centre.",
        e.centre,
    )
    if less != more:
        text = lang.ngettext(
            "Everyone has five cards in hand and {less} or {each} to pick up. "
            "{count} card in the centre.",
            "Everyone has five cards in hand and {less} or {each} to pick up. "
            "{count} cards in the centre.",
            e.centre,
        )
    return Line(0, text.format(less=less, each=more, count=e.centre), "note")


def _round(e: ev.Round, names: Names, lang: Language) -> Line:
    text = lang.gettext("Round {number}: {name} leads.")
    return Line(e.number, text.format(number=e.number, name=names[e.seat]), "note")


def _declare(e: ev.Declare, names: Names, lang: Language) -> Line:
    text = lang.gettext("{name} declares {card}.")
    return Line(e.number, text.format(name=names[e.seat], card=braced(e.card)))


def _play(e: ev.Play, names: Names, lang: Language) -> Line:
    text = lang.gettext("{name} lays {card}.")
    return Line(e.number, text.format(name=names[e.seat], card=braced(e.card)))


def _decline(e: ev.Decline, names: Names, lang: Language) -> Line:
    text = lang.gettext("{name} gives {card} and declines the war.")
    return Line(e.number, text.format(name=names[e.seat], card=braced(e.card)))


def _war(e: ev.War, names: Names, lang: Language) -> Line:
    text = lang.gettext("War: {name} cannot beat {opponent}.")
    if e.why == Why.JOKER:
        text = lang.gettext("War: {name} chooses {opponent}.")
    a, b = e.seats
    return Line(e.number, text.format(name=names[a], opponent=names[b]), "war")


def _war_draw(e: ev.WarDraw, names: Names, lang: Language) -> Line:
    turned = zip(e.seats, e.cards, strict=True)
    rows = ", ".join(f"{names[p]} {braced(card)}" for p, card in turned)
    text = (
        lang.gettext("{stage}: {cards}.") if rows else lang.gettext("{stage}: nobody turns a card.")
    )
    return Line(e.number, text.format(stage=lang.gettext(STAGES[e.stage - 1]), cards=rows), "war")


_HOW = {
    How.CALL: _("{name} holds {card}."),
    How.SECOND: _("{name} holds {card} too."),
    How.BOTH: _("{name} holds {card} at the same time."),
    How.BEFORE_JOKER: _("{name} holds {card} before the joker resets."),
    How.FORCED: _("{name} has no card to turn, so {card} stands."),
}
_CLOSE = {  # two calls, so their times matter
    How.SECOND: _("{name} holds {card} too, after {ms} ms."),
    How.BOTH: _("{name} holds {card} at the same time, after {ms} ms."),
}


def _hold(e: ev.Hold, names: Names, lang: Language) -> Line:
    texts = _HOW | _CLOSE if e.eff > 0 else _HOW
    text = lang.gettext(texts[e.how])
    return Line(e.number, text.format(name=names[e.seat], card=braced(e.card), ms=e.eff), "war")


def _late(e: ev.Late, names: Names, lang: Language) -> Line:
    text = lang.gettext("{name} calls too late, after {ms} ms.")
    return Line(e.number, text.format(name=names[e.seat], ms=e.eff), "note")


_CAUSES = {
    Cause.TIE: _("Equal cards: back to World War I."),
    Cause.JOKER: _("A joker: back to World War I."),
    Cause.DOUBLE_HOLD: _("Both hold: back to World War I."),
}


def _reset(e: ev.Reset, names: Names, lang: Language) -> Line:
    return Line(e.number, lang.gettext(_CAUSES[e.why]), "war")


def _joker_dead(e: ev.JokerDead, names: Names, lang: Language) -> Line:
    text = lang.gettext("{name}'s joker does nothing against a held card.")
    return Line(e.number, text.format(name=names[e.seat]), "war")


def _cannot_draw(e: ev.CannotDraw, names: Names, lang: Language) -> Line:
    text = lang.gettext("{name} has no card to turn.")
    return Line(e.number, text.format(name=names[e.seat]), "war")


def _war_end(e: ev.WarEnd, names: Names, lang: Language) -> Line:
    if e.winner == NONE:
        return Line(e.number, lang.gettext("Neither can turn a card: the war is drawn."), "war")
    text = lang.ngettext(
        "{name} beats {loser} and takes {count} card.",
        "{name} beats {loser} and takes {count} cards.",
        e.size,
    )
    sentence = text.format(name=names[e.winner], loser=names[e.loser], count=e.size)
    return Line(e.number, sentence, "war")


def _uncontested(e: ev.Uncontested, names: Names, lang: Language) -> Line:
    return Line(e.number, lang.gettext("Nobody fights {name}.").format(name=names[e.seat]))


def _lap_end(e: ev.LapEnd, names: Names, lang: Language) -> Line:
    text = lang.gettext("Everyone could beat the card: {name} laid the highest.")
    return Line(e.number, text.format(name=names[e.seat]))


def _fate(e: ev.Out | ev.Resign, lang: Language) -> str:
    """The fate of the cards of a player who is out, as a following sentence."""
    count = len(e.packet or e.removed)
    if not count:
        return ""
    if e.packet:
        text = lang.ngettext(
            "{count} card goes under the centre.", "{count} cards go under the centre.", count
        )
    else:
        text = lang.ngettext(
            "{count} card leaves the game.", "{count} cards leave the game.", count
        )
    return " " + text.format(count=count)


def _out(e: ev.Out, names: Names, lang: Language) -> Line:
    text = lang.gettext("{name} is out.").format(name=names[e.seat])
    return Line(e.number, text + _fate(e, lang), "note")


def _resign(e: ev.Resign, names: Names, lang: Language) -> Line:
    text = lang.gettext("{name} resigns.").format(name=names[e.seat])
    return Line(e.number, text + _fate(e, lang), "note")


def _game_over(e: ev.GameOver, names: Names, lang: Language) -> Line:
    return Line(e.number, words.win(e.winners, names, ENDS[e.end], lang), "end")


_WORDS: Words = {
    ev.Deal: _deal,
    ev.Round: _round,
    ev.Declare: _declare,
    ev.Play: _play,
    ev.Decline: _decline,
    ev.War: _war,
    ev.WarDraw: _war_draw,
    ev.Hold: _hold,
    ev.Late: _late,
    ev.Reset: _reset,
    ev.JokerDead: _joker_dead,
    ev.CannotDraw: _cannot_draw,
    ev.WarEnd: _war_end,
    ev.Uncontested: _uncontested,
    ev.LapEnd: _lap_end,
    ev.Out: _out,
    ev.Resign: _resign,
    ev.GameOver: _game_over,
}


def describe(events: Sequence[Event], names: Sequence[str], lang: Language = ENGLISH) -> list[Line]:
    """One line for each event worth telling; `names` by seat.  Masked events work too."""
    return words.describe(_WORDS, events, names, lang)
