"""Demo tournaments: one over, an arena that runs, a cup for whoever comes."""

import pytest

from games.accounts.guests import new_guest
from games.table import clock
from games.tournaments.models import Round, Tournament
from games.tournaments.writer import clockwork, entries, life
from games.work import showcase

pytestmark = pytest.mark.django_db
NOW = 1_800_000_000_000


def alive():
    going = Tournament.objects.exclude(state__in=("finished", "cancelled"))
    return {one.name: one for one in going}


def test_one_is_played_to_its_end_by_bots_at_tables_of_four():
    past = showcase.fill(NOW)
    past.refresh_from_db()
    assert past.state == "finished" and past.ended_ms < NOW
    assert Round.objects.filter(state="complete").count() == 3
    assert showcase.fill(NOW) is None


def test_an_arena_always_runs_and_a_cup_starts_when_somebody_has_entered(settings):
    showcase.keep_going()
    assert not alive()  # not on every site
    settings.SHOW_TOURNAMENTS = True
    showcase.keep_going()
    first = alive()
    assert {name: one.state for name, one in first.items()} == {
        showcase.ARENA: "running",
        showcase.CUP: "open",
    }
    showcase.keep_going()
    assert alive() == first and first[showcase.CUP].due_ms is None
    guest = new_guest()
    entries.enter(tournament=first[showcase.CUP].code, player=guest)
    before = clock.now_ms()
    showcase.keep_going()
    cup = alive()[showcase.CUP]
    assert before + showcase.WAIT_MS <= cup.due_ms <= clock.now_ms() + showcase.WAIT_MS
    arena = first[showcase.ARENA]
    entries.enter(tournament=arena.code, player=guest)
    clockwork.advance(tournament=arena.pk, now=clock.now_ms(), here={guest.pk})
    seated = Round.objects.get(stage__tournament=arena).places
    assert seated.count() == 6 and seated.filter(entrant__player=guest).exists()


def test_what_has_ended_is_renewed(settings):
    settings.SHOW_TOURNAMENTS = True
    showcase.keep_going()
    first = alive()
    for one in first.values():
        life.cancel(tournament=one.pk, by=showcase.desk(), reason="Enough.")
    showcase.keep_going()
    assert set(alive()) == set(first) and alive()[showcase.CUP].pk != first[showcase.CUP].pk
