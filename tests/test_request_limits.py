"""Limits on what a stranger may send before anything reads it."""

import http.client
import json
import os
import socket
import sys
from contextlib import closing
from threading import Barrier, Thread, get_native_id
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.hashers import check_password, make_password
from websockets.sync.client import connect

from games.accounts import hashers
from tests.each import each
from tests.live.site import web
from tests.live.waiting import PATIENCE_S
from warsite import limits
from warsite import web as process
from warsite.settings import PASSWORD_HASHERS

pytestmark = [pytest.mark.outer, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def address():
    with web() as base:
        yield urlsplit(base).netloc


def test_the_server_has_the_quick_parts():
    """uvicorn takes others without a word where one of these is missing."""
    config = process.server().config
    config.load()
    loop = config.get_loop_factory()()
    loop.close()
    modules = [part.__module__ for part in (config.http_protocol_class, config.ws_protocol_class)]
    assert modules == [
        "uvicorn.protocols.http.httptools_impl",
        "uvicorn.protocols.websockets.websockets_sansio_impl",
    ]
    assert type(loop).__module__.partition(".")[0] == "uvloop"


def refusal(address, body):
    with closing(http.client.HTTPConnection(address, timeout=PATIENCE_S)) as connection:
        connection.request("POST", "/api/v1/lab/runs", body, {"Content-Type": "application/json"})
        with connection.getresponse() as answer:
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert answer.headers["RateLimit"].startswith('"address";r=')
            problem = json.loads(answer.read())
            return answer.status, problem["code"]


def test_a_body_beyond_the_limit_is_refused_at_any_address(address):
    assert refusal(address, b"{}") == (422, "BAD_VALUE")
    assert refusal(address, b" " * limits.BODY_BYTES) == (400, "BAD_JSON")
    assert refusal(address, b" " * (limits.BODY_BYTES + 1)) == (413, "TOO_LARGE")


def test_a_body_without_a_length_is_counted_while_it_arrives(address):
    host, port = address.split(":")
    head = f"POST / HTTP/1.1\r\nHost: {address}\r\nTransfer-Encoding: chunked\r\n\r\n"
    size = limits.BODY_BYTES + 1
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as line:
        line.sendall(head.encode() + f"{size:x}\r\n".encode() + b" " * size)
        assert line.recv(100).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_trickles_in_ends_after_a_time(address, monkeypatch):
    monkeypatch.setattr(limits, "BODY_S", 0.3)
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as line:
        line.sendall(f"POST / HTTP/1.1\r\nHost: {address}\r\nContent-Length: 10\r\n\r\nx".encode())
        assert line.recv(100).startswith(b"HTTP/1.1 408 ")


HEAD = "Host: {address}\r\n"
WHOLE = "GET /health/alive/ HTTP/1.1\r\n" + HEAD + "\r\n"


@pytest.mark.parametrize(
    ("before", "begun"),
    [("", ""), ("", "GET / HT"), ("", "GET / HTTP/1.1\r\n" + HEAD), (WHOLE, "GET / HT")],
)
def test_a_request_that_does_not_go_on_ends_after_a_time(address, monkeypatch, before, begun):
    """Others stay open: one whose body arrives, and one for which nothing has to arrive."""
    monkeypatch.setattr(process, "HEAD_S", 0.2)
    host, port = address.split(":")
    with (
        connect(f"ws://{address}/ws/me/", origin=f"http://{address}") as lasting,
        socket.create_connection((host, int(port)), timeout=PATIENCE_S) as slow,
        socket.create_connection((host, int(port)), timeout=PATIENCE_S) as line,
    ):
        head = f"POST / HTTP/1.1\r\nHost: {address}\r\nContent-Length: 2\r\n\r\n"
        slow.sendall(f"{head}x".encode())
        if before:
            line.sendall(before.format(address=address).encode())
            with closing(http.client.HTTPResponse(line)) as answer:
                answer.begin()
                assert (answer.status, answer.read()) == (200, b"OK\n")
        line.sendall(begun.format(address=address).encode())
        assert line.recv(100) == b""
        slow.sendall(b"x")
        assert slow.recv(100).startswith(b"HTTP/1.1 4")
        assert lasting.ping().wait(10)


@each(
    [
        "/t/%00/",
        "/g/ABC%00DEFG/",
        "/history/?player=a%00b",
        "/p/a%00b/",
        "/lab/?code=%00",
        "/api/v1/tables?player=%00",
    ],
    "client",
)
def test_a_nul_byte_in_an_address_is_a_bad_request(client, path):
    assert client.get(path).status_code == 400


def test_few_passwords_are_hashed_at_once(settings, monkeypatch):
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS  # tests have a quicker one
    known = make_password("correct horse")
    at_work, most, answers, nices = [], 0, [], set()
    pairs = Barrier(hashers.AT_ONCE)
    original = hashers.Argon2PasswordHasher.verify

    def verify(self, password, encoded):
        nonlocal most
        at_work.append(password)
        nices.add(os.getpriority(os.PRIO_PROCESS, get_native_id()))
        pairs.wait(30)  # as many as may work together do
        most = max(most, len(at_work))
        try:
            return original(self, password, encoded)
        finally:
            at_work.pop()

    monkeypatch.setattr(hashers.Argon2PasswordHasher, "verify", verify)
    passwords = ["correct horse", "wrong"] * ((hashers.AT_ONCE + hashers.WAITING) // 2)
    threads = [
        Thread(target=lambda given: answers.append(check_password(given, known)), args=[given])
        for given in passwords
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert known.startswith("argon2$")
    assert sorted(answers) == sorted(given == "correct horse" for given in passwords)
    assert most == hashers.AT_ONCE
    if sys.platform == "linux":  # pages come first
        assert nices == {min(19, os.getpriority(os.PRIO_PROCESS, 0) + hashers.NICE)}
