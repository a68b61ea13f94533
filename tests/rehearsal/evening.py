"""A tournament and its clock.  Time is an argument of the writer, so an evening takes seconds."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any

from django.contrib.auth.models import Permission
from django.db import transaction

from games.accounts.models import Player
from games.accounts.names import fold
from games.table.models import Table
from games.table.querysets import TableQuerySet
from games.table.writer import play
from games.table.writer.orders import Order as TableOrder
from games.tournaments.models import Entrant, Round, Stage, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer import automation, entries, life, rounds
from games.tournaments.writer.orders import Order
from games.work.tables import wishes

MINUTE_MS = 60_000
LONGEST_MS = 24 * 60 * MINUTE_MS  # of one game; its own limit comes before
STEP_MS = 10_000  # in an arena, where tables do not wait for each other
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
MOST_STEPS = 20_000  # of the clock
ENDED = ("finished", "cancelled")


class Stuck(Exception):
    """The tournament waits, and nothing will ever happen."""


def newcomer(number: int) -> Player:
    """A player of the rehearsal, or of one before."""
    name = f"Rehearsal {number}"
    about = {"name": name, "name_key": fold(name), "date_joined": LONG_AGO}
    player, _is_new = Player.objects.get_or_create(username=f"rehearsal:{number}", defaults=about)
    return player


def new_director(number: int) -> Player:
    director = newcomer(number)
    director.is_staff = True
    director.save(update_fields=["is_staff"])
    director.user_permissions.add(Permission.objects.get(codename="direct_tournament"))
    return director


class Evening:
    """Everybody comes to their tables, and the bots decide how they play."""

    def __init__(self, luck: Random, now: int) -> None:
        self.luck, self.now = luck, now
        self.director = new_director(0)
        self.players: list[Player] = []
        self.pk = 0

    @property
    def row(self) -> Tournament:
        return Tournament.objects.get(pk=self.pk)

    @property
    def stage(self) -> Stage | None:
        """The last one that has begun."""
        begun = Stage.objects.filter(tournament=self.pk).exclude(state=Stage.State.WAITING)
        return begun.order_by("number").last()

    @property
    def round(self) -> Round | None:
        """The last one that was drawn."""
        rounds = Round.objects.filter(stage=self.stage).exclude(state=Round.State.UNDONE)
        return rounds.order_by("number").last()

    @property
    def tables(self) -> TableQuerySet:
        own = Table.objects.filter(tournament_game__pairing__round__stage__tournament=self.pk)
        return own.order_by("pk")

    def entrant(self, player: Player) -> Entrant:
        return Entrant.objects.get(tournament=self.pk, player=player)

    # Before the start ----------------------------------------------------------------------

    def open(self, stages: Sequence[Mapping[str, Any]], **terms: Any) -> None:
        """Create the tournament and let players in."""
        director, now = self.director, self.now
        draft = life.create(by=director, name="Rehearsal", stages=stages, terms=terms, now=now)
        self.pk = draft.pk
        life.announce(Order(self.pk, director, now=now))
        life.open_entries(Order(self.pk, director, now=now))

    def enter(self) -> Player:
        """One more player, who sends random bytes or none."""
        entropy = self.luck.choice(("", self.luck.randbytes(16).hex()))
        with transaction.atomic():  # who is refused never was
            player = newcomer(len(self.players) + 1)
            entries.enter(Order(self.pk, player, now=self.now), player, entropy=entropy)
        self.players.append(player)
        return player

    def start(self) -> None:
        """With check-in if there is one."""
        now, director = self.now, self.director
        if self.row.terms["checkin_min"] is not None:
            life.open_checkin(Order(self.pk, director, now=now))
            for player in filter(self.arrives, self.players):
                entries.arrive(Order(self.pk, player, now=now), player)
        life.start(Order(self.pk, director, now=now))

    def arrives(self, player: Player) -> bool:
        """Does this player check in?"""
        return True

    # At the tables -------------------------------------------------------------------------

    def comes(self, player: int) -> bool:
        """Does this player come to the table of this round?"""
        return True

    def come(self) -> int:
        """Everybody who comes is ready; how many have come just now."""
        arrivals = 0
        for table in self.tables.open():
            for seat in table.seats.select_related("player").order_by("number"):
                if not seat.ready and self.comes(seat.player_id):
                    entropy = self.luck.randbytes(16)
                    play.ready(TableOrder(table, seat.player, now=self.now), entropy=entropy)
                    arrivals += 1
        return arrivals

    def is_played(self, table: int) -> bool:
        """Is this game played to its end now?"""
        return True

    def play(self) -> None:
        """Running games are played to their ends, and the clock moves on to the last of them.  In
        an arena they are played up to now."""
        running = list(self.tables.running().values_list("pk", flat=True))
        until = self.now if self.in_arena else self.now + LONGEST_MS
        for table in filter(self.is_played, running):
            play.play_out(table=table, decide=wishes, until=until)
        ended = self.tables.filter(pk__in=running).values_list("ended_at", flat=True)
        self.now = max([self.now, *(int(at.timestamp() * 1000) for at in ended if at)])

    # To the end ----------------------------------------------------------------------------

    @property
    def in_arena(self) -> bool:
        return self.stage is not None and self.stage.settings["format"] == "arena"

    def disturb(self) -> None:
        """Make something go wrong."""

    def run(self) -> Tournament:
        """To the end.  Raises Stuck."""
        players = {player.pk for player in self.players}
        for _ in range(MOST_STEPS):
            self.disturb()
            arrivals = self.come()
            self.play()
            due = automation.advance(tournament=self.pk, now=self.now, present=players)
            if self.row.state in ENDED:
                return self.row
            self.wait(due, bool(arrivals))
        raise Stuck(f"no end after {MOST_STEPS} steps")

    def wait(self, due: int | None, arrived: bool) -> None:
        """Until something happens.  Games that are not over yet are played first."""
        if self.in_arena and self.tables.running().exists():
            self.now += STEP_MS
        elif arrived or self.tables.running().exists():
            pass
        elif due is not None:
            self.now = max(self.now, due)
        else:
            self.decide()

    def order(self, reason: str = "") -> Order:
        """An order of the director."""
        return Order(self.pk, self.director, reason, now=self.now)

    def decide(self) -> None:
        """The tournament waits for its director, who draws, publishes, or ends it."""
        row = self.row
        if self.round and self.round.state == Round.State.DRAWN:
            rounds.publish(self.order())
        elif not row.question and row.state == "running":  # after an undo
            rounds.request_draw(self.order(), number=self.round.number + 1 if self.round else 1)
        elif not row.question:
            raise Stuck(f"{row.state}, and nothing is due")
        else:
            try:
                life.finish(self.order())
            except Refused:
                life.cancel(self.order("It cannot go on."))
