"""A room's picture of a table: grown from what was written here, or read, it is the same."""

import gc

import pytest

from games.live import projection
from games.table.signals import table_changed
from games.table.writer import play


@pytest.fixture
def written(no_reminders):
    """What is written in this process, in order."""
    heard = []

    def hear(*, written, **_):
        heard.append(written)

    table_changed.connect(hear)
    yield heard
    table_changed.disconnect(hear)


def play_on(table, players, moves):
    """So many turns; each lasts as long as it may."""
    for _ in range(moves):
        table.refresh_from_db()
        for player in players:
            view = projection.load(table.pk).view(1 + players.index(player))
            for act in view["asks"]["acts"][:1] if view["asks"] else ():
                play.act(table=table, player=player, name=act, args={}, now=table.due_ms - 1)
        table.refresh_from_db()
        play.tick(table=table, now=table.due_ms)


def told(sheet, viewer, since):
    return sheet.text(viewer, since, now=0, watchers=0)


def test_what_was_written_here_is_what_is_stored(dealt, written, alice, bob):
    written.clear()
    sheet = projection.load(dealt.pk)
    play_on(dealt, (alice, bob), 12)
    assert len(written) > 24
    for each in written:
        sheet = projection.grown(sheet, each)
    read = projection.load(dealt.pk)
    for viewer in (None, 1, 2):
        for since in (0, 5, read.table.shown - 1):
            assert told(sheet, viewer, since) == told(read, viewer, since)


@pytest.mark.parametrize("most", [4, 200])
def test_a_room_that_is_behind_reads_what_it_has_missed(dealt, alice, bob, monkeypatch, most):
    monkeypatch.setattr(projection, "TAIL", 20)
    monkeypatch.setattr(projection, "MOST", most)
    old = projection.load(dealt.pk)
    for turns in (1, 3, 9):
        play_on(dealt, (alice, bob), turns)
        late, anew = projection.load(dealt.pk, old), projection.load(dealt.pk)
        assert [move.number for move in late.moves] == [move.number for move in anew.moves]
        assert told(late, 1, 0) == told(anew, 1, 0)


def test_collections_have_little_to_walk(dealt, written, alice, bob):
    """Whatever stays is walked while nobody is answered: a kept move is one object, and no more."""
    written.clear()
    sheet = projection.load(dealt.pk)
    play_on(dealt, (alice, bob), 4)
    for each in written:
        sheet = projection.grown(sheet, each)
        assert all(not move._state.fields_cache for move in each.moves), "keeps its table"
        assert told(sheet, 1, sheet.table.shown - 1)
    for move in sheet.moves:
        walked = [one for one in gc.get_referents(move) if gc.is_tracked(one)]
        assert [one for one in walked if one is not type(move)] == []
    assert 1 <= len(sheet.heard) <= projection.HEARD + 2
