"""A part of the page of the deal of the day: a player's last weeks, and the hand that everybody had
on a past day."""

import re
from datetime import date, timedelta
from typing import NamedTuple

from games.accounts.models import Player
from games.table import daily as deals
from games.table.models import Table

WEEKS = 4
HAND = re.compile(r"^1:([^+/]+)")  # in the text of a deal


class Day(NamedTuple):
    """A day, and the result of the player's first game of that day, if it ended in time."""

    day: date
    is_played: bool = False
    won: bool = False
    score: int = 0


def calendar(player: Player, today: date) -> list[Day]:
    """The last four weeks, the oldest day first; empty if the player finished no deal of the day in
    this time."""
    since = today - timedelta(days=7 * WEEKS - 1)
    games = Table.objects.finished().filter(deals.in_time(), day__gte=since, day__lte=today)
    games = games.filter(seats__number=1, seats__player=player).order_by("-pk")
    played = {
        day: Day(day, True, result == "1", score or 0)
        for day, result, score in games.values_list("day", "result", "score")
        if day is not None
    }
    days = [since + timedelta(days=number) for number in range(7 * WEEKS)]
    return [played.get(day) or Day(day) for day in days] if played else []


def hand_of(table: Table) -> list[str]:
    """The five cards with which the game of a past day began."""
    found = HAND.match(Table.objects.values_list("deal", flat=True).get(pk=table.pk))
    return re.findall("..", found[1]) if found else []
