"""Demo data: the first finished games, and the one that always runs."""

from datetime import UTC, datetime, timedelta

import pytest
from django_celery_beat.models import PeriodicTask
from django_celery_beat.schedulers import DatabaseScheduler

from games.accounts.models import Player
from games.rules.catalogue import find
from games.table import clock
from games.table.models import Move, Table
from games.table.reading.verification import verify
from games.table.writer import play
from games.work import demo
from warsite.celery import app

pytestmark = pytest.mark.django_db
WAR = find("war")


def preset(game, key):
    return next(preset for preset in game.presets if preset.key == key)


@pytest.fixture(autouse=True)
def no_breath(monkeypatch):
    monkeypatch.setattr(demo, "BREATH_S", 0)


def test_bots_play_real_games_of_several_presets_until_there_are_enough():
    now = clock.now_ms()
    tables = list(demo.fill(games=5, now=now))
    kinds = [("war", "classic"), ("ww3", "standard"), ("ultimate", "standard")]
    assert [(t.game, t.preset) for t in tables[:3]] == kinds
    assert {table.game for table in tables[3:]} == {"war", "ww3"}
    for table in tables:
        assert table.status == "finished"
        assert table.ended_at.timestamp() * 1000 < now
        numbers = Move.objects.filter(table=table).values_list("number", flat=True)
        assert list(numbers) == list(range(1, table.version + 1))
        assert verify(table).ok
    assert list(demo.fill(games=5)) == []


def test_a_slap_game_is_played_with_slaps():
    table = demo.begin(WAR, preset(WAR, "slap"), now=1_000_000)
    play.play_out(table=table, decide=demo.wishes, until=1_000_000 + demo.LONGEST_MS)
    assert Move.objects.filter(table=table, act="slap").exists()


def test_a_long_game_is_finished_by_agreement():
    table = demo.begin(WAR, WAR.presets[0], now=1_000_000)
    play.play_out(table=table, decide=demo.wishes, until=1_000_000 + 30_000)
    table.refresh_from_db()
    assert (table.status, table.end) == ("finished", "agreed")


def test_of_every_game_one_is_always_shown():
    shown = demo.keep_showing()
    assert [table.game for table in shown] == list(demo.GAMES)
    assert all((t.status, t.private, t.opened_by) == ("running", False, None) for t in shown)
    assert demo.keep_showing() == []
    for table in Table.objects.all():  # it has been going on, and goes on from here
        assert table.game_ms(clock.now_ms()) >= demo.AHEAD_MS and table.version > 10
        assert table.moved_ms <= clock.now_ms() and table.due_ms > table.moved_ms
    Table.objects.filter(game="ww3").update(status="finished")
    (following,) = demo.keep_showing()
    assert following.game == "ww3"
    # The second preset of this game is the first with another length.
    assert (shown[1].options, following.options) == ("", "cap=40")


def test_an_operator_can_switch_it_off(settings):
    settings.SHOW_GAME = False
    assert demo.keep_showing() == []
    assert not Table.objects.exists()


@pytest.mark.django_db(transaction=True)  # the scheduler closes its connection
def test_a_schedule_switched_off_in_the_admin_stays_off():
    DatabaseScheduler(app=app).setup_schedule()
    PeriodicTask.objects.filter(name="show").update(enabled=False)
    DatabaseScheduler(app=app).setup_schedule()
    assert not PeriodicTask.objects.get(name="show").enabled


def test_shown_games_go_after_a_week_and_those_of_people_stay():
    now = datetime.now(UTC)
    shown, *others = demo.fill(games=3)
    alice = Player.objects.create_user("alice")
    Table.objects.filter(pk=others[0].pk).update(opened_by=alice)
    others[1].seats.filter(number=1).update(bot=False, player=alice)  # who was matched
    old = [shown.pk, *(table.pk for table in others)]
    Table.objects.filter(pk__in=old).update(ended_at=now - timedelta(days=8))
    demo.forget(at=now)
    assert not Table.objects.filter(pk=shown.pk).exists()
    assert Table.objects.filter(pk__in=[table.pk for table in others]).count() == 2
