"""A site that has one table, for programs that know the API and not the referee.

`python -m games.kit.bridge COMMAND` is a program as the referee wants it.  It runs the command with
the address of a site in the place of `{site}`; a table that is opened there is the referee's next
game.  A stream ends after each state: a program that asks for it again has nothing to add.  By
websocket it says so itself, with its answer to the beat."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from games.kit.program import SITE
from games.rules.catalogue import GAMES
from games.untrusted import encode

Message = dict[str, Any]
TABLES = "/api/v1/tables"
RULES = "/api/v1/rules/"
SOCKETS = "/ws/table"
BEAT_S = 5.0


def is_over(message: Message) -> bool:
    return "table" in message and message["table"]["status"] == "finished"


def described(game: str) -> Message:
    """The JSON Schema of a game's messages."""
    from games.schemas.described import document  # which takes a tenth of a second

    return document(GAMES[game], {})


class Table:
    """One game: its messages that nobody has read, and the answers to commands by their ids."""

    def __init__(self, facts: Message) -> None:
        self.facts = facts
        self.unread: SimpleQueue[Message] = SimpleQueue()
        self.asked: dict[object, SimpleQueue[Message]] = {}
        self.newest: Message = {}
        self.is_lost = False  # whether the newest state did not reach the program

    def hear(self, message: Message) -> None:
        answered = message.get("ack", message.get("reject"))
        if answered in self.asked:
            self.asked[answered].put(message)
            return
        if "view" in message:
            self.newest = message
        self.unread.put(message)


class Referee:
    """The other end of standard input and output."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.new: SimpleQueue[Table] = SimpleQueue()
        self.opened: dict[str, Table] = {}  # by the key of the request
        self.opening, self.writing = threading.Lock(), threading.Lock()
        self.table: Table | None = None  # of the game that is being played

    def hear(self, message: Message) -> None:
        """Hand a message of the referee to its game; a state may be the first one of another."""
        code = message.get("table", {}).get("code")
        if code is not None and code not in self.tables:
            self.table = self.tables[code] = Table(message["table"])
            self.new.put(self.table)
        if self.table is not None:
            self.table.hear(message)

    def say(self, message: Message) -> None:
        with self.writing:
            sys.stdout.write(encode(message) + "\n")
            sys.stdout.flush()

    def open(self, key: str) -> Table:
        """The next game.  A request that was given up and comes again gets the same one."""
        with self.opening:
            if key not in self.opened:
                self.opened[key] = self.new.get()
            return self.opened[key]

    def ask(self, table: Table, command: Message) -> Message:
        """Send a command and wait for its answer."""
        answers = table.asked[command.get("id")] = SimpleQueue()
        self.say(command)
        return answers.get()


class Line:
    """The site's end of a program's websocket, from its request (the head, as it came) on."""

    def __init__(self, connection: socket.socket, head: str) -> None:
        self.connection, self.protocol = connection, ServerProtocol()
        self.writing = threading.Lock()
        self.protocol.receive_data(head.encode())
        for request in self.protocol.events_received():
            if isinstance(request, Request):
                self.protocol.send_response(self.protocol.accept(request))
        self.flush()

    def flush(self) -> None:
        self.connection.sendall(b"".join(self.protocol.data_to_send()))

    def send(self, message: Message) -> None:
        """Raises OSError, InvalidState: the program has gone."""
        with self.writing:
            self.protocol.send_text(encode(message).encode())
            self.flush()

    def texts(self) -> Iterator[bytes]:
        """What the program says, until it closes the line.  Pings are answered."""
        while data := self.connection.recv(65536):
            with self.writing:
                self.protocol.receive_data(data)
                events = self.protocol.events_received()
                self.flush()
            for event in events:
                if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                    yield bytes(event.data)
                elif isinstance(event, Frame) and event.opcode is Opcode.CLOSE:
                    return


def pass_on(table: Table, line: Line) -> None:
    """Pass the messages of a game on to its program."""
    while "bye" not in (message := table.unread.get()):
        with suppress(OSError, InvalidState):  # it has gone; its end is told elsewhere
            line.send(message)


class Site(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, referee: Referee) -> None:
        super().__init__(("127.0.0.1", 0), Door)
        self.referee = referee

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print the error, unless the program has hung up: its end is told elsewhere."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Door(BaseHTTPRequestHandler):
    """The addresses of the API that a program needs at a table."""

    server: Site
    disable_nagle_algorithm = True  # it would hold back every answer for 40 ms

    def log_message(self, format: str, *arguments: Any) -> None:
        """Write nothing: the program's own output is all that is of interest."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "{}")
        referee, place = self.server.referee, self.path.strip("/").split("/")
        if self.path == TABLES:
            key = self.headers.get("Idempotency-Key") or uuid4().hex
            self.answer(HTTPStatus.CREATED, referee.open(key).facts)
        elif self.path.startswith(f"{TABLES}/") and place[-1] == "commands":
            table = referee.tables.get(place[3])
            if table is None:
                return self.refuse()
            told = referee.ask(table, body)
            status = HTTPStatus.CONFLICT if "reject" in told else HTTPStatus.OK
            self.answer(status, told)
        else:
            self.refuse()

    def do_GET(self) -> None:
        place = self.path.partition("?")[0].strip("/").split("/")
        if self.path.startswith(RULES) and place[-1] == "schema" and place[3] in GAMES:
            return self.answer(HTTPStatus.OK, described(place[3]))
        table = self.server.referee.tables.get(place[min(3, len(place) - 1)])
        if self.path.startswith(SOCKETS):
            table = self.server.referee.tables.get(place[-1])
        if table is None:
            self.refuse()
        elif self.path.startswith(SOCKETS):
            self.socket(table)
        elif place[-1] == "stream":
            self.stream(table)
        else:
            self.answer(HTTPStatus.OK, table.newest)

    def answer(self, status: HTTPStatus, *messages: Message) -> None:
        text = "".join(f"{encode(message)}\n" for message in messages).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def refuse(self) -> None:
        self.answer(HTTPStatus.NOT_FOUND, {"status": 404, "code": "NOT_FOUND"})

    def stream(self, table: Table) -> None:
        """Answer the last beat, for the program has come back, and give the next state; or a beat
        without a probe after some seconds, as the site does, before the program gives up."""
        message, table.is_lost = (table.newest if table.is_lost else {}), False
        try:
            while "view" not in message:
                message = table.unread.get(timeout=BEAT_S)
                if "beat" in message:
                    self.server.referee.say({"probe": message["beat"].pop("probe")})
        except Empty:
            message = {"beat": {"v": table.newest.get("v", 0), "watchers": 0}}
        end = [{"bye": "OVER", "since": message["v"]}] if is_over(message) else []
        try:
            self.answer(HTTPStatus.OK, message, *end)
        except OSError:  # it has given up, and will come back
            table.is_lost = "view" in message

    def socket(self, table: Table) -> None:
        """Pass messages on in both directions until one side ends."""
        fields = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
        line = Line(self.connection, f"{self.requestline}\r\n{fields}\r\n")
        threading.Thread(target=pass_on, args=(table, line), daemon=True).start()
        for text in line.texts():
            self.server.referee.say(json.loads(text))
        self.close_connection = True


def main() -> None:
    referee = Referee()
    site = Site(referee)
    command = [part.replace(SITE, site.address) for part in sys.argv[1:]]
    token = os.environ.get("WARSITE_TOKEN", "warsite_b_referee")
    program = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr,
        env={**os.environ, "WARSITE_TOKEN": token},
    )
    threading.Thread(target=site.serve_forever, daemon=True).start()
    ended = threading.Thread(target=lambda: os._exit(program.wait() & 255), daemon=True)
    ended.start()
    for line in sys.stdin:
        referee.hear(json.loads(line))
    program.kill()


if __name__ == "__main__":
    main()
