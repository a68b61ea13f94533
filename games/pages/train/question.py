"""A training place and its acts as pages show them, before and after the answer."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.lab.training.models import RatedPlace
from games.lab.training.places import TrainingPlace
from games.lab.training.shown import names_of, seconds_left, view_of, words_of
from games.pages.presentation.base import PRESENTATIONS
from games.rules.catalogue import BOTS

View = dict[str, Any]


class Key(NamedTuple):
    """A possible act: a button before the answer, and the result of the act after it."""

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


def question(place: TrainingPlace, act: str, *, is_told: bool) -> View:
    """The context of a place.  `act`: the chosen act, if any.  With `is_told`, the context includes
    the results."""
    context = board(place) | {"place": place, "keys": keys(place, act), "is_told": is_told}
    if is_told:
        context |= {
            "chosen": act,
            "is_right": act == place.best.act,
            "games": place.best.games,
            "levels": [
                (_(level.name), round(100 * place.levels[name]))
                for name, level in BOTS[place.game].levels.items()
            ],
            "people": RatedPlace.objects.filter(place=place.key, version=place.version).first(),
        }
    return context


def keys(place: TrainingPlace, act: str) -> list[Key]:
    """The acts in the order in which the place stores them, which reveals nothing about the best
    act."""
    return [
        Key(
            act=answer.act,
            words=words_of(place, answer.act),
            wins=round(100 * answer.chance),
            is_best=answer == place.best,
            is_chosen=answer.act == act,
        )
        for answer in place.answers
    ]


def board(place: TrainingPlace) -> View:
    """The board as the seat that has to act saw it."""
    presentation, view = PRESENTATIONS[place.game], view_of(place)
    return presentation.board_context(view) | {
        "view": view,
        "names": names_of(place),
        "presentation": presentation,
        "table": Facts(place.game, len(place.policies)),
        "seconds_left": seconds_left(place),
    }
