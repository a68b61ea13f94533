"""Kills web and worker while somebody looks for players: the wish stands, and is matched.

python -m tests.faults.wishes"""

import json
import sys
import time
from contextlib import suppress

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.faults.stage import Stage
from tests.live.waiting import wait_for

PATIENCE_S = 60.0


def open_line(stage: Stage, cookie: str) -> ClientConnection:
    """A page's personal line, as soon as the site takes it."""
    found: list[ClientConnection] = []

    def came() -> bool:
        with suppress(OSError, WebSocketException, TimeoutError):
            address = stage.url.replace("http", "ws") + "/ws/me/"
            headers = {"Cookie": cookie}
            socket = connect(address, origin=stage.url, additional_headers=headers, legacy=True)
            socket.send(json.dumps({"hello": {"lobby": False}}))
            socket.recv(10)
            found.append(socket)
        return bool(found)

    wait_for(came, PATIENCE_S)
    return found[0]


def hear(socket: ClientConnection, key: str) -> object:
    """The value under this key, once it is neither empty nor over.  Heartbeats never end."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        me = json.loads(socket.recv(PATIENCE_S)).get("me")
        if me and me[key]:
            return me[key]
    raise TimeoutError(f"Nothing was said of {key}.")


def main() -> int:
    with Stage(own_valkey=True) as stage:
        from games.accounts.models import Player
        from games.lobby import wishes
        from games.lobby.models import Wish
        from games.lobby.wishes import WishedGame
        from tests.live.client import cookie_of

        anna, ben = (Player.objects.create_user(name, name=name) for name in ("Anna", "Ben"))
        choices = [WishedGame("ww3", seats=(2, 2))]
        with open_line(stage, cookie_of(anna)) as line:
            wishes.make(player=anna, choices=choices)
            hear(line, "wish")
        for name in ("web", "worker"):
            stage.kill(name)
        for name in ("web", "worker"):
            stage.start(name)
        faults = []
        with open_line(stage, cookie_of(anna)) as line, open_line(stage, cookie_of(ben)) as other:
            if Wish.objects.filter(player=anna, end="").count() != 1:
                faults.append("the wish ended")
            wishes.make(player=ben, choices=choices)
            if hear(line, "go")["table"] != hear(other, "go")["table"]:
                faults.append("they are at two tables")
        stage.disconnect()
        print(f"a wish outlives web and worker, {len(faults)} faults")
        for fault in faults:
            print("FAULT", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
