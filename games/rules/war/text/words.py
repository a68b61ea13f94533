"""The events of War as lines of the log."""

from collections.abc import Sequence

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import Event
from games.rules.game import Line
from games.rules.phrases import ENGLISH, Language, ngettext_noop
from games.rules.phrases import gettext_noop as _
from games.rules.war import events as ev
from games.rules.war.state import End, Reason
from games.rules.words import Reader, Words, braced

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


def _deal(e: ev.Deal, to: Reader) -> Line:
    if len(set(e.counts)) > 1:
        each = ", ".join(map(str, e.counts))
        return Line(0, to.lang.gettext("The cards are dealt: {each}.").format(each=each), "note")
    if not e.leftover:
        text = to.lang.gettext("The cards are dealt: {count} each.")
    else:
        text = to.lang.ngettext(
            "The cards are dealt: {count} each, {left} card in the middle.",
            "The cards are dealt: {count} each, {left} cards in the middle.",
            e.leftover,
        )
    return Line(0, text.format(count=e.counts[0], left=e.leftover), "note")


def _flip(e: ev.Flip, to: Reader) -> Line:
    shown = ((p, card) for p, card in enumerate(e.cards) if card != NONE)
    return Line(e.number, words.opened(shown, to))


def _slap_open(e: ev.SlapOpen, to: Reader) -> Line:
    text = to.lang.gettext("{cards} can be slapped.").format(cards=_cards(e.cards))
    return Line(e.number, text, "note")


def _effs(effs: Sequence[int], to: Reader) -> str:
    rows = sorted((eff, p) for p, eff in enumerate(effs) if eff != NONE)
    return ", ".join(f"{to.called(p)} {eff} ms" for eff, p in rows)


def _slap(e: ev.Slap, to: Reader) -> Line:
    rest = _effs([NONE if p == e.seat else eff for p, eff in enumerate(e.effs)], to)
    text = _("{name} slaps first, after {ms} ms.")
    own = _("You slap first, after {ms} ms.")
    if rest:
        text = _("{name} slaps first, after {ms} ms ({others}).")
        own = _("You slap first, after {ms} ms ({others}).")
    said = to.say_of(e.seat, text, own, ms=e.eff, others=rest)
    return Line(e.number, said, "note")


def _slap_timeout(e: ev.SlapTimeout, to: Reader) -> Line:
    heat = _effs(e.effs, to)
    lang = to.lang
    text = lang.gettext("Dead heat: {players}.") if heat else lang.gettext("Nobody slaps.")
    return Line(e.number, text.format(players=heat), "note")


def _false_slap(e: ev.FalseSlap, to: Reader) -> Line:
    text, own = _("{name} makes a false slap."), _("You make a false slap.")
    if e.burned:
        text = _("{name} makes a false slap and loses a card to the pot.")
        own = _("You make a false slap and lose a card to the pot.")
    return Line(e.number, to.say_of(e.seat, text, own), "note")


_WAR = _("War: {names}."), _("War again: {names}.")
_WARS = {
    Reason.AUTO: (_("Automatic war: {names}."), _("Automatic war again: {names}.")),
    Reason.CYCLE: (
        _("Each beats another, so war: {names}."),
        _("Each beats another, so war again: {names}."),
    ),
}


def _war(e: ev.War, to: Reader) -> Line:
    text = to.lang.gettext(_WARS.get(e.reason, _WAR)[e.depth > 1])
    return Line(e.number, text.format(names=to.listed(e.seats)), "war")


def _lay(e: ev.Lay, to: Reader) -> Line:
    if e.up == NONE:
        text = _("{name} has no cards left: the open card stands.")
        own = _("You have no cards left: the open card stands.")
    elif e.down:
        text = _("{name} lays {count} face down and {card}.")
        own = _("You lay {count} face down and {card}.")
    else:
        text, own = _("{name} lays {card}."), _("You lay {card}.")
    return Line(e.number, to.say_of(e.seat, text, own, count=len(e.down), card=braced(e.up)))


def _underdog_check(e: ev.UnderdogCheck, to: Reader) -> Line:
    row = e.shown or e.cards
    if e.hit:
        text, own = _("{name} has the underdog."), _("You have the underdog.")
        if row:
            text = _("{name} has the underdog ({cards}).")
            own = _("You have the underdog ({cards}).")
    else:
        text, own = _("{name} has no underdog."), _("You have no underdog.")
        if row:
            text = _("{name} has no underdog ({cards}).")
            own = _("You have no underdog ({cards}).")
    return Line(e.number, to.say_of(e.seat, text, own, cards=_cards(row)), "war" * e.hit)


def _counter(e: ev.Counter, to: Reader) -> Line:
    text, own = _("{name} has one too: the win stands."), _("You have one too: the win stands.")
    return Line(e.number, to.say_of(e.seat, text, own), "war")


# How a battle is won: as the others read it, and as the winner does.
_WIN = (
    ngettext_noop("{name} wins {count} card.", "{name} wins {count} cards."),
    ngettext_noop("You win {count} card.", "You win {count} cards."),
)
_WINS = {
    Reason.ZERO: (
        ngettext_noop(
            "{name} wins {count} card: nobody else can lay a card.",
            "{name} wins {count} cards: nobody else can lay a card.",
        ),
        ngettext_noop(
            "You win {count} card: nobody else can lay a card.",
            "You win {count} cards: nobody else can lay a card.",
        ),
    ),
    Reason.UNDERDOG: (
        ngettext_noop(
            "{name} wins {count} card as the underdog.",
            "{name} wins {count} cards as the underdog.",
        ),
        ngettext_noop(
            "You win {count} card as the underdog.", "You win {count} cards as the underdog."
        ),
    ),
    Reason.SLAP: (
        ngettext_noop(
            "{name} wins {count} card by the slap.", "{name} wins {count} cards by the slap."
        ),
        ngettext_noop("You win {count} card by the slap.", "You win {count} cards by the slap."),
    ),
    Reason.SOLE: (
        ngettext_noop(
            "{name} wins {count} card: nobody else is left in the war.",
            "{name} wins {count} cards: nobody else is left in the war.",
        ),
        ngettext_noop(
            "You win {count} card: nobody else is left in the war.",
            "You win {count} cards: nobody else is left in the war.",
        ),
    ),
}


def _win(e: ev.Win, to: Reader) -> Line:
    texts, own = _WINS.get(e.reason, _WIN)
    text = to.say_count(e.size, texts, {e.seat: own}, name=to.names[e.seat])
    return Line(e.number, text + words.face_down(e.spoils, to.lang))


def _deadlock(e: ev.Deadlock, to: Reader) -> Line:
    return Line(e.number, words.tied(e.seats, to), "war")


def _out(e: ev.Out, to: Reader) -> Line:
    return Line(e.number, words.out(e.seat, to), "note")


def _resign(e: ev.Resign, to: Reader) -> Line:
    return Line(e.number, words.resigns(e.seat, e.cards, to), "note")


def _game_over(e: ev.GameOver, to: Reader) -> Line:
    is_draw = e.end == End.DEADLOCK
    return Line(e.number, words.win(e.winners, to, ENDS[e.end], is_draw=is_draw), "end")


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


def describe(
    events: Sequence[Event], names: Sequence[str], lang: Language = ENGLISH, you: int = NONE
) -> list[Line]:
    """One line for each event worth telling; `names` by seat, `you` the reader's own.  Masked
    events work too."""
    return words.describe(_WORDS, events, Reader(names, lang, you))
