"""Pairs of games that differ only in what a viewer may not know: how they are played, stored and
viewed.  What may be known is written down by hand for every game, in its own module."""

import copy
import json
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import cycle
from typing import Any, ClassVar, NamedTuple, Self
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client as Browser

from games.accounts.models import Player
from games.live import rooms
from games.rules import fairness
from games.rules import game as rules
from games.rules.cards import Pile
from games.table.models import Move, Seat, Status, Table
from games.table.reading.packed_moves import tail
from games.table.reading.snapshot import Snapshot
from tests.depth import FIRST_SEED
from tests.live.client import Client, Lines, Message, Stream, bearer, token_of
from tests.live.waiting import wait_for

START_MS = 1_700_000_000_000
NEVER_MS = 2**40
SCOPES = ("me:read", "tables:read", "tables:play", "lab:run")
CARD = re.compile("[2-9TJQKA][cdhsCDHS]|X[1-8]")
COLUMNS = ("number", "act", "seat", "args", "events", "sealed", "at_ms")


class Game(ABC):
    """A game played in memory with random but possible acts, and its log."""

    rules: ClassVar[rules.Game]

    def __init__(self, options: str, luck: random.Random) -> None:
        self.luck = luck
        self.o = self.rules.options(options)
        deck = fairness.shuffle(luck.randbytes(32), self.rules.pack(self.o))
        self.state: Any = self.rules.deal(self.o, deck)
        self.deal = self.rules.deal_text(self.state)
        self.moves: list[Move] = []
        self.before: list[Move] = []  # at the table that this one goes on from
        self.now = 0

    @abstractmethod
    def step(self) -> None:
        """Do an act of a seat, or the next timer."""

    @abstractmethod
    def twin(self, viewer: int | None) -> Self:
        """The same game to this viewer (a seat from 1, or None)."""

    @property
    def is_over(self) -> bool:
        return self.rules.result(self.state, self.o) is not None

    @property
    def due(self) -> int:
        return self.rules.deadline(self.state, self.o)

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.rules.view(self.state, self.o, seat)

    def pass_time(self, least: int, most: int) -> None:
        """Advance by some ms, but not past the next timer."""
        due = self.due
        latest = due - 1 if due >= 0 else NEVER_MS
        self.now = min(self.now + self.luck.randrange(least, most), latest)

    def log(self, act: str, seat: int, tape: list, args: dict[str, Any], **more: Any) -> None:
        events = [event.to_dict() for event in tape]
        told = {"act": act, "seat": seat, "args": args, "at_ms": self.now, "events": events}
        self.moves.append(Move(number=len(self.moves) + 1, **told, **more))

    def do(self, seat: int, name: str, args: dict[str, Any]) -> bool:
        """Do the act, if it is allowed; a sealed one stays sealed as long as it has no effect."""
        act = self.rules.read_move(name, args)
        sealed = self.rules.sealed(self.state, self.o, act)
        tape: list = []
        if self.rules.apply(self.state, self.o, self.now, seat, act, tape):
            return False
        still = sealed and not tape and self.rules.sealed(self.state, self.o, act)
        self.log(name, seat + 1, tape, args, sealed=still)
        return True

    def fire(self) -> None:
        """Fire the next timer, if there is one."""
        if self.due >= 0:
            self.now = self.due
            tape: list = []
            self.rules.fire(self.state, self.o, tape)
            self.log("timer", 0, tape, {})

    def copied(self) -> Self:
        """A copy with its own state; deal and log are shared until they are replaced."""
        made = copy.copy(self)
        made.state = type(self.state).from_bytes(self.state.to_bytes())
        return made

    def branched(self) -> Self:
        """The same game, whose first half was played at another table."""
        public = [i for i, move in enumerate(self.moves) if not move.sealed]
        middle = public[len(public) // 2] if public else len(self.moves)
        made = self.copied()
        made.before, made.moves = self.moves[:middle], []
        made.log("deal", 0, [], {"code": "ORIGIN22", "place": "3"})
        for number, move in enumerate(self.moves[middle:], 2):
            made.moves.append(copy.copy(move))
            made.moves[-1].number = number
        return made

    def another_deal(self) -> str:
        """The text of a deal in which every card may be another one."""
        cards = CARD.findall(self.deal)
        others = iter(self.luck.sample(cards, len(cards)))
        return CARD.sub(lambda _: next(others), self.deal)

    def row(self, secret: bytes) -> dict[str, Any]:
        """What the row of its table holds."""
        return {
            "options": self.rules.canonical(self.o),
            "status": Status.RUNNING,
            "state": self.state.to_bytes(),
            "version": len(self.moves),
            "sealed": sum(move.sealed for move in self.moves),
            "secret": secret,
            "deal": self.deal,
            "branch_at": "3" if self.before else "",
        }

    def snapshot(self, secret: bytes) -> Snapshot:
        """The snapshot a web process would have of this game."""
        many = self.o.players
        named = {"pk": 1, "code": "TWINTWIN", "game": self.rules.key, "players": many}
        table = Table(started_ms=START_MS, commitment="the same", **named, **self.row(secret))
        numbers = range(1, many + 1)
        players = {i: Player(pk=i, username=f"p{i}", name=f"Player {i}") for i in numbers}
        seats = tuple(
            Seat(table=table, number=i, player_id=i, ready=True, entropy=secret[:16])
            for i in numbers
        )
        return Snapshot(table, seats, tail(self.moves), players, None)


class Walk(NamedTuple):
    """How games are played to random moments: how often each is viewed, after how many steps."""

    kind: type[Game]
    options: Sequence[str]
    seed: int
    looks: int = 4
    steps: int = 60

    def take(self, count: int) -> Iterator[tuple[Game, int | None]]:
        """This many games, played with all these options, with a viewer each."""
        luck = random.Random(self.seed + FIRST_SEED)
        made = 0
        while made < count:
            game = self.kind(self.options[made % len(self.options)], luck)
            for _ in range(self.looks):
                for _ in range(luck.randrange(1, self.steps)):
                    if not game.is_over:
                        game.step()
                if game.is_over:
                    break
                yield game, luck.choice([None, *range(1, game.o.players + 1)])
                made += 1


# What a viewer receives -----------------------------------------------------------------------


def texts(snapshot: Snapshot, viewer: int | None) -> list[str]:
    """From the beginning, and to one who knows all but the last moves."""
    since = [0, max(0, snapshot.table.shown - 7)]
    return [snapshot.text(viewer, n, "en", now=START_MS + 10_000, watchers=3) for n in since]


def pair(
    game: Game, twin: Game, viewer: int | None, status: str = Status.RUNNING
) -> list[list[str]]:
    """What the viewer receives of a game, and of its twin."""
    told = []
    for one, secret in ((game, b"1" * 32), (twin, b"2" * 32)):
        snapshot = one.snapshot(secret)
        snapshot.table.status = status
        told.append(texts(snapshot, viewer))
    return told


def store(table: Table, game: Game) -> None:
    """Write a game into the rows of a table; if that goes on from another one, which is over, its
    first half there."""
    row = game.row(game.luck.randbytes(32))
    if table.branch_of is not None:
        game = game.branched()
        write(table.branch_of, game.before, **row | {"status": Status.FINISHED})
        row = game.row(game.luck.randbytes(32))
    write(table, game.moves, **row)
    table.seats.update(entropy=game.luck.randbytes(16), ready=True, away_ms=None)


def write(table: Table, moves: Sequence[Move], **row: Any) -> None:
    Move.objects.filter(table=table).delete()
    rows = [Move(table=table, **{f: getattr(m, f) for f in COLUMNS}) for m in moves]
    Move.objects.bulk_create(rows)
    Table.objects.filter(pk=table.pk).update(started_ms=2**41, due_ms=None, **row)


def normal(text: str) -> str:
    """Without what differs between any two responses: time, watchers and form tokens."""
    text = re.sub(r'(now|watchers)(&quot;|"): ?-?\d+', r"\1", text)
    return re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", text)


def pages(table: Table, player: Player | None) -> list[str]:
    browser = Browser()
    if player:
        browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    code = table.code
    addresses = [f"/t/{code}/", f"/g/{code}/", f"/g/{code}.wsn", f"/g/{code}.json", "/", "/watch/"]
    addresses += [f"/g/{code}/frames.json", f"/g/{code}/verify/", f"/api/v1/tables/{code}"]
    addresses += ["/api/v1/tables", f"/api/v1/games/{code}", f"/t/{code}/aloud/"]
    answers = [browser.get(address) for address in addresses]
    assert answers[0].status_code == 200
    return [answered(answer) for answer in answers]


def questions(table: Table, player: Player | None, token: str) -> list[str]:
    """What is answered to who asks for places or chances of a game that runs, or plays on from
    there: nothing."""
    browser, program = Browser(), Browser(headers=bearer(token))
    if player:
        browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    code = table.code
    chances, place = f"/api/v1/games/{code}/chances", f"/g/{code}/at/3/"
    answers = [
        *(browser.get(place, {"view": view}) for view in ("all", "1", "watcher")),
        *(browser.post(place, {"do": do, "level": "recruit"}) for do in ("run", "table")),
        browser.post(f"/g/{code}/chances/"),
        *(program.get(address, {"view": "1"}) for address in (chances, f"{chances}.csv")),
        program.post(chances, {"view": "1"}, "application/json"),
        program.get(f"/api/v1/games/{code}.wsn"),
    ]
    assert {answer.status_code for answer in answers} == {404}
    with pytest.raises(CommandError, match="There is no finished game"):
        call_command("chances", code)
    return [answered(answer) for answer in answers]


def answered(answer: Any) -> str:
    return f"{answer.status_code} {normal(answer.content.decode())}"


def truths(base: str, table: Table, token: str) -> list[Message]:
    """What a program is told by a socket and by a stream."""
    with Client(base, table.code, token=token) as c:
        told = c.hello()
    with closing(Stream(urlsplit(base).netloc, table.code, token)) as stream:
        return [told, stream.next()]


def personal(base: str, token: str) -> Message:
    """What a program is told about its player."""
    with closing(Lines(urlsplit(base).netloc, "me/stream", token)) as stream:
        return stream.next("me")


def answers(table: Table, token: str) -> list[str]:
    """What a program is answered when it asks what its seat sees, and does what it may not."""
    address, program = f"/api/v1/tables/{table.code}", Browser(headers=bearer(token))
    told = [normal(program.get(address, {"as": "me"}).content.decode())]
    for act in ({"act": "dance"}, {"act": "sit"}, {"act": "offer", "what": "money"}):
        body = {"id": str(uuid4()), **act}
        answer = program.post(f"{address}/commands", body, "application/json")
        told.append(answered(answer).replace(body["id"], ""))
    return told


def over_all_doors(
    base: str,
    tables: Sequence[Table],
    seated: Mapping[int | None, Player | None],
    pairs: Iterator,
) -> int:
    """Compare games and twins over sockets, pages and API, at these tables in turn; returns the
    number of pairs."""
    compared = 0
    stranger = Player.objects.create_user("stranger", name="Stranger")
    tokens = {player: token_of(player or stranger, *SCOPES) for player in seated.values()}
    for table, (game, viewer) in zip(cycle(tables), pairs, strict=False):
        player = seated[viewer]
        seen = []
        for one in (game, game.twin(viewer)):
            store(table, one)
            seen.append(shown(base, table, player, tokens[player]))
        differing = [pair for pair in zip(*seen, strict=True) if pair[0] != pair[1]]
        assert not differing, differing
        compared += 1
    return compared


def shown(base: str, table: Table, player: Player | None, token: str) -> list[str]:
    """What is seen of a table over all doors."""
    with Client(base, table.code, player) as c:
        first = c.hello()
    others = truths(base, table, token)
    wait_for(lambda: not rooms.is_open(table.pk))
    assert {json.dumps(truth["view"]) for truth in others} == {json.dumps(first["view"])}
    told = [normal(json.dumps(truth)) for truth in (first, *others, personal(base, token))]
    told += [*pages(table, player), *answers(table, token)]
    return told + questions(table, player, token)


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """With these cards replaced, at any depth."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    if isinstance(value, dict):
        return {key: renamed(one, names) for key, one in value.items()}
    return value


def exchange_in(pile: Pile, other: Mapping[int, int]) -> None:
    """Replace cards of a pile by others."""
    for i in range(pile.size):
        place = (pile.top + i) & 63
        pile.cards[place] = other.get(pile.cards[place], pile.cards[place])
