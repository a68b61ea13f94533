"""Tournaments for a look at the pages: bots and people who exist only as names play them."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.accounts.models import Player
from games.table.clock import now_ms
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order as TableOrder
from games.tournaments.models import Tournament
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order
from games.work.tables import wishes

WAR = {"game": "war", "options": "cap=40;pace=auto", "rounds": 5}
ENTROPY = bytes(16)
HOUR_MS = 3_600_000


def begin(
    director: Player,
    name: str,
    stages: Sequence[Mapping[str, Any]],
    players: Sequence[Player],
    at: int,
    **terms: Any,
) -> Tournament:
    """A tournament that these players have entered."""
    made = life.create(by=director, name=name, terms=terms, stages=stages, now=at)
    life.announce(Order(made.code, director, now=at))
    life.open_entries(Order(made.code, director, now=at))
    for player in players:
        entries.enter(Order(made.code, director, now=at), player)
    return made


def run(tournament: Tournament, at: int, steps: int = 400) -> None:
    """Play it, with everybody at their tables, to its end or for so many steps of the clock."""
    own = Table.objects.filter(tournament_game__pairing__round__stage__tournament=tournament)
    for _ in range(steps):
        for table in own.filter(status="open"):
            for seat in table.seats.select_related("player").order_by("number"):
                play.ready(TableOrder(table, seat.player, now=at), entropy=ENTROPY)
        for table in own.filter(status="running"):
            play.play_out(table=table, decide=wishes, until=at + HOUR_MS)
        due = automation.advance(tournament=tournament.pk, now=at)
        if due is None:
            return
        at = max(at, due)


def fill(director: Player, players: Sequence[Player]) -> list[Tournament]:
    """One of each kind: finished, running, open, announced, a draft."""
    now = now_ms()
    then = now - 24 * HOUR_MS
    knockout = WAR | {"format": "elimination", "third": True, "rounds": None}
    robin = WAR | {"format": "roundrobin", "rounds": None}
    finished = [
        begin(director, "Sunday Swiss", [WAR], players, then),
        begin(director, "Winter cup", [knockout], players[:13], then),
        begin(director, "Round robin of six", [robin], players[:6], then),
    ]
    for one in finished:
        life.start(Order(one.code, director, now=then))
        run(one, then)
    running = begin(director, "Tonight’s Swiss", [WAR], players, now)
    life.start(Order(running.code, director, now=now))
    run(running, now, steps=9)
    terms = {"starts": now + 2 * HOUR_MS, "checkin_min": 15, "most_entrants": 32}
    opened = begin(director, "Club night", [WAR], players[:9], now, **terms)
    soon = {"game": "ww3", "size": 4, "rounds": 4, "options": "cap=40"}
    announced = life.create(
        by=director, name="World War weekend", terms={"opens": now + HOUR_MS}, stages=[soon]
    )
    life.announce(Order(announced.code, director))
    draft = life.create(by=director, name="Spring league", stages=[robin])
    return [*finished, running, opened, announced, draft]
