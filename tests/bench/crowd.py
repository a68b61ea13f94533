"""Idle personal lines of many people, as a program of its own: python tests/bench/crowd.py

Reads `{"url": ..., "cookies": [...]}` from its input, prints a line when all have been told what
concerns them, and keeps them open until its input ends."""

import asyncio
import json
import os
import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from websockets.asyncio.client import ClientConnection  # noqa: E402

from tests.bench.bench_lines import AT_ONCE, open_line, read_on  # noqa: E402


async def greeted(url: str, cookie: str) -> ClientConnection:
    line = await open_line(url, cookie)
    while "me" not in json.loads(await line.recv()):
        pass
    return line


async def keep_open(url: str, cookies: list[str]) -> None:
    readers = []
    for start in range(0, len(cookies), AT_ONCE):
        opened = [greeted(url, cookie) for cookie in cookies[start : start + AT_ONCE]]
        for line in await asyncio.gather(*opened):
            readers.append(asyncio.create_task(read_on(line)))
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    ended = sum(reader.done() for reader in readers)
    print(f"   {ended} of {len(readers)} lines were closed", flush=True)
    os._exit(0)  # a thousand closing handshakes measure nothing


def main() -> None:
    os.nice(19)  # they have machines of their own in reality
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, most), most))
    asyncio.run(keep_open(**json.loads(sys.stdin.readline())))


if __name__ == "__main__":
    main()
