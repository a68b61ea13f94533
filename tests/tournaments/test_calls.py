"""The calls to a player, from the last hour before the start to the result."""

import pytest

from games.table.writer import play
from games.tournaments.models import Entrant, Pairing
from games.tournaments.reading.calls import calls_for
from games.tournaments.signals import tournament_changed
from games.tournaments.writer import automation, entries, life, rounds, rulings
from games.tournaments.writer.orders import Order
from games.work.tables import wishes
from tests.tournaments.conftest import MINUTE, NOW, WAR, new_players
from tests.tournaments.evening import CALL, GRACE, Evening, until

STARTS = NOW + 120 * MINUTE


def calls_of(player, now):
    return calls_for([player.pk], now)[player.pk]


def kinds(player, now):
    return [str(call.kind) for call in calls_of(player, now).calls]


@pytest.fixture
def planned(director):
    """It starts in two hours, with check-in a quarter of an hour before."""
    terms = {"starts": STARTS, "checkin_min": 15, "opens": NOW}
    made = life.create(by=director, name="Club night", terms=terms, stages=[WAR], now=NOW)
    life.announce(Order(made.code, director, now=NOW))
    return life.open_entries(Order(made.code, director, now=NOW))


def test_before_the_start_there_is_a_call_at_check_in_and_in_the_last_minute(planned):
    late, early = new_players(2)
    for player in (late, early):
        entries.enter(Order(planned.code, player, now=NOW), player)
    assert calls_of(early, STARTS - 76 * MINUTE).tournaments == set()
    assert calls_of(early, STARTS - 75 * MINUTE).tournaments == {planned.pk}
    checkin = STARTS - 15 * MINUTE
    automation.advance(tournament=planned.pk, now=checkin)
    [call] = calls_of(early, checkin).calls
    assert (call.kind, call.until_ms, call.sounds) == ("checkin", STARTS, True)
    entries.arrive(Order(planned.code, early, now=checkin), early)
    assert kinds(early, STARTS - 11 * MINUTE) == []
    [soon] = calls_of(early, STARTS - 10 * MINUTE).calls
    assert (soon.kind, soon.sounds, soon.changes_ms) == ("entered", False, STARTS - MINUTE)
    [last] = calls_of(early, STARTS - MINUTE).calls
    assert last.sounds and last.key != soon.key
    automation.advance(tournament=planned.pk, now=STARTS)  # too few: cancelled
    assert kinds(early, STARTS) == ["cancelled"]


def test_an_entrant_is_called_to_the_table_and_hears_the_result(director):
    players = new_players(4)
    evening = Evening(director, [WAR], players, break_s=120)
    alice = players[0]
    assert kinds(alice, evening.now) == ["break"]
    automation.advance(tournament=evening.pk, now=evening.now)
    [paired] = calls_of(alice, evening.now).calls
    assert (paired.kind, paired.until_ms, len(paired.others)) == ("paired", NOW + CALL, 1)
    begun = NOW + CALL
    automation.advance(tournament=evening.pk, now=begun)
    [ready] = calls_of(alice, begun).calls
    assert (ready.kind, ready.until_ms) == ("ready", begun + GRACE)
    assert ready.changes_ms == begun + GRACE // 2 and ready.table is not None
    [last] = calls_of(alice, ready.changes_ms).calls
    assert last.kind == "last call" and last.key != ready.key
    evening.now = begun
    evening.come()
    assert kinds(alice, begun) == ["playing"]
    play.play_out(table=ready.table, decide=wishes, until=begun + 60 * MINUTE)
    automation.advance(tournament=evening.pk, now=begun)
    [done] = calls_of(alice, begun).calls
    assert (done.kind, done.place.points) in (("done", "1"), ("done", "1/2"), ("done", "0"))
    evening.play()
    automation.advance(tournament=evening.pk, now=begun)
    [rest] = calls_of(alice, begun).calls
    assert (rest.kind, rest.until_ms) == ("break", begun + 60_000) and rest.rank in (1, 2, 3, 4)
    evening.run()
    [over] = calls_of(alice, evening.row.ended_ms).calls
    assert over.kind == "over" and over.rank in (1, 2, 3, 4)
    assert kinds(alice, evening.row.ended_ms + 30 * MINUTE) == []


def test_who_does_not_come_is_asked_back_and_a_decision_is_told(director):
    players = new_players(4)
    evening = Evening(director, [WAR], players, break_s=600)
    absent = players[0]
    evening.away = {absent.pk}
    while not Entrant.objects.filter(away=True).exists():
        evening.come()
        evening.play()
        assert evening.advance()
    assert kinds(absent, evening.now) == ["away"]
    life.pause(Order(evening.code, director, reason="Fire alarm.", now=evening.now))
    [paused] = calls_of(players[1], evening.now).calls
    assert (paused.kind, paused.act.reason) == ("paused", "Fire alarm.")
    entries.come_back(Order(evening.code, absent, now=evening.now), absent)
    assert kinds(absent, evening.now) == ["paused"]


def test_pages_of_people_without_entries_cost_one_query(db, django_assert_num_queries):
    [stranger] = new_players(1)
    with django_assert_num_queries(1):
        assert calls_of(stranger, NOW).tournaments == set()


def test_calls_to_tables_cost_five_queries_for_one_player_and_for_all(
    director, django_assert_num_queries
):
    evening = Evening(director, [WAR], new_players(6))
    automation.advance(tournament=evening.pk, now=NOW)
    automation.advance(tournament=evening.pk, now=NOW + CALL)
    with django_assert_num_queries(5):
        assert kinds(evening.players[0], NOW + CALL) == ["ready"]
    with django_assert_num_queries(5):
        together = calls_for([player.pk for player in evening.players], NOW + CALL)
    assert {call.others for found in together.values() for call in found.calls} == {
        (player.name,) for player in evening.players
    }


def test_calls_are_the_same_read_together_and_one_by_one(director):
    """Seven enter: one does not come, one withdraws, a result is decided, two play the final."""
    players = new_players(7)
    cut = WAR | {"format": "elimination", "rounds": None, "take": 2}
    evening = Evening(director, [WAR, cut], players, break_s=120)
    evening.away = {players[0].pk}
    told, is_decided = set(), False

    def compare():
        together = calls_for([player.pk for player in players], evening.now)
        for player in players:
            assert together[player.pk] == calls_of(player, evening.now)
        calls = [call for found in together.values() for call in found.calls]
        told.update(str(call.kind) for call in calls)
        told.update(call.act.act for call in calls if call.act)

    while evening.advance():
        compare()
        evening.come()
        evening.play()
        played = Pairing.objects.filter(status="played").order_by("pk").first()
        if played and not is_decided:
            miscounted = Order(evening.code, director, reason="Miscounted.", now=evening.now)
            rulings.rule(miscounted, pairing=played.pk, places=[1, 2])
            entries.withdraw(Order(evening.code, players[1], now=evening.now), players[1])
            is_decided = True
            compare()
    assert told >= {"paired", "last call", "away", "free", "break", "out", "over", "rule"}


def test_an_act_about_some_is_news_for_them_alone(
    director, planned, django_capture_on_commit_callbacks
):
    heard = []

    def hear(*, players, **_):
        heard.append(players)

    tournament_changed.connect(hear)
    players = new_players(4)
    with django_capture_on_commit_callbacks(execute=True):
        entries.enter(Order(planned.code, players[0], now=NOW), players[0])
    assert heard == [[players[0].pk]]
    evening = Evening(director, [WAR], players)
    until(evening, 1, "playing")
    evening.come()
    (first, second), heard[:] = Pairing.objects.filter(round__number=1).order_by("number"), []
    for pairing, news in ((first, {e.player_id for e in entrants_of(first)}), (second, None)):
        table = pairing.games.get().table_id
        play.play_out(table=table, decide=wishes, until=evening.now + 60 * MINUTE)
        with django_capture_on_commit_callbacks(execute=True):
            automation.advance(tournament=evening.pk, now=evening.now)
        told = heard.pop(0)
        assert news == (None if told is None else {*told})  # with the last one the round is over


def test_a_page_that_was_read_while_tables_were_opening_is_read_again(
    director, django_capture_on_commit_callbacks
):
    """The tables of a round are open: no act says so."""
    evening = Evening(director, [WAR], new_players(4))
    automation.advance(tournament=evening.pk, now=NOW)
    one = rounds.begin(Order(evening.pk, now=NOW + CALL))
    seen = evening.row
    with django_capture_on_commit_callbacks(execute=True) as told:
        automation.advance(tournament=evening.pk, now=NOW + CALL)
    one.refresh_from_db()
    assert one.state == "playing" and evening.row.revision == seen.revision
    assert told and evening.row.version > seen.version


def entrants_of(pairing):
    return Entrant.objects.filter(places__pairing=pairing)
