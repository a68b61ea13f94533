"""Tables that go on from a place of a simulated game."""

import pytest

from games.lab.chances import from_here
from games.lab.chances.course import course_of_simulated, course_of_table
from games.lab.counting.adapter import BadRun
from games.lab.runs import run
from games.lab.runs.games import Simulated
from games.lab.runs.models import Simulation
from games.lab.runs.spec import read_spec
from games.rules.catalogue import BOTS, find
from games.rules.logs import rewrite
from games.table.models import Table
from games.table.reading import game_log, verification
from games.table.reading.requested import first_message
from games.table.refusals import Refused
from games.table.replay import rebuild, stored
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import demo
from tests.rules.live import NAMES
from tests.table.conftest import NOW, begin

OPTIONS = {"war": "cap=40;order=random", "ww3": "seats=3", "ultimate": "clock=300000;seats=3"}
NUMBER = 3  # of the game in its run


@pytest.fixture(params=OPTIONS)
def simulation(request, db):
    return simulated(request.param)


def simulated(game):
    rules = find(game)
    o = rules.options(OPTIONS[game])
    policies = [BOTS[game].usual[0]] * o.players if rules.has_decisions(o) else []
    spec = read_spec(game=game, games=100, seed=5, options=OPTIONS[game], policies=policies)
    return run.start(spec=spec, free=True)


def open_at(simulation, at, player, level=""):
    """A table at which the player has seat 2."""
    game = Simulated(simulation.spec, NUMBER)
    levels = [level] * game.o.players
    return from_here.open_table(simulation, game, at, by=player, number=2, levels=levels)


def middle(simulation):
    course = course_of_simulated(Simulated(simulation.spec, NUMBER))
    frame = len(course.frames) // 2
    return course, frame, course.recording.text_of(frame)


def test_it_begins_as_the_game_stood_there_and_is_played_to_its_end(simulation, alice):
    course, frame, at = middle(simulation)
    origin = Simulated(simulation.spec, NUMBER)
    table = begin(open_at(simulation, at, alice, BOTS[simulation.game].usual[0]), alice)
    assert (table.status, table.rated, table.private) == ("running", False, False)
    assert (table.origin, table.branch_at) == (f"{simulation.code}/{NUMBER}", at)
    assert table.deal == origin.rules.deal_text(origin.deal())
    then = origin.rules.load(course.states[frame])
    assert rebuild.begun(table)[0].to_bytes() == then.to_bytes()
    assert table.game_ms(NOW) == course.times[frame]  # times go on from there
    play.play_out(table=table, decide=demo.wishes, until=NOW + 900_000)
    table.refresh_from_db()
    assert table.status == "finished"
    for eyes in ("all", "watcher", "2"):
        mine, theirs = stored.recording(table, eyes), origin.recorded(eyes)
        assert mine.view(0, NAMES) == stored.Recording.read(theirs).view(frame, NAMES)
    checks = verification.verify(table).checks
    names = ("commitment", "simulated", "moves", "state", "result")
    assert [(check.name, check.ok) for check in checks] == [(name, True) for name in names]
    text = game_log.wsn(table)
    assert f'[Branch "{table.origin}@{at}"]' in text and rewrite(text) == text
    told = game_log.as_json(table)["branch"]
    assert (told["of"], told["at"], told["ms"]) == (table.origin, at, course.times[frame])
    played = course_of_table(Table.objects.prefetch_related("seats__player").get(pk=table.pk))
    assert len(played.frames) == len(stored.recording(table, "all").frames)


def test_hidden_cards_stay_hidden_and_what_is_drawn_is_new(alice, bob):
    simulation, ends = simulated("ww3"), []
    _course, _frame, at = middle(simulation)
    for player in (alice, bob):
        table = begin(open_at(simulation, at, player, "sergeant"), player)
        seats = find("ww3").open_view(
            rebuild.stored_state(table), find("ww3").options(table.options)
        )["seats"]
        text = str(first_message(table, player))
        hidden = [card for n in (1, 3) for card in seats[n - 1]["hand"]]
        assert len(hidden) > 5 and not any(f"'{card}'" in text for card in hidden)
        assert f"The game goes on from a place of game {simulation.code}/{NUMBER}." in text
        play.play_out(table=table, decide=demo.wishes, until=NOW + 900_000)
        ends.append(game_log.events_of(table)[-5:])
    assert ends[0] != ends[1]


def test_it_is_refused_where_the_game_is_over_or_begins_without_a_deal(alice):
    simulation = simulated("war")
    course = course_of_simulated(Simulated(simulation.spec, NUMBER))
    with pytest.raises(Refused) as refused:
        open_at(simulation, course.recording.text_of(len(course.frames) - 1), alice)
    assert refused.value.code == "OVER_HERE"
    with pytest.raises(BadRun) as bad:
        open_at(simulation, "9999", alice)
    assert bad.value.code == "NO_PLACE"
    begins = course.position(9).start.text
    spec = read_spec(game="war", games=100, seed=5, options=OPTIONS["war"], start=begins)
    with pytest.raises(BadRun) as bad:
        open_at(run.start(spec=spec, free=True), "12", alice)
    assert bad.value.code == "NO_DEAL" and not Table.objects.exists()


def test_it_is_as_private_as_its_run_and_waits_for_people(alice, bob):
    simulation = simulated("ww3")
    Simulation.objects.filter(pk=simulation.pk).update(unlisted=True)
    simulation.refresh_from_db()
    table = open_at(simulation, "2", alice)
    assert table.private and table.status == "open" and first_message(table, bob)["view"] is None
    begin(table, alice, bob)
    assert table.status == "open" and table.seats.get(player=alice).number == 2


def test_a_release_that_knows_no_such_state_closes_it_before_the_deal(alice):
    table = open_at(simulated("war"), "3", alice, "recruit")
    table.beginning.state["phase"] = "forgotten"
    table.beginning.save()
    play.ready(Order(table, alice, now=NOW), entropy=bytes(16))
    table.refresh_from_db()
    assert (table.status, table.reason) == ("aborted", "RULES_CHANGED")
