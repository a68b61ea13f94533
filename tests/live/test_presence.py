"""Connected players, over several processes."""

import pytest

from games.bus import presence, valkey
from games.bus.presence import EXPIRES_MS


@pytest.fixture
def redis():
    client = valkey.client()
    yield client
    names = [("room", 7), ("seen", 7), ("visitors", 7), ("visitors", 8)]
    client.delete(*(valkey.key(*name) for name in names))


def test_processes_add_up(redis):
    presence.report(redis, 7, "one", {1, 2}, 3, 1000)
    crowd = presence.report(redis, 7, "two", {2, 5}, 10, 1000)
    assert crowd == presence.Crowd(frozenset({1, 2, 5}), 13, processes=2)


def test_the_word_of_a_dead_process_expires(redis):
    presence.report(redis, 7, "one", {1}, 3, 1000)
    later = presence.report(redis, 7, "two", {2}, 0, 1001 + EXPIRES_MS)
    assert later == presence.Crowd(frozenset({2}), 0, processes=1)


def test_a_player_is_absent_since_he_was_last_seen(redis):
    presence.report(redis, 7, "one", {1}, 0, 1000)
    presence.report(redis, 7, "one", set(), 0, 4000)
    assert presence.absent_since(redis, {7: {1}}, 5000) == {(7, 1): 1000}


def test_who_is_connected_is_not_absent(redis):
    presence.report(redis, 7, "one", {1}, 0, 1000)
    assert presence.absent_since(redis, {7: {1}}, 2000) == {}


def test_who_was_never_seen_is_absent_from_soon_on(redis):
    soon = 2000 + presence.ARRIVAL_MS
    assert presence.absent_since(redis, {7: {1}}, 2000) == {(7, 1): soon}
    assert presence.absent_since(redis, {7: {1}}, 9000) == {(7, 1): soon}


def test_a_visitor_of_a_tournament_is_there_for_twenty_seconds(redis):
    presence.visit(redis, 7, [1, 2], 1000)
    presence.visit(redis, 7, [2], 16_000)
    presence.visit(redis, 8, [3], 1000)
    assert presence.visitors(redis, 7, 20_999) == {1, 2}
    assert presence.visitors(redis, 7, 21_000) == {2}
    assert presence.visitors(redis, 8, 21_000) == set()
