"""Games that ended long ago: one row instead of one for each move, and nothing else changes."""

from datetime import UTC, datetime, timedelta

import pytest

from games.accounts.models import Player
from games.table import moves
from games.table.models import Archive, Move, Table
from games.table.moves import archive_old, moves_of
from games.table.reading import ending, game_log, snapshot
from games.table.reading.verification import verify
from games.table.replay import stored
from games.table.writer import play
from games.table.writer.orders import Order
from games.work.tables import wishes
from tests.table.conftest import NOW

pytestmark = pytest.mark.sqlite
END = datetime.fromtimestamp(NOW / 1000, UTC) + timedelta(hours=3)
RULES = {"war": "cap=20;pace=auto", "ww3": "seats=3;cap=10", "ultimate": "seats=3;clock=600000"}


def played(game):
    """A game of bots."""
    levels = {"ultimate": ["greedy"] * 3}.get(game, ["general"] * (3 if game == "ww3" else 2))
    table = play.open_table(by=None, game=game, options=RULES[game], bots=levels, now=NOW)
    play.play_out(table=table, decide=wishes, until=NOW + 3_600_000)
    return Table.objects.get(pk=table.pk)


def told(code):
    """Everything that anybody can be told of a finished game."""
    ending.ending.cache_clear()
    table = Table.objects.get(code=code)
    checks = verify(table)
    assert checks.ok
    return [
        game_log.as_json(table),
        game_log.wsn(table),
        [line for _move, line in game_log.lines(table)],
        [game_log.seen(table, move, 1) for move in moves_of(table, 5)],
        stored.record(table),
        snapshot.load(table.pk).message(None, 0),
        ending.ending(code),
        checks,
    ]


@pytest.mark.parametrize("game", RULES)
def test_an_archived_game_is_told_as_before(db, game):
    table = played(game)
    before = told(table.code)
    assert archive_old(at=END) == 0  # somebody may still ask a command again
    assert archive_old(at=END + timedelta(days=1)) == 1
    assert archive_old(at=END + timedelta(days=1)) == 0
    assert not Move.objects.filter(table=table).exists()
    assert told(table.code) == before


def test_a_rematch_long_after_the_end_is_added_to_the_log(db):
    table, player = played("war"), Player.objects.create_user("alice", name="Alice")
    table.seats.filter(number=1).update(player=player, bot=False)
    archive_old(at=END + timedelta(days=1))
    play.rematch(Order(table, player))
    found = Table.objects.get(pk=table.pk)
    assert [move.number for move in moves.moves_of(found)] == [*range(1, found.version + 1)]
    assert moves.moves_of(found, found.version - 1)[0].act == "rematch"
    assert verify(found).ok and len(snapshot.load(table.pk).moves) > 1


def test_games_are_archived_in_portions_the_oldest_first(db, monkeypatch):
    tables = [played("war") for _ in range(3)]
    for day, table in enumerate(tables):
        Table.objects.filter(pk=table.pk).update(ended_at=END - timedelta(days=2 + day))
    monkeypatch.setattr(moves, "PORTION", 2)
    assert [archive_old(at=END) for _ in range(3)] == [2, 1, 0]
    assert list(Archive.objects.order_by("table").values_list("table", flat=True)) == [
        table.pk for table in tables
    ]


def test_a_running_game_keeps_its_rows(db):
    table = play.open_table(
        by=None, game="war", options=RULES["war"], bots=["general"] * 2, now=NOW
    )
    assert archive_old(at=END + timedelta(days=9)) == 0
    assert Move.objects.filter(table=table).exists()
