"""A tournament that nobody attends to, run by the clock of a worker."""

import pytest

from games.accounts.bots import bot_player
from games.accounts.models import Player
from games.bus import publisher, schedule, valkey
from games.table import clock
from games.table.models import Table
from games.table.writer import play
from games.tournaments.log import Act
from games.tournaments.models import Round, Tournament
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order
from games.work import sweep
from games.work.tables import wishes
from tests.live import site
from tests.live.waiting import wait_for
from tests.tournaments.conftest import WAR, new_director

TERMS = {"bots": True, "call_s": 0, "break_s": 0, "hold_min": 0}


@pytest.fixture
def started(no_reminders) -> Tournament:
    """Four bots have entered."""
    director = new_director("dora")
    code = life.create(by=director, name="Bots", terms=TERMS, stages=[WAR | {"rounds": 2}]).code
    life.announce(Order(code, director))
    life.open_entries(Order(code, director))
    bots: list[Player] = []
    for _ in range(4):
        bots.append(bot_player("sergeant", [bot.pk for bot in bots]))
        entries.enter(Order(code, director), bots[-1])
    return life.start(Order(code, director))


def play_all() -> None:
    """The running games are over in a moment."""
    for table in Table.objects.running():
        play.play_out(table=table, decide=wishes, until=clock.now_ms() + 3_600_000)


def in_state(number: int, state: str) -> bool:
    return Round.objects.filter(number=number, state=state).exists()


def test_rounds_follow_each_other_to_the_end(started):
    with site.clock():
        for number in (1, 2):
            wait_for(lambda number=number: in_state(number, "playing"))
            play_all()
            wait_for(lambda number=number: in_state(number, "complete"))
        wait_for(lambda: Tournament.objects.get().state == "finished")
    told = list(Act.objects.values_list("act", flat=True))
    assert [told.count(act) for act in ("draw", "begin", "result", "complete")] == [2, 2, 4, 2]


def test_lost_reminders_are_found_by_the_sweep(started):
    publisher.flush()
    redis = valkey.client()
    redis.delete(valkey.key("clock"))
    entry = schedule.tournament(started.pk)
    sweep.remind(redis, [], clock.now_ms())
    assert not schedule.missing(redis, [entry])
    while not in_state(1, "playing"):
        automation.advance(tournament=started.pk, now=clock.now_ms())
    play_all()
    publisher.flush()
    redis.delete(valkey.key("clock"))
    sweep.remind(redis, [], clock.now_ms())
    assert not schedule.missing(redis, [entry])
