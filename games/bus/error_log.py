"""The latest errors of all processes, for operators.  Tracebacks are in the logs."""

import json
import logging
import traceback
from typing import Any

from redis.asyncio import Redis

from games.bus import publisher, valkey

KEPT = 20
LONGEST = 300  # characters


class ErrorLog(logging.Handler):
    """A handler that sends logged errors to Valkey, in the background."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == publisher.__name__:  # it could not send this one either
            return
        text = record.msg["event"] if isinstance(record.msg, dict) else record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text = f"{text}: {place_of(record.exc_info[1])}"
        row = json.dumps({"at": record.created, "logger": record.name, "text": text[:LONGEST]})

        async def add(redis: Redis) -> None:
            async with redis.pipeline() as pipe:
                pipe.lpush(valkey.key("errors"), row)
                pipe.ltrim(valkey.key("errors"), 0, KEPT - 1)
                await pipe.execute()

        publisher.publish(add)


def place_of(error: BaseException) -> str:
    """The type of an exception and the line that raised it, without its text, which may quote a
    request."""
    frames = traceback.extract_tb(error.__traceback__, limit=-1)
    line = "".join(f" at {frame.filename}:{frame.lineno}" for frame in frames)
    return type(error).__name__ + line


def latest() -> list[dict[str, Any]]:
    """The errors, newest first: the time (epoch s), the logger, and the text."""
    rows: Any = valkey.client().lrange(valkey.key("errors"), 0, -1)
    return [json.loads(row) for row in rows]
