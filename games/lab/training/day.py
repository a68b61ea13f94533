"""The place of the day, which is the same for everybody.  Like the deal of the day
(`table/daily.py`), it is drawn with the secret of the day.  Until the day is over, its best act is
not revealed elsewhere."""

from datetime import date

from games.lab.training.places import TrainingPlace, shipped
from games.rules import fairness
from games.table import daily


def place_of(day: date) -> TrainingPlace | None:
    """The place of a day: `word 0` modulo the number of shipped places is its index.  None if there
    are no places."""
    places = [*shipped().values()]
    if not places:
        return None
    key = fairness.key(bytes(daily.sealed(day).secret), f"train|{day.isoformat()}", [])
    return places[fairness.word(key, 0) % len(places)]


def open_places(today: date) -> dict[str, TrainingPlace]:
    """The places whose best act may be revealed today, by key."""
    hidden = place_of(today)
    return {key: place for key, place in shipped().items() if place != hidden}
