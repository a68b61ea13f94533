"""The place of the day: the same for everybody, drawn with the secret of the day, like the deal of
the day (`table/daily.py`).  Until the day is over its best act is revealed nowhere else."""

from datetime import date

from games.lab.training.places import TrainingPlace, shipped
from games.rules import fairness
from games.table import daily


def place_of(day: date) -> TrainingPlace | None:
    """The place of a day: number `word 0` modulo their number, of the shipped places in their
    order.  None if there are no places."""
    places = [*shipped().values()]
    if not places:
        return None
    key = fairness.key(bytes(daily.sealed(day).secret), f"train|{day.isoformat()}", [])
    return places[fairness.word(key, 0) % len(places)]


def open_places(today: date) -> dict[str, TrainingPlace]:
    """The places whose best act may be revealed today, by key."""
    hidden = place_of(today)
    return {key: place for key, place in shipped().items() if place != hidden}
