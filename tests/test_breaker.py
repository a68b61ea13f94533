"""A Valkey that hangs does no more harm than a dead one."""

import signal
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import caches
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeout

from games.bus import breaker as breakers
from games.bus import valkey
from games.bus.breaker import OneCopy, breaker
from games.live.presence import Others, Presence, report
from games.table import clock
from tests.live.waiting import wait_for

pytestmark = pytest.mark.services


def answers() -> bool:
    try:
        return bool(valkey.client().ping())
    except RedisError:
        return False


def test_a_server_that_hangs_is_asked_once_and_then_left_alone(own_valkey, monkeypatch):
    assert answers()
    monkeypatch.setattr(breakers, "SILENT_S", 600.0)
    own_valkey.send_signal(signal.SIGSTOP)
    with pytest.raises(RedisTimeout, match="reading"):
        valkey.client().ping()
    for _ in range(1000):  # this would take a thousand seconds
        with pytest.raises(RedisTimeout, match="a moment ago"):
            valkey.client().ping()


def test_after_the_pause_one_thread_asks_for_all(own_valkey, monkeypatch):
    assert answers()
    monkeypatch.setattr(breakers, "SILENT_S", 600.0)
    breaker.until = 1e-9  # a pause that is over
    with ThreadPoolExecutor(8) as pool:
        let = list(pool.map(lambda _: breaker.lets_through(), range(800)))
    assert sum(let) == 1


def test_it_is_asked_again_as_soon_as_it_answers(own_valkey):
    own_valkey.send_signal(signal.SIGSTOP)
    assert not answers() and breaker.until
    own_valkey.send_signal(signal.SIGCONT)
    wait_for(answers)
    assert not breaker.until


def test_a_dead_server_is_asked_every_time_as_that_costs_nothing(dead_valkey):
    for _ in range(2):
        with pytest.raises(RedisConnectionError):
            valkey.client().ping()
    assert not breaker.until


@pytest.mark.django_db
def test_threads_that_write_moves_do_not_wait_for_presence(hanging_valkey, monkeypatch):
    monkeypatch.setattr(breakers, "SILENT_S", 600.0)
    presence, now = Presence({1}, 3, [], {}), clock.now_ms()
    for table in range(1000):
        assert report({table: presence}, now) == {table: Others(3)}


def test_copies_that_hang_stop_nothing_else(own_valkey, monkeypatch):
    monkeypatch.setattr(breakers, "SILENT_S", 600.0)
    caches["copies"].set("kept", 1, 60)
    OneCopy.breaker.note_silence()
    assert answers() and caches["default"].get("kept") == 1  # they share a server here
    assert caches["copies"].get("kept") is None
