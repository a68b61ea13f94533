"""Form fields with the site's CSS classes, and the words for their values."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

register = template.Library()

# A user agent also contains the names of browsers it imitates, so order matters.
BROWSERS = (
    *(("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera")),
    *(("SamsungBrowser", "Samsung Internet"), ("CriOS", "Chrome"), ("Chrom", "Chrome")),
    *(("Safari/", "Safari"), ("curl/", "curl")),
)
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux")),
)
DAY = 24


@register.filter
def classed(field: BoundField, name: str) -> SafeString:
    """The field's widget with this class in addition to its own."""
    own = str(field.field.widget.attrs.get("class", ""))
    return field.as_widget(attrs={"class": f"{own} {name}".strip()})


@register.filter
def browser(agent: str) -> str:
    """The browser of a user agent in words, such as `Firefox on Linux`; an unknown user agent
    unchanged."""
    name = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    if name and system:
        return gettext("{browser} on {system}").format(browser=name, system=system)
    return name or system or agent[:60] or gettext("unknown")


@register.filter
def hours_words(hours: int) -> str:
    """A time in words: `1 hour`, `7 days`; 0 means for ever."""
    if hours == 0:
        return gettext("for good")
    if hours <= DAY:
        return ngettext("{count} hour", "{count} hours", hours).format(count=hours)
    days = hours // DAY
    return ngettext("{count} day", "{count} days", days).format(count=days)
