"""`make judges`: lets programs of others look for faults, and fails if they find any.

Each has an environment of its own in var/judges, so that none can change what the site runs on.
The site is a real one, without limits by network, on a database of its own."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from tests.judges import markup
from tests.site import ROOT, Site, running

HOME = ROOT / "var" / "judges"
TOOLS = {
    "schemathesis": "4.32.5",
    "bandit": "1.9.4",
    "wapiti3": "3.2.3",
    "pip-audit": "2.10.1",
}
# A person with every scope, and a session of theirs.
ACCOUNT = """
import json
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from games.accounts import tokens
from games.accounts.models import Player
examiner = Player.objects.create_user("examiner", password="correct horse 52")
scopes = list(tokens.Scope)
made = tokens.make(player=examiner, name="examiner", scopes=scopes, days=1, now=timezone.now())
session = SessionStore()
session["_auth_user_id"] = str(examiner.pk)
session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
session["_auth_user_hash"] = examiner.get_session_auth_hash()
session.save()
print(json.dumps({"token": made[1], "session": session.session_key}))
"""
# Without these addresses: schemathesis limits only the time between two bytes, and a stream sends a
# beat every five seconds, so it would read the first one for an hour.  The export ends by itself.
STREAMS = "/stream$"
CSRF = "a1" * 16  # in a cookie and a header, as a script of ours sends it


def install() -> None:
    places = {"UV_TOOL_DIR": str(HOME / "tools"), "UV_TOOL_BIN_DIR": str(HOME / "bin")}
    for name, version in TOOLS.items():
        subprocess.run(
            [ROOT / ".venv/bin/uv", "tool", "install", "--quiet", f"{name}=={version}"],
            env=os.environ | places,
            check=True,
        )


def succeeds(name: str, *command: str | Path, said: Path | None = None, **environment: str) -> bool:
    """Run it here; it says itself what it has found, or to a file."""
    print(f"\n== {name}", flush=True)
    with said.open("w") if said else nullcontext() as file:
        ended = subprocess.run(
            command, env=os.environ | environment, cwd=HOME, stdout=file, stderr=file
        )
    return ended.returncode == 0


def schemathesis(site: Site, seconds: int, who: str, **headers: str) -> bool:
    sent = [f"--header={name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return succeeds(
        f"schemathesis {who}",
        *(HOME / "bin/schemathesis", "--config-file", ROOT / "tests/judges/schemathesis.toml"),
        *("run", f"{site.url}/api/v1/openapi.json", *sent),
        *("--checks", "all", "--exclude-path-regex", STREAMS, "--max-time", str(seconds)),
        *("--continue-on-failure", "--seed", "1", "--request-timeout", "30"),
        *("--generation-database", "none", "--no-color"),
    )


def wapiti(site: Site, seconds: int, *more: str) -> bool:
    """It ends well whatever it finds."""
    report = HOME / "wapiti.json"
    report.unlink(missing_ok=True)
    ran = succeeds(
        f"wapiti {'with a session' if more else 'without a session'}",
        *(HOME / "bin/wapiti", "--url", f"{site.url}/", "--scope", "folder", *more),
        *("--exclude", f"{site.url}/account/logout/", "--max-scan-time", str(seconds)),
        *("--max-attack-time", str(seconds // 4), "--flush-session", "--no-bugreport"),
        *("--store-session", str(HOME / "session"), "--verbose", "0"),
        # No cookieflags: there is no TLS here, and scripts read the token against forgery.
        *("--module", "common,-cookieflags"),
        *("--max-links-per-page", "20", "--max-files-per-dir", "10"),
        *("--format", "json", "--output", str(report)),
        said=HOME / "wapiti.log",
    )
    found = json.loads(report.read_text()) if ran and report.exists() else {}
    faults = [
        f"{kind}: {row['method']} {row['path']} {row['info']}"
        for part in ("vulnerabilities", "anomalies")
        for kind, rows in found.get(part, {}).items()
        for row in rows
    ]
    print(f"{len(faults)} findings", *faults, sep="\n")
    return bool(found) and not faults


def deployment() -> bool:
    return succeeds(
        "manage.py check --deploy",
        *(sys.executable, ROOT / "manage.py", "check", "--deploy", "--fail-level", "WARNING"),
        PUBLIC_URL="https://example.org",
        SECRET_KEY=os.urandom(40).hex(),
    )


def bandit() -> bool:
    """Run bandit for medium severity and confidence: below are every assert and subprocess."""
    return succeeds(
        "bandit",
        *(HOME / "bin/bandit", "--quiet", "--severity-level", "medium"),
        *("--confidence-level", "medium", "--recursive"),
        *(ROOT / folder for folder in ("games", "warsite")),
    )


def audit() -> bool:
    """Whether no package of the site has a known vulnerability.  Where the list of them cannot be
    reached, nothing is judged, and it says so."""
    report, log = HOME / "pip-audit.json", HOME / "pip-audit.log"
    report.unlink(missing_ok=True)
    clean = succeeds(
        "pip-audit",
        *(
            HOME / "bin/pip-audit",
            "--requirement",
            ROOT / "requirements/production.lock",
            "--disable-pip",
        ),
        *("--require-hashes", "--progress-spinner", "off", "--timeout", "30"),
        *("--format", "json", "--output", str(report)),
        said=log,
    )
    if not clean and not report.exists() and "connection" in log.read_text().lower():
        print("The list of known vulnerabilities cannot be reached from here: nothing was judged.")
        return True
    print(log.read_text().strip())
    return clean


def vnu(site: Site) -> bool:
    """Also warnings count.  Where it cannot run, nothing is judged, and it says so."""
    if lacks := markup.missing():
        print(f"\n== vnu\nThere is no {' and no '.join(lacks)} here: nothing was judged.")
        return True
    pages = HOME / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    markup.save(site, pages)
    program = markup.install(HOME / "vnu")
    return succeeds("vnu", "java", "-jar", program, "--Werror", "--format", "gnu", pages)


def verdicts(site: Site, seconds: int) -> Iterator[bool]:
    site.manage("demo", "--games", "9").check_returncode()
    yield vnu(site)  # before the others have filled the site
    shell = site.manage("shell", "--verbosity", "0", "-c", ACCOUNT)
    shell.check_returncode()
    account = json.loads(shell.stdout)
    cookies = f"sessionid={account['session']}; csrftoken={CSRF}"
    yield schemathesis(site, seconds, "without a token")
    yield schemathesis(site, seconds, "with a token", Authorization=f"Bearer {account['token']}")
    yield schemathesis(site, seconds, "with a session", Cookie=cookies, X_CSRFToken=CSRF)
    yield wapiti(site, seconds)
    yield wapiti(site, seconds, "--cookie-value", f"sessionid={account['session']}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="judges", description=__doc__)
    parser.add_argument("--seconds", type=int, default=300, help="for each run of a judge")
    asked = parser.parse_args()
    install()
    good = [deployment(), bandit(), audit()]
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "home", "--no-demo", LIMITS="0") as site,
    ):
        good += verdicts(site, asked.seconds)
    print(f"\n{good.count(False)} of {len(good)} judges found something.")
    return 1 if False in good else 0


if __name__ == "__main__":
    sys.exit(main())
