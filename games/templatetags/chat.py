"""What people can send each other at a table without writing."""

from django import template
from django.utils.translation import gettext

from games.chat.content import QUICK, SIGNS

register = template.Library()


@register.simple_tag
def quick_words() -> dict[str, str]:
    return {key: gettext(text) for key, text in QUICK.items()}


@register.simple_tag
def quick_signs() -> dict[str, str]:
    return {key: gettext(text) for key, text in SIGNS.items()}
