"""Words for numbers and names: durations, lengths, winners."""

from collections.abc import Iterable, Sequence

from django import template
from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.rules.game import Game
from games.rules.hands import decoded, sentences
from games.rules.words import listed_words
from games.table.reasons import in_words

register = template.Library()
register.filter(in_words)
NAME = '<bdi translate="no">{}</bdi>'


@register.simple_block_tag
def captured(content: str) -> str:
    """Store a part of a page in a variable, in one line, to use it twice: `{% captured as name
    %}`."""
    return SafeString(" ".join(content.split()))  # templates have escaped it


@register.filter
def isolated(name: str) -> SafeString:
    """A name that somebody chose, isolated from the words around it: a name written from right to
    left does not change their order, and browsers do not translate it."""
    return format_html(NAME, name)


@register.filter
def isolated_list(names: Iterable[str]) -> SafeString:
    """Isolated names, separated by commas."""
    return format_html_join(", ", NAME, ((name,) for name in names))


@register.filter
def hands(by_hand: str) -> str:
    """The stored hands of a deal by hand, in sentences."""
    return " ".join(sentences(decoded(by_hand), translation))


@register.filter
def duration(ms: int | None) -> str:
    """A duration in words: 252000 -> 4 min 12 s."""
    if ms is None:
        return ""
    seconds = max(ms, 0) // 1000
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    if hours:
        return f"{hours} h {minutes} min"
    if minutes:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    return f"{rest} s"


@register.filter
def translated(text: str) -> str:
    """The translation of a constant that is marked where it is defined, such as the name of a
    game."""
    return gettext(text) if text else ""


@register.filter
def counted(game: Game, number: int) -> str:
    """A number with the game's unit: `270 battles`."""
    return game.counted(int(number), translation)


@register.filter
def war_count(number: int) -> str:
    return ngettext("{count} war", "{count} wars", number).format(count=number)


@register.filter
def card_count(number: int) -> str:
    return ngettext("{count} card", "{count} cards", number).format(count=number)


def winners_of(result: str, names: Sequence[str]) -> list[str]:
    seats = [int(seat) for seat in result.lstrip("=").split("+") if seat.isdigit()]
    return [names[seat - 1] for seat in seats if 0 < seat <= len(names)]


def winner(names: Sequence[str], length: str, *, is_draw: bool = False) -> str:
    """The winner, with the length of the game if it is given: `Alice wins after 270 battles`."""
    if not names:
        text, long = gettext("Not finished"), gettext("Not finished after {length}")
    elif is_draw:
        text = gettext("Drawn between {names}")
        long = gettext("Drawn between {names} after {length}")
    elif len(names) > 1:
        text, long = (
            gettext("{names} share the win"),
            gettext("{names} share the win after {length}"),
        )
    else:
        text = gettext("{names} wins")
        long = gettext("{names} wins after {length}")
    named = listed_words(names, translation) if names else ""
    return (long if length else text).format(names=named, length=length)


@register.simple_tag
def outcome(game: Game, result: str, names: Sequence[str], end: str = "", length: int = 0) -> str:
    """A result in words: (War, "1", names, "cap", 270) -> Alice wins after 270 battles: most
    cards at the battle limit."""
    winners = winners_of(result, names)
    length_in_words = game.counted(length, translation) if length else ""
    won = winner(winners, length_in_words, is_draw=end == "deadlock")
    why = game.end_words(end, translation)
    return gettext("{result}: {why}").format(result=won, why=why) if why else won
