"""The site without a connection: the service worker that caches hashed files and the rules, and the
page that is shown instead of any other page."""

import json

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.rules.catalogue import GAMES

SCRIPTS = settings.BASE_DIR / "games/static/games/js/worker"


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, or with `WORKER=off` a worker that removes itself and its cache.  Its
    bytes change with the static files, so browsers notice a new version."""
    name = "worker" if settings.WORKER else "removal"
    rules = [reverse("rules"), *(reverse("rules_of", args=[key]) for key in GAMES)]
    about = {
        "kept": f"warsite-{getattr(staticfiles_storage, 'manifest_hash', '')}",
        "files": settings.STATIC_URL,
        "rules": rules,
        "offline": reverse("offline"),
    }
    script = (SCRIPTS / f"{name}.js").read_text()
    text = f"self.ABOUT = {json.dumps(about)};\n{script}"
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    return render(request, "about/offline.html", {"games": GAMES.values()})
