"""The publisher's thread ends before its process does, and leaves nothing behind."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from games.bus import publisher, valkey

pytestmark = pytest.mark.services
ROOT = Path(__file__).parents[2]
POST_AND_END = """
import django; django.setup()
from games.bus import publisher
async def news(redis):
    await redis.set({key!r}, "told", ex=60)
publisher.publish(news)
"""


def test_what_was_posted_last_is_delivered_and_the_process_ends_well():
    key = valkey.key("last", "words")
    code = POST_AND_END.format(key=key)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert valkey.client().get(key) == "told"


def test_a_process_ends_although_valkey_is_away(tmp_path):
    code = (
        f"import os; os.environ['REDIS_URL'] = 'unix://{tmp_path}/nobody'\n"
        + POST_AND_END.format(key="x")
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_what_many_threads_post_at_once_is_delivered():
    redis, key = valkey.client(), valkey.key("posted")
    redis.delete(key)

    async def news(client):
        await client.incr(key)

    def post(_):
        for _ in range(50):
            publisher.publish(news)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(post, range(8)))
    publisher.flush()
    assert int(redis.get(key)) == 400
