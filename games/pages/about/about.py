"""Pages with the rules of conduct, terms, privacy and credits, and files that browsers request by
themselves."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.accounts.sanctions import ConductRule

CONTACT_HOLDS = timedelta(days=90)  # how long readers may rely on the address for reports


@require_safe
@cache_control(public=True, max_age=86400)
def robots(request: HttpRequest) -> HttpResponse:
    return render(request, "robots.txt", content_type="text/plain")


@require_safe
@cache_control(public=True, max_age=86400)
def security(request: HttpRequest) -> HttpResponse:
    """The contact for reports of security holes (RFC 9116)."""
    if not settings.CONTACT_EMAIL:
        raise Http404
    context = {"contact": settings.CONTACT_EMAIL, "expires": timezone.now() + CONTACT_HOLDS}
    return render(request, "security.txt", context, content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=86400)
def manifest(request: HttpRequest) -> JsonResponse:
    about = {
        "name": "warsite",
        "short_name": "warsite",
        "description": _(
            "The card game War, online: live tables, bots, and a replay of every game."
        ),
        "lang": get_language(),
        "id": "/",
        "start_url": reverse("home"),
        "display": "standalone",
        "background_color": "#eff6f6",
        "theme_color": "#0b1a21",
        "icons": [
            {"src": static("games/cards/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            picture("icon-192", 192),
            picture("icon-512", 512),
            picture("icon-maskable-512", 512) | {"purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": _("New table"), "url": reverse("new")},
            {"name": _("Deal of the day"), "url": reverse("daily")},
        ],
    }
    return JsonResponse(about, content_type="application/manifest+json")


def picture(name: str, size: int) -> dict[str, str]:
    """The entry of an icon in the web app manifest; the icon is drawn from `cards/icon.svg`."""
    src = static(f"games/icons/{name}.png")
    return {"src": src, "sizes": f"{size}x{size}", "type": "image/png"}


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect old browsers to the icon; they request this address whatever icon the page names."""
    return HttpResponse(status=302, headers={"Location": static("games/cards/icon.svg")})


@require_safe
def credits(request: HttpRequest) -> HttpResponse:
    return render(request, "credits/index.html")


@require_safe
def conduct(request: HttpRequest) -> HttpResponse:
    context = {"contact": settings.CONTACT_EMAIL, "rules": ConductRule.choices}
    return render(request, "legal/conduct.html", context)


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "legal/terms.html", {"contact": settings.CONTACT_EMAIL})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "legal/privacy.html", {"contact": settings.CONTACT_EMAIL})
