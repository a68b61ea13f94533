"""Creates the database of DATABASE_URL when it is missing; says which service does not answer."""

import os
import sys
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql


def prepare(database_url: str, redis_url: str) -> None:
    parts = urlsplit(database_url)
    name = parts.path.lstrip("/")
    with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as server:
        if not server.execute("select 1 from pg_database where datname = %s", [name]).fetchone():
            server.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
    redis.Redis.from_url(redis_url).ping()


if __name__ == "__main__":
    try:
        prepare(os.environ["DATABASE_URL"], os.environ["REDIS_URL"])
    except (psycopg.OperationalError, redis.ConnectionError) as problem:
        sys.exit(f"A service of the second run does not answer: {problem}")
