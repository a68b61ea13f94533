"""What an earlier release stored stays true: its games verify, can be read, and go on."""

import pytest

from games.rules.logs import rewrite
from games.table.models import Status, Table
from games.table.reading import game_log
from games.table.reading.verification import verify
from games.table.writer import play
from games.table.writer.orders import Order
from games.tournaments.models import Tournament
from games.work.demo import wishes
from tests.upgrade.database import RELEASES, upgraded

pytestmark = [pytest.mark.services, pytest.mark.sqlite]
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
    for tournament in Tournament.objects.all():
        for rest in ("/", "/standings/", ".json"):
            assert client.get(f"/tournaments/{tournament.code}{rest}").status_code == 200


def read_everywhere(table, client):
    result = verify(table)
    assert result.ok, (table.game, table.options, result)
    text = game_log.wsn(table)
    assert rewrite(text) == text
    for rest in ("/", "/?b=1", "/frames.json", "/verify/", ".wsn", ".json"):
        assert client.get(f"/g/{table.code}{rest}").status_code == 200, (table.code, rest)


def go_on(table):
    """What is due is done, bots decide for everybody for a while, then people resign."""
    play.tick(table=table, now=table.moved_ms)
    table.refresh_from_db()
    play.play_out(table=table, decide=wishes, until=table.moved_ms + 30 * MINUTE_MS)
    table.refresh_from_db()
    people = [seat.player for seat in table.seats.all() if not seat.bot]
    for player in people if table.status == Status.RUNNING else ():
        play.resign(Order(table, player, now=table.moved_ms + 1))
        table.refresh_from_db()
    assert table.is_over, (table.game, table.options)
