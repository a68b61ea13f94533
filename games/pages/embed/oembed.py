"""oEmbed: programs of other sites request here how to show a page of this site
(https://oembed.com)."""

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.embed.lab import find_listed
from games.pages.embed.train import find_open, find_today
from games.pages.lab.runs import title_of
from games.pages.pictures.games import find_over
from games.table.words import title
from games.untrusted import whole_number
from warsite.addresses import address_for_others

LEAST, USUAL, MOST = 320, 640, 1200  # pixels of width
BOARD, LAB = 640, 420  # pixels of height


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """The JSON that embeds a replay, a place in it, a run or a place of the trainer.  Raises
    Http404, and BadRequest for other formats: oEmbed's 501 would be reported to operators as an
    error of the site."""
    if request.GET.get("format", "json") != "json":
        raise BadRequest(_("Only JSON is offered."))
    width = whole_number(request.GET.get("maxwidth", "")) or USUAL
    width = min(max(width, LEAST), MOST)
    subject = subject_of(request.GET.get("url", ""))
    frame = subject | {"src": address_for_others(request, subject["embedded"]), "width": width}
    return JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "provider_name": "warsite",
            "provider_url": address_for_others(request, "/"),
            "title": subject["title"],
            "html": " ".join(render_to_string("embed/frame.html", frame).split()),
            "width": width,
            "height": subject["height"],
            "thumbnail_url": address_for_others(request, subject["picture"]),
            "thumbnail_width": 1200,
            "thumbnail_height": 630,
        }
    )


def subject_of(url: str) -> dict[str, Any]:
    """The title of the page at an address, its picture, and its page for frames.  Raises
    Http404."""
    try:
        match = resolve(urlsplit(url).path)
    except (Resolver404, ValueError):
        raise Http404(_("This address has no page to embed.")) from None
    args = list(match.kwargs.values())
    if match.url_name in ("replay", "place"):
        table, at = find_over(args[0]), args[1:]
        return {
            "title": title(table),
            "embedded": reverse("embedded_game", args=[table.code, *at]),
            "picture": reverse("place_picture" if at else "game_picture", args=[table.code, *at]),
            "height": BOARD,
        }
    if match.url_name == "lab_run":
        run = find_listed(args[0])
        return {
            "title": title_of(run),
            "embedded": reverse("embedded_run", args=[run.code]),
            "picture": reverse("run_picture", args=[run.code]),
            "height": LAB,
        }
    if match.url_name in ("train_today", "train_place"):
        return trained(*args)
    raise Http404(_("This address has no page to embed."))


def trained(key: str = "") -> dict[str, Any]:
    """The subject for a place of the trainer; without a key, for the place of the day.  Raises
    Http404."""
    known = {"picture": static("games/share.png"), "height": BOARD}
    if key:
        embedded = reverse("embedded_train", args=[find_open(key).key])
        return known | {"title": _("What would you do?"), "embedded": embedded}
    find_today()
    return known | {"title": _("Place of the day"), "embedded": reverse("embedded_today")}
