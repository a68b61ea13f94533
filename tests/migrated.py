"""A database with all migrations, made once for each state of them and then copied: migrating takes
as long as hundreds of tests.  What a copy lacks is migrated by whoever uses it."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".pytest_cache" / "migrated"
LOCK = ROOT / "requirements" / "development.lock"  # other apps have migrations, too


def key() -> str:
    """The name of the present state of the migrations."""
    digest = hashlib.sha256(LOCK.read_bytes())
    for path in sorted((ROOT / "games" / "migrations").glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def migrate(**place: str) -> None:
    environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"} | place
    command = [sys.executable, "manage.py", "migrate", "--noinput", "--skip-checks", "-v0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def file() -> Path:
    """An SQLite file to copy."""
    made = FOLDER / f"{key()}.sqlite3"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            for older in FOLDER.glob("*.sqlite3"):
                older.unlink()
            home = FOLDER / "home"
            shutil.rmtree(home, ignore_errors=True)
            home.mkdir()
            migrate(WARSITE_HOME=str(home))
            (home / "warsite.sqlite3").rename(made)
    return made


def database(url: str) -> str:
    """The name of a database on this PostgreSQL server, to be used as a template.  There is one for
    each database that tests are given; its comment says which migrations it has."""
    parts = urlsplit(url)
    name = f"{parts.path.lstrip('/')}_migrated"
    identifier, state = sql.Identifier(name), key()
    asked = "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s"
    server = urlunsplit(parts._replace(path="/postgres"))
    with psycopg.connect(server, autocommit=True) as administrator:
        administrator.execute("SELECT pg_advisory_lock(hashtext(%s))", [name])  # until it is closed
        if administrator.execute(asked, [name]).fetchone() != (state,):
            for statement in ("DROP DATABASE IF EXISTS {} WITH (FORCE)", "CREATE DATABASE {}"):
                administrator.execute(sql.SQL(statement).format(identifier))
            migrate(DATABASE_URL=urlunsplit(parts._replace(path=f"/{name}")))
            said = sql.SQL("COMMENT ON DATABASE {} IS {}").format(identifier, state)
            administrator.execute(said)
    return name
