"""A site with one table, for programs that know the API: what `{site}` in a command stands for."""

import json
import socket
import struct
import subprocess
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.sync.client import connect

from games.kit.bridge import BEAT_S, Referee, Site
from tests.kit.programs import PYTHON
from tests.live.waiting import wait_for
from warsite.local.processes import ROOT


@pytest.fixture
def site():
    """A site, without its referee: what it says is kept."""
    said = []
    referee = Referee()
    referee.say = said.append
    site = Site(referee)
    site.said = said
    with ThreadPoolExecutor(1) as threads:
        served = threads.submit(site.serve_forever, 0.05)
        yield site
        site.shutdown()
        served.result()
    site.server_close()


def state(v, status="running", code="ABCD2345"):
    return {"v": v, "view": {}, "table": {"code": code, "status": status}}


def told(site, *messages):
    for message in messages:
        site.referee.hear(message)


def ask(site, path, body=None, timeout=60, **head):
    asked = urllib.request.Request(
        f"{site.address}{path}", body and json.dumps(body).encode(), head
    )
    with urllib.request.urlopen(asked, None, timeout) as answer:
        return [json.loads(line) for line in answer]


def test_a_request_that_was_given_up_gets_its_table_when_it_comes_again(site):
    key = {"Idempotency-Key": "1"}
    with pytest.raises(OSError):
        ask(site, "/api/v1/tables", {"game": "war"}, timeout=0.2, **key)
    told(site, state(1))
    assert ask(site, "/api/v1/tables", {"game": "war"}, **key)[0]["code"] == "ABCD2345"
    told(site, state(1, code="EFGH2345"))
    other = ask(site, "/api/v1/tables", {"game": "war"}, **{"Idempotency-Key": "2"})
    assert other[0]["code"] == "EFGH2345"


def test_a_program_that_hangs_up_leaves_no_traceback(site, capfd):
    before = threading.active_count()
    with socket.create_connection(("127.0.0.1", site.server_port)) as gone:
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        gone.sendall(b"POST /api/v1/tables HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}")
        wait_for(lambda: threading.active_count() > before)
    told(site, state(1))
    wait_for(lambda: threading.active_count() == before)
    assert capfd.readouterr().err == ""


def test_a_stream_ends_after_each_state_and_to_ask_again_answers_the_beat(site):
    told(site, state(1), {"beat": {"v": 1, "probe": "0123"}}, state(2, "finished"))
    assert ask(site, "/api/v1/tables/ABCD2345/stream") == [state(1)]
    assert site.said == []
    last = ask(site, "/api/v1/tables/ABCD2345/stream?since=1")
    assert last == [state(2, "finished"), {"bye": "OVER", "since": 2}]
    assert site.said == [{"probe": "0123"}]


def test_a_stream_without_news_has_a_beat_and_loses_nothing(site, monkeypatch):
    monkeypatch.setattr("games.kit.bridge.BEAT_S", BEAT_S / 50)
    told(site, state(1))
    assert ask(site, "/api/v1/tables/ABCD2345/stream") == [state(1)]
    (beat,) = ask(site, "/api/v1/tables/ABCD2345/stream")
    assert beat == {"beat": {"v": 1, "watchers": 0}}
    told(site, state(2))
    assert ask(site, "/api/v1/tables/ABCD2345/stream") == [state(2)]
    assert ask(site, "/api/v1/tables/ABCD2345?as=me") == [state(2)]


def test_a_command_waits_for_its_answer(site):
    told(site, state(1))
    with ThreadPoolExecutor(1) as threads:
        path = "/api/v1/tables/ABCD2345/commands"
        done = threads.submit(ask, site, path, {"id": "1", "act": "draw"})
        wait_for(lambda: site.said == [{"id": "1", "act": "draw"}])
        told(site, {"ack": "1", "v": 2})
        assert done.result() == [{"ack": "1", "v": 2}]
        refused = threads.submit(ask, site, path, {"id": "2", "act": "draw"})
        wait_for(lambda: len(site.said) == 2)
        told(site, {"reject": "2", "code": "ALREADY", "text": "", "v": 2})
        with pytest.raises(urllib.error.HTTPError) as refusal:
            refused.result()
        assert refusal.value.code == 409
        refusal.value.close()


def test_other_addresses_are_not_there(site):
    for path in ("/", "/api/v1/me", "/api/v1/tables/NOTABLE2/stream", "/ws/table/NOTABLE2/"):
        with pytest.raises(urllib.error.HTTPError) as refusal:
            ask(site, path)
        assert refusal.value.code == 404
        refusal.value.close()


def test_it_ends_as_its_program_ends():
    command = [PYTHON, "-m", "games.kit.bridge", PYTHON, "-c", "import sys; sys.exit(7)", "{site}"]
    bridge = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE)
    assert bridge.wait(60) == 7
    bridge.stdin.close()


def test_a_websocket_passes_messages_on_in_both_directions(site):
    long = state(1) | {"lines": ["x" * 70_000]}
    told(site, long)
    with connect(f"{site.address.replace('http', 'ws')}/ws/table/ABCD2345/") as line:
        assert json.loads(line.recv(10)) == long
        line.send('{"probe": "0123"}')
        line.ping().wait(10)
        wait_for(lambda: site.said == [{"probe": "0123"}])
        told(site, {"beat": {"v": 1, "probe": "0123"}})
        assert json.loads(line.recv(10))["beat"]["v"] == 1
