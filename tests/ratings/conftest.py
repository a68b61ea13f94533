"""Accounts, a real rated game, and many finished tables at once."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from games.accounts.models import Player
from games.table.models import Move, Seat, Table
from games.table.writer import play
from games.table.writer.orders import Order
from games.work.tables import wishes
from tests.pages.stored import confirm_addresses

NOW = 1_800_000_000_000
START = datetime(2027, 1, 15, tzinfo=UTC)
RATED, AMONG_BOTS = {"rated": True}, {"among_bots": True}


@pytest.fixture
def accounts(db):
    players = [Player.objects.create_user(f"rated {n}") for n in range(1, 13)]
    confirm_addresses(*players)
    return players


def open_rated(players, *, options="cap=10", now=NOW, **more):
    """A rated table of World War III with its players, who are ready."""
    options = f"{options};seats={len(players)}"
    table = play.open_table(by=players[0], game="ww3", options=options, rated=True, now=now, **more)
    for player in players[1:]:
        play.sit(Order(table, player, now=now))
    for player in players:
        play.ready(Order(table, player, now=now), entropy=bytes(16))
    table.refresh_from_db()
    return table


def finish(table):
    play.play_out(table=table, decide=wishes, until=NOW + 3_600_000)
    table.refresh_from_db()
    return table


def finished_tables(
    players, number, seed=1, every=timedelta(hours=7), start=START, until=None, kind=RATED, **more
):
    """Finished rated tables of two to six of these players, from `start` or until then."""
    start = start if until is None else until - number * every
    rules = {"game": "ww3", "preset": "standard"} | more
    luck = random.Random(seed)
    tables, seats, moves = [], [], []
    for n in range(number):
        size = luck.randint(2, min(6, len(players)))
        tables.append(
            Table(
                players=size, status="finished", ended_at=start + n * every,
                secret=b"", commitment="", **rules, **kind,
            )
        )  # fmt: skip
        for seat, player in enumerate(luck.sample(players, size), 1):
            place = luck.randint(1, size)
            seats.append(
                Seat(
                    table=tables[-1], number=seat, player=player, place=place,
                    ended_at=tables[-1].ended_at,
                )
            )  # fmt: skip
            moves.append(Move(table=tables[-1], number=seat, seat=seat, act="flip", player=player))
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(seats)
    Move.objects.bulk_create(moves)
    return tables
