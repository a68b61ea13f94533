"""Reminders in Valkey, and the schedule of beat."""

from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile

import pytest
from celery.signals import beat_init
from django.conf import settings
from django_celery_beat.models import IntervalSchedule, PeriodicTask

from games.bus import schedule, valkey
from tests.live.waiting import PATIENCE_S
from warsite.celery import app


@pytest.fixture
def redis():
    client = valkey.client()
    client.delete(valkey.key("clock"))
    yield client
    client.delete(valkey.key("clock"))


def test_what_is_due_is_claimed_and_the_next_time_is_told(redis):
    schedule.add(redis, {"t:1": 1000, "t:2": 3000, "b:1": 900})
    assert schedule.claim(redis, 1000) == (["b:1", "t:1"], 3000)
    assert schedule.claim(redis, 1000) == ([], 3000)
    assert schedule.claim(redis, 3000) == (["t:2"], None)


def test_an_entry_is_only_moved_forward(redis):
    schedule.add(redis, {"t:1": 1000})
    schedule.add(redis, {"t:1": 2000})
    assert schedule.claim(redis, 1000).due == ["t:1"]
    schedule.add(redis, {"t:1": 2000})
    schedule.add(redis, {"t:1": 1500})
    assert schedule.claim(redis, 1500).due == ["t:1"]


def test_sleeping_clocks_are_told_of_an_earlier_entry_only(redis):
    with redis.pubsub(ignore_subscribe_messages=True) as wakes:
        wakes.subscribe(schedule.wake_channel())
        assert wakes.get_message(timeout=PATIENCE_S) is None  # that it listens now
        for name, due in (("t:1", 1000), ("t:2", 2000), ("t:3", 500)):
            schedule.add(redis, {name: due})
            redis.publish(schedule.wake_channel(), name)
        messages = (message["data"] for message in wakes.listen())
        told = list(takewhile(lambda data: data != "t:3", messages))
    assert told[1:3] == ["t:1", "t:2"], "no word of the second"
    assert len(told) == 4, "a word of the first and of the third"


def test_many_workers_share_without_a_double(redis):
    schedule.add(redis, {f"t:{i}": i for i in range(2000)})

    def take_all() -> list[str]:
        mine: list[str] = []
        while due := schedule.claim(redis, 5000).due:
            mine += due
        return mine

    with ThreadPoolExecutor(4) as pool:
        shares = [future.result() for future in [pool.submit(take_all) for _ in range(4)]]
    assert sorted(sum(shares, [])) == sorted(f"t:{i}" for i in range(2000))


def test_missing_reminders_are_found(redis):
    schedule.add(redis, {"b:1": 1000})
    assert schedule.missing(redis, ["b:1", "b:2"]) == ["b:2"]
    assert schedule.missing(redis, []) == []


def test_every_scheduled_task_exists():
    app.loader.import_default_modules()  # as a worker does
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= set(app.tasks)


@pytest.mark.django_db
def test_a_task_that_was_renamed_is_not_called_for_ever():
    """Beat stores schedules by name."""
    every = IntervalSchedule.objects.create(every=20, period="seconds")
    for name, task in (("sweep", "sweep_tables"), ("show", "show")):
        PeriodicTask.objects.create(name=name, task=f"games.tasks.{task}", interval=every)
    PeriodicTask.objects.create(name="cleanup", task="celery.backend_cleanup", interval=every)
    beat_init.send(sender=None)
    assert set(PeriodicTask.objects.values_list("name", flat=True)) == {"show", "cleanup"}
