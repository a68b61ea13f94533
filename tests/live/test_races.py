"""Fair races over real sockets: when cards arrive, and when an answer to them came."""

import asyncio
import json
import time
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import AsyncClient

from games.live import rooms
from games.live.following import Following, early_ms
from games.live.room import Precedence, Room
from games.table import clock as clocks
from games.table.models import Move, Seat, Table
from games.table.reading.snapshot import load
from games.table.writer import orders, play
from games.table.writer.orders import Order
from tests.live.client import Client, Stream, token_of
from tests.live.waiting import PATIENCE_S, wait_for
from warsite.limits import Limits

ONCE_S = 0.05  # longer than a message takes to be read


@pytest.fixture
def racing(alice, bob) -> Table:
    """Slap War: Alice's line takes 300 ms both ways; the first cards may be turned."""
    table = play.open_table(by=alice, options="slap=5")
    play.sit(Order(table, bob))
    Seat.objects.filter(player=alice).update(rtt_ms=300)
    for player in (alice, bob):
        play.ready(Order(table, player), entropy=bytes(16))
    table.refresh_from_db()
    Table.objects.filter(pk=table.pk).update(started_ms=table.started_ms - 3100)
    play.tick(table=table)
    table.refresh_from_db()
    return table


def turn(table: Table, *players) -> int:
    """Both turn a card.  When (epoch ms) it is to be seen."""
    for player in players:
        play.act(Order(table, player), name="flip", args={})
    return load(table.pk).show_ms


def test_cards_leave_for_each_line_so_that_all_have_them_at_once(racing, alice, bob):
    assert racing.lead_ms == 200
    shown_ms = turn(racing, alice, bob)
    assert [early_ms(shown_ms, shown_ms - 200, rtt) for rtt in (None, 20, 300)] == [200, 190, 50]
    assert early_ms(shown_ms, shown_ms - 150, 300) == early_ms(shown_ms, shown_ms + 1, None) == 0


def test_nobody_has_the_cards_early(base, racing, alice, bob):
    """Not a player or spectator whose line is not measured, not a program."""
    program = Stream(base.removeprefix("ws://"), racing.code, token_of(bob))
    assert program.next()["view"]["reveal"] is None
    with Client(base, racing.code, bob) as player, Client(base, racing.code) as watcher:
        for client in (player, watcher):
            client.say({"hello": 0})
            while "view" not in json.loads(client.socket.recv(PATIENCE_S)):
                pass  # no answer to its probe
        turn(racing, alice, bob)
        for client in (player, watcher):
            told = {}
            while not told.get("view", {}).get("reveal"):
                told = json.loads(client.socket.recv(PATIENCE_S))
            assert told["now"] >= told["view"]["reveal"]["show_at"]
    while not (told := program.next())["view"]["reveal"]:
        pass
    assert told["now"] >= told["view"]["reveal"]["show_at"]
    program.close()


@pytest.mark.parametrize("door", ["/t/{}/", "/t/{}/aloud/?of=table", "/api/v1/tables/{}"])
def test_who_asks_for_the_table_has_them_no_earlier(client, racing, alice, bob, door, time_machine):
    asked_ms = clocks.now_ms()
    time_machine.move_to(clocks.moment(asked_ms), tick=False)  # however busy the machine is
    shown_ms = turn(racing, alice, bob)
    begun = time.perf_counter()
    assert client.get(door.format(racing.code)).status_code == 200
    assert (time.perf_counter() - begun) * 1000 >= shown_ms - asked_ms == racing.lead_ms


def acts_running(table: Table) -> int:
    return sum(here.acts.running for _, here in rooms.rooms_of(table.pk))


def slapped(table: Table) -> Move:
    return wait_for(Move.objects.filter(table=table, act="slap").first)


def keep_waiting(table: Table, send: Callable[[], None]) -> int:
    """Send an act while the table is locked, and let it wait.  When (epoch ms) it had come."""
    with orders.under_lock(table.pk):
        send()
        wait_for(lambda: acts_running(table))
        came_ms = clocks.now_ms()
        wait_for(lambda: clocks.now_ms() > came_ms + 1000 * ONCE_S)
    return came_ms


def test_a_slap_counts_from_when_it_came_not_from_when_the_table_was_free(base, racing, alice, bob):
    shown_ms = turn(racing, alice, bob)
    with Client(base, racing.code, bob) as client:
        client.hello()
        reveal = client.see(lambda state: state["view"]["reveal"])["view"]["reveal"]
        slap = {"id": str(uuid4()), "act": "slap", "reveal": reveal["id"], "rt": 150}
        came_ms = keep_waiting(racing, lambda: client.say(slap))
        client.until(lambda told: slap["id"] in (told.get("ack"), told.get("reject")))
    assert slapped(racing).args["arr"] <= came_ms - shown_ms


def test_so_does_one_behind_another_that_waits_on_the_same_line(base, racing, alice, bob):
    shown_ms = turn(racing, alice, bob)
    with Client(base, racing.code, bob) as client:
        client.hello()
        reveal = client.see(lambda state: state["view"]["reveal"])["view"]["reveal"]
        slap = {"id": str(uuid4()), "act": "slap", "reveal": reveal["id"], "rt": 150}

        def send() -> None:
            client.say({"id": str(uuid4()), "act": "flip"})
            client.say(slap)

        came_ms = keep_waiting(racing, send)
        client.until(lambda told: slap["id"] in (told.get("ack"), told.get("reject")))
    assert slapped(racing).args["arr"] < came_ms + 1000 * ONCE_S - shown_ms


def test_an_early_answer_unmasks_a_pretended_round_trip(racing, alice, bob):
    """Alice answers probes after 600 ms, so her cards leave 300 ms early; her slap comes 160 ms
    after they are shown."""
    room, line = Room(racing.pk, Precedence()), Following(alice.pk, "en", since=0)
    line.latency.answer(line.latency.probe(time.monotonic() - 0.6), time.monotonic())
    assert line.rtt_ms == 600
    shown_ms = turn(racing, alice, bob)
    room.snapshot = load(racing.pk)
    assert line.missed(room, lambda: None)
    reveal = room.snapshot.view(None)["reveal"]["id"]
    early_ms = shown_ms - line.left_ms
    line.note_answer({"reveal": reveal, "rt": 90}, shown_ms + 90)  # a false start
    line.note_answer({"reveal": reveal - 1, "rt": 150}, shown_ms + 20)
    assert line.rtt_ms == 600
    line.note_answer({"reveal": reveal, "rt": 150}, shown_ms + 160)
    assert line.rtt_ms == early_ms + 60 < 300


class Came(AsyncClient):
    """Its requests came at this moment, as the server notes it."""

    def __init__(self, arrived_ms: int) -> None:
        super().__init__()
        self.arrived_ms = arrived_ms

    async def request(self, **scope):
        return await super().request(arrived_ms=self.arrived_ms, **scope)


def test_so_does_one_of_a_program_by_http(racing, alice, bob):
    shown_ms = turn(racing, alice, bob)
    number = load(racing.pk).view(None)["reveal"]["id"]
    answer = asyncio.run(
        Came(shown_ms + 321).post(
            f"/api/v1/tables/{racing.code}/commands",
            {"id": str(uuid4()), "act": "slap", "reveal": number, "rt": 150},
            content_type="application/json",
            headers={"Authorization": f"Bearer {token_of(bob)}"},
        )
    )
    assert answer.status_code == 200
    assert slapped(racing).args["arr"] == 321


def test_a_request_has_come_when_its_body_is_there():
    """Otherwise an early head would make a late slap early."""
    noted = []

    async def application(scope, receive, send) -> None:
        noted.append(scope["arrived_ms"])

    async def request() -> int:
        body = asyncio.Queue()
        limited = Limits(application)({"type": "http"}, body.get, None)
        waiting = asyncio.create_task(limited)
        body.put_nowait({"type": "http.request", "body": b"{", "more_body": True})
        head_ms = clocks.now_ms()
        while clocks.now_ms() == head_ms:
            await asyncio.sleep(0)
        rest_ms = clocks.now_ms()
        body.put_nowait({"type": "http.request", "body": b"}", "more_body": False})
        await waiting
        return rest_ms

    assert asyncio.run(request()) <= noted[0]
