"""An evening of a tournament: the director, the players, and how they play."""

import json
from fractions import Fraction

import pytest

from games.accounts.models import Player
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order as TableOrder
from games.tournaments.log import Act
from games.tournaments.models import Contender, Round, Tournament
from games.tournaments.reading.export import export
from games.tournaments.refusals import Refused
from games.tournaments.scoring import record
from games.tournaments.scoring.record import Kind, Unpaired
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order
from games.work.tables import wishes
from tests.tournaments.conftest import NOW, WAR

CALL, GRACE, BREAK = 60_000, 120_000, 60_000
ENTROPY = bytes(16)
ARENA = WAR | {"format": "arena", "minutes": 5, "last_start": 4, "rounds": None}


def open_for_entries(director: Player) -> Tournament:
    """A tournament that anybody may enter."""
    terms = {"most_entrants": 16, "starts": NOW, "checkin_min": 15, "opens": NOW - 3_600_000}
    made = life.create(by=director, name="Club night", terms=terms, stages=[WAR], now=NOW)
    life.announce(Order(made.code, director, now=NOW))
    return life.open_entries(Order(made.code, director, now=NOW))


class Evening:
    """A running tournament and its clock; entrants come to their tables unless they are `away`."""

    def __init__(self, director, stages, players, circle=None, **terms):
        self.now, self.players = NOW, players
        given = {"name": "Evening", "terms": terms, "stages": stages, "circle": circle}
        draft = life.create(by=director, **given, now=NOW)
        self.code, self.pk = draft.code, draft.pk
        life.announce(Order(self.code, director, now=NOW))
        life.open_entries(Order(self.code, director, now=NOW))
        for player in players:
            entries.enter(Order(self.code, player, now=NOW), player)
        life.start(Order(self.code, director, now=NOW))
        self.away = set()

    @property
    def row(self):
        return Tournament.objects.get(pk=self.pk)

    def advance(self):
        """Do what is due, and go to the next moment at which something is; False if nothing is."""
        due = automation.advance(tournament=self.pk, now=self.now)
        self.now = max(self.now, due or 0)
        return due is not None

    def come(self):
        """Everybody who comes says so at an open table."""
        for table in Table.objects.open():
            for seat in table.seats.select_related("player").order_by("number"):
                if not seat.ready and seat.player_id not in self.away:
                    play.ready(TableOrder(table, seat.player, now=self.now), entropy=ENTROPY)

    def play(self):
        """All running games are played to their ends."""
        for table in Table.objects.running().order_by("pk"):
            play.play_out(table=table, decide=wishes, until=self.now + 3_600_000)
            ended = Table.objects.get(pk=table.pk)
            assert ended.status == "finished"

    def run(self):
        """To the end, or until nothing goes on."""
        for _ in range(200):
            self.come()
            self.play()
            if not self.advance() and not Table.objects.running().exists():
                return self.row
        raise AssertionError("it never ends")


def until(evening, number, state="complete"):
    """Play on until this round is in this state."""
    rounds = Round.objects.filter(stage__tournament=evening.pk, number=number)
    while not rounds.filter(state=state).exists():
        evening.come()
        evening.play()
        assert evening.advance()


def refuses(code, function, *order, **arguments):
    before = Act.objects.count()
    with pytest.raises(Refused) as refused:
        function(*order, **arguments)
    assert refused.value.code == code and Act.objects.count() == before


def exported(evening):
    """The export as it travels."""
    return json.loads(json.dumps(export(Tournament.objects.get(pk=evening.pk), NOW)))


def read_round(told):
    """A round of the export as scoring takes it."""
    tables = tuple(
        record.Table(
            tuple(p["seats"]),
            tuple(p["places"]),
            tuple(
                record.Game(tuple(g["seats"]), tuple(g["places"]), tuple(g["counts"]))
                for g in p["games"]
                if g["status"] == "counted"
            ),
            Kind(p["status"]) if p["status"] in ("void", "annulled") else Kind.PLAYED,
        )
        for p in told["pairings"]
    )
    rest = tuple(
        Unpaired(u["entrant"], Kind(u["kind"]), Fraction(u["points"])) for u in told["unpaired"]
    )
    return record.Round(tables, rest)


class Arena(Evening):
    """Everybody is on the page, unless they are `away`."""

    def advance(self):
        here = {player.pk for player in self.players} - self.away
        due = automation.advance(tournament=self.pk, now=self.now, present=here)
        self.now = max(self.now, due or 0)
        return due is not None

    def until(self, at):
        """Play on until this moment."""
        while self.now < at:
            self.come()
            self.play()
            assert self.advance()
        return self.row

    @property
    def stage(self):
        return self.row.stages.get()

    def of(self, player):
        return Contender.objects.get(entrant__player=player)


def refused(code, function, *order, **arguments):
    """It is refused with this code, and the tournament is as it was."""
    before = list(Tournament.objects.values())
    with pytest.raises(Refused) as caught:
        function(*order, **arguments)
    assert caught.value.code == code
    assert list(Tournament.objects.values()) == before
    return caught.value


def go_to(evening, number, state):
    """Play until this round is in this state; one that is playing has cards on its tables."""
    for _ in range(100):
        one = Round.objects.exclude(state="undone").filter(number=number).first()
        dealt = state != "playing" or Table.objects.running().exists()
        if one is not None and one.state == state and dealt:
            return one
        evening.come()
        if one is None or state != "playing":
            evening.play()
        evening.advance()
    raise AssertionError("it does not come to this")
