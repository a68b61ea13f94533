"""The ledger: what is rated, once and in order, checked and computed anew (people 3.1, 3.3)."""

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError, call_command
from django.urls import reverse

from games.accounts import people, personal_data
from games.accounts.guests import new_guest
from games.accounts.models import Player
from games.bus import publisher, schedule, valkey
from games.notices.models import Notice
from games.ratings.ledger import record_tables
from games.ratings.models import Note, Pool, Rating, RatingChange, Void
from games.ratings.reading import board
from games.ratings.recount import check, declare_void, rebuild
from games.table.clock import moment
from games.table.models import Table
from games.table.rated import POOLS
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from games.work.ratings import rate_tables
from tests.depth import deep
from tests.each import each
from tests.pages.stored import confirm_addresses
from tests.ratings.conftest import NOW, START, finish, finished_tables, open_rated

FOLLOWS = ("player", "mu", "sigma", "games", "best", "opponents", "at")  # from the ledger


def values(key="ww3"):
    """The ledger without what names its rows."""
    rows = RatingChange.objects.filter(pool__key=key).order_by("number")
    return list(
        rows.values_list("number", "table", "seat", "player", "mu_before", "mu", "sigma", "note")
    )


def test_a_rated_game_moves_both_ratings_and_is_counted_once(accounts):
    anna, ben = accounts[:2]
    table = finish(open_rated([anna, ben]))
    assert table.rated and not table.substitute and table.forfeit_after_s == 300
    assert record_tables("ww3") == 1
    rows = values()
    rate_tables()
    assert record_tables("ww3") == 0 and values() == rows
    assert [row[:3] for row in rows] == [(1, table.pk, 1), (2, table.pk, 2)]
    assert {row[3] for row in rows} == {anna.pk, ben.pk}
    by_player = {rating.player: rating for rating in Rating.objects.all()}
    winner = table.seats.filter(won=True).first()
    if winner:
        loser = table.seats.exclude(pk=winner.pk).get()
        assert by_player[winner.player].mu > 25 > by_player[loser.player].mu
    assert all(rating.games == 1 and rating.sigma < 25 / 3 for rating in by_player.values())


@each(
    [
        ({"game": "war"}, "options", "luck alone"),
        ({"game": "ww3", "options": "failcard=play"}, "options", "usual rules"),
        ({"game": "ww3", "private": True}, "private", "public"),
        ({"game": "ww3", "bots": ["recruit"]}, "bots", "Bots"),
        ({"game": "ww3", "preset": "solo"}, "options", "usual rules"),
        ({"game": "ww3", "day": moment(NOW).date()}, "rated", "of the day"),
    ],
    "accounts",
)
def test_what_is_not_rated_is_refused_by_name(accounts, asked, field, word):
    with pytest.raises(Refused, match="NOT_RATABLE") as refused:
        play.open_table(by=accounts[0], rated=True, now=NOW, **asked)
    assert word in refused.value.sentence and refused.value.field == field
    assert not Table.objects.exists()


def test_only_accounts_sit_at_a_rated_table(accounts):
    guest = new_guest()
    with pytest.raises(Refused, match="NOT_RATABLE"):
        play.open_table(by=guest, game="ww3", rated=True, now=NOW)
    table = play.open_table(by=accounts[0], game="ww3", rated=True, now=NOW)
    with pytest.raises(Refused, match="NOT_RATABLE"):
        play.sit(Order(table, guest, now=NOW))
    with pytest.raises(Refused, match="NOT_RATABLE"):
        play.seat_bot(Order(table, accounts[0], now=NOW), level="recruit")


def test_nothing_is_dealt_to_an_account_that_was_closed(accounts):
    anna, ben = accounts[:2]
    table = play.open_table(by=anna, game="ww3", options="seats=2", rated=True, now=NOW)
    play.sit(Order(table, ben, now=NOW))
    play.ready(Order(table, ben, now=NOW), entropy=bytes(16))
    ben.is_active = False
    ben.save()
    play.ready(Order(table, anna, now=NOW), entropy=bytes(16))
    table.refresh_from_db()
    assert table.status == "open" and not table.seats.get(player=ben).ready


def test_a_rematch_of_a_rated_game_is_rated(accounts):
    table = finish(open_rated(accounts[:2]))
    again = play.rematch(Order(table, accounts[0], now=NOW + 10))
    assert again.rated and not again.substitute


def notes_of(tables):
    return [
        table.rating_changes.values_list("note", flat=True).distinct().get() for table in tables
    ]


def test_who_does_nothing_spoils_the_count(accounts):
    tables = finished_tables(accounts[:2], 2)
    tables[0].moves.filter(seat=2).delete()
    rate_tables()
    assert notes_of(tables) == [Note.IDLE, Note.COUNTED]
    assert set(Rating.objects.values_list("games", flat=True)) == {1}


@pytest.mark.parametrize("pools", [("ww3", "ww3-secret", "ultimate"), ("ultimate", "ww3")])
def test_of_the_same_two_players_ten_games_a_day_count_whatever_they_play(accounts, pools):
    anna, ben, cem = accounts[:3]
    minutes, kinds = timedelta(minutes=5), ["ww3-secret", "ultimate", "ww3"]
    tables = []
    for number in range(11):
        rules = POOLS[kinds[number % 3]]
        tables += finished_tables(
            [anna, ben], 1, game=rules.game, preset=rules.presets[0], start=START + number * minutes
        )
    with_cem = finished_tables([anna, cem], 1, start=START + 12 * minutes)
    next_day = finished_tables([anna, ben], 1, start=START + timedelta(days=1))
    for pool in pools:  # in whatever order they are written
        record_tables(pool)
    rate_tables()
    assert notes_of(tables) == [Note.COUNTED] * 10 + [Note.TOGETHER]
    assert notes_of(with_cem + next_day) == [Note.COUNTED] * 2


def test_the_ledger_is_as_if_computed_anew(accounts, capsys):
    finished_tables(accounts, deep(150))
    finished_tables(accounts, deep(100), seed=2, every=timedelta(hours=5))
    rate_tables()
    before = values()
    assert [row[0] for row in before] == list(range(1, len(before) + 1))
    call_command("ratings", "check")
    assert f"ww3: {len(before)} changes compared, 0 differences" in capsys.readouterr().out
    assert rebuild("ww3") == len(before) and values() == before
    assert rebuild("ww3", by_time=True) == len(before)
    assert check(Pool.objects.get(key="ww3"))[1] == []
    RatingChange.objects.filter(number=17).update(mu=26.0)
    Rating.objects.filter(player=accounts[0]).update(games=1)
    with pytest.raises(CommandError, match="differences"):
        call_command("ratings", "check")


def test_a_void_game_counts_as_if_it_had_not_been(accounts):
    tables = finished_tables(accounts, 150)
    rate_tables()
    before = RatingChange.objects.order_by("pk")
    first = min(change.number for change in tables[99].rating_changes.all())
    stored = list(before.filter(number__lt=first).values())
    RatingChange.objects.filter(number=1).update(mu_before=99.0)  # what is not read stays
    declare_void([tables[99]])
    assert not RatingChange.objects.filter(note=Note.VOID).exists()
    rate_tables()
    assert RatingChange.objects.get(number=1).mu_before == 99.0
    RatingChange.objects.filter(number=1).update(mu_before=25.0)
    assert list(before.filter(number__lt=first).values()) == stored
    assert check(Pool.objects.get(key="ww3"))[1] == []
    rows = Notice.objects.filter(kind="void").values_list("player", "subject")
    seats = tables[99].seats.values_list("player", "table__code")
    assert sorted(rows) == sorted(seats)
    without = {row[1:2] + row[2:7] for row in values() if row[7] == ""}
    ratings = list(Rating.objects.order_by("player").values_list(*FOLLOWS))
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    Void.objects.all().delete()
    Pool.objects.all().delete()
    tables[99].rated = False
    tables[99].save()
    rate_tables()
    assert {row[1:2] + row[2:7] for row in values()} == without
    assert list(Rating.objects.order_by("player").values_list(*FOLLOWS)) == ratings


def test_a_worker_is_told_of_a_void_game(accounts, django_capture_on_commit_callbacks):
    (table,) = finished_tables(accounts[:2], 1)
    valkey.client().zrem(valkey.key("clock"), schedule.RATINGS)
    with django_capture_on_commit_callbacks(execute=True):
        declare_void([table])
    publisher.flush()
    assert not schedule.missing(valkey.client(), [schedule.RATINGS])


def test_who_has_only_void_games_has_no_rating(accounts):
    (table,) = finished_tables(accounts[:2], 1)
    for _ in range(2):  # the second time nothing is left to do
        declare_void([table])
        rate_tables()
        assert {change.note for change in table.rating_changes.all()} == {Note.VOID}
        assert not Rating.objects.exists() and check(Pool.objects.get(key="ww3")) == (2, [])
    assert Notice.objects.filter(kind="void").count() == 2


def test_operators_take_a_game_out_of_the_ratings(client, settings, accounts):
    settings.MIDDLEWARE = [one for one in settings.MIDDLEWARE if "servestatic" not in one]
    boss = Player.objects.create_superuser("boss", "boss@example.org", "x")
    Authenticator.objects.create(user=boss, type=Authenticator.Type.TOTP, data={})
    client.force_login(boss)
    tables = finished_tables(accounts, 3)
    address = reverse("admin:games_table_changelist")
    chosen = {"action": "void_rating", "_selected_action": [tables[0].pk]}
    assert "Reason" in client.post(address, chosen).content.decode()
    client.post(address, chosen | {"reason": "They agreed on it.", "confirmed": "1"})
    rate_tables()
    notes = [{change.note for change in table.rating_changes.all()} for table in tables]
    assert notes == [{Note.VOID}, {Note.COUNTED}, {Note.COUNTED}]
    assert LogEntry.objects.get().change_message == "Not counted: They agreed on it."


def test_accounts_made_for_one_player_do_not_bring_them_on_the_board(accounts):
    """An opponent counts after games with three others."""
    friend, *made, anna, ben, cem = accounts[:9]

    def won(player, other, hours):
        (table,) = finished_tables([player, other], 1, start=START + timedelta(hours=hours))
        for seat in table.seats.all():
            seat.place = 1 if seat.player == player else 2
            seat.save()

    for number in range(80):
        won(friend, made[number % 5], number)
    rate_tables()
    later = START + timedelta(days=10)
    assert not board("ww3", later).exists()
    for number, other in enumerate((anna, ben, cem) * 5):
        won(other, made[number % 5], 90 + number)
    won(friend, anna, 120)
    rate_tables()
    assert [rating.player for rating in board("ww3", later)] == [friend]


def test_five_accounts_in_one_game_bring_nobody_on_the_board(accounts):
    """They have met each other, so only their addresses tell them from people."""
    friend, *made = accounts[:6]
    for player in made:
        player.emailaddress_set.all().delete()
    finished_tables(accounts[:6], 60)  # of two to six seats
    rate_tables()
    later = START + timedelta(hours=7 * 60)
    assert Rating.objects.get(player=friend).games >= 30 and not board("ww3", later).exists()
    confirm_addresses(*made)
    finished_tables(accounts[:6], 5, start=later)
    rate_tables()
    assert board("ww3", later + timedelta(days=2)).filter(player=friend).exists()


def test_closed_and_deleted_accounts_leave_the_board(accounts, django_capture_on_commit_callbacks):
    games = 160
    finished_tables(accounts, games)
    rate_tables()
    listed = Rating.objects.filter(listed_until__gt=START + timedelta(hours=7 * games))
    assert {rating.player for rating in listed} == set(accounts)
    anna, ben = accounts[:2]
    with django_capture_on_commit_callbacks(execute=True):
        personal_data.erase(anna)
        ben.is_active = False
        ben.save()
        people.announce_change(ben)
    assert {rating.player for rating in listed.all()} == set(accounts[2:])
    declare_void(finished_tables([*accounts[:3]], 1, start=START + timedelta(hours=7 * games)))
    rate_tables()
    rebuild("ww3")
    assert {rating.player for rating in listed.all()} == set(accounts[2:])  # nor do they come back
    assert RatingChange.objects.filter(player=anna).exists()
    assert Rating.objects.get(player=anna).games > 30
