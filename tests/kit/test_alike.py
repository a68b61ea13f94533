"""A program plays the same game under the referee and at a table of the site.

Here the site's own writer, snapshots and bots play, with its clock as an argument.  The referee's
game gets the key of the table's; from there on every message and every event must be the same."""

import json
from contextlib import suppress
from random import Random
from time import monotonic

import pytest

from games.accounts.bots import make_owned
from games.accounts.models import Player
from games.kit.command import rules_of
from games.kit.dialogue import Dialogue
from games.kit.match import Match
from games.kit.program import Program
from games.rules.bots import FAST_MS
from games.rules.catalogue import find
from games.rules.game import BadAct
from games.table.models import Table
from games.table.moves import moves_of
from games.table.reading.snapshot import load
from games.table.refusals import Refused
from games.table.replay.rebuild import key_of
from games.table.writer import opening, play
from games.table.writer.orders import Order
from games.work import tables
from tests.kit.programs import EXAMPLES, LEVELS, PLAYER, QUICK
from tests.live.described import fits

pytestmark = pytest.mark.django_db
NOW = 1_700_000_000_000
EXAMPLE = f"{EXAMPLES['bot.py']} --games 1000"
OWN = f"{PLAYER} 'quick hand'"


class Heard(Program):
    """A program, and all that it was told about games."""

    def __init__(self, command):
        super().__init__(command, 60)
        self.told = []

    def send(self, *messages):
        for message in messages:
            fits(message)
        self.told += [message for message in messages if "view" in message or "code" in message]
        super().send(*messages)


class Site:
    """A table of the site in simulated time, with the program in a seat."""

    def __init__(self, table, player, program):
        self.table, self.player, self.program = table, player, program
        self.now, self.told, self.refused = NOW, (-1, 0), set()
        self.seat = table.seats.get(player=player).number
        self.snapshot = load(table.pk)

    def play(self):
        while self.table.status == "running":
            self.ask()
            if self.table.status == "running":
                self.step()
        self.tell()
        self.program.send({"bye": "OVER", "since": self.table.shown})

    def read(self):
        """The table after something was written, as a room of the site reads it."""
        self.snapshot = load(self.table.pk, self.snapshot)
        self.table = self.snapshot.table
        return self.table

    def tell(self):
        """Whether there is something new to tell."""
        told = self.table.shown, self.snapshot.answered(self.seat)
        if told == self.told:
            return False
        since, self.told = max(0, self.told[0]), told
        self.program.send(
            json.loads(self.snapshot.text(self.seat, since, "en", now=self.now, watchers=0))
        )
        return True

    def ask(self):
        if not self.tell():
            return
        self.program.send({"beat": {"v": self.told[0], "watchers": 0, "probe": "0123456789abcdef"}})
        while "probe" not in (said := self.program.read(monotonic() + 60)):
            self.program.send(self.answer(**said))

    def answer(self, id, act, **args):
        """Do what the program wants as long after it saw the state as the referee does."""
        if act == "ready":
            return {"ack": id, "v": self.told[0]}
        with suppress(BadAct):  # which takes no time
            find(self.table.game).read_act(act, args)
            self.advance(args)
        try:
            play.act(Order(self.table, self.player, now=self.now), name=act, args=args)
        except Refused as refused:
            return {"reject": id, "code": refused.code, "text": "", "v": self.read().shown}
        return {"ack": id, "v": self.read().shown}

    def advance(self, args):
        """Do everything that is due before the act."""
        at = self.now + FAST_MS
        if "rt" in args:
            view = self.snapshot.view(self.seat)
            at = max(at, self.table.epoch_ms(view["reveal"]["show_at"]) + args["rt"])
        while self.next_ms(at) <= at and self.table.status == "running":
            self.step()
        self.now = max(self.now, at)

    def wish(self):
        """The next act of a bot, as the live worker plans it."""
        wishes = tables.plans_of(self.table.pk) or ()
        left = (one for one in wishes if (one.command, self.table.version) not in self.refused)
        return next(left, None)

    def next_ms(self, at):
        """When the next thing is due; bots let the program go first at the same moment."""
        wish, due = self.wish(), self.table.due_ms
        if wish is not None and max(self.now, wish.due_ms) < min(due, at):
            return max(self.now, wish.due_ms)
        return due

    def step(self):
        wish, due = self.wish(), self.table.due_ms
        if wish is None or max(self.now, wish.due_ms) >= due:
            self.now = max(self.now, due)
            play.tick(table=self.table, now=self.now)
            self.read()
            return
        self.now, version = max(self.now, wish.due_ms), self.table.version
        order = Order(self.table, wish.seat.player, wish.command, now=self.now)
        with suppress(Refused):
            play.act(order, name=wish.decision.act, args=wish.decision.args, by_bot=True)
        if self.read().version == version:
            self.refused.add((wish.command, version))


@pytest.fixture
def robo(settings, monkeypatch):
    settings.LIMITS = False
    monkeypatch.setattr(opening, "now_ms", lambda: NOW)
    return make_owned(owner=Player.objects.create_user("alice", name="Alice"), name="Robo")


def opened(robo, game, options, levels):
    table = play.open_table(by=robo, game=game, options=options, bots=levels, fast=True, now=NOW)
    play.mark_back(Order(table, robo, now=NOW))
    play.ready(Order(table, robo, now=NOW), entropy=bytes(16))
    return Table.objects.get(pk=table.pk)


def compared(robo, game, options, level, programs):
    """Play a game on both sides, and compare everything."""
    at_site, here = programs
    rules = rules_of(game, "", options)
    levels = [level] * (rules.o.players - 1)
    table = opened(robo, game, options, levels)
    seats = list(table.seats.select_related("player").order_by("number"))
    start, site = table.version - rules.game.races(rules.o), Site(table, robo, at_site)
    match = Match(
        rules,
        key=key_of(table, seats),
        luck=tables.seed_of(table),
        seat=site.seat - 1,
        levels={seat.number - 1: level for seat in seats if seat.bot},
        version=start,
    )
    assert match.deal == table.deal
    site.play()
    names = [seat.player.name for seat in seats]
    dialogue = Dialogue(here, match, names, table.code, Random(1))
    dialogue.play()
    assert not dialogue.conduct.failures
    for theirs, ours in zip(at_site.told, here.told, strict=True):
        assert essence(theirs, start) == essence(ours, start)
    kept = [move for move in moves_of(table, since=start) if not (move.sealed or move.refused)]
    stored = [(move.at_ms, move.events) for move in kept]
    assert stored == [(move.at, [e.to_dict() for e in move.events]) for move in match.moves]
    at_site.told.clear()
    here.told.clear()


def essence(message, start):
    """A message without names of the site, and without what was before the deal."""
    if "table" not in message:
        return message.get("code", "")
    seats = [(seat["place"], seat["won"], seat["you"]) for seat in message["table"]["seats"]]
    facts = {key: message["table"][key] for key in ("status", "end", "result", "players", "game")}
    lines = [line for line in message["lines"] if line["n"] > start]
    kept = {key: message[key] for key in ("now", "v", "from", "view", "events")}
    words = message["words"]["view"]
    keys = sorted(message["table"]), sorted(message["table"]["seats"][0]), sorted(message)
    return kept, lines, words, facts, seats, keys


def both(command):
    return Heard(command), Heard(command)


def end(programs):
    for program in programs:
        program.stop(0)


@pytest.mark.parametrize(
    "game, command",
    [
        pytest.param(game, command, id=f"{game}-{name}", marks=[pytest.mark.outer] * is_long)
        for game in QUICK
        for name, command in (("own", OWN), ("example", EXAMPLE))
        for is_long in [game == "ultimate" or name == "example"]
    ],
)
def test_a_game_is_the_same_under_the_referee_and_at_the_site(robo, game, command):
    programs = both(command)
    try:
        compared(robo, game, QUICK[game], LEVELS[game], programs)
    finally:
        end(programs)


@pytest.mark.outer
@pytest.mark.timeout(3600)
def test_two_hundred_games_of_an_example_bot_are_the_same(robo):
    programs, levels = both(EXAMPLE), ("recruit", "sergeant", "general")
    try:
        for number in range(200):
            compared(robo, "ww3", f"cap={10 + number % 30}", levels[number % 3], programs)
    finally:
        end(programs)
