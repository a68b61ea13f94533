"""A Swiss of bots and one person, held while the site is broken under it.

It is imported when Django is set up."""

import json
import random
import re
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Barrier

from django.contrib.auth.models import Permission
from django.db import connection
from django.db.models import Count
from websockets.sync.client import connect

from games.accounts.bots import bot_player
from games.accounts.models import Player
from games.table import refusals
from games.table.clock import now_ms
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order as TableOrder
from games.tournaments.models import Pairing, Round, Tournament
from games.tournaments.reading.export import export
from games.tournaments.refusals import Refused
from games.tournaments.writer import automation, entries, life, rounds
from games.tournaments.writer.orders import Order
from tests.faults.stage import Stage
from tests.live.waiting import wait_for
from tests.referee.check import check

CALM_S = 120.0  # how long recovery may take
ROUNDS = 3
WAR = {"game": "war", "options": "pace=auto", "rounds": ROUNDS}
TERMS = {"bots": True, "pace": "director", "call_s": 3, "hold_min": 0}


class Evening:
    """`away_s`: how long the database is away in the last round."""

    def __init__(self, stage: Stage, entrants: int, luck: random.Random, away_s: float) -> None:
        self.stage, self.luck, self.away_s = stage, luck, away_s
        self.faults: list[str] = []
        self.person, *self.directors = stage.people(3)
        direct = Permission.objects.get(codename="direct_tournament")
        for director in self.directors:
            director.is_staff = True
            director.save(update_fields=["is_staff"])
            director.user_permissions.add(direct)
        by = self.directors[0]
        self.pk = life.create(by=by, name="Faults", stages=[WAR], terms=TERMS).pk
        life.announce(Order(self.pk, by))
        life.open_entries(Order(self.pk, by))
        entries.enter(Order(self.pk, self.person), self.person)
        bots: list[Player] = []
        for _ in range(entrants - 1):
            bots.append(bot_player("sergeant", [bot.pk for bot in bots]))
            entries.enter(Order(self.pk, by), bots[-1])
        life.start(Order(self.pk, by))

    @property
    def row(self) -> Tournament:
        return Tournament.objects.get(pk=self.pk)

    def hold(self) -> list[str]:
        """Play it to the end.  What went wrong."""
        for number in range(1, ROUNDS + 1):
            self.draw(number, kill=number == 1)
            self.call(number, kill=number == 2)
            self.open(number, kill=number == 1)
            if number == ROUNDS:
                self.stage.take_database_away(self.away_s)
                say(f"the database was away for {self.away_s:g} s")
            self.play(number, kill=number == 1, twice=number == 2)
            self.until("the round is complete", partial(self.is_in, number, "complete"))
        self.until("the tournament is finished", lambda: self.row.state == "finished")
        return self.faults + self.judge()

    # A round -----------------------------------------------------------------------------

    def draw(self, number: int, *, kill: bool) -> None:
        """Both directors press the button at once."""
        revision = self.row.revision
        answers = at_once(
            partial(rounds.request_draw, Order(self.pk, by, revision=revision), number=number)
            for by in self.directors
        )
        self.expect("two directors draw", answers, ["", "STALE"])
        if kill:
            time.sleep(self.luck.uniform(0, 0.5))
            self.stage.restart("worker")
        called = ("published", "opening", "playing")
        self.until("the round is published", partial(self.is_in, number, *called))

    def call(self, number: int, *, kill: bool) -> None:
        """Call again: a player who comes back hears the same as before."""
        before = self.call_of_person()
        if kill:
            self.stage.restart("web")
            wait_for(self.stage.answers, CALM_S)
        self.expect("the call", self.call_of_person(), before)
        if not before.startswith(f"Round {number}, table "):
            self.faults.append(f"the call of round {number} is {before!r}")

    def call_of_person(self) -> str:
        address = self.stage.url.replace("http", "ws") + "/ws/me/"
        headers = {"Cookie": self.stage.cookie(self.person)}
        with connect(address, origin=self.stage.url, additional_headers=headers) as socket:
            socket.send('{"hello": {"calls": true}}')
            while "calls" not in (message := json.loads(socket.recv(CALM_S))):
                pass
            html = message["calls"]
        found = re.search(r"Round \d+, table \d+, seat \d+", html)
        return found[0] if found else html

    def open(self, number: int, *, kill: bool) -> None:
        """The worker is killed when some tables are open, if it is quick enough to catch it."""
        pairings = Pairing.objects.filter(round__number=number)
        if kill:
            self.until("tables open", lambda: Table.objects.exists())
            self.stage.restart("worker")
            print(f"         {pairings.exclude(status='planned').count()} tables were open")
        self.until("the round is played", partial(self.is_in, number, "playing"))
        for table in Table.objects.open().filter(seats__player=self.person):
            play.ready(TableOrder(table, self.person), entropy=bytes(16))

    def play(self, number: int, *, kill: bool, twice: bool) -> None:
        """All tables end within a moment."""
        for table in Table.objects.running().prefetch_related("seats__player"):
            loser = self.luck.choice(list(table.seats.all())).player
            with suppress(refusals.Refused):  # it may have ended by itself meanwhile
                play.resign(TableOrder(table, loser))
        if kill:
            self.stage.restart("worker")
        if twice:
            advance = partial(automation.advance, tournament=self.pk, now=now_ms())
            self.expect("results come again", at_once([advance] * 3), [""] * 3)

    # Judgement ---------------------------------------------------------------------------

    def is_in(self, number: int, *states: str) -> bool:
        return Round.objects.filter(number=number, state__in=states).exists()

    def until(self, what: str, condition: Callable[[], bool]) -> None:
        began = time.monotonic()
        wait_for(condition, CALM_S)
        say(f"{what} after {time.monotonic() - began:.1f} s")

    def expect(self, what: str, told: object, right: object) -> None:
        if told != right:
            self.faults.append(f"{what}: {told}, should be {right}")

    def judge(self) -> list[str]:
        """The referee finds nothing, and every pairing has had one table."""
        told = export(self.row, now_ms())
        games = Pairing.objects.annotate(tables=Count("games")).exclude(tables=1)
        doubles = [f"{pairing} has {pairing.tables} tables" for pairing in games]
        return [str(fault) for fault in check(json.dumps(told))] + doubles


def at_once(acts: Iterable[Callable[[], object]]) -> list[str]:
    """The results of these acts at the same moment, in order: the code of a refusal, or nothing."""
    wanted = list(acts)
    start = Barrier(len(wanted))

    def do(act: Callable[[], object]) -> str:
        start.wait()
        try:
            act()
        except Refused as refused:
            return refused.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(wanted)) as pool:
        return sorted(pool.map(do, wanted))


def say(words: str) -> None:
    print(time.strftime("%X"), words, flush=True)
