"""Five short guides to the site for different readers, and answers to common questions."""

from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe


class Guide(NamedTuple):
    """A guide; its text is the template `about/_<key>.html`."""

    key: str
    title: str
    line: str

    @property
    def template(self) -> str:
        return f"about/_{self.key}.html"


GUIDES = (
    Guide("family", _("For families"), _("One table, every phone in the house, no accounts.")),
    Guide("class", _("For classes"), _("A lesson on chance, with a game that everyone knows.")),
    Guide("club", _("For clubs"), _("Evenings among yourselves, ratings and tournaments.")),
    Guide("designer", _("For game designers"), _("Try a rule in a hundred thousand games.")),
    Guide("bots", _("For bot writers"), _("A program at the table in ten lines.")),
)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "about/index.html", {"guides": GUIDES})


@require_safe
def guide_for(request: HttpRequest, key: str) -> HttpResponse:
    chosen = next((guide for guide in GUIDES if guide.key == key), None)
    if chosen is None:
        raise Http404
    context = {"guide": chosen, "guides": GUIDES, "contact": settings.CONTACT_EMAIL}
    return render(request, "about/guide.html", context)


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """The page about whether the games are fixed."""
    return render(request, "about/fair.html")


@require_safe
def questions(request: HttpRequest) -> HttpResponse:
    """The page of common questions, with short answers."""
    return render(request, "about/questions.html")


@require_safe
def accessibility(request: HttpRequest) -> HttpResponse:
    return render(request, "about/accessibility.html", {"contact": settings.CONTACT_EMAIL})
