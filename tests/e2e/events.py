"""Tournaments of every format, for pictures and checks of their pages; run in the site."""

from collections.abc import Iterator
from random import Random
from typing import Any

from django.db import transaction
from django.urls import reverse

from games.accounts.models import Player
from games.lab.chances.course import course_of_table
from games.relations import circles
from games.table.clock import now_ms
from games.table.models import Table
from games.tournaments import cards, lists
from games.tournaments.models import Pairing, Tournament
from games.tournaments.writer import automation, bulk, entries, life, seasons
from games.tournaments.writer.orders import Order
from tests.lab.curved import computed
from tests.rehearsal.evening import Evening

DAY_MS = 86_400_000
WAR: dict[str, Any] = {"game": "war", "options": "cap=20;pace=auto"}
FOUR: dict[str, Any] = {"game": "ww3", "size": 4, "options": "cap=10"}
OVER: dict[str, tuple[int, dict[str, Any]]] = {  # entrants, stage
    "swiss": (9, FOUR | {"rounds": 2}),
    "dutch": (5, WAR | {"rounds": 2}),
    "knockout": (5, WAR | {"format": "elimination", "third": True}),
    "double": (6, WAR | {"format": "double"}),
    "tables": (9, FOUR | {"format": "elimination", "advance": 2}),
    "berger": (4, WAR | {"format": "roundrobin"}),
    "plan": (8, FOUR | {"format": "roundrobin", "rounds": 2}),
    "arena": (6, WAR | {"format": "arena", "minutes": 5}),
}


def fill(director: str) -> Iterator[str]:
    """name=code of each, and the pairing that is open."""
    judge = Player.objects.get(name=director)
    for name, (entrants, stage) in OVER.items():
        with transaction.atomic():  # invisible to workers until it is over
            yield f"{name}={begun(entrants, stage, now=now_ms() - DAY_MS).run().code}"
    running = begun(6, WAR | {"rounds": 3}, now=now_ms(), grace_s=3600, call_s=0, bots=True)
    while not running.tables.open().exists():  # nobody comes for an hour
        automation.advance(tournament=running.pk, now=now_ms())
    yield f"running={running.row.code}"
    yield f"pairing={Pairing.objects.filter(status='open').latest('pk').pk}"
    yield f"chances=/g/{with_chances()}/?at=3&chart=chances"
    lively = begun(4, WAR | {"format": "arena", "minutes": 600}, now=now_ms())
    entries.enter(Order(lively.pk, judge), judge)
    yield f"lively={lively.row.code}"
    cup = life.create(by=judge, name="Spring cup", stages=[WAR], terms={"most_entrants": 16})
    yield f"draft={life.create(by=judge, name='Club night', stages=[WAR]).code}"
    life.announce(Order(cup.pk, judge))
    life.open_entries(Order(cup.pk, judge))
    entries.enter(Order(cup.pk, judge), judge)
    yield f"open={cup.code}"
    wanda = bulk.enter_all(Order(cup.pk, judge), bulk.plan(cup, lists.read("Wanda")))[0]
    yield f"card={reverse('tournament_card', args=[cup.code, cards.key_of(wanda)])}"
    circle = circles.create(by=judge, name="Thursday club")
    season = seasons.create(circle=circle, by=judge, name="Winter")
    over = Tournament.objects.filter(state="finished").order_by("-pk")[:2]
    Tournament.objects.filter(pk__in=[one.pk for one in over]).update(circle=circle, season=season)
    yield f"season={season.get_absolute_url()}"
    yield f"circle={reverse('circle', args=[circle.code])}"


def with_chances() -> str:
    """A short game whose chances are known; the site itself asks for those of the game it shows."""
    games = Table.objects.filter(game="war", status="finished").exclude(preset="classic")
    table = games.prefetch_related("seats__player").exclude(started_ms=None).earliest("pk")
    computed(table.code, course_of_table(table))
    return table.code


def begun(entrants: int, stage: dict[str, Any], *, now: int, **terms: Any) -> Evening:
    evening = Evening(Random(entrants), now)
    evening.open([stage], **terms)
    for _ in range(entrants):
        evening.enter()
    evening.start()
    return evening
