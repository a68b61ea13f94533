"""What an earlier release stored stays true: its games, tournaments and runs of the lab can be
read, and go on."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.lab.chances.models import StoredCurve
from games.lab.runs.models import Simulation
from games.rules.logs import rewrite
from games.table.models import Status, Table
from games.table.reading import game_log
from games.table.reading.verification import verify
from games.table.writer import play
from games.table.writer.orders import Order
from games.tournaments.models import Round, Tournament
from games.tournaments.reading.export import export
from games.tournaments.writer import automation
from games.work.lab import play_chunk
from games.work.tables import wishes
from tests.referee.check import check
from tests.upgrade.database import RELEASES

pytestmark = [pytest.mark.outer, pytest.mark.services, pytest.mark.sqlite, pytest.mark.timeout(600)]
MINUTE_MS = 60_000
AGAIN = 100  # more often than any tournament here has something to do
# Of standings that were stored before lots stood in all of them; nothing computes them anew.
NO_LOTS = "lots are told is {False}, should be {True}"
HALF_WAY = RELEASES[1:]  # those with tournaments and runs of the lab that go on


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
        read_tournament(tournament, client)


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
    """Ask as a new guest, since each may ask for a few at once."""
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


@pytest.mark.parametrize("old_database", HALF_WAY, indirect=True)
def test_tournaments_and_runs_that_are_half_way_go_on_to_their_ends(old_database, client):
    over = list(Tournament.objects.filter(state="finished"))
    assert over and {fault.what for one in over for fault in faults_of(one)} <= {NO_LOTS}
    running = Tournament.objects.filter(state="running").order_by("pk")
    formats = {stage.format.key for one in running for stage in one.stages.all()}
    assert formats == {"swiss", "elimination", "arena"}
    for tournament in running:
        finish(tournament)
        read_tournament(tournament, client)
    runs = Simulation.objects.order_by("pk")
    assert {(one.game, one.status) for one in runs} == {
        (game, status) for game in ("war", "ww3", "ultimate") for status in ("done", "running")
    }
    for simulation in runs:
        read_run(simulation, client)
        count_on(simulation)
        read_run(simulation, client)


def finish(tournament):
    """It goes on from the round it was in, and the referee finds nothing wrong with all of it."""
    states = [row.state for row in rounds_of(tournament)]
    assert states == ["complete", "playing"]
    play_on(tournament)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.question) == ("finished", "")
    assert rounds_of(tournament).filter(state="complete").count() > 2
    assert faults_of(tournament) == []


def faults_of(tournament):
    told = json.dumps(export(tournament, tournament.ended_ms))
    return check(told)


def rounds_of(tournament):
    return Round.objects.filter(stage__tournament=tournament).order_by("number")


def play_on(tournament):
    """Run it as workers do, with everybody on its page; games are played as soon as their tables
    are open."""
    here = set(tournament.entrants.values_list("player", flat=True))
    own = Table.objects.filter(tournament_game__pairing__round__stage__tournament=tournament)
    now = tournament.due_ms or max(own.values_list("moved_ms", flat=True))
    for _ in range(AGAIN):
        for table in own.open():
            for seat in table.seats.filter(ready=False).select_related("player"):
                play.ready(Order(table, seat.player, now=now), entropy=bytes(16))
        for table in own.running():
            play.play_out(table=table, decide=wishes, until=now + 60 * MINUTE_MS)
        due = automation.advance(tournament=tournament.pk, now=now, present=here)
        if due is None and not own.running():
            return
        now = max(now, due or 0)
    raise AssertionError("it never ends")


def read_tournament(tournament, client):
    for rest in ("/", "/standings/", ".json"):
        address = f"/tournaments/{tournament.code}{rest}"
        assert client.get(address).status_code == 200, address


def count_on(simulation):
    """A run that is half way is counted to its end, unless rules or bots have changed since."""
    was_running, is_stale = simulation.is_running, simulation.is_stale
    for number in simulation.next_chunks():
        play_chunk(simulation.pk, number)
    simulation.refresh_from_db()
    ends = not (was_running and is_stale)
    assert simulation.status == ("done" if ends else "failed")
    assert simulation.games_done == (simulation.games if ends else simulation.games // 2)


def read_run(simulation, client):
    """Its games can be seen as long as their rules and bots are those of the run."""
    assert client.get(simulation.get_absolute_url()).status_code == 200, simulation.game
    status = 404 if simulation.is_stale else 200
    for name in ("lab_game", "lab_wsn"):
        assert client.get(reverse(name, args=[simulation.code, 3])).status_code == status
