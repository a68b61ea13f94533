"""Training places as readers see them: the names of the seats, the view of the seat that decides,
and its acts in words."""

from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from games.lab.counting.adapter import find
from games.lab.training.places import TrainingPlace
from games.rules.catalogue import BOTS
from games.rules.catalogue import find as rules_of
from games.rules.words import worded

View = dict[str, Any]


def names_of(place: TrainingPlace) -> list[str]:
    """The names of the seats: you, and the bots with the numbers of their seats."""
    levels = BOTS[place.game].levels
    return [
        _("You") if seat == place.seat else f"{_(levels[level].name)} {seat}"
        for seat, level in enumerate(place.policies, 1)
    ]


def view_of(place: TrainingPlace) -> View:
    """The view of the seat that decides, with its texts."""
    rules, t = rules_of(place.game), place.table
    o = rules.options(place.options)
    view = rules.view(t, o, place.seat - 1)
    return worded(view, rules.prompts(t, o, view, names_of(place), translation))


def seconds_left(place: TrainingPlace) -> int | None:
    """The seconds until the clock of the game ends it, rounded up; None if the game has no
    clock."""
    end = view_of(place).get("clocks", {}).get("end")
    return None if end is None else -((place.table.now - end) // 1000)


def words_of(place: TrainingPlace, act: str) -> str:
    """The words for an act, as on its button."""
    labels = find(place.game).decisions
    assert labels is not None, "a place is a decision"
    word = act.rstrip("0123456789")
    words = _(labels.labels[word])
    seat = act.removeprefix(word)
    return words % {"name": names_of(place)[int(seat) - 1]} if seat else words
