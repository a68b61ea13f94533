"""A call that only one seat may know of, over real sockets: no message, number or heartbeat shows
it."""

import pytest

from games.table import clock
from games.table.reading.snapshot import load
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live.client import Client

WINDOW_MS = 20_000


@pytest.fixture
def calling(alice, bob):
    """Alice and Bob may call hold for the next twenty seconds."""
    options, start = f"hold=secret;hold_window={WINDOW_MS};seats=2", 2**40
    table = play.open_table(by=alice, game="ww3", options=options, seated=False, now=start)
    for number, player in enumerate((alice, bob), 1):
        play.sit(Order(table, player, now=start), number=number)
    for player in (alice, bob):
        play.ready(Order(table, player, now=start), entropy=bytes(16))
    while load(table.pk).view(None)["phase"] != "hold":
        table.refresh_from_db()
        play.tick(table=table, now=table.due_ms)
    table.refresh_from_db()
    late = clock.now_ms() - 1500 - table.moved_ms  # the cards were turned a moment ago
    for field in ("started_ms", "moved_ms", "due_ms"):
        setattr(table, field, getattr(table, field) + late)
    table.save()
    return table


def test_nobody_hears_of_a_call_but_who_made_it(base, calling, alice, bob):
    with (
        Client(base, calling.code, alice) as caller,
        Client(base, calling.code, alice) as elsewhere,
        Client(base, calling.code, bob) as other,
        Client(base, calling.code) as watcher,
    ):
        everybody = (caller, elsewhere, other, watcher)
        for client in everybody:
            client.hello()
        reveal = caller.state["view"]["reveal"]
        version = caller.state["v"]
        assert caller.state["view"]["phase"] == "hold"
        heard = [len(client.told) for client in everybody]
        verdict = caller.do("hold", reveal=reveal["id"], rt=900)
        assert verdict["v"] == version and "ack" in verdict
        for client in (caller, elsewhere):
            client.see(lambda state: state["view"]["asks"] is None)
            assert client.state["v"] == version
        # Heartbeats come every five seconds, so anything about the call has arrived by then.
        for client, before in ((other, heard[2]), (watcher, heard[3])):
            client.until(lambda message: "beat" in message)
            client.until(lambda message: "beat" in message)
            assert all(m["beat"]["v"] == version for m in client.told[before:] if "beat" in m)
            assert not [m for m in client.told[before:] if "view" in m]
        other.do("draw")
        for client in everybody:
            client.see(lambda state: state["v"] == version + 1)
            assert client.state["from"] == version
