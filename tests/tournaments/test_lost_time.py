"""After an outage calls and graces get the lost time back; directors hear of late rounds (10)."""

from games.table.models import Pulse, Table
from games.table.writer import play
from games.tournaments.models import Round, TournamentGame
from games.tournaments.writer import automation
from games.work.sweep import report
from tests.tournaments.conftest import MINUTE, NOW, WAR, new_players
from tests.tournaments.evening import CALL, GRACE, Evening, until


def alive(at):
    Pulse.objects.update_or_create(pk=1, defaults={"alive_ms": at})


def test_an_outage_during_a_call_and_a_grace_costs_nobody_a_second(director):
    evening = Evening(director, [WAR], new_players(4))
    until(evening, 1, "published")
    alive(NOW + 10_000)
    back = NOW + 10 * MINUTE
    assert (
        automation.advance(tournament=evening.pk, now=back) == back + 1000
    )  # not before the sweep
    assert Round.objects.get().state == "published"
    report(back)
    assert Round.objects.get().begins_ms == evening.row.due_ms == back + CALL - 10_000
    report(back + 1000)  # once
    assert evening.row.due_ms == back + CALL - 10_000
    begins = evening.row.due_ms
    alive(begins)
    automation.advance(tournament=evening.pk, now=begins)
    assert Table.objects.open().count() == 2
    alive(begins + 30_000)
    report(begins + 5 * MINUTE)
    opened = TournamentGame.objects.values_list("opened_ms", flat=True).distinct()
    assert list(opened) == [begins + 5 * MINUTE - 30_000]
    assert evening.row.due_ms == begins + 5 * MINUTE - 30_000 + GRACE


def test_an_outage_is_given_back_once_by_whoever_comes_first(director):
    evening = Evening(director, [WAR], new_players(4))
    until(evening, 1, "published")
    alive(NOW + 10_000)
    back = NOW + 10 * MINUTE
    play.pulse(now=back)  # the worker reports, and breaks off
    assert automation.advance(tournament=evening.pk, now=back + 2000) == back + CALL - 10_000
    report(back + 4000)
    assert Round.objects.get().begins_ms == back + CALL - 10_000


def test_two_outages_one_after_the_other_are_both_given_back(director):
    """The worker dies again before the tournament has got the time of the first one."""
    evening = Evening(director, [WAR], new_players(4))
    until(evening, 1, "published")
    alive(NOW + 10_000)
    back = NOW + 10 * MINUTE
    play.pulse(now=back)
    report(back + MINUTE)
    assert Round.objects.get().begins_ms == back + MINUTE + CALL - 10_000
    begins = Round.objects.get().begins_ms
    report(back + MINUTE + 1000)  # everybody has got it, so the next one has a beginning of its own
    report(back + 9 * MINUTE)
    assert Round.objects.get().begins_ms == begins + 8 * MINUTE - 1000


def test_a_director_hears_that_the_next_round_should_have_begun(director):
    times = [NOW + 10 * MINUTE, NOW + 30 * MINUTE, NOW + 50 * MINUTE]
    evening = Evening(director, [WAR], new_players(4), pace="schedule", times=times)
    until(evening, 1, "playing")
    evening.come()  # and they play on and on
    assert evening.now >= times[0] and Table.objects.running().count() == 2
    evening.advance()
    while not evening.row.question and evening.advance():
        pass
    assert (evening.row.question, evening.now) == ("OVERDUE", times[1] + 10 * MINUTE)
    evening.play()
    evening.advance()
    assert evening.row.question == "" and Round.objects.get(number=1).state == "complete"
    assert evening.run().state == "finished"
