"""The rules of conduct, the terms of use and the privacy page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.accounts.sanctions.models import Rule


@require_safe
def conduct(request: HttpRequest) -> HttpResponse:
    context = {"contact": settings.CONTACT_EMAIL, "rules": Rule.choices}
    return render(request, "legal/conduct.html", context)


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "legal/terms.html", {"contact": settings.CONTACT_EMAIL})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "legal/privacy.html", {"contact": settings.CONTACT_EMAIL})
