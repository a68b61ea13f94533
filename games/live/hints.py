"""Hints from other processes, received through the channel layer.  A hint has only numbers, which
show what has to be read."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from channels.layers import get_channel_layer
from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.bus.publisher import publish


class Hints:
    """The groups to which a part of this process listens.  `hear` is called with each hint;
    `catch_up` is called whenever hints may have been missed."""

    def __init__(
        self,
        hear: Callable[[dict[str, Any]], None],
        catch_up: Callable[[], None],
        groups: Iterable[str] = (),
    ) -> None:
        self.hear, self.catch_up = hear, catch_up
        self.groups = set(groups)
        self.channel = ""

    async def join(self, group: str) -> None:
        self.groups.add(group)
        layer = get_channel_layer()
        with suppress(RedisError, OSError):  # `listen` starts over
            if layer is not None and self.channel:
                await layer.group_add(group, self.channel)

    async def leave(self, group: str) -> None:
        self.groups.discard(group)
        await quit_groups([group], self.channel)

    async def listen(self) -> None:
        """Receive hints until cancelled; start over if the channel layer fails."""
        layer, task = get_channel_layer(), asyncio.current_task()
        # The Redis client may swallow a cancellation while it connects; the task remembers it.
        while layer is not None and task is not None and not task.cancelling():
            channel = ""
            try:
                channel = self.channel = await layer.new_channel()
                for group in tuple(self.groups):
                    await layer.group_add(group, channel)
                self.catch_up()
                while not task.cancelling():
                    self.hear(await layer.receive(channel))
            except (RedisError, OSError):
                await asyncio.sleep(1)
            finally:
                if self.channel == channel:
                    self.channel = ""
                await quit_groups(tuple(self.groups), channel)


async def quit_groups(groups: Iterable[str], channel: str) -> None:
    layer = get_channel_layer()
    with suppress(RedisError, OSError):  # the subscription ended with the server
        if layer is not None and channel:
            for group in groups:
                await layer.group_discard(group, channel)


def send_hints(hints: Mapping[str, Mapping[str, Any]]) -> None:
    """Send a hint to each of these groups of the channel layer."""

    async def send(_: Redis) -> None:
        layer = get_channel_layer()
        if layer is not None:
            for group, news in hints.items():
                await layer.group_send(group, {"type": "hint", **news})

    publish(send)
