"""Many plausible finished games for benchmarks: a pool of real ones, played with the rules, and
copies of them with other codes, players and dates."""

import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from games.accounts.models import Player
from games.accounts.names import fold
from games.rules import fairness
from games.rules.catalogue import rules_of
from games.rules.events import Event
from games.rules.game import Game
from games.rules.game import Options as GameOptions
from games.table.models import LENGTHS, Move, Seat, Status, Table, new_code
from games.table.writer.ledger import grow_shares
from games.table.writer.opening import preset_of
from tests.development import copies

REASON = "made by fill_history"
CAPS = (20, 40, 100, 250, 600)
BATCH = 100_000


class Made(NamedTuple):
    """A finished game that is not stored: its row, its moves, and the places."""

    table: Table
    moves: list[Move]
    places: tuple[int, ...]
    winners: tuple[int, ...]


def invent(game: str, options: str, seats: Sequence[Seat], *, luck: random.Random) -> Made:
    """Play a whole game by its timers, as if nobody ever pressed a key."""
    rules, o = rules_of(game, options)
    secret = luck.randbytes(32)
    table = Table(
        code=new_code(),
        game=game,
        options=options,
        preset=preset_of(rules, options),
        players=o.players,
        rules_version=rules.rules_version,
        secret=secret,
        commitment=fairness.commitment(secret),
        status=Status.FINISHED,
        reason=REASON,
        version=1,
    )
    key = fairness.key(secret, table.code, [bytes(seat.entropy) for seat in seats])
    table.deal = rules.deal_text(rules.deal(o, fairness.shuffle(key, rules.pack(o))))
    return play_out(table, rules, o, key)


def play_out(table: Table, rules: Game, o: GameOptions, key: bytes) -> Made:
    state = rules.from_deal_text(o, table.deal)
    moves, at = [Move(number=1, act="deal")], 0
    while (result := rules.result(state, o)) is None:
        standing = rules.standing(state, o)
        if standing["number"] != table.length or not table.front:
            table.front = grow_shares(table.front, standing["number"], standing["counts"])
        table.length = standing["number"]
        tape: list[Event] = []
        at, table.version = rules.deadline(state, o), table.version + 1
        rules.set_word(state, fairness.word(key, table.version))
        rules.fire(state, o, tape)
        events = [event.to_dict() for event in tape]
        moves.append(Move(number=table.version, act="timer", at_ms=at, events=events))
    standing = rules.standing(state, o)
    table.length, table.wars, table.counts = (standing[k] for k in ("number", "wars", "counts"))
    table.front = [*table.front, table.counts]
    table.end, table.result, table.state = result.end, result.text, state.to_bytes()
    table.size = next(name for name, top in LENGTHS.items() if table.length <= top)
    return Made(table, moves, result.places, result.winners)


def pool(size: int, *, luck: random.Random) -> Iterator[tuple[Made, list[Seat]]]:
    """Games of every preset and several lengths, with the seats they were dealt for."""
    rules, _ = rules_of("war", "")
    presets = [preset.options for preset in rules.presets if not preset.length]
    for index in range(size):
        options = ";".join(
            filter(None, [presets[index % len(presets)], f"cap={luck.choice(CAPS)}"])
        )
        options = rules.canonical(rules.options(options))
        seats = [
            Seat(number=number, ready=True, entropy=luck.randbytes(16))
            for number in range(1, rules.options(options).players + 1)
        ]
        yield invent("war", options, seats, luck=luck), seats


def store(made: Made, seats: Sequence[Seat], players: Sequence[Player], ended: datetime) -> Table:
    """Store a game of the pool, with seats and moves."""
    table = made.table
    table.opened_by, table.ended_at = players[0], ended
    table.moved_ms = int(ended.timestamp() * 1000)
    table.started_ms = table.moved_ms - made.moves[-1].at_ms
    table.save()
    for seat, place, player in zip(seats, made.places, players, strict=False):
        seat.table, seat.player, seat.bot = table, player, player.is_bot
        seat.place, seat.won, seat.ended_at = place, seat.number in made.winners, ended
    for move in made.moves:
        move.table = table
    Seat.objects.bulk_create(seats)
    Move.objects.bulk_create(made.moves)
    return table


def crowd(size: int) -> list[Player]:
    """People without a login, to sit at the tables; created once."""
    names = [f"Filler {number}" for number in range(1, size + 1)]
    rows = [
        Player(username=f"filler:{n}", name=n, name_key=fold(n), is_active=False) for n in names
    ]
    for row in rows:
        row.set_unusable_password()
    Player.objects.bulk_create(rows, ignore_conflicts=True)
    return list(Player.objects.filter(username__startswith="filler:").order_by("id")[:size])


def fill(
    games: int, *, first: Player, others: Sequence[Player], distinct: int, seed: int
) -> Iterator[int]:
    """Store this many games, oldest first; `first` has seat 1 in all of them.  Yields the total
    after each batch.  Games of the pool have moves, copies do not."""
    luck = random.Random(seed)
    begin, span = timezone.now() - timedelta(days=3 * 365), timedelta(days=3 * 365)
    stored = [
        store(made, seats, [first, *luck.sample(others, 2)], begin)
        for made, seats in pool(min(distinct, games), luck=luck)
    ]
    yield len(stored)
    step_s = span.total_seconds() / games
    for start in range(len(stored), games, BATCH):
        count = min(BATCH, games - start)
        copies.insert(
            [table.pk for table in stored],
            [player.pk for player in others],
            begin + timedelta(seconds=start * step_s),
            step_s,
            count,
        )
        yield start + count
