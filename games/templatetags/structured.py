"""The structured data of a page as JSON-LD (https://schema.org): only true statements, and only on
pages that search engines may find."""

import json
from datetime import UTC, datetime
from html import unescape
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.tournaments.acts import State
from games.tournaments.models import Tournament
from games.tournaments.terms import Terms
from warsite.addresses import address_for_others

register = template.Library()
ESCAPES = str.maketrans({"<": "\\u003C", ">": "\\u003E", "&": "\\u0026"})  # as json_script does
SCHEMA = "https://schema.org"


def data_block(data: dict[str, Any]) -> SafeString:
    """A block of data.  It is not a script, so the content security policy of scripts does not
    apply."""
    text = json.dumps({"@context": SCHEMA} | data).translate(ESCAPES)
    block = '<script type="application/ld+json">{}</script>'
    return format_html(block, SafeString(text))  # nosec B703  # escaped above


@register.simple_tag(takes_context=True)
def breadcrumbs(context: template.Context, view: str, name: str) -> SafeString:
    """The breadcrumbs of a page: the page above it, and the page itself."""
    if context.get("page_robots"):
        return SafeString("")
    request = context["request"]
    steps = [(str(name), reverse(view)), (unescape(context["page_title"]), request.path)]
    rows = [
        {
            "@type": "ListItem",
            "position": number,
            "name": title,
            "item": address_for_others(request, path),
        }
        for number, (title, path) in enumerate(steps, 1)
    ]
    return data_block({"@type": "BreadcrumbList", "itemListElement": rows})


@register.simple_tag(takes_context=True)
def event(context: template.Context) -> SafeString:
    """The event of a tournament that is open to all and has a start time; "" for others."""
    tournament: Tournament = context["tournament"]
    terms: Terms = context["terms"]
    begins = tournament.started_ms or terms.starts
    is_open = terms.audience == "open" and not terms.invited
    if begins is None or not is_open or context.get("page_robots"):
        return SafeString("")
    request = context["request"]
    address = address_for_others(request, tournament.get_absolute_url())
    picture = reverse("tournament_picture", args=[tournament.code])
    cancelled = tournament.state == State.CANCELLED
    ended = {} if tournament.ended_ms is None else {"endDate": iso(tournament.ended_ms)}
    return data_block(
        {
            "@type": "Event",
            "name": tournament.name,
            "startDate": iso(begins),
            **ended,
            "eventStatus": f"{SCHEMA}/{'EventCancelled' if cancelled else 'EventScheduled'}",
            "eventAttendanceMode": f"{SCHEMA}/OnlineEventAttendanceMode",
            "isAccessibleForFree": True,
            "location": {"@type": "VirtualLocation", "url": address},
            "url": address,
            "image": address_for_others(request, picture),
        }
    )


def iso(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")
