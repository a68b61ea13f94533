"""A network namespace whose only link can be cut: a machine that vanishes without a word."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from warsite.local.processes import dies_with_parent
from warsite.local.valkey import find_program

VALKEY_PORT = 6379
NEEDED = "needs the rights to make networks"


def is_possible() -> bool:
    """Whether this process may make one."""
    if os.getuid() or shutil.which("ip") is None:
        return False
    name = f"try{os.getpid()}"
    with suppress(subprocess.CalledProcessError):
        run("ip", "netns", "add", name)
        run("ip", "netns", "delete", name)
        return True
    return False


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


class Link:
    """Between this machine, at `server`, and the other one, at `client`."""

    def __init__(self) -> None:
        network = f"10.{192 + os.getpid() // 256 % 64}.{os.getpid() % 256}"  # of this process
        self.server, self.client = f"{network}.1", f"{network}.2"
        self.name = f"site{os.getpid()}"
        self.here, self.there = f"here{os.getpid()}", f"there{os.getpid()}"

    def make(self) -> None:
        run("ip", "netns", "add", self.name)
        pair = ["type", "veth", "peer", "name", self.there, "netns", self.name]
        run("ip", "link", "add", self.here, *pair)
        run("ip", "address", "add", f"{self.server}/30", "dev", self.here)
        run("ip", "link", "set", self.here, "up")
        run(*self.inside("ip", "address", "add", f"{self.client}/30", "dev", self.there))
        self.restore()

    def inside(self, *command: str) -> Sequence[str]:
        """This command, on the other machine."""
        return ("ip", "netns", "exec", self.name, *command)

    def cut(self) -> None:
        run(*self.inside("ip", "link", "set", self.there, "down"))

    def restore(self) -> None:
        run(*self.inside("ip", "link", "set", self.there, "up"))


@contextmanager
def link() -> Iterator[Link]:
    made = Link()
    try:
        made.make()
        yield made
    finally:
        subprocess.run(["ip", "netns", "delete", made.name], capture_output=True, check=False)
        subprocess.run(["ip", "link", "delete", made.here], capture_output=True, check=False)


@contextmanager
def valkey_beyond(line: Link) -> Iterator[None]:
    """A Valkey that starts on the other machine."""
    place = ["--port", str(VALKEY_PORT), "--bind", line.client]
    with subprocess.Popen(
        line.inside(find_program(), *place, "--protected-mode", "no", "--save", ""),
        stdout=subprocess.DEVNULL,
        preexec_fn=dies_with_parent(signal.SIGKILL),
    ) as server:
        try:
            yield
        finally:
            server.kill()
