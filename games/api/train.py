"""Training places: the next place, and the results of its acts."""

import random
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema

from games.api.problems import BadQuestion, Problem
from games.api.schemas import View
from games.lab.training.day import open_places
from games.lab.training.places import TrainingPlace
from games.lab.training.shown import view_of, words_of
from games.rules.catalogue import BOTS
from games.rules.catalogue import find as rules_of

router = Router()
PROBLEMS = {404: Problem, 429: Problem}


class ActOut(Schema):
    act: str = Field(description="the word to answer with")
    words: str


class PlaceOut(Schema):
    """A decision of a seat, with the facts that this seat knows."""

    key: str
    game: str
    options: str
    rules_version: int
    seat: int = Field(description="from 1; it decides")
    bots: list[str] = Field(description="levels that play on, by seat")
    view: View = Field(description="as a seat sees a table")
    acts: list[ActOut]
    address: str = Field(description="of its page")


class AnswerRequest(Schema):
    act: str = Field(max_length=40)


class ChanceOut(Schema):
    act: str
    chance: float = Field(description="to win, a shared win in parts")
    games: int = Field(description="that were played on after it")


class TruthOut(Schema):
    right: bool
    best: str
    cost: float = Field(description="what the best act would have given more, as a chance")
    chances: list[ChanceOut]
    levels: dict[str, float] = Field(description="how often the bots of each level choose right")


def place_out(place: TrainingPlace) -> PlaceOut:
    return PlaceOut(
        key=place.key,
        game=place.game,
        options=place.options,
        rules_version=rules_of(place.game).rules_version,
        seat=place.seat,
        bots=list(place.policies),
        view=view_of(place),
        acts=[ActOut(act=one.act, words=words_of(place, one.act)) for one in place.answers],
        address=place.get_absolute_url(),
    )


def places_today(game: str) -> dict[str, TrainingPlace]:
    """The places whose results may be shown today, of one game or of all games.  Raises
    BadQuestion."""
    if game and game not in BOTS:
        raise BadQuestion({"game": [_("This game does not exist.")]})
    known = open_places(datetime.now(UTC).date())
    return {key: place for key, place in known.items() if game in ("", place.game)}


@router.get("", response={200: list[str], 422: Problem, **PROBLEMS}, summary="Keys of all places")
def keys(request: HttpRequest, game: str = "") -> Any:
    """The keys of all places.  The place of the day is left out until the day is over."""
    return [*places_today(game)]


@router.get("/next", response={200: PlaceOut, 422: Problem, **PROBLEMS}, summary="Any place")
def following(request: HttpRequest, game: str = "") -> Any:
    """Return a random place."""
    places = [*places_today(game).values()]
    if not places:
        raise Http404
    return place_out(random.choice(places))


def find_place(key: str) -> TrainingPlace:
    """Find the place with this key.  Raises Http404."""
    if (place := places_today("").get(key)) is None:
        raise Http404
    return place


@router.get("/{key}", response={200: PlaceOut, **PROBLEMS}, summary="A place")
def read(request: HttpRequest, key: str) -> Any:
    return place_out(find_place(key))


@router.post(
    "/{key}/answer", response={200: TruthOut, 422: Problem, **PROBLEMS}, summary="The truth"
)
def answer(request: HttpRequest, key: str, body: AnswerRequest) -> Any:
    """The share of games won after each act, and the loss by the act in the request."""
    place = find_place(key)
    if body.act not in [one.act for one in place.answers]:
        raise BadQuestion({"act": [_("This act is not possible here.")]})
    return TruthOut(
        right=body.act == place.best.act,
        best=place.best.act,
        cost=place.cost(body.act),
        chances=[
            ChanceOut(act=one.act, chance=one.chance, games=one.games) for one in place.answers
        ],
        levels=dict(place.levels),
    )
