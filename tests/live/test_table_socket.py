"""The websocket of a table as an ASGI application, without a web server in between."""

import asyncio
import json
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db.models import F

from games.accounts import people
from games.bus import publisher
from games.live import commands, protocol, room, rooms
from games.table.models import Move, Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live.client import cookie_of
from tests.live.waiting import PATIENCE_S


@pytest.fixture
def application():
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    from warsite.asgi import application

    return application


@pytest.fixture
def table(alice, bob, no_reminders) -> Table:
    table = play.open_table(by=alice)
    play.sit(Order(table, bob))
    return table


def headers_of(player=None, origin="http://127.0.0.1:8000") -> list[tuple[bytes, bytes]]:
    headers = [(b"origin", origin.encode())]
    return headers + ([(b"cookie", cookie_of(player).encode())] if player else [])


def socket_of(application, table, headers) -> WebsocketCommunicator:
    return WebsocketCommunicator(application, f"/ws/table/{table.code}/", headers)


async def until(condition) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.01)


async def state_of(socket) -> dict:
    while True:
        message = await socket.receive_json_from(5)
        if "view" in message:
            return message


async def test_a_change_made_elsewhere_is_shown_by_hint(application, table, alice, bob):
    headers = await sync_to_async(headers_of)(alice)
    socket = socket_of(application, table, headers)
    assert (await socket.connect())[0]
    await socket.send_json_to({"hello": 0})
    state = await state_of(socket)
    assert [seat["ready"] for seat in state["table"]["seats"]] == [False, False]
    await sync_to_async(play.ready)(Order(table, bob), entropy=bytes(16))
    while not (state := await state_of(socket))["table"]["seats"][1]["ready"]:
        pass
    assert state["table"]["seats"][0]["you"] is True
    await socket.disconnect()


async def test_moves_are_announced_to_processes_that_show_the_table(application, table, alice, bob):
    socket = socket_of(application, table, await sync_to_async(headers_of)(alice))
    await socket.connect()
    await socket.send_json_to({"hello": 0})
    await state_of(socket)
    room = rooms.rooms().open[table.pk]
    await until(lambda: room.is_alone)
    await sync_to_async(publisher.flush)()
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(rooms.group_of(table.pk), channel)
    silent = await sync_to_async(play.ready)(Order(table, bob), entropy=bytes(16))
    await until(lambda: room.snapshot.version == silent.version)
    rooms.hint_table(table.pk, here="another process")
    assert (await layer.receive(channel))["here"] == "another process"
    assert (await layer.receive(channel))["version"] == silent.version
    told = await sync_to_async(play.leave)(Order(table, bob))
    assert (await layer.receive(channel))["version"] == told.version
    await socket.disconnect()


async def test_a_lost_hint_costs_a_heartbeat_and_nothing_else(
    application, table, alice, bob, monkeypatch
):
    monkeypatch.setattr(rooms, "BEAT_S", 0.2)
    socket = socket_of(application, table, await sync_to_async(headers_of)(alice))
    await socket.connect()
    await socket.send_json_to({"hello": 0})
    while (await state_of(socket))["table"]["seats"][0]["away_ms"] is not None:
        pass  # Alice is back: nothing else will be sent
    # Written without a hint, as by a process that was killed before it could send one.
    rows = Table.objects.filter(pk=table.pk)
    await sync_to_async(rows.update)(version=F("version") + 1, private=True)
    assert (await state_of(socket))["table"]["private"] is True
    await socket.disconnect()


async def test_a_new_name_is_shown_at_once(application, table, alice, bob):
    socket = socket_of(application, table, await sync_to_async(headers_of)(alice))
    await socket.connect()
    await socket.send_json_to({"hello": 0})
    while (await state_of(socket))["table"]["seats"][0]["away_ms"] is not None:
        pass  # Alice is back: no move will be sent any more
    await sync_to_async(people.rename)(player=bob, name="Roberta")
    state = await state_of(socket)
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Alice", "Roberta"]
    await socket.disconnect()


async def test_an_open_socket_knows_of_a_ban_at_once(application, table, alice, bob):
    socket = socket_of(application, table, await sync_to_async(headers_of)(bob))
    await socket.connect()
    await socket.send_json_to({"hello": 0})
    await state_of(socket)

    async def refusal() -> str | None:
        name = str(uuid4())
        await socket.send_json_to({"id": name, "act": "rematch"})
        while name not in ((m := await socket.receive_json_from(5)).get("reject"), m.get("ack")):
            pass
        return m.get("code")

    assert await refusal() == "NOT_OVER"
    await sync_to_async(people.ban)(player=bob, reason="cheats")
    await until(lambda: not commands.find_player.cache_info().currsize)
    assert await refusal() == "BANNED"
    await socket.disconnect()


async def test_who_sits_down_is_no_watcher_from_that_moment(application, table, charlie, alice):
    socket = socket_of(application, table, await sync_to_async(headers_of)(charlie))
    await socket.connect()
    await socket.send_json_to({"hello": 0})
    assert (await state_of(socket))["watchers"] == 1
    here = rooms.rooms().open[table.pk]
    await sync_to_async(play.leave)(Order(table, alice))
    await sync_to_async(play.sit)(Order(table, charlie))
    state = await state_of(socket)
    while not any(seat["you"] for seat in state["table"]["seats"]):
        state = await state_of(socket)
    assert state["watchers"] == 0 == here.watchers
    await socket.disconnect()


async def test_the_crowd_waits_while_somebody_acts(application, table, alice, bob, monkeypatch):
    monkeypatch.setattr(room, "CHUNK", 1)
    monkeypatch.setattr(room, "LONGEST_WAIT_S", 60)
    headers = await sync_to_async(headers_of)(alice)
    sockets = [socket_of(application, table, who) for who in (headers, *[headers_of()] * 3)]
    for socket in sockets:
        assert (await socket.connect())[0]
        await socket.send_json_to({"hello": 0})
        await state_of(socket)
    here = rooms.rooms().open[table.pk]
    crowd = [one for one in here.connections if one.player_id is None]
    (player,) = here.connections - set(crowd)
    with here.acting(player):
        versions = []
        for change in (play.leave, play.sit, play.leave, play.sit):
            versions.append((await sync_to_async(change)(Order(table, bob))).version)
            while (await state_of(sockets[0]))["v"] < versions[-1]:
                pass
        # The first portion may be gone.
        assert all(one.following.since <= versions[0] for one in crowd)
        with here.acting(crowd[0]):  # spectators do not delay others
            assert here.acts.running == 1
    for socket in sockets[1:]:
        while (await state_of(socket))["v"] < versions[-1]:
            pass
    for socket in sockets:
        await socket.disconnect()


async def test_a_deadline_waits_while_somebody_acts(application, dealt, alice, monkeypatch):
    monkeypatch.setattr(room, "LONGEST_DELAY_S", 60)
    past = {name: F(name) - 4000 for name in ("started_ms", "due_ms", "moved_ms")}
    await sync_to_async(Table.objects.filter(pk=dealt.pk).update)(**past)
    socket = socket_of(application, dealt, await sync_to_async(headers_of)(alice))
    with rooms.rooms().precedence.acts.one_more():  # somewhere
        await socket.connect()
        await socket.send_json_to({"hello": 0})
        assert (await state_of(socket))["view"]["phase"] == "dealt"
        here = rooms.rooms().open[dealt.pk]
        await until(lambda: here.work is not None and not here.work.done())
        timers = Move.objects.filter(table=dealt, act="timer")
        assert not await sync_to_async(timers.exists)()
    while (await state_of(socket))["view"]["phase"] != "flip":
        pass
    await socket.disconnect()


async def test_a_foreign_origin_never_gets_in(application, table, alice):
    headers = await sync_to_async(headers_of)(alice, "https://evil.example")
    socket = socket_of(application, table, headers)
    assert (await socket.connect())[0] is False
    await socket.wait()


async def test_nobody_stays_in_a_room_after_a_fault(application, table, monkeypatch):
    def fail(text: str) -> None:
        raise ZeroDivisionError

    socket = socket_of(application, table, headers_of())
    await socket.connect()
    await socket.send_json_to({"hello": 0})
    await state_of(socket)
    monkeypatch.setattr(protocol, "read_message", fail)
    await socket.send_json_to({"ping": 1})
    with pytest.raises(ZeroDivisionError):
        await socket.wait(10)
    assert table.pk not in rooms.rooms().open


async def test_a_room_is_closed_behind_the_last_visitor(application, table):
    sockets = [socket_of(application, table, headers_of()) for _ in range(3)]
    for socket in sockets:
        await socket.connect()
        await socket.send_json_to({"hello": 0})
        await state_of(socket)
    here = rooms.rooms()
    tasks = here.tasks
    assert len(here.open[table.pk].connections) == 3
    for socket in sockets:
        await socket.disconnect()
    assert table.pk not in here.open
    await asyncio.wait(tasks, timeout=PATIENCE_S)
    assert all(task.done() for task in tasks)


async def test_a_client_that_takes_nothing_is_left_behind(application, table, bob, monkeypatch):
    """Its messages are not queued, and others at the table do not wait."""
    monkeypatch.setattr("games.sockets.table.SEND_TIMEOUT_S", 0.3)
    said: asyncio.Queue = asyncio.Queue()
    taken: list[dict] = []
    tried: list[dict] = []
    open_again = asyncio.Event()

    async def send(message: dict) -> None:
        if message["type"] == "websocket.send" and not open_again.is_set():
            tried.append(message)
            await open_again.wait()
        taken.append(message)

    quick = socket_of(application, table, headers_of())
    scope = {**quick.scope, "headers": headers_of()}
    await quick.connect()
    slow = asyncio.create_task(application(scope, said.get, send))
    await said.put({"type": "websocket.connect"})
    await said.put({"type": "websocket.receive", "text": '{"hello": 0}'})
    await until(lambda: tried)
    await sync_to_async(play.ready)(Order(table, bob), entropy=bytes(16))
    await quick.send_json_to({"hello": 0})
    assert (await state_of(quick))["table"]["seats"][1]["ready"]
    await until(lambda: len(tried) == 2)  # given up; the reason is to be sent
    open_again.set()
    await until(lambda: any(message["type"] == "websocket.close" for message in taken))
    assert [m["code"] for m in taken if m["type"] == "websocket.close"] == [4408]
    assert not any('"view"' in m.get("text", "") for m in taken)
    await said.put({"type": "websocket.disconnect", "code": 4408})
    await slow
    await quick.disconnect()


async def test_commands_of_one_connection_are_answered_in_order(application, table, alice):
    socket = socket_of(application, table, await sync_to_async(headers_of)(alice))
    await socket.connect()
    names = [str(uuid4()) for _ in range(20)]
    for name in names:
        await socket.send_json_to({"id": name, "act": "flip"})
    heard = []
    while len(heard) < len(names):
        message = json.loads(await socket.receive_from(5))
        if "reject" in message:
            heard.append(message["reject"])
    assert heard == names
    await socket.disconnect()
