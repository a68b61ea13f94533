"""Acts of people come before everything that happens by itself."""

import asyncio

from games.live import room
from games.live.room import LANES, Precedence


async def wait_in_vain() -> None:
    """Let every task that can go on do so."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_others_wait_until_nobody_acts(monkeypatch):
    monkeypatch.setattr(room, "LONGEST_DELAY_S", 60)
    here, done = Precedence(), []

    async def other(number: int) -> None:
        async with here.given():
            done.append(number)

    with here.acts.one_more():
        with here.acts.one_more():
            others = [asyncio.create_task(other(number)) for number in range(5)]
            await wait_in_vain()
        await wait_in_vain()
        assert done == []
    await asyncio.gather(*others)
    assert done == [0, 1, 2, 3, 4]


async def test_they_do_not_wait_for_ever(monkeypatch):
    monkeypatch.setattr(room, "LONGEST_DELAY_S", 0)
    here = Precedence()
    with here.acts.one_more():
        async with here.given():
            assert here.acts.running == 1


async def test_a_few_at_a_time():
    here, running, end = Precedence(), [], asyncio.Event()

    async def other(number: int) -> None:
        async with here.given():
            running.append(number)
            await end.wait()

    others = [asyncio.create_task(other(number)) for number in range(LANES + 2)]
    await wait_in_vain()
    assert running == list(range(LANES))
    end.set()
    await asyncio.gather(*others)
    assert len(running) == LANES + 2
