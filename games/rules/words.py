"""Phrases that all games use, and how events become lines of the log."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from games.rules.cards import RANK_WORDS, name
from games.rules.events import Event
from games.rules.game import Game, Line, Options, State
from games.rules.phrases import ENGLISH, Language
from games.rules.phrases import gettext_noop as _

Names = Sequence[str]
# A function for the line of an event, from names by seat and a language.
Words = Mapping[type[Event], Callable[[Any, Names, Language], Line]]
RANK = [*RANK_WORDS, _("joker")]  # 0 (two) .. 12 (ace), 13 (joker)
A_RANK = [_("a two"), _("a three"), _("a four"), _("a five"), _("a six"), _("a seven")]
A_RANK += [_("an eight"), _("a nine"), _("a ten"), _("a jack"), _("a queen"), _("a king")]
A_RANK += [_("an ace"), _("a joker")]

PLACES = _("1st,2nd,3rd,4th,5th,6th,7th,8th")  # a list in all languages


def listed_words(words: Sequence[str], lang: Language) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *rest, last = words
    if not rest:
        return last
    return lang.gettext("{words} and {last}").format(words=", ".join(rest), last=last)


def who(seats: Sequence[int], names: Names, lang: Language) -> str:
    """The names of these seats (from 0)."""
    return listed_words([names[p] for p in seats], lang)


def braced(number: int) -> str:
    """A card in a line: `{Kd}`."""
    return f"{{{name(number)}}}"


def face_down(spoils: Sequence[int], lang: Language) -> str:
    """A following sentence, ` Face down: {5c} {9d}.`; "" without cards."""
    if not spoils:
        return ""
    row = " ".join(map(braced, spoils))
    return " " + lang.gettext("Face down: {cards}.").format(cards=row)


def win(
    seats: Sequence[int], names: Names, why: str, lang: Language, *, is_draw: bool = False
) -> str:
    """The sentence that says who won and why: `Alice wins: most cards at the battle limit.`"""
    if is_draw:
        sentence = lang.gettext("Drawn: {names}, {why}.")
    elif len(seats) > 1:
        sentence = lang.gettext("{names} share the win: {why}.")
    else:
        sentence = lang.gettext("{names} wins: {why}.")
    return sentence.format(names=who(seats, names, lang), why=lang.gettext(why))


def final_act(
    end: IntEnum,
    players: int,
    winner: int,
    cards: int,
    names: Names,
    lang: Language,
    seat: int | None = None,
) -> str:
    """The sentence about the act that ended the game, as this seat reads it (None: a spectator):
    `Bob resigned.`, `You took all 52 cards.`; "" if no act of a player ended it.  `cards`: those
    that the winner holds, or 0 if the game is not won by taking them all."""
    if end.name == "RESIGN" and players == 2:
        loser = 1 - winner
        if seat == loser:
            return lang.gettext("You resigned.")
        return lang.gettext("{name} resigned.").format(name=names[loser])
    if end.name == "ALL" and cards:
        if seat == winner:
            text = lang.ngettext("You took {count} card.", "You took all {count} cards.", cards)
        else:
            text = lang.ngettext(
                "{name} took {count} card.", "{name} took all {count} cards.", cards
            )
        return text.format(name=names[winner], count=cards)
    return ""


def own_words(
    game: Game, t: State, o: Options, seat: int, names: Names, lang: Language = ENGLISH
) -> dict[str, str]:
    """How it went for this seat, in the second person; both are "" while it plays."""
    if not t.end and not t.seats[seat].out:
        return {"title": "", "detail": ""}
    leaders, places = game.ranking(t, o)
    text = lang.gettext("You finish {place} of {count}.")
    place = lang.gettext(PLACES).split(",")[places[seat] - 1]
    detail = text.format(place=place, count=o.players) if o.players > 2 else ""
    if not t.end:
        return {"title": lang.gettext("You are out"), "detail": detail}
    end = ended(game, t, o, seat, names, lang)
    if seat not in leaders:
        return {"title": lang.gettext("You lose"), "detail": f"{end} {detail}".strip()}
    if len(leaders) > 1:
        return {"title": lang.gettext("Draw"), "detail": end}
    return {"title": lang.gettext("You win"), "detail": end}


def ended(game: Game, t: State, o: Options, seat: int, names: Names, lang: Language) -> str:
    """How the game ended, as a sentence for this seat: `Most cards at the battle limit.`  Whoever
    has lost reads who won."""
    leaders, _places = game.ranking(t, o)
    winner = leaders[0]
    cards = game.standing(t, o)["counts"][winner] if game.takes_all else 0
    if act := final_act(t.end, o.players, winner, cards, names, lang, seat):
        return act
    words = game.end_words(t.end.name.lower(), lang)
    if seat not in leaders:
        return win(leaders, names, words, lang)
    return f"{words[:1].upper()}{words[1:]}."


def resigns(name: str, left: int, lang: Language) -> str:
    """The resignation, and where the cards go: `Al resigns. 5 cards go to the middle.`"""
    sentence = lang.gettext("{name} resigns.").format(name=name)
    if not left:
        return sentence
    fate = lang.ngettext(
        "{count} card goes to the middle.", "{count} cards go to the middle.", left
    )
    return f"{sentence} {fate.format(count=left)}"


def worded(view: Mapping[str, Any], words: Mapping[str, Any]) -> dict[str, Any]:
    """A view with its words in place: both are trees with the same keys."""
    joined = dict(view)
    for key, part in words.items():
        old = view.get(key)
        joined[key] = worded(old, part) if isinstance(old, Mapping) else part
    return joined


def safe(names: Iterable[str]) -> list[str]:
    """Names without the braces that mark cards."""
    return [name.replace("{", "(").replace("}", ")") for name in names]


def describe(words: Words, events: Sequence[Event], names: Names, lang: Language) -> list[Line]:
    """One line for each event that has words; events may be masked."""
    names = safe(names)
    return [words[type(e)](e, names, lang) for e in events if type(e) in words]
