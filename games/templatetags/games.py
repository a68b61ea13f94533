"""Words for stored games, small facts about tables in lists, and quick words of the chat."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from django import template
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.accounts.models import Player
from games.chat.content import QUICK, SIGNS
from games.rules.catalogue import BOTS, GAMES, find
from games.rules.game import Game
from games.rules.verification import Check
from games.table.models import Seat, Table
from games.table.reasons import Reason
from games.table.words import stamp, title
from games.templatetags.words import winner

register = template.Library()
T = TypeVar("T")
MANY = 100  # games
ORDINALS = [_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th"), _("7th"), _("8th")]


register.filter(title)
register.filter(stamp)


@register.filter
def seat_names(seats: Iterable[Seat]) -> list[str]:
    return [seat.player.name for seat in seats]


@register.filter
def winner_words(table: Table) -> str:
    """The winners in words: "Alice wins", "Alice and Bob share the win", "Drawn"; for a stopped
    game "Closed" by a person, who may have given a reason, or "Aborted" by the site."""
    if table.status == "aborted":
        return gettext("Aborted") if table.reason in Reason.values else gettext("Closed")
    winners = [seat.player.name for seat in table.seats.all() if seat.won]
    if not winners:
        return gettext("Drawn") if table.result.startswith("=") else gettext("No result")
    return winner(winners, "")


@register.filter
def end_words(table: Table) -> str:
    """The ending of a game in words, such as `most cards at the battle limit`."""
    game = GAMES.get(table.game)
    return game.end_words(table.end, translation) if game else ""


@register.filter
def thinned(rows: Sequence[T], most: int) -> Sequence[T]:
    """The rows thinned to at most this many, evenly spread, with the first and the last."""
    if len(rows) <= most:
        return rows
    step = (len(rows) - 1) / (most - 1)
    return [rows[round(number * step)] for number in range(most)]


@register.filter
def kind_name(kind: tuple[str, str]) -> str:
    """The name of a kind of game, a pair of game and preset."""
    return title(Table(game=kind[0], preset=kind[1]))


@register.filter
def result_words(seat: Seat) -> str:
    """A seat's result in a list of its player's games: Won, Shared, Lost, or a place such as 2nd of
    3."""
    table = seat.table
    if seat.won:
        return gettext("Shared") if table.result.startswith("=") else gettext("Won")
    if table.players == 2 or seat.place is None:
        return gettext("Lost")
    place = gettext(ORDINALS[seat.place - 1])
    return gettext("{place} of {players}").format(place=place, players=table.players)


@register.filter
def manners(bot: Player) -> list[str]:
    """Sentences on how a bot plays, one for each game that has bots of its level."""
    known = [bots.all_levels.get(bot.level) for bots in BOTS.values()]
    return [gettext(level.line) for level in known if level]


@register.filter
def game_name(key: str) -> str:
    game = GAMES.get(key)
    return gettext(game.name) if game else key


@register.filter
def unit(table: Table) -> str:
    """The unit of length in this game: battle, round, fight."""
    game = GAMES.get(table.game)
    return gettext(game.unit) if game else gettext("move")


@register.filter
def length_words(table: Table) -> str:
    """The length of a game in words: 270 battles, 15 rounds."""
    if (game := GAMES.get(table.game)) is None:
        return str(table.length)
    return game.counted(table.length, translation)


@register.filter
def players_words(game: Game) -> str:
    """The numbers of players in words: 2 or 3 players, 3 to 8 players."""
    seats = [choice.value for choice in game.schema.find(game.seats_key).choices]
    text = gettext("{least} to {most} players")
    if len(seats) == 1:
        text = ngettext("{most} player", "{most} players", int(seats[0]))
    elif len(seats) == 2:
        text = gettext("{least} or {most} players")
    return text.format(least=seats[0], most=seats[-1])


@register.filter
def of_games(percent: float, games: int) -> str:
    """A percentage of this many games: `33.3%`, or `33%` if the games are too few for decimals."""
    return f"{percent:.{int(games >= MANY)}f}%"


@register.filter
def size(number: int) -> int:
    return abs(number)


CHECKS = {
    "commitment": _("The secret matches the fingerprint shown before the deal"),
    "date": _("The date gives exactly this deal"),
    "daily": _("The secret of the day gives exactly this deal"),
    "branch": _("The game that it goes on from was dealt and played as promised"),
    "simulated": _("The cards are those of the simulated game that it goes on from"),
    "deal": _("The secret and the players' random numbers give exactly this deal"),
    "moves": _("Replaying the stored moves gives the stored events"),
    "state": _("The replay ends in the stored position"),
    "result": _("The replay ends with the stored result"),
    "over": _("The game is over"),
}


@register.filter
def check_words(check: Check) -> str:
    return gettext(CHECKS[check.name]) if check.name in CHECKS else check.name


@register.simple_tag
def own_spark(seat: Seat) -> SafeString:
    """The card share of one seat over the game, in its colour."""
    rows = [row[seat.number - 1] for row in thinned(seat.table.front, 42)]
    if not rows:
        return SafeString("")
    table, step = seat.table, 100 / max(len(rows) - 1, 1)
    pack = cards_of(table.game, table.options, table.players)
    label = gettext("Cards between {least} and {most}, {last} at the end")
    edge = "L".join(
        f"{at * step:.1f} {100 - 100 * cards / pack:.1f}" for at, cards in enumerate(rows)
    )
    return format_html(
        '<svg class="spark" viewBox="0 0 100 100" preserveAspectRatio="none" role="img"'
        ' aria-label="{}"><rect class="base" width="100"'
        ' height="100"/><path class="fr-{}" d="M{}L100 100L0 100z"/></svg>',
        label.format(least=min(rows), most=max(rows), last=rows[-1]),
        seat.number,
        edge,
    )


@lru_cache
def cards_of(game: str, options: str, players: int) -> int:
    rules = find(game)
    return rules.cards(rules.read_options(options, players))


@register.filter
def loose_cards(table: Table) -> int:
    """The number of cards in no pile: on the table, or in the centre."""
    held: int = sum(table.counts)
    return max(0, cards_of(table.game, table.options, table.players) - held)


@register.simple_tag
def quick_words() -> dict[str, str]:
    return {key: gettext(text) for key, text in QUICK.items()}


@register.simple_tag
def quick_signs() -> dict[str, str]:
    return {key: gettext(text) for key, text in SIGNS.items()}
