"""Words of the moderators' pages."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

register = template.Library()
DAY = 24


@register.filter
def hours_words(hours: int) -> str:
    """`1 hour`, `7 days`; 0 is for good."""
    if hours == 0:
        return _("for good")
    if hours <= DAY:
        return ngettext("{count} hour", "{count} hours", hours).format(count=hours)
    days = hours // DAY
    return ngettext("{count} day", "{count} days", days).format(count=days)
