"""Stands between a program and the site, hands everything on, and judges what the site answers.

An answer is an ack, what an address gives, or a refusal that the description of the API declares
for that address and whose code is documented.  Everything else is a fault."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, Self
from urllib.parse import urlsplit

OVER = ("OVER", "HOUR", "RESTART")  # why a stream may end while its token is valid
CUT = "GET /stream without its end"
OK = 200, 201


class Recorder(ThreadingHTTPServer):
    """`counts`: how often the site gave which answer; `cut`: it was killed before its end."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, site: str) -> None:
        from games.api.api import api
        from games.api.guide import codes

        super().__init__(("127.0.0.1", 0), Relay)
        self.site, self.url = urlsplit(site).netloc, f"http://127.0.0.1:{self.server_port}"
        self.codes = {one.code for one in codes()}
        self.declared = {
            (method.upper(), re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path))): told["responses"]
            for path, methods in api.get_openapi_schema()["paths"].items()
            for method, told in methods.items()
        }
        self.lock, self.counts = Lock(), Counter[str]()
        self.faults: list[str] = []

    def __enter__(self) -> Self:
        Thread(target=self.serve_forever, daemon=True).start()
        return self

    def write_down(self, what: str, fault: str = "") -> None:
        with self.lock:
            self.counts[what] += 1
            if fault:
                self.faults.append(f"{what}: {fault}")

    def fault_of(self, method: str, path: str, status: int, asked: Any, told: Any) -> str:
        """Why this answer should not have been given; empty if it may be."""
        statuses = {
            int(declared)
            for (verb, pattern), answers in self.declared.items()
            if verb == method and pattern.fullmatch(path)
            for declared in answers
        }
        if status not in statuses:
            return f"status {status} is not declared: {told}"
        if status in OK:
            acked = told.get("ack") == asked["id"] if path.endswith("/commands") else told
            return "" if acked else f"no ack: {told}"
        known = told.get("code") in self.codes and told.get("status") == status
        return "" if known else f"an unknown refusal: {told}"


class Relay(BaseHTTPRequestHandler):
    server: Recorder
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.close_connection = True
        path = urlsplit(self.path).path
        what = f"{self.command} /{path.rpartition('/')[2]}"
        asked = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        site = HTTPConnection(self.server.site, timeout=60)
        try:
            site.request(self.command, self.path, asked or None, dict(self.headers))
            answer = site.getresponse()
            if "x-ndjson" in answer.headers["Content-Type"]:
                self.hand_on(answer, "chunked", self.lines(answer, what))
            else:
                content = answer.read()
                self.judge(what, path, answer.status, asked, content)
                self.hand_on(answer, str(len(content)), iter([content]))
        except (OSError, HTTPException):
            self.server.write_down(f"{what} cut")
        finally:
            site.close()

    do_POST = do_GET

    def hand_on(self, answer: HTTPResponse, length: str, parts: Iterator[bytes]) -> None:
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.send_header("Transfer-Encoding" if length == "chunked" else "Content-Length", length)
        self.end_headers()
        for part in parts:
            self.wfile.write(part)

    def lines(self, answer: HTTPResponse, what: str) -> Iterator[bytes]:
        """A stream, in chunks; one that is cut does not get the last chunk."""
        last = b"{}"
        for last in answer:
            if not last.endswith(b"\n"):
                raise HTTPException("cut")
            yield b"%x\r\n%s\r\n" % (len(last), last)
        yield b"0\r\n\r\n"
        why = json.loads(last).get("bye")
        if why is None:  # the library takes the end of a connection for the end of a stream
            self.server.write_down(CUT)
        else:
            self.server.write_down(f"{what} {why}", "" if why in OVER else f"ended by {last!r}")

    def judge(self, what: str, path: str, status: int, asked: bytes, content: bytes) -> None:
        try:
            told, body = json.loads(content), json.loads(asked or b"{}")
            fault = self.server.fault_of(self.command, path, status, body, told)
            code = told.get("code", "") if status not in OK else ""
        except ValueError:
            fault, code = f"no JSON: {content[:200]!r}", ""
        self.server.write_down(f"{what} {status} {code}".strip(), fault)

    def log_message(self, *_: object) -> None:
        """Nothing: the log is what was written down."""
