"""Games of bots and their arena sleep while nobody watches."""

import pytest

from games.bus import presence, schedule, valkey
from games.rules.catalogue import GAMES
from games.table.clock import now_ms
from games.table.models import Table
from games.table.reading.snapshot import load
from games.table.reading.verification import verify
from games.table.writer import play
from games.work import demo, showcase
from tests.depth import share
from tests.live.waiting import wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_reminders")]


@pytest.fixture
def asleep(settings):
    """A new site's shows, when nobody has come yet."""
    settings.SHOW_TOURNAMENTS = True
    showcase.keep_going()
    assert not [table for table in running() if table.paused_ms is None]
    assert showcase.arenas().get().state == "paused"


def running():
    return Table.objects.filter(status="running")


def pages():
    game, arena = demo.shows().running().first(), showcase.arenas().get()
    return {"table": f"/t/{game.code}/", "home": "/", "arena": f"/tournaments/{arena.code}/"}


def awake():
    return not running().exclude(paused_ms=None).exists()


@pytest.mark.parametrize("page", share(["table", "home", "arena"]))
def test_whoever_opens_a_page_wakes_them(asleep, clock, client, page):
    before = {table.pk: table.version for table in running()}
    assert len(before) > len(GAMES)  # those of the arena too
    assert client.get(pages()[page]).status_code == 200
    wait_for(awake)
    assert showcase.arenas().get().state == "running"
    wait_for(lambda: any(table.version > before.get(table.pk, 0) + 1 for table in running()))


def test_whoever_is_connected_wakes_them_and_keeps_them_awake(asleep):
    redis, table = valkey.client(), running().last()
    presence.report(redis, table.pk, "web", (), 1, now_ms())
    assert schedule.SHOW in schedule.claim(redis, now_ms()).due
    showcase.sleep_or_wake()
    assert awake()
    presence.report(redis, table.pk, "web", (), 1, now_ms())
    assert schedule.SHOW not in schedule.claim(redis, now_ms()).due
    showcase.keep_going()
    assert awake()
    presence.report(redis, table.pk, "web", (), 0, now_ms())
    showcase.keep_going()
    assert not awake() and showcase.arenas().get().state == "paused"


def test_why_they_sleep_is_stored_as_a_code_and_told_in_words(asleep, client):
    table = running().first()
    message = load(table.pk).message(None, 0)
    assert (table.reason, message["table"]["reason"]) == ("NOBODY_WATCHES", "Nobody is watching.")
    assert "Paused: Nobody is watching." in str(message["lines"])
    arena = showcase.arenas().get()
    assert arena.acts.get(act="pause").reason == "NOBODY_WATCHES"
    for page in ("", "log/"):
        shown = client.get(f"/tournaments/{arena.code}/{page}").content.decode()
        assert "Nobody is watching." in shown and "NOBODY_WATCHES" not in shown


def test_games_of_people_do_not_sleep(asleep, alice):
    own = play.open_table(by=alice)
    as_if_matched = {"opened_by": None, "vacate_after_s": 30, "status": "running"}
    Table.objects.filter(pk=own.pk).update(**as_if_matched)
    showcase.keep_going()
    own.refresh_from_db()
    assert own.paused_ms is None and own not in demo.shows()


def test_a_game_that_has_slept_can_be_verified(asleep):
    presence.look("game")
    showcase.sleep_or_wake()
    for table in demo.shows().running():
        play.play_out(table=table, decide=demo.wishes, until=now_ms() + demo.LONGEST_MS)
        table.refresh_from_db()
        assert verify(table).ok
