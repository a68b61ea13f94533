"""The personal socket of a player."""

import json
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.live.client import bearer, cookie_of
from tests.live.waiting import PATIENCE_S


class Line:
    """One connection that says hello."""

    def __init__(self, base, player=None, *, cookie="", token="", path="/ws/me/", **wants):
        self.hello = json.dumps({"hello": wants})
        cookie = cookie or (cookie_of(player) if player else "")
        self.socket = connect(
            base + path,
            origin=base.replace("ws://", "http://"),
            additional_headers={"Cookie": cookie} | bearer(token),
            compression=None,
            legacy=True,
        )

    def __enter__(self):
        with suppress(ConnectionClosed):  # refused at once
            self.socket.send(self.hello)
        return self

    def __exit__(self, *_):
        self.socket.close()

    def message(self, key, meant=lambda content: True):
        """The next one of this kind."""
        while True:
            message = json.loads(self.socket.recv(PATIENCE_S))
            if key in message and meant(message[key]):
                return message

    def hear(self, key="me", meant=lambda content: True):
        return self.message(key, meant)[key]

    def closed(self):
        with pytest.raises(ConnectionClosed) as ended:
            while True:
                self.socket.recv(PATIENCE_S)
        return ended.value.rcvd.code
