"""A program that plays, as a child process: lines of JSON on its standard input and output."""

import contextlib
import os
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Any

from games.untrusted import BadJson, encode, parse_json

LONGEST = 4096  # bytes of a line, as on the site
PORTION = 65536
STOP_S = 2.0  # how long a program may take to end when its input is closed
SITE = "{site}"  # stands in a command for the address of a site, which `bridge` then plays


class Failed(Exception):
    """The program cannot go on: `kind` is `crash` or `hang`.  `is_end`: it ended in good order."""

    def __init__(self, kind: str, why: str, *, is_end: bool = False) -> None:
        super().__init__(why)
        self.kind, self.why, self.is_end = kind, why, is_end


def arguments(command: str) -> list[str]:
    """The command line to run.

    Raises:
        ValueError: it is empty, or has a quotation mark too many.
    """
    parts = shlex.split(command)
    if not parts:
        raise ValueError("the command is empty")
    if any(SITE in part for part in parts):
        return [sys.executable, "-m", "games.kit.bridge", *parts]
    return parts


class Program:
    """A running program.  What it writes to its standard error goes where that of the referee
    goes."""

    def __init__(self, command: str, patience_s: float) -> None:
        """Raises OSError: it cannot be started."""
        self.patience_s = patience_s
        self.unread = b""
        self.process = subprocess.Popen(
            arguments(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.input, False)

    def send(self, *messages: Mapping[str, Any]) -> None:
        """Send these lines.  Raises Failed."""
        text = "".join(f"{encode(message)}\n" for message in messages).encode()
        due = time.monotonic() + self.patience_s
        while text:
            if not select.select([], [self.input], [], max(0, due - time.monotonic()))[1]:
                raise Failed("hang", f"read nothing for {self.patience_s:g} s")
            try:
                text = text[os.write(self.input, text) :]
            except BrokenPipeError:
                raise self._ended() from None

    def read(self, due: float) -> dict[str, Any]:
        """The next line, which has to come before `due` (monotonic s).  Raises Failed."""
        while b"\n" not in self.unread:
            if len(self.unread) > LONGEST:
                raise Failed("crash", "wrote a line that is too long")
            if not select.select([self.output], [], [], max(0, due - time.monotonic()))[0]:
                raise Failed("hang", f"did not answer for {self.patience_s:g} s")
            portion = os.read(self.output, PORTION)
            if not portion:
                raise self._ended()
            self.unread += portion
        line, _, self.unread = self.unread.partition(b"\n")
        try:
            message = parse_json(line)
        except BadJson:
            raise Failed("crash", f"wrote a line that is not JSON: {line[:60]!r}") from None
        if not isinstance(message, dict):
            raise Failed("crash", f"wrote a line that is no object: {line[:60]!r}")
        return message

    def stop(self, patience_s: float = STOP_S) -> None:
        """Close its input, and end it and all it has started if that is not enough."""
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience_s)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def _ended(self) -> Failed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP_S)
        code = self.process.returncode
        if code is None:
            return Failed("crash", "closed its output")
        if code < 0:
            return Failed("crash", f"was ended by {signal.Signals(-code).name}")
        why = f"ended in the middle of a game, exit code {code}"
        return Failed("crash", why, is_end=code == 0)
