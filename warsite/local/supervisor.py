"""The supervisor of `make play`: it runs the whole site on one machine, and ends every process that
it started."""

import fcntl
import hashlib
import json
import os
import shlex
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from subprocess import Popen
from types import FrameType
from typing import IO

from warsite.local import addresses, places, private, processes, valkey
from warsite.local.processes import Child

PAGE_S = 60.0  # the longest a first page may take on a slow machine
LAB_IDLE_S = 60  # without a run for so long, the lab's worker ends; it starts in a second or two
TURN_S = 0.1
ONCE = {"demo": "create the demo data", "warm": "compile the rules for the lab"}


class CannotPlay(Exception):
    """The site cannot start; the message says why and what to do."""


@dataclass
class Supervisor:
    home: Path
    host: str
    port: int
    with_demo: bool
    say: Callable[[str], None]
    children: list[Child] = field(default_factory=list)
    server: Popen[bytes] | None = None
    lock: IO[str] | None = None
    stopping: bool = False
    restarts: dict[str, float] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """The URL at which this machine itself opens the site."""
        return addresses.url_of(addresses.EVERYWHERE.get(self.host, self.host), self.port)

    @cached_property
    def network_urls(self) -> list[str]:
        return addresses.network_urls(self.host, self.port)

    @property
    def notes(self) -> Path:
        return self.home / "play.json"

    # Start ------------------------------------------------------------------------------------

    def run(self) -> None:
        self.listen_for_signals()
        self.acquire_lock()
        try:
            self.prepare()
            self.start_children()
            self.wait_for_page()
            self.greet()
            while not self.stopping:
                self.look_after()
                time.sleep(TURN_S)
        finally:
            self.stop()

    def listen_for_signals(self) -> None:
        def stop(number: int, frame: FrameType | None) -> None:
            self.stopping = True

        signal.signal(signal.SIGINT, stop)  # even if a script's `&` made the shell ignore it
        signal.signal(signal.SIGTERM, stop)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # respect nohup
            signal.signal(signal.SIGHUP, stop)

    def acquire_lock(self) -> None:
        """Lock the data folder, which has one supervisor; the lock ends with the process."""
        try:
            private.make_folder(self.home)
            self.lock = (self.home / "play.lock").open("w")
        except OSError as problem:
            raise CannotPlay(f"Cannot write to {self.home}: {problem.strerror}.") from None
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            notes = self.read_notes()
            raise CannotPlay(
                f"warsite already runs on the data in {self.home}: {notes.get('address', '')} "
                f"(process {notes.get('pid', '?')}). Stop that one, or choose other data with "
                f"WARSITE_HOME=/another/folder."
            ) from None

    def read_notes(self) -> dict[str, object]:
        try:
            notes = json.loads(self.notes.read_text())
            return notes if isinstance(notes, dict) else {}
        except (OSError, ValueError):
            return {}

    def prepare(self) -> None:
        self.clear_leftovers()
        self.find_port_free()
        if database := os.environ.get("DATABASE_URL", ""):
            check_given_database(database)
        url = os.environ.get("REDIS_URL", "")
        if url:
            check_given_server(url)
        else:
            url = self.start_valkey()
        given = os.environ.get("PUBLIC_URL", "").rstrip("/")
        urls = [given] if given else [*self.network_urls, self.address]
        self.environment = {
            "PUBLIC_URL": urls[0],
            "OWN_URLS": ",".join(urls),
            "SHOW_TOURNAMENTS": str(int(self.with_demo)),
            "ALLOWED_HOSTS": ",".join(addresses.allowed_hosts(self.host)),
            **os.environ,
            "REDIS_URL": url,
            "BEAT_IN_WORKER": "1",  # a process of its own would have 80 MB
            "WARSITE_HOME": str(self.home),
            "MALLOC_ARENA_MAX": "1",  # otherwise each thread keeps memory that it has given back
            "PYTHONUNBUFFERED": "1",
        }

    def clear_leftovers(self) -> None:
        """Kill processes that an earlier, killed supervisor has left, on systems where children do
        not die with their parent."""
        marks = ("warsite", "manage.py", "valkey.sock")
        noted = self.read_notes().get("children")
        for pid in noted if isinstance(noted, list) else []:
            if any(mark in processes.command_of(pid) for mark in marks):
                os.kill(pid, signal.SIGKILL)
        (self.home / "redis_url").unlink(missing_ok=True)
        self.notes.unlink(missing_ok=True)

    def find_port_free(self) -> None:
        kind = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except OSError as problem:
                raise CannotPlay(self.no_port(problem)) from None

    def no_port(self, problem: OSError) -> str:
        if problem.errno in (98, 48):  # address in use, on Linux and on macOS
            other = self.port + 1
            again = f"make play PORT={other}" if places.IS_CHECKOUT else f"warsite --port {other}"
            return f"Port {self.port} is taken by another program; try `{again}`."
        return f"Cannot listen on {self.host}:{self.port}: {problem.strerror or problem}."

    def start_valkey(self) -> str:
        folder = self.home / "valkey"
        folder.mkdir(exist_ok=True)
        try:
            self.server, url = self.valkey_in(folder)
        except valkey.NoValkey as problem:
            raise CannotPlay(str(problem)) from None
        # Other commands (`manage.py shell`) find the running site through this file.
        (self.home / "redis_url").write_text(url)
        return url

    def valkey_in(self, folder: Path) -> tuple[Popen[bytes], str]:
        """Start Valkey in this folder.  If its data are damaged, start without them: the site can
        lose queues and caches, but cannot run without Valkey."""
        try:
            return valkey.start(folder, keep=True)
        except valkey.NoValkey:
            damaged = valkey.set_aside(folder)
            if damaged is None:
                raise
            self.say(f"Valkey could not read its data; they are now in {damaged}.")
            return valkey.start(folder, keep=True)

    # Children ---------------------------------------------------------------------------------

    def child(self, name: str, command: list[str]) -> Child:
        return Child(name, command, self.environment, self.home / "log" / f"{name}.log")

    def start_children(self) -> None:
        """Start the site's processes, and migrate the database.  Web starts before the migrations,
        unless static files must be collected first."""
        web = self.child("web", processes.module(processes.web(self.host, self.port)))
        worker = self.child("worker", processes.module(processes.worker()))
        lab = self.child("sims", processes.module(processes.sims("--idle", str(LAB_IDLE_S))))
        self.children = [web, worker, lab]
        quick = ("--skip-checks", "--noinput", "-v0")  # checks load every page
        steps = {"migrate the database": processes.manage("migrate", *quick)}
        mark, mark_file = static_mark(), self.home / "static.mark"
        if is_fresh := mark_file.exists() and mark_file.read_text() == mark:
            web.start()
        else:
            steps["collect static files"] = processes.manage("collectstatic", *quick)
        self.finish(steps)
        if not is_fresh:
            mark_file.write_text("" if self.stopping else mark)
            web.start()
        worker.start()
        self.write_notes()

    def finish(self, steps: Mapping[str, list[str]]) -> None:
        """Run these commands at the same time, until all have ended."""
        running = {what: self.child(what.split()[0], command) for what, command in steps.items()}
        try:
            for step in running.values():
                step.log.unlink(missing_ok=True)
                step.start()
            while not self.stopping and any(step.is_running for step in running.values()):
                time.sleep(0.02)
        finally:
            for step in running.values():
                step.stop()
        for what, step in running.items():
            if step.process and step.process.returncode and not self.stopping:
                raise CannotPlay(f"Could not {what}: {step.last_words(1)}\nSee {step.log}.")

    def write_notes(self) -> None:
        running = [child.process for child in self.children if child.process] + [self.server]
        notes = {
            "pid": os.getpid(),
            "address": self.address,
            "children": [process.pid for process in running if process],
        }
        self.notes.write_text(json.dumps(notes))

    def wait_for_page(self) -> None:
        web = self.children[0]
        deadline = time.monotonic() + PAGE_S
        while not self.stopping and not page_answers(f"{self.address}/health/"):
            if not web.is_running:
                raise CannotPlay(f"The web server did not start. {ending(web)}")
            if time.monotonic() > deadline:
                raise CannotPlay(
                    f"The web server did not answer within {PAGE_S:.0f} seconds. Is the machine"
                    f" busy? Try again. {ending(web)}"
                )
            time.sleep(0.05)

    def greet(self) -> None:
        if self.stopping:
            return
        self.say(f"\n  warsite is at {self.address}\n")
        self.greet_others()
        home, python = shlex.quote(str(self.home)), shlex.quote(sys.executable)
        other = f"WARSITE_HOME={home} " if "WARSITE_HOME" in os.environ else ""
        manage = f"{python} manage.py" if places.IS_CHECKOUT else "warsite manage"
        self.say(f"  an admin   {other}{manage} createsuperuser")
        self.say(f"  data, logs {self.home}")
        self.say("  stop       Ctrl-C\n")
        if self.with_demo:
            self.children.append(self.child("demo", processes.manage("demo")))
        self.children.append(self.child("warm", processes.module(processes.warm())))

    def greet_others(self) -> None:
        """Print how other devices can open the site, if it is meant for them."""
        others = [url for url in self.network_urls if url != self.address]
        if others:
            self.say(f"  others     {' or '.join(others)}")
        elif self.host in addresses.EVERYWHERE:
            self.say("  others     cannot open it: this machine is in no network")

    # While it runs, and after -------------------------------------------------------------------

    def look_after(self) -> None:
        """Restart crashed processes, each after a growing pause, and report the crash."""
        if self.server is not None and self.server.poll() is not None:
            self.say(f"Valkey stopped (exit {self.server.returncode}); starting it again.")
            self.start_valkey()
            self.write_notes()
        self.start_next()
        for child in list(self.children):
            child.trim_log()
            if child.is_running or child.process is None:
                continue
            if child.name == "sims" and child.process.returncode == 0:
                child.process = None  # it had nothing to do
            elif child.name in ONCE:
                self.children.remove(child)
                self.report_failure(child)
            elif child.name not in self.restarts:
                self.plan_restart(child)
            elif time.monotonic() >= self.restarts[child.name]:
                del self.restarts[child.name]
                child.start()
                self.write_notes()

    def start_next(self) -> None:
        """Start the one-off processes, then the lab's worker whenever somebody requests a run.
        They run one after the other, because each takes as much memory as the rest of the site."""
        wanted = self.home / processes.LAB_WANTED
        waiting = [child for child in self.children if child.name in ONCE]
        if not waiting and wanted.exists():
            wanted.unlink()
            waiting = [child for child in self.children if child.name == "sims"]
        if waiting and waiting[0].process is None:
            waiting[0].start()
            self.write_notes()

    def plan_restart(self, child: Child) -> None:
        pause = child.pause_s
        child.crashes += 1
        self.restarts[child.name] = time.monotonic() + pause
        code = child.process.returncode if child.process else 0
        self.say(f"{child.name} stopped (exit {code}); again in {pause} s. See {child.log}")

    def report_failure(self, child: Child) -> None:
        """Report a one-off process that failed."""
        what = ONCE[child.name]
        if child.process is not None and child.process.returncode:
            self.say(f"Could not {what}; see {child.log}. The site works.")

    def stop(self) -> None:
        """Stop everything: web, workers and beat first, Valkey last, with its data saved."""
        if self.children:
            self.say("stopping ...")
        for child in self.children:
            if child.is_running and child.process is not None:
                child.process.terminate()
        for child in self.children:
            child.stop()
        if self.server is not None:
            processes.end(self.server)
            (self.home / "redis_url").unlink(missing_ok=True)
        if self.lock is not None and self.children:
            self.notes.unlink(missing_ok=True)


def page_answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=5).close()  # nosec B310  # our own address
    except urllib.error.HTTPError as refusal:  # 400: it runs, but not under this host name
        return refusal.code < 500
    except OSError:
        return False
    return True


def check_given_database(url: str) -> None:
    if not url.startswith(("postgres://", "postgresql://")):
        return
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as problem:
        reason = str(problem).splitlines()[0]
        raise CannotPlay(f"Could not connect to DATABASE_URL: {reason}") from None


def check_given_server(url: str) -> None:
    import redis

    try:
        with redis.Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5) as server:
            server.ping()
    except (redis.RedisError, ValueError) as problem:
        raise CannotPlay(f"Could not connect to REDIS_URL: {problem}") from None


def ending(child: Child) -> str:
    """A sentence about a process that ended: the path of its log, and its last lines if there are
    any."""
    words = child.last_words()
    return f"See {child.log}." + (f" It ends with:\n{words}" if words else "")


def static_mark() -> str:
    """A digest that changes when static files have to be collected again."""
    digest = hashlib.sha256(places.packages_mark().encode())
    files = sorted((places.ROOT / "games" / "static").rglob("*"))
    for path in [
        *files,
        *(places.ROOT / "warsite" / name for name in ("static.py", "settings.py")),
    ]:
        about = path.stat()
        digest.update(f"{path} {about.st_mtime_ns} {about.st_size}\n".encode())
    return digest.hexdigest()
