"""The events of World War III as lines of the log."""

from collections.abc import Sequence

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import Event
from games.rules.game import Line
from games.rules.phrases import ENGLISH, Language, ngettext_noop
from games.rules.phrases import gettext_noop as _
from games.rules.words import Reader, Words, braced
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


def _deal(e: ev.Deal, to: Reader) -> Line:
    less, more = min(e.counts), max(e.counts)
    text = to.lang.ngettext(
        "Everyone has five cards in hand and {each} to pick up. {count} card in the centre.",
        "Everyone has five cards in hand and {each} to pick up. {count} cards in the centre.",
        e.centre,
    )
    if less != more:
        text = to.lang.ngettext(
            "Everyone has five cards in hand and {less} or {each} to pick up. "
            "{count} card in the centre.",
            "Everyone has five cards in hand and {less} or {each} to pick up. "
            "{count} cards in the centre.",
            e.centre,
        )
    return Line(0, text.format(less=less, each=more, count=e.centre), "note")


def _round(e: ev.Round, to: Reader) -> Line:
    text, own = _("Round {number}: {name} leads."), _("Round {number}: you lead.")
    return Line(e.number, to.say_of(e.seat, text, own, number=e.number), "note")


def _declare(e: ev.Declare, to: Reader) -> Line:
    text, own = _("{name} declares {card}."), _("You declare {card}.")
    return Line(e.number, to.say_of(e.seat, text, own, card=braced(e.card)))


def _play(e: ev.Play, to: Reader) -> Line:
    text, own = _("{name} lays {card}."), _("You lay {card}.")
    return Line(e.number, to.say_of(e.seat, text, own, card=braced(e.card)))


def _decline(e: ev.Decline, to: Reader) -> Line:
    text = _("{name} gives {card} and declines the war.")
    own = _("You give {card} and decline the war.")
    return Line(e.number, to.say_of(e.seat, text, own, card=braced(e.card)))


def _war(e: ev.War, to: Reader) -> Line:
    a, b = e.seats
    text = _("War: {name} cannot beat {opponent}.")
    own = {a: _("War: you cannot beat {opponent}."), b: _("War: {name} cannot beat you.")}
    if e.why == Why.JOKER:
        text = _("War: {name} chooses {opponent}.")
        own = {a: _("War: you choose {opponent}."), b: _("War: {name} chooses you.")}
    return Line(e.number, to.say(text, own, name=to.names[a], opponent=to.names[b]), "war")


def _war_draw(e: ev.WarDraw, to: Reader) -> Line:
    rows, lang = to.shown(zip(e.seats, e.cards, strict=True)), to.lang
    text = (
        lang.gettext("{stage}: {cards}.") if rows else lang.gettext("{stage}: nobody turns a card.")
    )
    return Line(e.number, text.format(stage=lang.gettext(STAGES[e.stage - 1]), cards=rows), "war")


# How a card is held: as the others read it, and as the holder does.
_HOW = {
    How.CALL: (_("{name} holds {card}."), _("You hold {card}.")),
    How.SECOND: (_("{name} holds {card} too."), _("You hold {card} too.")),
    How.BOTH: (_("{name} holds {card} at the same time."), _("You hold {card} at the same time.")),
    How.BEFORE_JOKER: (
        _("{name} holds {card} before the joker resets."),
        _("You hold {card} before the joker resets."),
    ),
    How.FORCED: (
        _("{name} has no card to turn, so {card} stands."),
        _("You have no card to turn, so {card} stands."),
    ),
}
_CLOSE = {  # two calls, so their times matter
    How.SECOND: (
        _("{name} holds {card} too, after {ms} ms."),
        _("You hold {card} too, after {ms} ms."),
    ),
    How.BOTH: (
        _("{name} holds {card} at the same time, after {ms} ms."),
        _("You hold {card} at the same time, after {ms} ms."),
    ),
}


def _hold(e: ev.Hold, to: Reader) -> Line:
    texts = _HOW | _CLOSE if e.eff > 0 else _HOW
    text, own = texts[e.how]
    return Line(e.number, to.say_of(e.seat, text, own, card=braced(e.card), ms=e.eff), "war")


def _late(e: ev.Late, to: Reader) -> Line:
    text, own = _("{name} calls too late, after {ms} ms."), _("You call too late, after {ms} ms.")
    return Line(e.number, to.say_of(e.seat, text, own, ms=e.eff), "note")


_CAUSES = {
    Cause.TIE: _("Equal cards: back to World War I."),
    Cause.JOKER: _("A joker: back to World War I."),
    Cause.DOUBLE_HOLD: _("Both hold: back to World War I."),
}


def _reset(e: ev.Reset, to: Reader) -> Line:
    return Line(e.number, to.lang.gettext(_CAUSES[e.why]), "war")


def _joker_dead(e: ev.JokerDead, to: Reader) -> Line:
    text = _("{name}'s joker does nothing against a held card.")
    own = _("Your joker does nothing against a held card.")
    return Line(e.number, to.say_of(e.seat, text, own), "war")


def _cannot_draw(e: ev.CannotDraw, to: Reader) -> Line:
    text, own = _("{name} has no card to turn."), _("You have no card to turn.")
    return Line(e.number, to.say_of(e.seat, text, own), "war")


def _war_end(e: ev.WarEnd, to: Reader) -> Line:
    if e.winner == NONE:
        text = to.lang.gettext("Neither can turn a card: the war is drawn.")
        return Line(e.number, text, "war")
    texts = ngettext_noop(
        "{name} beats {loser} and takes {count} card.",
        "{name} beats {loser} and takes {count} cards.",
    )
    own = {
        e.winner: ngettext_noop(
            "You beat {loser} and take {count} card.", "You beat {loser} and take {count} cards."
        ),
        e.loser: ngettext_noop(
            "{name} beats you and takes {count} card.", "{name} beats you and takes {count} cards."
        ),
    }
    values = {"name": to.names[e.winner], "loser": to.names[e.loser]}
    return Line(e.number, to.say_count(e.size, texts, own, **values), "war")


def _uncontested(e: ev.Uncontested, to: Reader) -> Line:
    text, own = _("Nobody fights {name}."), _("Nobody fights you.")
    return Line(e.number, to.say_of(e.seat, text, own))


def _lap_end(e: ev.LapEnd, to: Reader) -> Line:
    text = _("Everyone could beat the card: {name} laid the highest.")
    own = _("Everyone could beat the card: you laid the highest.")
    return Line(e.number, to.say_of(e.seat, text, own))


def _fate(e: ev.Out | ev.Resign, lang: Language) -> str:
    """The fate of the cards of a player who is out, as a sentence to append."""
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


def _out(e: ev.Out, to: Reader) -> Line:
    return Line(e.number, words.out(e.seat, to) + _fate(e, to.lang), "note")


def _resign(e: ev.Resign, to: Reader) -> Line:
    return Line(e.number, words.resigns(e.seat, 0, to) + _fate(e, to.lang), "note")


def _game_over(e: ev.GameOver, to: Reader) -> Line:
    return Line(e.number, words.win(e.winners, to, ENDS[e.end]), "end")


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


def describe(
    events: Sequence[Event], names: Sequence[str], lang: Language = ENGLISH, you: int = NONE
) -> list[Line]:
    """One line for each event worth telling; `names` by seat, `you` the reader's own.  Masked
    events work too."""
    return words.describe(_WORDS, events, Reader(names, lang, you))
