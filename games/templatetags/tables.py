"""Words that people send each other at a table, and small facts about tables in lists."""

from functools import lru_cache

from django import template
from django.utils.translation import gettext

from games.chat.content import QUICK, SIGNS
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


@register.simple_tag
def quick_words() -> dict[str, str]:
    return {key: gettext(text) for key, text in QUICK.items()}


@register.simple_tag
def quick_signs() -> dict[str, str]:
    return {key: gettext(text) for key, text in SIGNS.items()}
