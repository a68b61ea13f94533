"""Accounts: names are unique, guests become people, bans, export, erasure."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from games.accounts import people, personal_data, sanctions
from games.accounts.bots import bot_player
from games.accounts.callers import guest_for
from games.accounts.guests import new_guest
from games.accounts.models import FreedName, Player
from games.accounts.names import BadName
from games.accounts.sanctions import AuditEntry, ConductRule, SanctionKind
from games.chat.models import Line
from games.moderation import appeals, erasure, reports
from games.moderation.decisions import Decision, Verdict, decide
from games.moderation.models import Report
from games.moderation.reports import Reporter
from games.relations import circles
from games.table.models import Archive, Move, Table
from games.table.moves import archive, read
from games.table.writer import play
from games.table.writer.orders import Order as TableOrder
from games.tournaments.models import Tournament
from games.tournaments.writer import life
from games.tournaments.writer.orders import Order
from tests.pages.stored import person, played
from tests.tournaments.chain import first_break
from tests.tournaments.conftest import WAR, new_director

SIGNUP = {
    "username": "Wilhelmina",
    "email": "wilhelmina@example.org",
    "password1": "correct horse 7",
    "password2": "correct horse 7",
}
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def alice():
    return Player.objects.create_user("alice", "alice@example.org", "correct horse", name="Alice")


def test_a_name_that_looks_like_another_is_taken(alice):
    for name in ("alice", "AIice", "A-lice"):
        with pytest.raises(BadName, match="looks like it"):
            people.verify_name(name)
    assert people.verify_name("ALICE", owner=alice) == "ALICE"


def test_a_name_that_was_given_up_stays_reserved_for_thirty_days(alice, time_machine):
    time_machine.move_to("2026-01-05 12:00:00Z", tick=False)
    bob = person("Bob")
    people.rename(player=alice, name="Anna")
    personal_data.erase(bob)
    for name in ("A-lice", "Bob"):
        with pytest.raises(BadName, match="is taken"):
            people.verify_name(name, owner=person(f"x{name[0]}"))
    people.rename(player=alice, name="Alice")
    people.rename(player=alice, name="Anna")
    time_machine.shift(people.RESERVED - timedelta(seconds=1))
    with pytest.raises(BadName):
        people.verify_name("Alice")
    time_machine.shift(timedelta(seconds=1))
    people.forget_freed_names(at=timezone.now())
    assert people.verify_name("Alice") == "Alice" and not FreedName.objects.exists()


def test_a_name_that_was_taken_away_comes_back_after_an_appeal(alice):
    people.rename(player=alice, name="Abuser")
    renamed = sanctions.impose(
        player=alice, kind=SanctionKind.RENAME, rule=ConductRule.NAME, quote="Abuser"
    )
    people.rename(player=alice, name="Alice")
    other = person("Other")
    for player in (alice, other):
        with pytest.raises(BadName, match="is taken"):
            people.rename(player=player, name="Abuser")
    sanctions.lift(sanction=renamed, by=other)
    people.rename(player=alice, name="Abuser")


def test_the_name_of_a_guest_who_signs_up_stays_theirs(db):
    guest = new_guest()
    people.rename(player=guest, name="Hugo")
    people.introduce(guest, "karl")
    with pytest.raises(BadName, match="is taken"):
        people.verify_name("Hugo", owner=person("Other"))
    assert people.verify_name("Hugo", owner=guest) == "Hugo"


def test_the_database_refuses_it_too(alice):
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user("other", name="AL1CE")


def test_a_slug_finds_the_player(alice):
    people.rename(player=alice, name="Alice O'Hara")
    assert alice.slug == "alice-o-hara"
    assert Player.objects.named(alice.slug).get() == alice


def test_createsuperuser_works():
    boss = Player.objects.create_superuser("boss", "", "x")
    assert (boss.name, boss.is_staff, boss.is_person) == ("boss", True, True)


def test_a_guest_is_made_once_and_logged_in(rf):
    request = rf.get("/")
    request.user, request.session = AnonymousUser(), SessionStore()
    guest = guest_for(request)
    assert guest.is_guest and guest.name.startswith("Guest ")
    assert not guest.has_usable_password()
    assert guest_for(request) == guest
    assert Player.objects.guests().count() == 1


def test_a_guest_who_signs_up_is_the_same_row():
    guest = new_guest()
    guest.set_password("horse battery")
    people.introduce(guest, "Bob")
    bob = Player.objects.get(pk=guest.pk)
    assert (bob.name, bob.is_guest, bob.is_person) == ("Bob", False, True)
    assert Client().login(username="Bob", password="horse battery")


def test_bots_are_made_when_they_are_needed():
    first = bot_player("recruit")
    assert (first.name, first.level, first.is_bot) == ("Recruit", "recruit", True)
    assert bot_player("recruit") == first
    second = bot_player("recruit", exclude=[first.pk])
    assert second.name == "Recruit Ada"
    assert first.emblem != second.emblem
    assert bot_player("general").name == "General"
    with pytest.raises(KeyError):
        bot_player("emperor")


def test_a_banned_player_cannot_log_in(alice):
    people.ban(player=alice, reason="shouting")
    assert not Client().login(username="alice", password="correct horse")
    assert list(Player.objects.banned()) == [alice]
    people.unban(player=alice)
    assert Client().login(username="alice", password="correct horse")


def test_the_export_is_json_with_what_is_known(alice):
    export = json.loads(json.dumps(personal_data.as_export(alice)))
    assert export["player"]["email"] == "alice@example.org"
    assert export["games"] == export["runs"] == []


def test_an_erased_player_leaves_only_a_number(alice):
    client = Client()
    client.force_login(alice)
    personal_data.erase(alice)
    alice.refresh_from_db()
    assert alice.name == f"Deleted player {alice.pk}"
    assert "alice" not in " ".join(str(value) for value in vars(alice).values()).lower()
    assert not Client().login(username=alice.username, password="correct horse")
    assert not alice.is_active


def test_nothing_is_left_of_an_erased_person(client, admin_user):
    """Every text of every table is searched, with sessions decoded."""
    client.post("/account/signup/", SIGNUP)
    wilhelmina = Player.objects.get(name="Wilhelmina")
    address = wilhelmina.emailaddress_set.get()
    for entry in (wilhelmina, address):
        LogEntry.objects.log_actions(admin_user.pk, [entry], 2, "Banned: Wilhelmina cheats")
    login = {"login": "Wilhelmina", "password": "correct horse 7"}
    Client().post("/account/login/", login)  # a session that ends with the new password
    form = {"password1": "another horse 7", "password2": "another horse 7"}
    client.post("/account/password/change/", form | {"oldpassword": "correct horse 7"})
    assert Session.objects.count() == 1
    Client().post("/account/login/", login | {"password": "another horse 7"})
    meet(wilhelmina, bob := person("Bob"))
    quarrel(wilhelmina, bob, admin_user)
    assert len(texts_with("wilhelmina")) > 20
    personal_data.erase(wilhelmina)
    assert texts_with("wilhelmina") == []
    assert LogEntry.objects.count() == 3
    erasure.forget(at=timezone.now())
    assert len(texts_with("dr. bob insulted deleted player")) == 4


def meet(player, bob):
    """They sit at a table, talk there, and are in a circle and on a list of a tournament; what is
    about Bob alone or about all is reported."""
    table = play.open_table(by=bob, game="ww3")
    play.sit(TableOrder(table, player))
    for number, speaker in enumerate((player, bob, player)):
        fields = {"version": 0, "room": "seats", "command": uuid4(), "said_ms": number}
        Line.objects.create(player=speaker, table=table, text=f"word {number}", **fields)
    circle = circles.create(by=bob, name="Club")
    circles.join(circle=circle, player=player)
    how = {"by": Reporter(person("Cem"), "net"), "kind": ConductRule.ABUSE, "text": ""}
    reports.report_line(Line.objects.get(player=bob), **how)
    reports.report_table(table, **how)
    reports.report_circle(circle, **how)
    director, terms = new_director("Dora"), {"invited": [player.name, bob.name]}
    cup = life.create(by=director, name="Cup", terms=terms, stages=[WAR])
    changes = {"invited": [player.name.upper(), bob.name], "guests": False}
    life.edit(Order(cup.code, director), changes=changes)


def quarrel(player, bob, mona):
    """They report each other's words, moderators decide, and games end for reasons with names."""
    table = Table.objects.get()
    fields = {"table": table, "room": "seats", "version": 0, "command": uuid4(), "said_ms": 9}
    line = Line.objects.create(player=bob, text=f"No, {player.name}!", **fields)
    by = Reporter(player, "net", player.email)
    words = f"Dr. Bob insulted {player.name.upper()}."
    case = reports.report_line(line, by=by, kind=ConductRule.ABUSE, text=f"I am {player.name}")
    reports.report_address(f"https://warsite.example/p/{player.slug}/", by=by, text=words)
    verdict = Verdict(Decision.WARNING, ConductRule.ABUSE, player=bob.pk, words=words)
    decide(subject=case.subject, by=mona, verdict=verdict)
    answer = appeals.appeal(sanction=bob.sanctions.get(), text=words)
    appeals.decide(number=answer.pk, by=mona, granted=False, answer=words)
    sanctions.lift(sanction=impose_pause(player, mona), by=mona, why=words)
    play.abort(TableOrder(table, mona), reason=f"{player.name} is ill")
    LogEntry.objects.log_actions(mona.pk, [table], 2, f"Aborted: {player.name} is ill")
    sanctions.record(mona, AuditEntry.Act.ABORT, subject=table.code, why=f"{player.name} is ill")
    old = played(bob, player)
    Table.objects.filter(pk=old.pk).update(arranged=True, lost_ms=5)
    Move.objects.filter(table=old, number=9).update(args={"reason": f"{player.name} is late"})
    archive(old)


def impose_pause(player, by):
    pause = {"player": player, "kind": SanctionKind.PAUSE, "rule": ConductRule.ABUSE}
    return sanctions.impose(**pause, lasts=timedelta(days=1), by=by, words=player.name)


def test_of_what_others_are_in_an_erased_person_leaves_alone_the_name(alice):
    meet(alice, bob := person("Bob"))
    about_her = reports.report_player(alice, by=Reporter(bob, ""), kind=ConductRule.SPAM, text="")
    before = {report.pk: report.evidence for report in Report.objects.exclude(pk=about_her.pk)}
    name = f"Deleted player {alice.pk}"
    personal_data.erase(alice)
    for report in Report.objects.exclude(pk=about_her.pk):
        was = json.dumps(before[report.pk])
        assert '"Alice"' in was and report.evidence == json.loads(
            was.replace('"Alice"', f'"{name}"')
        )
    about_her.refresh_from_db()
    assert about_her.evidence["player"]["name"] == "Alice"  # for a month
    cup = Tournament.objects.get()
    invited = cup.terms["invited"]
    assert invited == [alice.pk, bob.pk]
    assert cup.acts.last().args == {"changes": {"invited": invited, "guests": False}}
    assert first_break([act.as_json() | {"hash": act.hash} for act in cup.acts.all()]) is None


def texts_with(word):
    rows = [(model, row) for model in apps.get_models() for row in model.objects.values_list()]
    rows += [(Session, session.get_decoded()) for session in Session.objects.all()]
    rows += [(Archive, vars(move)) for row in Archive.objects.all() for move in read(row)]
    texts = [f"{model.__name__} {json.dumps(row, default=str)}".lower() for model, row in rows]
    return [text for text in texts if word in text]


def test_forgotten_guests_are_those_nobody_misses(alice):
    guest, fresh = new_guest(), new_guest()
    now = timezone.now()
    long_ago = now - timedelta(days=31)
    Player.objects.filter(pk__in=[guest.pk, alice.pk]).update(
        date_joined=long_ago, last_login=long_ago
    )
    assert list(Player.objects.forgotten(at=now)) == [guest]
    assert fresh not in Player.objects.forgotten(at=now)
