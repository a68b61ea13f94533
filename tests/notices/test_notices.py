"""Notices: made of what happens, counted while unseen, in words when they are read."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth import get_user
from django.test import Client
from django.utils import timezone

from games.accounts import personal_data
from games.accounts.bots import bot_player, make_owned
from games.accounts.models import Player
from games.accounts.tokens import look_up, make, note_use
from games.lobby import invitations, matchmaker, wishes
from games.lobby.wishes import WishedGame
from games.notices import writer
from games.notices.kinds import Kind
from games.notices.models import Notice
from games.notices.signals import notices_changed
from games.notices.words import in_words, names_in, newest
from games.notices.writer import notify, notify_all, see_all
from games.relations import changes, circles
from games.table import clock
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order as TableOrder
from games.tournaments.declared import MINUTE_MS
from games.tournaments.models import Tournament
from games.tournaments.writer import entries, life
from games.tournaments.writer.orders import Order
from games.work import cleanup
from games.work.cleanup import announce_expiry
from games.work.tournaments import announce_starts
from tests.pages.stored import person, played
from tests.tournaments.conftest import NOW, WAR, new_director, new_players
from tests.tournaments.evening import Evening

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alice():
    return person("Alice")


@pytest.fixture
def bob():
    return person("Bob")


@pytest.fixture
def told():
    """The players the signal named, in order."""
    heard = []

    def receive(*, players, **_):
        heard.append(players)

    notices_changed.connect(receive)
    yield heard
    notices_changed.disconnect(receive)


def lines(player):
    notices = newest([player.pk])
    return in_words(notices, names_in(notices, Tournament.objects.names))


def texts(player):
    return [line.text for line in lines(player)]


def test_the_same_again_is_counted_until_it_is_seen(alice, told):
    for _ in range(3):
        notify(alice, Kind.WAITS, "ABCD2345")
    assert Notice.objects.values_list("count", "seen").get() == (3, None)
    see_all(alice)
    see_all(alice)
    notify(alice, Kind.WAITS, "ABCD2345")
    assert list(Notice.objects.newest().values_list("count", flat=True)) == [1, 3]
    assert told == [[alice.pk]] * 5


def test_many_are_told_at_once_and_neither_bots_nor_the_deleted(
    alice, bob, django_assert_max_num_queries
):
    gone, bot = person("Gone"), bot_player("general")
    personal_data.erase(gone)
    players = [alice, bob, gone, bot, make_owned(owner=alice, name="Robo Anna")]
    notify(alice, Kind.OVER, "ABCD2345")
    with django_assert_max_num_queries(8):  # four of them begin and end transactions
        notify_all([player.pk for player in players], Kind.OVER, "ABCD2345")
    assert set(Notice.objects.values_list("player", "count")) == {(alice.pk, 2), (bob.pk, 1)}


def test_a_player_hears_once_a_day_who_follows_them_and_never_of_a_blocked_one(alice, bob):
    for _ in range(2):
        changes.follow(player=bob, other=alice)
        see_all(alice)
        changes.unfollow(player=bob, other=alice)
    assert texts(alice) == ["Bob follows you."]
    changes.block(player=bob, other=alice)
    changes.follow(player=alice, other=bob)
    assert not texts(bob)


def test_entrants_hear_of_check_in_and_of_the_start_twice():
    players = new_players(2)
    start = NOW + 60 * MINUTE_MS
    terms = {"most_entrants": 4, "checkin_min": 30, "starts": start}
    tournament = life.create(
        by=new_director("Dora"), name="Club", terms=terms, stages=[WAR], now=NOW
    )
    life.announce(Order(tournament.code, tournament.created_by, now=NOW))
    life.open_entries(Order(tournament.code, tournament.created_by, now=NOW))
    for player in players:
        entries.enter(Order(tournament.code, player, now=NOW), player)
    announce_starts(start - 16 * MINUTE_MS)
    assert not texts(players[0])
    life.open_checkin(Order(tournament.code, now=start - 30 * MINUTE_MS))
    for minutes in (15, 14.5, 3, 1.5, 1):
        announce_starts(start - int(minutes * MINUTE_MS))
    assert texts(players[0]) == [
        "The next round of Club begins in 2 minutes.",
        "The next round of Club begins in 15 minutes.",
        "Check-in for Club is open.",
    ]


def test_the_words_have_the_names_of_today(alice, bob):
    notify(alice, Kind.REMATCH, "ABCD2345", {"by": bob.pk})
    assert texts(alice) == ["Bob asks you for a rematch."]
    bob.name = "Robert"
    bob.save()
    assert texts(alice) == ["Robert asks you for a rematch."]
    bob.name = "דנה 7"
    bob.save()
    assert texts(alice) == ["\u2068דנה 7\u2069 asks you for a rematch."]


def test_who_is_away_hears_of_the_game_and_of_its_end(alice, bob):
    table = play.open_table(by=alice, options="cap=20;pace=auto")
    play.sit(TableOrder(table, bob))
    for player in (alice, bob):
        play.ready(TableOrder(table, player), entropy=bytes(16))
    play.mark_away(TableOrder(table, bob))
    assert texts(bob) == [f"Your game at table {table.code} is continuing without you."]
    while (due := Table.objects.values_list("due_ms", flat=True).get(pk=table.pk)) is not None:
        play.tick(table=table, now=due)
    assert texts(bob)[0] == f"Your game at table {table.code} ended while you were away."
    assert not texts(alice)


def test_the_others_hear_who_asks_for_a_rematch(alice, bob):
    table = played(alice, bob)
    new = play.rematch(TableOrder(table, alice))
    play.rematch(TableOrder(table, alice))
    assert not texts(alice)
    assert [(line.text, line.address) for line in lines(bob)] == [
        ("Alice asks you for a rematch.", f"/t/{new.code}/?ready=1")
    ]


def test_the_invited_and_the_inviter_hear_of_each_other(alice, bob):
    table = play.open_table(by=alice, options="cap=20")
    invitation = invitations.send(table=table, by=alice, player=bob)
    assert [(line.text, line.address) for line in lines(bob)] == [
        ("Alice invited you to play.", "/me/invitations/")
    ]
    invitations.accept(invitation=invitation)
    assert [(line.text, line.address) for line in lines(alice)] == [
        ("Bob accepted your invitation.", f"/t/{table.code}/")
    ]


def test_no_notice_comes_from_whom_one_has_blocked(alice, bob):
    """A block holds whatever they did, both ways, and for their bots."""
    notify(alice, Kind.REMATCH, "ABCD2345", {"by": bob.pk})
    circle = circles.create(by=alice, name="Club")
    circles.join(circle=circle, player=bob)
    Notice.objects.all().delete()
    changes.block(player=alice, other=bob)
    robo = make_owned(owner=bob, name="Robo")
    for kind in Kind:
        for by, receiver in ((bob, alice), (alice, bob), (robo, alice)):
            notify(receiver, kind, "ABCD2345", {"by": by.pk})
    changes.follow(player=bob, other=alice)
    for player in (alice, bob):
        play.open_table(by=player, circle=circle)
    assert not Notice.objects.exists()
    changes.unblock(player=alice, other=bob)
    notify(alice, Kind.REMATCH, "ABCD2345", {"by": bob.pk})
    assert texts(alice) == ["Bob asks you for a rematch."]


def test_a_circle_hears_of_members_and_of_tables(alice, bob):
    carl, dora = person("Carl"), person("Dora")
    circle = circles.create(by=alice, name="Club of Friday")
    for player in (bob, carl, dora):
        circles.join(circle=circle, player=player)
        circles.join(circle=circle, player=player)
        circles.make_helper(
            member=circle.members.get(player=player), by=alice, is_helper=player == bob
        )
    assert texts(alice) == [f"{name} joined Club of Friday." for name in ("Dora", "Carl", "Bob")]
    assert texts(bob) == [f"{name} joined Club of Friday." for name in ("Dora", "Carl")]
    assert not texts(carl)
    for _ in range(2):
        play.open_table(by=dora, circle=circle)
    play.open_table(by=dora)
    (line,) = lines(carl)
    assert (line.text, line.address) == (
        "Dora opened a table in Club of Friday.",
        f"/circles/{circle.code}/",
    )
    assert line.notice.count == 2 and not texts(dora)


def test_who_was_matched_has_a_notice_until_the_cards_are_dealt(alice, bob):
    now = clock.now_ms()
    for player in (alice, bob):
        wishes.make(player=player, choices=[WishedGame("ww3", seats=(2, 2))])
    matchmaker.run(matchmaker.Presence({alice.pk, bob.pk}, ()), now + 1)
    table = Table.objects.get()
    assert [(line.text, line.address) for line in lines(alice)] == [
        (f"Players were found for you. Go to table {table.code}.", f"/t/{table.code}/")
    ]
    for player in (alice, bob):
        play.ready(TableOrder(table, player), entropy=bytes(16))
    assert not Notice.objects.unseen().exists()


def test_a_sign_in_on_a_new_device_is_told(alice):
    alice.set_password("correct horse 7")
    alice.save()
    laptop, phone = Client(), Client()
    form = {"login": "Alice", "password": "correct horse 7"}
    for device in (laptop, laptop, phone, laptop):
        device.post("/account/login/", form)
        assert get_user(device) == alice
        device.post("/account/logout/")
    rows = Notice.objects.filter(kind=Kind.DEVICE)
    assert sum(rows.values_list("count", flat=True)) == 2
    assert all(notice.mail_due for notice in rows)
    (*_, line) = lines(alice)
    assert line.address == "/account/sessions/"
    laptop.cookies["device"] = "1:forged"
    laptop.post("/account/login/", form)
    assert sum(rows.values_list("count", flat=True)) == 3
    newcomer = Client()
    form = {"username": "Dora", "password1": "correct horse 7", "password2": "correct horse 7"}
    newcomer.post("/account/signup/", form)
    assert not texts(get_user(newcomer))


def test_players_hear_of_each_round_and_of_the_end():
    players = new_players(4)
    Evening(new_director("dora"), [WAR], players).run()
    assert texts(players[0]) == [
        "Evening is over. See the result.",
        *(f"Round {number} of Evening has begun. Go to your table." for number in (3, 2, 1)),
    ]


def test_who_has_left_a_tournament_hears_nothing_of_it():
    director, (stays, leaves) = new_director("dora"), new_players(2)
    made = life.create(by=director, name="Club night", stages=[WAR], now=NOW)
    life.announce(Order(made.code, director, now=NOW))
    life.open_entries(Order(made.code, director, now=NOW))
    for player in (stays, leaves):
        entries.enter(Order(made.code, player, now=NOW), player)
    entries.leave(Order(made.code, leaves, now=NOW), leaves)
    assert not Notice.objects.exists()


def test_a_token_that_expires_soon_is_announced_once(alice):
    now = timezone.now()
    bot = make_owned(owner=alice, name="Robo Anna")
    token, _ = make(player=bot, name="laptop", scopes=[], days=30, now=now)
    announce_expiry(at=now)
    assert not texts(alice)
    for days in (24, 25):
        announce_expiry(at=now + timedelta(days=days))
        see_all(alice)
    assert texts(alice) == [f"Token {token} expires in 7 days."]


def test_a_token_that_nobody_uses_expires_and_is_announced_before(alice):
    now = timezone.now()
    robo = make_owned(owner=alice, name="Robo")
    token, text = make(player=robo, name="", scopes=[], days=0, now=now)
    make(player=alice, name="", scopes=[], days=365, now=now)  # ends by its time on that day
    for days in (350, 352, 353):
        with time_machine.travel(now + timedelta(days=days)):
            announce_expiry(at=timezone.now())
    sentence = "Token {} has not been used for almost a year. It expires in 14 days."
    assert texts(alice) == [sentence.format(token)]
    assert look_up(text, now + timedelta(days=364)) == token
    note_use(token, "code of a network", now + timedelta(days=364))
    announce_expiry(at=now + timedelta(days=364 + 350))
    assert len(texts(alice)) == 1  # there is time yet
    assert look_up(text, now + timedelta(days=364 + 366)) is None


def test_old_notices_are_deleted_each_hour(alice):
    notify(alice, Kind.OVER, "ABCD2345")
    notify(alice, Kind.WAITS, "ABCD2345")
    old = timezone.now() - writer.KEPT - timedelta(hours=1)
    Notice.objects.filter(kind=Kind.OVER).update(made=old)
    cleanup.forget_guests()
    assert Notice.objects.get().kind == Kind.WAITS


def test_they_are_in_the_export_and_go_with_the_person(alice):
    notify(alice, Kind.OVER, "ABCD2345")
    (row,) = personal_data.as_export(alice)["notices"]
    assert (row["kind"], row["subject"], row["seen"]) == ("over", "ABCD2345", None)
    personal_data.erase(Player.objects.get(pk=alice.pk))
    assert not Notice.objects.exists()
