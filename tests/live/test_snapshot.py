"""A room's snapshot is the same whether it is extended by writes in this process or read."""

import gc
import json

import pytest

from games.live.protocol import language_of
from games.rules.words import worded
from games.table.reading import packed_moves
from games.table.reading import snapshot as module
from games.table.reading.snapshot import extended, load
from games.table.signals import table_changed
from games.table.writer import play
from games.table.writer.orders import Order


@pytest.fixture
def written(no_reminders):
    """The writes of this process, in order."""
    heard = []

    def hear(*, written, **_):
        heard.append(written)

    table_changed.connect(hear)
    yield heard
    table_changed.disconnect(hear)


def play_on(table, players, moves):
    """This many turns, each as long as possible."""
    for _ in range(moves):
        table.refresh_from_db()
        for player in players:
            view = load(table.pk).view(1 + players.index(player))
            for act in view["asks"]["acts"][:1] if view["asks"] else ():
                play.act(Order(table, player, now=table.due_ms - 1), name=act, args={})
        table.refresh_from_db()
        play.tick(table=table, now=table.due_ms)


def told(snapshot, viewer, since):
    return snapshot.text(viewer, since, "en", now=0, watchers=0)


def test_what_was_written_here_is_what_is_stored(dealt, written, alice, bob):
    written.clear()
    snapshot = load(dealt.pk)
    play_on(dealt, (alice, bob), 12)
    assert len(written) > 24
    for each in written:
        snapshot = extended(snapshot, each)
    read = load(dealt.pk)
    for viewer in (None, 1, 2):
        for since in (0, 5, read.table.shown - 1):
            assert told(snapshot, viewer, since) == told(read, viewer, since)


def test_a_rematch_that_is_taken_back_is_gone_and_another_is_shown(dealt, alice, bob):
    play.resign(Order(dealt, alice))
    snapshot = load(dealt.pk)
    for player in (alice, bob):
        new = play.rematch(Order(dealt, player))
        snapshot = load(dealt.pk, snapshot)
        assert snapshot.rematch == new.code
        play.leave(Order(new, player))
        snapshot = load(dealt.pk, snapshot)
        assert snapshot.rematch is None


@pytest.mark.parametrize("most", [4, 200])
def test_a_room_that_is_behind_reads_what_it_has_missed(dealt, alice, bob, monkeypatch, most):
    monkeypatch.setattr(module, "TAIL", 20)
    monkeypatch.setattr(packed_moves, "TAIL", 20)
    monkeypatch.setattr(module, "MOST", most)
    old = load(dealt.pk)
    for turns in (1, 3, 9):
        play_on(dealt, (alice, bob), turns)
        late, anew = load(dealt.pk, old), load(dealt.pk)
        assert [move.number for move in late.moves] == [move.number for move in anew.moves]
        assert told(late, 1, 0) == told(anew, 1, 0)


def test_collections_have_little_to_walk(dealt, written, alice, bob):
    """Collections visit every kept object while nobody is answered, so a kept move is one
    object."""
    written.clear()
    snapshot = load(dealt.pk)
    play_on(dealt, (alice, bob), 4)
    for each in written:
        snapshot = extended(snapshot, each)
        assert all(not move._state.fields_cache for move in each.moves), "keeps its table"
        assert told(snapshot, 1, snapshot.table.shown - 1)
    for move in snapshot.moves:
        walked = [one for one in gc.get_referents(move) if gc.is_tracked(one)]
        assert [one for one in walked if one is not type(move)] == []
    assert 1 <= len(snapshot.unmasked) <= module.UNPACKED + 2


def test_languages_share_all_but_the_words(dealt, alice, bob):
    play_on(dealt, (alice, bob), 3)
    snapshot = load(dealt.pk)
    texts = [snapshot.text(1, 0, language, now=0, watchers=0) for language in ("en", "de", "en")]
    assert len(snapshot.bodies) == 1 and len(snapshot.words_sent) == 2
    (body,) = snapshot.bodies.values()
    assert all(body[1:-1] in text for text in texts)
    assert texts[0] == texts[2]
    message = json.loads(texts[0])
    assert worded(message, message.pop("words")).items() >= snapshot.message(1, 0).items()


def test_a_connection_has_the_language_of_its_browser(settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    german = [(b"accept-language", b"de-AT, en;q=0.5")]
    assert language_of({"headers": german, "cookies": {}}) == "de"
    assert language_of({"headers": german, "cookies": {"lang": "en"}}) == "en"
    assert language_of({"headers": []}) == "en"
