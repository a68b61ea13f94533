"""Training places in a frame.  Choices made there are not stored; the place of the day is answered
on its own page."""

from datetime import UTC, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.lab.training.day import open_places, place_of
from games.lab.training.places import TrainingPlace
from games.pages.embed.framing import framed
from games.pages.train.question import question
from games.pages.train.train import find_place


def find_today() -> TrainingPlace:
    """The place of today.  Raises Http404."""
    if (chosen := place_of(datetime.now(UTC).date())) is None:
        raise Http404(_("There are no places to train on."))
    return chosen


def find_open(key: str) -> TrainingPlace:
    """A place whose best act is public.  Raises Http404."""
    chosen = find_place(key)
    if key not in open_places(datetime.now(UTC).date()):
        raise Http404(_("This is the place of a day that is not over."))
    return chosen


@framed
def today(request: HttpRequest) -> HttpResponse:
    """Today's place; each act links to the page where the place is answered."""
    context = question(find_today(), "", is_told=False)
    return render(request, "embed/train.html", context | {"page": reverse("train_today")})


@framed
def place(request: HttpRequest, key: str) -> HttpResponse:
    """A place; with `?chose=`, with the result of each of its acts."""
    chosen, act = find_open(key), request.GET.get("chose", "")
    is_told = act in [answer.act for answer in chosen.answers]
    context = question(chosen, act, is_told=is_told) | {"page": chosen.get_absolute_url()}
    return render(request, "embed/train.html", context | {"is_open": True})
