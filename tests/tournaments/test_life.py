"""A tournament from draft to its end, who may enter it, and the log of all that."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError

from games.accounts.models import Player
from games.table import clock
from games.tournaments import lots
from games.tournaments.log import Act
from games.tournaments.models import Entrant, Tournament
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order
from tests.tournaments.chain import first_break
from tests.tournaments.conftest import MINUTE, NOW, WAR, new_director, new_players
from tests.tournaments.evening import refused


def told(tournament):
    """The log: who, what, with which arguments."""
    return [(a.role, a.act, a.args) for a in Act.objects.filter(tournament=tournament)]


def test_from_draft_to_cancelled_everything_is_in_a_chained_log(director):
    draft = life.create(by=director, name="  Club   night ", stages=[WAR], now=NOW)
    code = draft.code
    assert (draft.name, draft.state, draft.commitment) == ("Club night", "draft", "")
    life.edit(Order(code, director, now=NOW), changes={"description": "Bring cake."})
    announced = life.announce(Order(code, director, now=NOW))
    assert announced.commitment == lots.commitment(bytes(announced.secret))
    life.open_entries(Order(code, director, now=NOW))
    life.cancel(Order(code, director, reason="No   room.", now=NOW + 5))
    log = list(Act.objects.filter(tournament=draft))
    assert [a.act for a in log] == ["create", "edit", "announce", "open", "cancel"]
    assert log[-1].reason == "No room."
    assert first_break([a.as_json() | {"hash": a.hash} for a in log]) is None
    ended = Tournament.objects.get(code=code)
    assert (ended.state, ended.ended_ms, ended.revision) == ("cancelled", NOW + 5, 5)
    assert ended.last_hash == log[-1].hash


def test_only_directors_direct(director, opened):
    someone, staff = new_players(1)[0], Player.objects.create_user("staff", is_staff=True)
    for player in (someone, staff):
        refused("NOT_ALLOWED", life.create, by=player, name="Mine", stages=[WAR])
        refused("NOT_ALLOWED", life.cancel, Order(opened.code, player, reason="No."))
    refused("REASON", life.cancel, Order(opened.code, director, reason=" \n"))
    refused("STATE", life.announce, Order(opened.code, director))
    refused("NO_TOURNAMENT", life.announce, Order("NOTTHERE", director))


def test_bad_settings_are_named_and_a_draft_is_not_announced(director):
    bad = refused("BAD_SETTING", life.create, by=director, name="x", stages=[WAR | {"size": 9}])
    assert bad.field == "size"
    refused("BAD_SETTING", life.create, by=director, name=" ", stages=[WAR])
    refused("BAD_SETTING", life.create, by=director, name="x", terms={"grace_s": 1}, stages=[WAR])
    slow = life.create(by=director, name="Slow", stages=[WAR | {"options": "pace=manual"}])
    refused("SLOW_RULES", life.announce, Order(slow.code, director))
    assert Tournament.objects.get().state == "draft"


def test_after_the_announcement_texts_times_and_rounds_alone_are_changed(director, opened):
    def edit(changes, reason="More time."):
        return life.edit(Order(opened.code, director, reason=reason), changes=changes)

    refused("REASON", edit, changes={"name": "Other"}, reason="")
    refused("STATE", edit, changes={"guests": False})
    refused("BAD_SETTING", edit, changes={"rounds": 0})
    edit({"name": "Other", "starts": NOW + MINUTE, "rounds": 5})
    assert opened.stages.get().settings["rounds"] == 5
    assert Tournament.objects.get().name == "Other"
    assert told(opened)[-1][2] == {
        "changes": {"name": "Other", "starts": NOW + MINUTE, "rounds": 5}
    }


def test_what_another_director_did_meanwhile_is_not_overridden(director, opened):
    one, two, three = new_players(3)
    enter(opened, one, two, three)
    life.start(Order(opened.code, director, now=NOW))
    seen = Tournament.objects.get().revision
    other = new_director("otto")
    entries.withdraw(Order(opened.code, other, reason="Ill.", now=NOW), one)
    out = Order(opened.code, director, reason="Cheats.", revision=seen)
    refused("STALE", entries.disqualify, out, one)
    assert entries.disqualify(out, two).status == "disqualified"


def test_acts_are_never_changed_or_removed(opened):
    act = Act.objects.filter(tournament=opened).first()
    for forbidden in (act.save, act.delete, Act.objects.all().delete):
        with pytest.raises(TypeError):
            forbidden()
    with pytest.raises(TypeError):
        Act.objects.update(reason="better")
    if connection.vendor == "postgresql":
        for statement in ("UPDATE games_act SET reason = 'x'", "DELETE FROM games_act"):
            with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
                connection.cursor().execute(statement)
                connection.check_constraints()  # as at the end of a whole transaction


# Entries ---------------------------------------------------------------------------------


def enter(tournament, *players, **arguments):
    return [
        entries.enter(Order(tournament.code, one, now=NOW), one, **arguments) for one in players
    ]


def test_entrants_are_numbered_and_those_too_many_wait(director):
    t = life.create(by=director, name="Small", terms={"most_entrants": 2}, stages=[WAR])
    life.announce(Order(t.code, director, now=NOW))
    life.open_entries(Order(t.code, director, now=NOW))
    a, b, c, d = new_players(4)
    first, second, third, fourth = enter(t, a, b, c, d, entropy="0f" * 16)
    assert [e.number for e in (first, second, third, fourth)] == [1, 2, 3, 4]
    assert [e.status for e in (first, second, third)] == ["entered", "entered", "waiting"]
    refused("ENTERED", entries.enter, Order(t.code, a), a)
    entries.leave(Order(t.code, a, now=NOW), a)
    third.refresh_from_db()
    assert third.status == "entered"
    again = entries.enter(Order(t.code, a, now=NOW), a)
    assert (again.number, again.status) == (1, "waiting")
    stranger = new_director("x")
    refused("NOT_ENTERED", entries.leave, Order(t.code, stranger), stranger)


def test_who_may_enter(director):
    one, two = new_players(2)
    terms = {"guests": False, "account_days": 3, "games_played": 1, "invited": ["PLAYER 1"]}
    t = life.create(by=director, name="Closed", terms=terms, stages=[WAR])
    life.announce(Order(t.code, director, now=NOW))
    guest = Player.objects.create_user("guest", is_guest=True)
    bot = Player.objects.create_user("bot", is_bot=True)
    refused("TOO_LATE", entries.enter, Order(t.code, director), two)
    life.open_entries(Order(t.code, director, now=NOW))
    joined = int(one.date_joined.timestamp() * 1000)
    for code, player, now in (
        ("GUESTS", guest, NOW),
        ("BOTS", bot, NOW),
        ("NOT_INVITED", two, NOW),
        ("TOO_NEW", one, joined),
        ("TOO_FEW_GAMES", one, joined + 4 * 24 * 60 * MINUTE),
    ):
        refused(code, entries.enter, Order(t.code, player, now=now), player)
    refused("NOT_ALLOWED", entries.enter, Order(t.code, two), one)
    one.name, one.name_key = "Another", "another"
    one.save()
    refused("TOO_NEW", entries.enter, Order(t.code, one, now=joined), one)  # invited as before
    names = {"changes": {"invited": ["Another", "Nobody", "player 2", "No one"]}}
    error = refused("UNKNOWN_PLAYER", life.edit, Order(t.code, director, "More."), **names)
    assert "names: Nobody, No one." in error.sentence and error.field == "invited"
    refused("BAD_ENTROPY", entries.enter, Order(t.code, director), two, entropy="x")
    assert entries.enter(Order(t.code, director, now=NOW), two).number == 1
    two.is_active = False
    refused("BANNED", entries.enter, Order(t.code, director), two)


def test_who_joined_in_the_same_millisecond_is_not_too_new(opened):
    (player,) = new_players(1)
    player.date_joined = clock.moment(NOW) + timedelta(microseconds=500)
    player.save(update_fields=["date_joined"])
    assert entries.enter(Order(opened.code, player, now=NOW), player).number == 1


# The start -------------------------------------------------------------------------------


def test_the_field_is_seeded_by_lots_that_were_promised(director, opened):
    players = new_players(5)
    for number, player in enumerate(players):
        entries.enter(Order(opened.code, player), player, entropy=f"{number:032x}" * (number > 0))
    started = life.start(Order(opened.code, director, now=NOW + 1))
    sent = [(e.number, e.entropy) for e in started.entrants.all()]
    key = lots.key(bytes(started.secret), started.code, sent)
    assert bytes(started.key) == key and started.started_ms == NOW + 1
    stage = started.stages.get()
    field = stage.field.order_by("number").values_list("entrant__number", flat=True)
    assert list(field) == lots.seeding(key, range(1, 6))
    assert stage.state == "running" and stage.settings["engine"] == "dutch"
    assert stage.settings["first_seat"] == lots.first_seat(key, 1)
    assert {e.status for e in started.entrants.all()} == {"playing"}


def test_who_does_not_check_in_is_dropped_and_the_waiting_list_moves_up(director):
    terms = {"most_entrants": 3, "checkin_min": 15, "starts": NOW + 30 * MINUTE}
    t = life.create(by=director, name="Checked", terms=terms, stages=[WAR | {"rounds": 1}])
    life.announce(Order(t.code, director, now=NOW))
    assert life.open_entries(Order(t.code, director, now=NOW)).due_ms == NOW + 15 * MINUTE
    a, b, c, late = new_players(4)
    enter(t, a, b, c, late)
    refused("STATE", life.start, Order(t.code, director))
    checked = life.open_checkin(Order(t.code, now=NOW + 15 * MINUTE))
    assert checked.due_ms == NOW + 30 * MINUTE
    for player in (a, c, late):
        entries.arrive(Order(t.code, player, now=NOW + 16 * MINUTE), player)
    life.start(Order(t.code, now=NOW + 30 * MINUTE))
    statuses = dict(Entrant.objects.values_list("number", "status"))
    assert statuses == {1: "playing", 2: "dropped", 3: "playing", 4: "playing"}
    assert told(t)[-1] == ("system", "start", {})


def test_too_few_players_cancel_it_by_themselves_but_a_director_is_told(director, opened):
    enter(opened, *new_players(1))
    bad = refused("BAD_SETTING", life.start, Order(opened.code, director))
    assert bad.field == "least"
    life.edit(Order(opened.code, director, reason="Now.", now=NOW), changes={"starts": NOW})
    assert automation.advance(tournament=opened.pk, now=NOW) is None
    ended = Tournament.objects.get()
    assert (ended.state, told(opened)[-1][:2]) == ("cancelled", ("system", "cancel"))


def test_leaving_and_coming_back_while_it_runs(director, opened):
    players = new_players(4)
    enter(opened, *players)
    life.start(Order(opened.code, director, now=NOW))
    one, two, *_ = players
    refused("STATE", entries.leave, Order(opened.code, one), one)
    refused("STATE", entries.come_back, Order(opened.code, one), one)
    refused("REASON", entries.withdraw, Order(opened.code, director), one)
    assert entries.withdraw(Order(opened.code, one), one).status == "withdrawn"
    assert entries.come_back(Order(opened.code, one), one).status == "playing"
    assert entries.miss(Order(opened.code, one), one, rounds=[3, 2]).misses == {
        "2": "half",
        "3": "half",
    }
    refused("NOT_ALLOWED", entries.disqualify, Order(opened.code, one, reason="x"), two)
    out = entries.disqualify(Order(opened.code, director, reason="Two accounts."), two)
    assert out.status == "disqualified"
    refused("STATE", entries.come_back, Order(opened.code, two), two)
