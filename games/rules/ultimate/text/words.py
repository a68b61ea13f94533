"""The events of Ultimate War as lines of the log."""

from collections.abc import Callable, Sequence
from typing import Any

from games.rules import words
from games.rules.cards import NONE
from games.rules.events import Event
from games.rules.game import Line
from games.rules.phrases import ENGLISH, Language
from games.rules.phrases import gettext_noop as _
from games.rules.ultimate import events as ev
from games.rules.ultimate.state import End, Force, Reject, Zone
from games.rules.words import Names, braced, listed_words, safe, who

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
    """The source a player fights with, after `with`."""
    if zone == Zone.FIELD:
        return braced(field_card)
    if zone == Zone.STACK:
        return lang.pgettext("fights with", "the top of the stack")
    return lang.pgettext("fights with", "the hand card")


def _draw(e: ev.Draw, n: Names, lang: Language) -> str:
    text = (
        lang.gettext("{name} draws {card}.")
        if e.card >= 0
        else lang.gettext("{name} draws a card.")
    )
    return text.format(name=n[e.seat], card=braced(e.card))


def _play(e: ev.Play, n: Names, lang: Language) -> str:
    text = lang.gettext("{name} fields {card} from their hand.")
    return text.format(name=n[e.seat], card=braced(e.card))


def _deploy(e: ev.Deploy, n: Names, lang: Language) -> str:
    return lang.gettext("{name} fields {card}.").format(name=n[e.seat], card=braced(e.card))


def _confront(e: ev.Confront, n: Names, lang: Language) -> str:
    if e.zone == Zone.FIELD:
        text = lang.gettext("{name} strikes {opponent}'s {struck} with {card}.")
    elif e.zone == Zone.STACK:
        text = lang.gettext(
            "{name} strikes {opponent}'s {struck} with {card}, the top of the stack."
        )
    else:
        text = lang.gettext("{name} strikes {opponent}'s {struck} with {card}, the hand card.")
    return text.format(
        name=n[e.seat], opponent=n[e.target], struck=braced(e.struck), card=braced(e.card)
    )


def _challenge(e: ev.Challenge, n: Names, lang: Language) -> str:
    text = lang.gettext("{name} challenges {opponent}'s stack with {source}. At stake: {options}.")
    if e.into == Zone.HAND:
        text = lang.gettext(
            "{name} challenges {opponent}'s hand with {source}. At stake: {options}."
        )
    return text.format(
        name=n[e.seat],
        opponent=n[e.target],
        source=_source(e.zone, e.card, lang),
        options=listed_words([braced(card) for card in e.options], lang),
    )


def _pair(e: ev.Accept | ev.Agree, n: Names) -> str:
    return f"{n[e.seat]} {braced(e.card)}, {n[e.target]} {braced(e.struck)}"


def _accept(e: ev.Accept, n: Names, lang: Language) -> str:
    text = lang.gettext("{name} accepts: {cards}.")
    if e.silent:
        text = lang.gettext("{name} does not answer, so the challenge stands: {cards}.")
    return text.format(name=n[e.target], cards=_pair(e, n))


def _option(e: ev.Option, n: Names, lang: Language) -> str:
    text = lang.gettext("{name} strikes the card at stake: {card} against {struck}.")
    return text.format(name=n[e.seat], card=braced(e.card), struck=braced(e.struck))


def _propose(e: ev.Propose, n: Names, lang: Language) -> str:
    if e.zone == Zone.FIELD:
        text = lang.gettext("{name} offers {card} instead.")
    elif e.zone == Zone.STACK:
        text = lang.gettext("{name} offers the top of the stack instead.")
    else:
        text = lang.gettext("{name} offers the hand card instead.")
    return text.format(name=n[e.seat], card=braced(e.card))


def _agree(e: ev.Agree, n: Names, lang: Language) -> str:
    return lang.gettext("{name} agrees: {cards}.").format(name=n[e.seat], cards=_pair(e, n))


def _disagree(e: ev.Disagree, n: Names, lang: Language) -> str:
    if e.seat == NONE:
        return lang.gettext("No answer: the challenge stands as it was.")
    text = lang.gettext("{name} does not agree: the challenge stands as it was.")
    return text.format(name=n[e.seat])


def _void(e: ev.Void, n: Names, lang: Language) -> str:
    text = lang.gettext("{name}'s challenge to {opponent} is void: the card is gone.")
    return text.format(name=n[e.seat], opponent=n[e.target])


def _call_war(e: ev.CallWar, n: Names, lang: Language) -> str:
    text = lang.gettext("{name} calls a war on {opponent}.")
    return text.format(name=n[e.seat], opponent=n[e.target])


_FORCES = {
    Force.LOWEST: _(
        "{name} calls the table with {source}; players who pass put in their lowest field card."
    ),
    Force.HIGHEST: _(
        "{name} calls the table with {source}; players who pass put in their highest field card."
    ),
    Force.NONE: _("{name} calls the table with {source}; players who pass put in nothing."),
}


def _multi(e: ev.Multi, n: Names, lang: Language) -> str:
    text = lang.gettext(_FORCES[e.force])
    return text.format(name=n[e.seat], source=_source(e.zone, e.card, lang))


def _join(e: ev.Join, n: Names, lang: Language) -> str:
    text = lang.gettext("{name} joins with {source}.")
    return text.format(name=n[e.seat], source=_source(e.zone, e.card, lang))


def _decline(e: ev.Decline, n: Names, lang: Language) -> str:
    return lang.gettext("{name} passes.").format(name=n[e.seat])


def _forced(e: ev.Forced, n: Names, lang: Language) -> str:
    return lang.gettext("{name} must put in {card}.").format(name=n[e.seat], card=braced(e.card))


def _multi_void(e: ev.MultiVoid, n: Names, lang: Language) -> str:
    return lang.gettext("Nobody else joins: the card goes back.")


def _muster(e: ev.Muster, n: Names, lang: Language) -> str:
    return lang.gettext("Nobody has fought for a while: everyone shows a card.")


def _reveal(e: ev.Reveal, n: Names, lang: Language) -> str:
    rows = zip(e.seats, e.cards, strict=True)
    return ", ".join(f"{n[p]} {braced(c)}" for p, c in rows) + "."


def _war(e: ev.War, n: Names, lang: Language) -> str:
    text = lang.gettext("War again: {names}.") if e.depth > 1 else lang.gettext("War: {names}.")
    return text.format(names=who(e.seats, n, lang))


def _lay(e: ev.Lay, n: Names, lang: Language) -> str:
    if e.up == NONE:
        text = lang.gettext("{name} has no cards left: the tied card stands.")
    elif e.down:
        text = lang.gettext("{name} lays {count} face down and {card}.")
    else:
        text = lang.gettext("{name} lays {card}.")
    return text.format(name=n[e.seat], count=len(e.down), card=braced(e.up))


def _win(e: ev.Win, n: Names, lang: Language) -> str:
    text = lang.ngettext("{name} takes {count} card.", "{name} takes {count} cards.", e.size)
    return text.format(name=n[e.seat], count=e.size) + words.face_down(e.spoils, lang)


def _carry(e: ev.Carry, n: Names, lang: Language) -> str:
    text = lang.ngettext(
        "Tied: {count} card waits in the middle.", "Tied: {count} cards wait in the middle.", e.size
    )
    return text.format(count=e.size)


def _deadlock(e: ev.Deadlock, n: Names, lang: Language) -> str:
    text = lang.gettext("{names} are tied with no cards left.")
    return text.format(names=who(e.seats, n, lang))


def _out(e: ev.Out, n: Names, lang: Language) -> str:
    return lang.gettext("{name} is out.").format(name=n[e.seat])


def _resign(e: ev.Resign, n: Names, lang: Language) -> str:
    return words.resigns(n[e.seat], e.cards, lang)


def _pulse(e: ev.Pulse, n: Names, lang: Language) -> str:
    names = who(e.seats, n, lang) if e.seats else ""
    return lang.gettext("Pulse: {names}.").format(names=names) if names else ""


def _refused(e: ev.Refused, n: Names, lang: Language) -> str:
    if e.code not in Reject.__members__:
        return ""
    text = lang.gettext("{name}'s move was not possible. {why}")
    return text.format(name=n[e.seat], why=lang.gettext(Reject[e.code].sentence))


def _game_over(e: ev.GameOver, n: Names, lang: Language) -> str:
    return words.win(e.winners, n, ENDS[e.end], lang, is_draw=e.end == End.DEADLOCK)


_WORDS: dict[type[Event], tuple[str, Callable[[Any, Names, Language], str]]] = {
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


def describe(events: Sequence[Event], names: Sequence[str], lang: Language = ENGLISH) -> list[Line]:
    """One line for each event worth telling, numbered by the second it happened in; `names` by
    seat.  Masked events work too."""
    names = safe(names)
    lines = []
    for e in events:
        kind, tell = _WORDS.get(type(e), ("", None))
        text = tell(e, names, lang) if tell else ""
        if text:
            lines.append(Line(e.at // 1000, text, kind))  # type: ignore[attr-defined]
    return lines
