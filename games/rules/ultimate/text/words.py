"""The events of Ultimate War as lines of the log."""

from collections.abc import Callable, Sequence
from typing import Any

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import Event
from games.rules.game import Line
from games.rules.phrases import ENGLISH, Language, ngettext_noop
from games.rules.phrases import gettext_noop as _
from games.rules.ultimate import events as ev
from games.rules.ultimate.state import End, Force, Reject, Zone
from games.rules.words import Reader, braced, listed_words, safe

ENDS = {
    End.ALL: _("all cards taken"),
    End.DEADLOCK: _("tied on the last cards"),
    End.CLOCK: _("most cards when time ran out"),
    End.RESIGN: _("all others resigned"),
    End.AGREED: _("most cards, ended by agreement"),
    End.ABANDONED: _("most cards, game abandoned"),
    End.LIMIT: _("most cards at the time limit"),
}


def _source(zone: Zone, field_card: int, lang: Language) -> str:
    """The source a player fights with, in words that follow `with`."""
    if zone == Zone.FIELD:
        return braced(field_card)
    if zone == Zone.STACK:
        return lang.pgettext("fights with", "the top of the stack")
    return lang.pgettext("fights with", "the hand card")


def _draw(e: ev.Draw, to: Reader) -> str:
    text, own = _("{name} draws a card."), _("You draw a card.")
    if e.card >= 0:
        text, own = _("{name} draws {card}."), _("You draw {card}.")
    return to.say_of(e.seat, text, own, card=braced(e.card))


def _play(e: ev.Play, to: Reader) -> str:
    text, own = _("{name} fields {card} from their hand."), _("You field {card} from your hand.")
    return to.say_of(e.seat, text, own, card=braced(e.card))


def _deploy(e: ev.Deploy, to: Reader) -> str:
    text, own = _("{name} fields {card}."), _("You field {card}.")
    return to.say_of(e.seat, text, own, card=braced(e.card))


# Who strikes whom: as the others read it, as the striker does, and as the one who is struck does.
_STRIKES = {
    Zone.FIELD: (
        _("{name} strikes {opponent}'s {struck} with {card}."),
        _("You strike {opponent}'s {struck} with {card}."),
        _("{name} strikes your {struck} with {card}."),
    ),
    Zone.STACK: (
        _("{name} strikes {opponent}'s {struck} with {card}, the top of the stack."),
        _("You strike {opponent}'s {struck} with {card}, the top of the stack."),
        _("{name} strikes your {struck} with {card}, the top of the stack."),
    ),
    Zone.HAND: (
        _("{name} strikes {opponent}'s {struck} with {card}, the hand card."),
        _("You strike {opponent}'s {struck} with {card}, the hand card."),
        _("{name} strikes your {struck} with {card}, the hand card."),
    ),
}


def _confront(e: ev.Confront, to: Reader) -> str:
    return _against(e, _STRIKES[e.zone], to, struck=braced(e.struck), card=braced(e.card))


def _against(
    e: ev.Confront | ev.Challenge | ev.Void | ev.CallWar,
    texts: tuple[str, str, str],
    to: Reader,
    **values: str,
) -> str:
    """What a player does to an opponent, as the other players read it and as each of the two
    does."""
    text, mine, theirs = texts
    own = {e.seat: mine, e.target: theirs}
    return to.say(text, own, name=to.names[e.seat], opponent=to.names[e.target], **values)


_CHALLENGES_STACK = (
    _("{name} challenges {opponent}'s stack with {source}. At stake: {options}."),
    _("You challenge {opponent}'s stack with {source}. At stake: {options}."),
    _("{name} challenges your stack with {source}. At stake: {options}."),
)
_CHALLENGES_HAND = (
    _("{name} challenges {opponent}'s hand with {source}. At stake: {options}."),
    _("You challenge {opponent}'s hand with {source}. At stake: {options}."),
    _("{name} challenges your hand with {source}. At stake: {options}."),
)


def _challenge(e: ev.Challenge, to: Reader) -> str:
    texts = _CHALLENGES_HAND if e.into == Zone.HAND else _CHALLENGES_STACK
    options = listed_words([braced(card) for card in e.options], to.lang)
    return _against(e, texts, to, source=_source(e.zone, e.card, to.lang), options=options)


def _pair(e: ev.Accept | ev.Agree, to: Reader) -> str:
    return to.shown([(e.seat, e.card), (e.target, e.struck)])


def _accept(e: ev.Accept, to: Reader) -> str:
    text, own = _("{name} accepts: {cards}."), _("You accept: {cards}.")
    if e.silent:
        text = _("{name} does not answer, so the challenge stands: {cards}.")
        own = _("You do not answer, so the challenge stands: {cards}.")
    return to.say_of(e.target, text, own, cards=_pair(e, to))


def _option(e: ev.Option, to: Reader) -> str:
    text = _("{name} strikes the card at stake: {card} against {struck}.")
    own = _("You strike the card at stake: {card} against {struck}.")
    return to.say_of(e.seat, text, own, card=braced(e.card), struck=braced(e.struck))


def _propose(e: ev.Propose, to: Reader) -> str:
    if e.zone == Zone.FIELD:
        text, own = _("{name} offers {card} instead."), _("You offer {card} instead.")
    elif e.zone == Zone.STACK:
        text = _("{name} offers the top of the stack instead.")
        own = _("You offer the top of the stack instead.")
    else:
        text = _("{name} offers the hand card instead.")
        own = _("You offer the hand card instead.")
    return to.say_of(e.seat, text, own, card=braced(e.card))


def _agree(e: ev.Agree, to: Reader) -> str:
    text, own = _("{name} agrees: {cards}."), _("You agree: {cards}.")
    return to.say_of(e.seat, text, own, cards=_pair(e, to))


def _disagree(e: ev.Disagree, to: Reader) -> str:
    if e.seat == NONE:
        return to.lang.gettext("No answer: the challenge stands as it was.")
    text = _("{name} does not agree: the challenge stands as it was.")
    return to.say_of(e.seat, text, _("You do not agree: the challenge stands as it was."))


_VOID = (
    _("{name}'s challenge to {opponent} is void: the card is gone."),
    _("Your challenge to {opponent} is void: the card is gone."),
    _("{name}'s challenge to you is void: the card is gone."),
)


def _void(e: ev.Void, to: Reader) -> str:
    return _against(e, _VOID, to)


_CALLS_WAR = (
    _("{name} calls a war on {opponent}."),
    _("You call a war on {opponent}."),
    _("{name} calls a war on you."),
)


def _call_war(e: ev.CallWar, to: Reader) -> str:
    return _against(e, _CALLS_WAR, to)


_FORCES = {
    Force.LOWEST: (
        _("{name} calls the table with {source}; players who pass put in their lowest field card."),
        _("You call the table with {source}; players who pass put in their lowest field card."),
    ),
    Force.HIGHEST: (
        _(
            "{name} calls the table with {source}; "
            "players who pass put in their highest field card."
        ),
        _("You call the table with {source}; players who pass put in their highest field card."),
    ),
    Force.NONE: (
        _("{name} calls the table with {source}; players who pass put in nothing."),
        _("You call the table with {source}; players who pass put in nothing."),
    ),
}


def _multi(e: ev.Multi, to: Reader) -> str:
    return to.say_of(e.seat, *_FORCES[e.force], source=_source(e.zone, e.card, to.lang))


def _join(e: ev.Join, to: Reader) -> str:
    text, own = _("{name} joins with {source}."), _("You join with {source}.")
    return to.say_of(e.seat, text, own, source=_source(e.zone, e.card, to.lang))


def _decline(e: ev.Decline, to: Reader) -> str:
    return to.say_of(e.seat, _("{name} passes."), _("You pass."))


def _forced(e: ev.Forced, to: Reader) -> str:
    text, own = _("{name} must put in {card}."), _("You must put in {card}.")
    return to.say_of(e.seat, text, own, card=braced(e.card))


def _multi_void(e: ev.MultiVoid, to: Reader) -> str:
    return to.lang.gettext("Nobody else joins: the card goes back.")


def _muster(e: ev.Muster, to: Reader) -> str:
    return to.lang.gettext("Nobody has fought for a while: everyone shows a card.")


def _reveal(e: ev.Reveal, to: Reader) -> str:
    return words.opened(zip(e.seats, e.cards, strict=True), to)


def _war(e: ev.War, to: Reader) -> str:
    text = _("War again: {names}.") if e.depth > 1 else _("War: {names}.")
    return to.lang.gettext(text).format(names=to.listed(e.seats))


def _lay(e: ev.Lay, to: Reader) -> str:
    if e.up == NONE:
        text = _("{name} has no cards left: the tied card stands.")
        own = _("You have no cards left: the tied card stands.")
    elif e.down:
        text = _("{name} lays {count} face down and {card}.")
        own = _("You lay {count} face down and {card}.")
    else:
        text, own = _("{name} lays {card}."), _("You lay {card}.")
    return to.say_of(e.seat, text, own, count=len(e.down), card=braced(e.up))


def _win(e: ev.Win, to: Reader) -> str:
    texts = ngettext_noop("{name} takes {count} card.", "{name} takes {count} cards.")
    own = ngettext_noop("You take {count} card.", "You take {count} cards.")
    text = to.say_count(e.size, texts, {e.seat: own}, name=to.names[e.seat])
    return text + words.face_down(e.spoils, to.lang)


def _carry(e: ev.Carry, to: Reader) -> str:
    text = to.lang.ngettext(
        "Tied: {count} card waits in the middle.", "Tied: {count} cards wait in the middle.", e.size
    )
    return text.format(count=e.size)


def _deadlock(e: ev.Deadlock, to: Reader) -> str:
    return words.tied(e.seats, to)


def _out(e: ev.Out, to: Reader) -> str:
    return words.out(e.seat, to)


def _resign(e: ev.Resign, to: Reader) -> str:
    return words.resigns(e.seat, e.cards, to)


def _pulse(e: ev.Pulse, to: Reader) -> str:
    text = to.lang.gettext("Pulse: {names}.")
    return text.format(names=to.listed(e.seats)) if e.seats else ""


def _refused(e: ev.Refused, to: Reader) -> str:
    if e.code not in Reject.__members__:
        return ""
    # The reason is said to the player, so the others read it as a quotation.
    text = _("{name}'s move was not possible: “{why}”")
    own = _("Your move was not possible. {why}")
    return to.say_of(e.seat, text, own, why=to.lang.gettext(Reject[e.code].sentence))


def _game_over(e: ev.GameOver, to: Reader) -> str:
    return words.win(e.winners, to, ENDS[e.end], is_draw=e.end == End.DEADLOCK)


_WORDS: dict[type[Event], tuple[str, Callable[[Any, Reader], str]]] = {
    ev.Draw: ("", _draw),
    ev.Play: ("", _play),
    ev.Deploy: ("", _deploy),
    ev.Confront: ("", _confront),
    ev.Challenge: ("note", _challenge),
    ev.Accept: ("", _accept),
    ev.Option: ("", _option),
    ev.Propose: ("note", _propose),
    ev.Agree: ("", _agree),
    ev.Disagree: ("note", _disagree),
    ev.Void: ("note", _void),
    ev.CallWar: ("war", _call_war),
    ev.Multi: ("note", _multi),
    ev.Join: ("", _join),
    ev.Decline: ("", _decline),
    ev.Forced: ("", _forced),
    ev.MultiVoid: ("note", _multi_void),
    ev.Muster: ("note", _muster),
    ev.Reveal: ("", _reveal),
    ev.War: ("war", _war),
    ev.Lay: ("", _lay),
    ev.Win: ("", _win),
    ev.Carry: ("war", _carry),
    ev.Deadlock: ("war", _deadlock),
    ev.Out: ("note", _out),
    ev.Resign: ("note", _resign),
    ev.Pulse: ("", _pulse),
    ev.Refused: ("note", _refused),
    ev.GameOver: ("end", _game_over),
}


def describe(
    events: Sequence[Event], names: Sequence[str], lang: Language = ENGLISH, you: int = NONE
) -> list[Line]:
    """One line for each event worth telling, numbered by the second it happened in; `names` by
    seat, `you` the reader's own.  Masked events work too."""
    to = Reader(safe(names), lang, you)
    lines = []
    for e in events:
        kind, tell = _WORDS.get(type(e), ("", None))
        text = tell(e, to) if tell else ""
        if text:
            lines.append(Line(e.at // 1000, text, kind))  # type: ignore[attr-defined]
    return lines
