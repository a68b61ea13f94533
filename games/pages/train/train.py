"""The trainer: what would you do?  A place of a game between bots, and the truth about each act."""

import random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.lab.runs import run
from games.lab.training.places import TrainingPlace, shipped
from games.lab.training.shown import names_of, view_of, words_of
from games.pages.presentation.base import PRESENTATIONS
from games.rules.catalogue import BOTS

View = dict[str, Any]
SESSION = "train"


class Key(NamedTuple):
    """An act that is possible, as a key before the answer, and with its truth after it."""

    act: str
    words: str
    wins: int  # of 100 games
    is_best: bool
    is_chosen: bool


class Facts(NamedTuple):
    """The facts about a table that a board needs."""

    game: str
    players: int
    chat: str = "off"


@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """Go to a place that this visitor has not answered yet; after the last one, to any."""
    known = shipped()
    if not known:
        return render(request, "train/none.html")
    answered = set(progress(request)["answered"])
    left = [key for key in known if key not in answered] or [*known]
    return redirect("train_place", key=random.choice(left))


@require_http_methods(["GET", "HEAD", "POST"])
def place(request: HttpRequest, key: str) -> HttpResponse:
    """A place; with `?chose=`, the truth about it."""
    chosen = find_place(key)
    acts = [answer.act for answer in chosen.answers]
    if request.method == "POST":
        act = request.POST.get("act", "")
        if act not in acts:
            return redirect("train_place", key=key)
        note(request, chosen, act)
        return redirect(f"{chosen.get_absolute_url()}?chose={act}")
    act = request.GET.get("chose", "")
    context = board(chosen) | {
        "key": chosen.key,
        "keys": keys(chosen, act),
        "is_answered": act in acts,
        "is_right": act == chosen.best.act,
        "games": chosen.best.games,
        "levels": [
            (_(level.name), round(100 * chosen.levels[name]))
            for name, level in BOTS[chosen.game].levels.items()
        ],
        "progress": progress(request),
    }
    return render(request, "train/place.html", context)


def find_place(key: str) -> TrainingPlace:
    """The place with this key.  Raises Http404."""
    chosen = shipped().get(key)
    if chosen is None:
        raise Http404(_("There is no such place to train on, or the rules have changed since."))
    return chosen


@require_POST
def watch(request: HttpRequest, key: str) -> HttpResponse:
    """Show the game that a place comes from, as its seat saw it there."""
    chosen = find_place(key)
    simulation = run.start(spec=chosen.run, free=True)
    replay = reverse("lab_game", args=[simulation.code, chosen.origin.game])
    return redirect(f"{replay}?{urlencode({'at': chosen.origin.at, 'view': chosen.seat})}")


def progress(request: HttpRequest) -> View:
    """What this visitor has answered in this session: nobody needs an account."""
    stored: View = request.session.get(SESSION, {})
    return {"answered": [], "right": 0, "streak": 0, "best": 0} | stored


def note(request: HttpRequest, chosen: TrainingPlace, act: str) -> None:
    """Count the first answer to a place."""
    now = progress(request)
    if chosen.key in now["answered"]:
        return
    right = act == chosen.best.act
    streak = now["streak"] + 1 if right else 0
    request.session[SESSION] = {
        "answered": [*now["answered"], chosen.key],
        "right": now["right"] + right,
        "streak": streak,
        "best": max(now["best"], streak),
    }


def keys(chosen: TrainingPlace, act: str) -> list[Key]:
    """The acts in the order of the place: it tells nothing about the best one."""
    return [
        Key(
            act=answer.act,
            words=words_of(chosen, answer.act),
            wins=round(100 * answer.chance),
            is_best=answer == chosen.best,
            is_chosen=answer.act == act,
        )
        for answer in chosen.answers
    ]


def board(chosen: TrainingPlace) -> View:
    """The board as that seat saw it."""
    presentation, view = PRESENTATIONS[chosen.game], view_of(chosen)
    return presentation.board_context(view) | {
        "view": view,
        "names": names_of(chosen),
        "presentation": presentation,
        "table": Facts(chosen.game, len(chosen.policies)),
    }
