"""Phrases that all games use, and functions that turn events into lines of the log."""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from games.rules.cards import NONE, RANK_WORDS, name
from games.rules.events import Event
from games.rules.game import Game, Line, Options, State
from games.rules.phrases import ENGLISH, Language, ngettext_noop
from games.rules.phrases import gettext_noop as _

Names = Sequence[str]
Plural = tuple[str, str]  # one, many


class Reader(NamedTuple):
    """The reader of a line of the log: the names by seat, the reader's language, and the seat that
    is called *you* (NONE: a spectator)."""

    names: Names
    lang: Language = ENGLISH
    you: int = NONE

    def say(self, text: str, own: Mapping[int, str], **values: object) -> str:
        """A sentence about players; `own` maps a seat to the sentence that this seat reads
        instead."""
        return self.lang.gettext(own.get(self.you, text)).format(**values)

    def say_of(self, seat: int, text: str, own: str, **values: object) -> str:
        """A sentence about one player, `{name}`; that player reads `own` instead."""
        return self.say(text, {seat: own}, name=self.names[seat], **values)

    def say_to(self, seat: int, target: int, texts: tuple[str, str, str], **values: object) -> str:
        """A sentence about an act of one player, `{name}`, against an `{opponent}`; `texts` are for
        other readers, for the player, and for the opponent."""
        text, mine, theirs = texts
        names = {"name": self.names[seat], "opponent": self.names[target]}
        return self.say(text, {seat: mine, target: theirs}, **names, **values)

    def say_count(
        self, number: int, texts: Plural, own: Mapping[int, Plural], **values: object
    ) -> str:
        """A sentence with a number, `{count}`; `own` maps a seat to the sentence that this seat
        reads instead."""
        text = self.lang.ngettext(*own.get(self.you, texts), number)
        return text.format(count=number, **values)

    def called(self, seat: int) -> str:
        """The name of a seat in a list, or `you`."""
        if seat == self.you:
            return self.lang.pgettext("among names", "you")
        return self.names[seat]

    def listed(self, seats: Iterable[int]) -> str:
        """Players in a list: `Ann, you and Bob`."""
        return listed_words([self.called(p) for p in seats], self.lang)

    def listed_others(self, seats: Iterable[int]) -> str:
        """Players in a list, without the reader: `Ann and Bob`."""
        return listed_words([self.names[p] for p in seats if p != self.you], self.lang)

    def shown(self, shown: Iterable[tuple[int, int]]) -> str:
        """Seats with their cards in a list: `Ann {Kd}, you {7c}`."""
        return ", ".join(f"{self.called(p)} {braced(card)}" for p, card in shown)


RANK = [*RANK_WORDS, _("joker")]  # 0 (two) .. 12 (ace), 13 (joker)
A_RANK = [_("a two"), _("a three"), _("a four"), _("a five"), _("a six"), _("a seven")]
A_RANK += [_("an eight"), _("a nine"), _("a ten"), _("a jack"), _("a queen"), _("a king")]
A_RANK += [_("an ace"), _("a joker")]

PLACES = _("1st,2nd,3rd,4th,5th,6th,7th,8th")  # a comma-separated list in every language


def listed_words(words: Sequence[str], lang: Language) -> str:
    """Words joined to a list: `a`, `a and b`, `a, b and c`."""
    *rest, last = words
    if not rest:
        return last
    return lang.gettext("{words} and {last}").format(words=", ".join(rest), last=last)


def braced(number: int) -> str:
    """A card as lines of the log contain it: `{Kd}`."""
    return f"{{{name(number)}}}"


def face_down(spoils: Sequence[int], lang: Language) -> str:
    """A sentence to append, ` Face down: {5c} {9d}.`; "" without cards."""
    if not spoils:
        return ""
    row = " ".join(map(braced, spoils))
    return " " + lang.gettext("Face down: {cards}.").format(cards=row)


def opened(shown: Iterable[tuple[int, int]], to: Reader) -> str:
    """The players and their open cards in a list, the reader first: `You {Kd}, Bob {7c}.`"""
    rows = list(shown)
    own = [f"{to.lang.gettext('You')} {braced(card)}" for p, card in rows if p == to.you]
    others = [f"{to.names[p]} {braced(card)}" for p, card in rows if p != to.you]
    return ", ".join(own + others) + "."


def tied(seats: Sequence[int], to: Reader) -> str:
    """The sentence about a deadlock: `Ann and Bob are tied with no cards left.`"""
    own = dict.fromkeys(seats, _("You are tied with {names}, with no cards left."))
    text = _("{names} are tied with no cards left.")
    return to.say(text, own, names=to.listed_others(seats))


def win(seats: Sequence[int], to: Reader, why: str, *, is_draw: bool = False) -> str:
    """The sentence that says who won and why: `Alice wins: most cards at the battle limit.`"""
    why = to.lang.gettext(why)
    if is_draw:
        return to.say(_("Drawn: {names}, {why}."), {}, names=to.listed(seats), why=why)
    if len(seats) > 1:
        own = dict.fromkeys(seats, _("You share the win with {names}: {why}."))
        names = to.listed_others(seats)
        return to.say(_("{names} share the win: {why}."), own, names=names, why=why)
    return to.say_of(seats[0], _("{name} wins: {why}."), _("You win: {why}."), why=why)


def final_act(
    end: IntEnum,
    players: int,
    winner: int,
    cards: int,
    names: Names,
    lang: Language,
    seat: int | None = None,
) -> str:
    """A sentence about the act that ended the game, as this seat (None: a spectator) reads it: `Bob
    resigned.`, `You took all 52 cards.`; "" if no act of a player ended the game.  `cards` is the
    number of cards that the winner holds, or 0 if the game is not won by taking all cards."""
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
    """The result for this seat in the second person: `title` and `detail`; "" while the seat still
    plays."""
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
    """The end of the game in a sentence for this seat: `Most cards at the battle limit.` For a
    loser the sentence names the winners."""
    leaders, _places = game.ranking(t, o)
    winner = leaders[0]
    cards = game.standing(t, o)["counts"][winner] if game.takes_all else 0
    if act := final_act(t.end, o.players, winner, cards, names, lang, seat):
        return act
    words = game.end_words(t.end.name.lower(), lang)
    if seat not in leaders:
        return win(leaders, Reader(names, lang), words)
    return f"{words[:1].upper()}{words[1:]}."


def out(seat: int, to: Reader) -> str:
    """The sentence about a player who is out: `Ann is out.`"""
    return to.say_of(seat, _("{name} is out."), _("You are out."))


def resigns(seat: int, left: int, to: Reader) -> str:
    """The sentence about a resignation, and about where the cards go: `Al resigns. 5 cards go to
    the middle.`"""
    sentence = to.say_of(seat, _("{name} resigns."), _("You resign."))
    if not left:
        return sentence
    fate = ngettext_noop("{count} card goes to the middle.", "{count} cards go to the middle.")
    return f"{sentence} {to.say_count(left, fate, {})}"


def worded(view: Mapping[str, Any], words: Mapping[str, Any]) -> dict[str, Any]:
    """The view with the tree of its texts merged in: both have the same keys."""
    joined = dict(view)
    for key, part in words.items():
        old = view.get(key)
        joined[key] = worded(old, part) if isinstance(old, Mapping) else part
    return joined


def safe(names: Iterable[str]) -> list[str]:
    """The names with their braces replaced, because braces mark cards."""
    return [name.replace("{", "(").replace("}", ")") for name in names]


def describe(
    events: Iterable[Event], names: Names, lang: Language = ENGLISH, you: int = NONE
) -> list[Line]:
    """The lines of the log for these events, without events that have no line; `names` by seat,
    `you` is the reader's seat."""
    to = Reader(safe(names), lang, you)
    return [Line(e.place, text, e.kind) for e in events if (text := e.says(to))]
