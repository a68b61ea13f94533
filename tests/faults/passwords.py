"""Tries wrong passwords, many at once, while somebody else opens the first page.

    python -m tests.faults.passwords --at-once 36 --seconds 20

Each attempt comes from another network, as limits would end it otherwise.  Prints how long the page
took before and meanwhile, and what both were answered; fails if a status is 500."""

import argparse
import random
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.faults.recovery import percentile
from tests.site import Site, running

ACCOUNTS = """
from games.accounts.models import Player
for number in range(4):
    Player.objects.create_user(f"person{number}", password="correct horse 52")
"""
CSRF = "a1" * 16  # in a cookie and in the form, as a page of ours has it


def status(site: Site, path: str, form: dict[str, str] | None = None) -> int:
    network = ".".join(str(random.randrange(1, 255)) for _ in range(4))
    data = urllib.parse.urlencode(form).encode() if form else None
    headers = {"X-Forwarded-For": network, "Cookie": f"csrftoken={CSRF}"}
    request = urllib.request.Request(site.url + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code


def attack(site: Site, over: threading.Event) -> Counter[int]:
    """Half of the attempts are at accounts, half at names that nobody has."""
    told = Counter[int]()
    while not over.is_set():
        login = f"person{random.randrange(8)}"
        form = {"login": login, "password": "wrong", "csrfmiddlewaretoken": CSRF}
        told[status(site, "/account/login/", form)] += 1
    return told


def look(site: Site, seconds: float) -> tuple[list[float], Counter[int]]:
    took, told = list[float](), Counter[int]()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        told[status(site, "/")] += 1
        took.append(time.monotonic() - begun)
    return took, told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--at-once", type=int, default=36)
    parser.add_argument("--seconds", type=float, default=20)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "home", "--no-demo", TRUSTED_PROXIES="1") as site,
        ThreadPoolExecutor(asked.at_once) as attackers,
    ):
        site.manage("shell", "--verbosity", "0", "-c", ACCOUNTS).check_returncode()
        look(site, 3)  # what is compiled and cached at first
        before, _ = look(site, asked.seconds)
        over = threading.Event()
        attempts = [attackers.submit(attack, site, over) for _ in range(asked.at_once)]
        beside, pages = look(site, asked.seconds)
        over.set()
        tried = sum((attempt.result() for attempt in attempts), Counter[int]())
    for share in (0.5, 0.95):
        alone, busy = percentile(before, share), percentile(beside, share)
        times = f"{alone:.3f} s alone, {busy:.3f} s beside, {busy / alone:.1f} times as long"
        print(f"p{share * 100:.0f} of /: {times}")
    print(f"pages: {dict(pages)}; attempts: {dict(tried)}")
    return int(bool(pages[500] or tried[500]))


if __name__ == "__main__":
    sys.exit(main())
