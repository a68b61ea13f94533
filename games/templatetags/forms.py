"""Write form fields with our classes."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()

# What a browser calls itself contains the names of those it wants to be taken for: order matters.
BROWSERS = (
    *(("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera")),
    *(("SamsungBrowser", "Samsung Internet"), ("CriOS", "Chrome"), ("Chrom", "Chrome")),
    *(("Safari/", "Safari"), ("curl/", "curl")),
)
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux")),
)


@register.filter
def classed(field: BoundField, name: str) -> SafeString:
    """The widget of the field with this class; its own classes stay."""
    own = str(field.field.widget.attrs.get("class", ""))
    return field.as_widget(attrs={"class": f"{own} {name}".strip()})


@register.filter
def browser(agent: str) -> str:
    """`Firefox on Linux`: the user agent as people would say it; a strange one as it is."""
    name = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return " on ".join(filter(None, (name, system))) or agent[:60] or "unknown"
