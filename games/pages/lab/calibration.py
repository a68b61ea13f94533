"""The page about whether the lab's chances are right: how often seats with a given chance won."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from games.lab.chances.calibration import shipped
from games.lab.runs.spec import read_spec
from games.pages.lab.runs import words_of
from games.rules.catalogue import GAMES

VIEWS = {
    "all": _("All cards known"),
    "watcher": _("As a spectator"),
    "seat": _("As a player"),
}


@require_safe
def calibration(request: HttpRequest) -> HttpResponse:
    measured = [
        {
            "name": GAMES[game].name,
            "words": words_of(read_spec(game=game, games=1, options=views[0].options, seed=0)),
            "views": [(VIEWS[row.view], row) for row in views],
        }
        for game, views in shipped()
    ]
    return render(request, "lab/calibration.html", {"section": "lab", "measured": measured})
