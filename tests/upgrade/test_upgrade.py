"""What an earlier release stored stays true: its games verify, can be read, and go on."""

import pytest
from django.test import Client

from games.lab.chances.models import StoredCurve
from games.rules.logs import rewrite
from games.table.models import Status, Table
from games.table.reading import game_log
from games.table.reading.verification import verify
from games.table.writer import play
from games.table.writer.orders import Order
from games.tournaments.models import Tournament
from games.work.tables import wishes
from tests.upgrade.database import RELEASES, upgraded

pytestmark = [pytest.mark.services, pytest.mark.sqlite, pytest.mark.timeout(600)]
MINUTE_MS = 60_000


@pytest.fixture(params=RELEASES, ids=lambda release: release.commit)
def old_database(request, django_db_setup, django_db_blocker, tmp_path):
    with django_db_blocker.unblock(), upgraded(request.param, tmp_path):
        yield


def test_games_of_an_earlier_release_verify_read_and_go_on(old_database, client):
    games = Table.objects.order_by("pk")
    over, running = games.over().exclude(deal=""), games.running()
    kinds = {(table.game, table.status) for table in games}
    for game in ("war", "ww3", "ultimate"):
        assert {(game, "running"), (game, "finished")} <= kinds
    assert ("ww3", "aborted") in kinds and over.filter(day__isnull=False).exists()
    for table in over:
        read_everywhere(table, client)
    for table in running:
        assert client.get(f"/t/{table.code}/").status_code == 200, table.code
        go_on(table)
        read_everywhere(Table.objects.get(pk=table.pk), client)
    for table in one_of_each(over.all()):
        ask_for_chances(table)
    for tournament in Tournament.objects.all():
        for rest in ("/", "/standings/", ".json"):
            assert client.get(f"/tournaments/{tournament.code}{rest}").status_code == 200


def read_everywhere(table, client):
    result = verify(table)
    assert result.ok, (table.game, table.options, result)
    text = game_log.wsn(table)
    assert rewrite(text) == text
    for rest in ("/", "/?b=1", "/frames.json", "/verify/", "/at/1/", ".wsn", ".json"):
        assert client.get(f"/g/{table.code}{rest}").status_code == 200, (table.code, rest)


def one_of_each(tables):
    """A table for each set of rules and each way to be over."""
    return {(one.game, one.options, one.rules_version, one.status): one for one in tables}.values()


def ask_for_chances(table):
    """By a guest of their own, since each may ask for a few at once."""
    answer = Client().post(f"/g/{table.code}/chances/", follow=True)
    assert answer.status_code == 200, table.code
    is_refused = "under the current rules" in answer.content.decode()
    assert StoredCurve.objects.filter(source=table.code).exists() != is_refused, table.code


def go_on(table):
    """What is due is done, bots decide for everybody for a while, then people resign."""
    play.tick(table=table, now=table.moved_ms)
    table.refresh_from_db()
    play.play_out(table=table, decide=wishes, until=table.moved_ms + 5 * MINUTE_MS)
    table.refresh_from_db()
    for seat in table.seats.filter(bot=False).select_related("player"):
        if table.status == Status.RUNNING:
            play.resign(Order(table, seat.player, now=table.moved_ms + 1))
            table.refresh_from_db()
    assert table.is_over, (table.game, table.options)
