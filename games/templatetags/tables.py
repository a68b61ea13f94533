"""Small facts about tables in lists."""

from functools import lru_cache

from django import template

from games.rules.catalogue import find
from games.table.models import Table

register = template.Library()


@lru_cache
def cards_of(game: str, options: str, players: int) -> int:
    rules = find(game)
    return rules.cards(rules.read_options(options, players))


@register.filter
def loose_cards(table: Table) -> int:
    """Cards in no pile: on the table, or in the centre."""
    held: int = sum(table.counts)
    return max(0, cards_of(table.game, table.options, table.players) - held)
