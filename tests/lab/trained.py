"""Answers to places of the trainer."""

from datetime import UTC, datetime, timedelta

from games.accounts.models import Player
from games.lab.training.day import open_places, place_of
from games.lab.training.places import TrainingPlace
from games.lab.training.progress import note, note_of_day


def answered(first: Player, other: Player) -> TrainingPlace:
    """The first player has met today's place before and answers it again, the other one is wrong.
    Returns another place."""
    now = datetime.now(UTC)
    today = place_of(now.date())
    assert today is not None
    note(first, today, today.best.act, now - timedelta(days=2))
    note_of_day(first, today, today.best.act, now.date(), now)
    note_of_day(other, today, "", now.date(), now)
    return next(iter(open_places(now.date()).values()))
