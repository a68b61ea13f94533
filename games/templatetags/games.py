"""Words for stored games: rules, winner, ending."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.accounts.models import Player
from games.rules.catalogue import BOTS, GAMES, find
from games.rules.game import Game
from games.table.models import Seat, Table
from games.table.reading.verification import Check
from games.table.words import title
from games.templatetags.tables import cards_of
from games.templatetags.words import listed, plural

register = template.Library()
T = TypeVar("T")
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


register.filter(title)


@register.filter
def options_words(table: Table) -> list[str]:
    """The house rules in short phrases."""
    game = GAMES.get(table.game)
    return game.phrases(game.read_options(table.options, table.players)) if game else []


@register.filter
def seat_names(seats: Iterable[Seat]) -> list[str]:
    return [seat.player.name for seat in seats]


@register.filter
def winner_words(table: Table) -> str:
    """Who won: "Alice wins", "Alice and Bob share the win", "Drawn", "Stopped"."""
    if table.status == "aborted":
        return "Aborted"
    winners = [seat.player.name for seat in table.seats.all() if seat.won]
    if not winners:
        return "Drawn" if table.result.startswith("=") else "No result"
    return f"{listed(winners)} share the win" if len(winners) > 1 else f"{winners[0]} wins"


@register.filter
def end_words(table: Table) -> str:
    """How it ended: most cards at the battle limit."""
    game = GAMES.get(table.game)
    return game.end_words(table.end) if game else ""


@register.filter
def thinned(rows: Sequence[T], most: int) -> Sequence[T]:
    """At most this many of the rows, evenly spread, with the first and the last."""
    if len(rows) <= most:
        return rows
    step = (len(rows) - 1) / (most - 1)
    return [rows[round(number * step)] for number in range(most)]


@register.filter
def kind_name(kind: tuple[str, str]) -> str:
    """The name of a (game, preset)."""
    return title(Table(game=kind[0], preset=kind[1]))


@register.filter
def result_words(seat: Seat) -> str:
    """A seat's result in a list of its player's games: Won, Shared, Lost, 2nd of 3."""
    table = seat.table
    if seat.won:
        return "Shared" if table.result.startswith("=") else "Won"
    if table.players == 2 or seat.place is None:
        return "Lost"
    return f"{ORDINALS.get(seat.place, f'{seat.place}th')} of {table.players}"


@register.filter
def manners(bot: Player) -> list[str]:
    """How a bot plays: a line for each game it plays differently."""
    known = [bots.all_levels.get(bot.level) for bots in BOTS.values()]
    return [level.line for level in known if level]


@register.filter
def game_name(key: str) -> str:
    game = GAMES.get(key)
    return game.name if game else key


@register.filter
def unit(table: Table) -> str:
    """The unit of length in this game: battle, round, fight."""
    game = GAMES.get(table.game)
    return game.unit if game else "move"


@register.filter
def length_words(table: Table) -> str:
    """270 battles, 15 rounds."""
    return plural(table.length, unit(table))


@register.filter
def stamp(place: int, game: str) -> str:
    """A place as people read it: 442 or, if places are seconds, 7:22."""
    if find(game).step != "second":
        return str(place)
    hours, minutes, seconds = place // 3600, place // 60 % 60, place % 60
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def players_words(game: Game) -> str:
    """2 or 3 players, 3 to 8 players."""
    seats = [choice.value for choice in game.schema.find(game.seats_key).choices]
    if len(seats) == 1:
        return f"{seats[0]} players"
    return f"{seats[0]} {'to' if len(seats) > 2 else 'or'} {seats[-1]} players"


@register.filter
def size(number: int) -> int:
    return abs(number)


CHECKS = {
    "commitment": "The secret matches the fingerprint shown before the deal",
    "daily": "The date gives exactly this deal",
    "deal": "The secret and the players' random numbers give exactly this deal",
    "moves": "Replaying the stored moves gives the stored events",
    "state": "The replay ends in the stored position",
    "result": "The replay ends with the stored result",
    "over": "The game is over",
}


@register.filter
def check_words(check: Check) -> str:
    return CHECKS.get(check.name, check.name)


@register.simple_tag
def own_spark(seat: Seat) -> SafeString:
    """The card share of one seat over the game, in its colour."""
    rows = [row[seat.number - 1] for row in thinned(seat.table.front, 42)]
    if not rows:
        return SafeString("")
    table, step = seat.table, 100 / max(len(rows) - 1, 1)
    pack = cards_of(table.game, table.options, table.players)
    edge = "L".join(
        f"{at * step:.1f} {100 - 100 * cards / pack:.1f}" for at, cards in enumerate(rows)
    )
    return format_html(
        '<svg class="spark" viewBox="0 0 100 100" preserveAspectRatio="none" role="img"'
        ' aria-label="Cards between {} and {}, {} at the end"><rect class="base" width="100"'
        ' height="100"/><path class="fr-{}" d="M{}L100 100L0 100z"/></svg>',
        min(rows),
        max(rows),
        rows[-1],
        seat.number,
        edge,
    )
