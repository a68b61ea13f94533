"""Demo tournaments: one over, an arena that runs, a cup for whoever comes."""

from datetime import timedelta

import pytest
from django.db import connection

from games.accounts.guests import new_guest
from games.accounts.models import Player
from games.table import clock
from games.table.clock import moment
from games.table.models import Table
from games.table.writer import play
from games.tournaments.log import Act
from games.tournaments.models import Round, Tournament
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order
from games.work import cleanup, demo, showcase

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


def test_each_saturday_all_tables_play_the_same_cards(settings):
    settings.SHOW_TOURNAMENTS = True
    showcase.keep_tournaments()
    weekly, guest = alive()[showcase.WEEKLY], new_guest()
    saturday = moment(weekly.terms["starts"])
    assert (saturday.weekday(), saturday.hour, saturday.minute) == (5, 18, 0)
    assert showcase.next_saturday(weekly.terms["starts"]) == weekly.terms["starts"] + 7 * 86_400_000
    entries.enter(Order(weekly.code, guest), guest)
    automation.advance(tournament=weekly.pk, now=weekly.terms["starts"], present={guest.pk})
    round_ = Round.objects.get(stage__tournament=weekly)
    assert round_.stage.settings["deals"] == "duplicate" and round_.pairings.count() == 2
    assert round_.places.filter(entrant__player=guest).exists()


def test_an_arena_always_runs_and_a_cup_starts_when_somebody_has_entered(settings):
    showcase.keep_tournaments()
    assert not alive()  # not on every site
    settings.SHOW_TOURNAMENTS = True
    showcase.keep_tournaments()
    first = alive()
    assert {name: one.state for name, one in first.items()} == {
        showcase.ARENA: "running",
        showcase.CUP: "open",
        showcase.WEEKLY: "open",
    }
    showcase.keep_tournaments()
    assert alive() == first and first[showcase.CUP].due_ms is None
    guest = new_guest()
    entries.enter(Order(first[showcase.CUP].code, guest), guest)
    before = clock.now_ms()
    showcase.keep_tournaments()
    cup = alive()[showcase.CUP]
    assert before + showcase.WAIT_MS <= cup.due_ms <= clock.now_ms() + showcase.WAIT_MS
    arena = first[showcase.ARENA]
    entries.enter(Order(arena.code, guest), guest)
    automation.advance(tournament=arena.pk, now=clock.now_ms(), present={guest.pk})
    rounds = Round.objects.filter(stage__tournament=arena)
    assert rounds.filter(places__entrant__player=guest).exists()
    assert all(table.version > 10 for table in tables_of(arena)[:2])  # something to watch at once


def test_what_has_ended_is_renewed(settings):
    settings.SHOW_TOURNAMENTS = True
    showcase.keep_tournaments()
    first = alive()
    for one in first.values():
        life.cancel(Order(one.pk, showcase.desk(), reason="Enough."))
    showcase.keep_tournaments()
    assert set(alive()) == set(first) and alive()[showcase.CUP].pk != first[showcase.CUP].pk


def test_bots_are_made_before_the_long_transactions_of_what_is_shown(settings, monkeypatch):
    """People who invite one of them would have to wait until the end of such a transaction."""
    settings.SHOW_TOURNAMENTS = True
    monkeypatch.setattr(demo, "BREATH_S", 0)
    outside, depths = len(connection.savepoint_ids), []

    def note(execute, sql, params, many, context):
        if sql.startswith('INSERT INTO "games_player"') and "bot:" in str(params):
            depths.append(len(connection.savepoint_ids) - outside)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        demo.keep_showing()
        showcase.keep_tournaments()
        showcase.fill(NOW)
        list(demo.fill(games=5))
    assert depths and set(depths) == {1}  # the transaction of the bot alone


def arena_with(*others: Player) -> Tournament:
    """An arena of five bots and these players, that was played and then cancelled."""
    made = showcase.open_event(
        showcase.ARENA, showcase.WAR, showcase.different_bots(showcase.WAR, 5), NOW, {}
    )
    for player in others:
        entries.enter(Order(made.pk, showcase.desk(), now=NOW), player)
    life.start(Order(made.pk, showcase.desk(), now=NOW))
    automation.advance(tournament=made.pk, now=NOW)
    for table in tables_of(made):
        play.play_out(table=table, decide=demo.wishes, until=NOW + demo.LONGEST_MS)
    life.cancel(Order(made.pk, showcase.desk(), reason="Enough.", now=NOW))
    return made


def tables_of(tournament):
    return Table.objects.filter(tournament_game__pairing__round__stage__tournament=tournament)


@pytest.mark.outer
@pytest.mark.django_db(transaction=True)  # PostgreSQL looks at removed acts after a transaction
def test_arenas_of_bots_alone_go_after_a_week_and_those_of_people_stay(time_machine):
    owner, guest = Player.objects.create_user("alice"), new_guest()
    program = Player.objects.create_user("program", is_bot=True, owner=owner)
    forgotten, *kept = arena_with(), arena_with(guest), arena_with(program)
    kept.append(showcase.fill(NOW))
    tables = tables_of(forgotten).finished()
    assert tables.count() == 2 and not tables.filter(rated=True).exists()
    others = Table.objects.exclude(pk__in=tables).count()
    time_machine.move_to(moment(NOW) + demo.KEPT, tick=False)
    cleanup.forget_shows()
    assert Tournament.objects.count() == 4  # to the moment, the first is not too old
    time_machine.shift(timedelta(seconds=1))
    cleanup.forget_shows()
    assert {*Tournament.objects.all()} == {*kept}
    assert {*Act.objects.values_list("tournament", flat=True)} == {one.pk for one in kept}
    assert Table.objects.count() == others > 0
    cleanup.forget_shows()
    assert Tournament.objects.count() == 3
