"""Wishes: who may have one, when they end, and what comes of them."""

from datetime import UTC, datetime

import pytest
from django.core.cache import cache

from games.accounts import people
from games.accounts.guests import new_guest
from games.limits.counting import TooMany
from games.lobby import matchmaker, wishes
from games.lobby.models import Wish, WishEnd
from games.lobby.wishes import WishedGame
from games.relations import changes
from games.table.models import Table
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from tests.pages.stored import person
from tests.table.conftest import begin

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NOW = 1_700_000_000_000
WW3 = WishedGame("ww3", seats=(2, 2))


def make(player, *choices, now=NOW, **fields):
    return wishes.make(player=player, choices=choices or [WW3], now=now, **fields)


def run(*players, now=NOW, gone=(), tabs=None):
    """A pass while these players are here."""
    gone = {player.pk for player in gone}
    return matchmaker.run(matchmaker.Presence({p.pk for p in players}, gone, tabs or {}), now)


def end_of(player):
    return Wish.objects.get(player=player).end


def refusal(*arguments, **named):
    with pytest.raises(Refused) as refused:
        make(*arguments, **named)
    return refused.value


def test_two_are_matched_and_sit_by_lot_until_they_come(anna, ben):
    make(anna, tab="a1")
    make(ben, now=NOW + 1)
    run(anna, ben, now=NOW + 2, tabs={ben.pk: "b2"})
    table = Table.objects.get()
    assert {seat.player for seat in table.seats.all()} == {anna, ben}
    assert all(seat.away_ms == NOW + 2 and not seat.ready for seat in table.seats.all())
    assert (table.game, table.players, table.status, table.private) == ("ww3", 2, "open", False)
    wishes_by_player = {wish.player: wish for wish in Wish.objects.all()}
    assert {wish.end for wish in wishes_by_player.values()} == {WishEnd.MATCHED}
    assert {wish.table for wish in wishes_by_player.values()} == {table}
    assert (wishes_by_player[anna].tab, wishes_by_player[ben].tab) == ("a1", "b2")
    assert wishes_by_player[anna].met == {str(ben.pk): NOW + 2}
    run(anna, ben, now=NOW + 3)
    assert Table.objects.count() == 1


def test_a_wish_of_somebody_who_is_not_here_waits_and_ends(anna, ben):
    make(anna)
    make(ben)
    run(ben)
    assert not Table.objects.exists() and end_of(anna) == ""
    run(ben, gone=[anna])
    assert (end_of(anna), end_of(ben)) == (WishEnd.AWAY, "")


def test_a_table_that_waits_is_filled_first(anna, ben, max):
    table = play.open_table(by=max, game="ww3", options="seats=2", now=NOW)
    make(anna)
    make(ben)
    run(anna)  # nobody is at the table yet
    assert end_of(anna) == ""
    play.mark_back(Order(table, max, now=NOW))
    run(anna, ben)
    assert Table.objects.count() == 1 and {s.player for s in table.seats.all()} == {anna, max}
    assert (end_of(anna), end_of(ben)) == (WishEnd.MATCHED, "")


def test_who_does_not_come_loses_the_seat(anna, ben):
    make(anna)
    make(ben)
    run(anna, ben)
    table = Table.objects.get()
    play.mark_back(Order(table, anna, now=NOW + 2000))
    play.ready(Order(table, anna, now=NOW + 3000), entropy=bytes(16))
    play.tick(table=table, now=NOW + 29_999)
    assert table.seats.count() == 2
    play.tick(table=table, now=NOW + 30_000)
    assert [seat.player for seat in table.seats.all()] == [anna]
    play.seat_bot(Order(table, anna, now=NOW + 31_000), level="sergeant")
    table.refresh_from_db()
    assert table.status == "running"


def test_a_table_to_which_nobody_comes_is_closed(anna, ben):
    make(anna)
    make(ben)
    run(anna, ben)
    table = Table.objects.get()
    play.tick(table=table, now=NOW + 30_000)
    table.refresh_from_db()
    assert (table.status, table.reason) == ("aborted", "NOBODY_CAME")


def test_three_wait_for_the_third_before_the_cards_are_dealt(anna, ben, max):
    for player in (anna, ben, max):
        make(player, WishedGame("ww3", seats=(3, 3)))
    run(anna, ben, max)
    table = Table.objects.get()
    for player in (anna, ben):
        play.ready(Order(table, player, now=NOW + 1000), entropy=bytes(16))
    play.tick(table=table, now=NOW + 29_000)
    play.mark_back(Order(table, max, now=NOW + 29_000))
    table.refresh_from_db()
    assert table.status == "open" and table.seats.count() == 3
    play.tick(table=table, now=NOW + 51_000)
    table.refresh_from_db()
    assert table.status == "running"


def test_pauses_grow_and_end(anna):
    waits = []
    for _ in range(5):
        wishes.note_missed(anna.pk, NOW)
        waits.append(wishes.pause_left(anna.pk, NOW))
    assert waits == [0, 120, 600, 3600, 3600]
    refused = refusal(anna, now=NOW + 1000)
    assert (refused.code, refused.wait_s) == ("MATCHING_PAUSED", 3599)
    assert "60 minutes" in refused.sentence
    assert make(anna, now=NOW + 3_600_000)
    cache.clear()


def test_a_new_wish_replaces_the_old_and_the_same_one_confirms_it(anna):
    first = make(anna)
    make(anna, now=NOW + 60_000)
    again = Wish.objects.get()
    assert (again.pk, again.made_ms, again.confirmed_ms) == (first.pk, NOW, NOW + 60_000)
    make(anna, WishedGame("war"), now=NOW + 70_000)
    assert Wish.objects.get().made_ms == NOW + 70_000
    wishes.cancel(player=anna, now=NOW + 80_000)
    assert end_of(anna) == WishEnd.CANCELLED
    assert not wishes.confirm(player=anna, now=NOW + 80_001)


def test_it_ends_five_minutes_after_the_last_sign(anna):
    make(anna)
    assert wishes.confirm(player=anna, now=NOW + 200_000)
    run(anna, now=NOW + 499_999)
    assert end_of(anna) == ""
    run(anna, now=NOW + 500_000)
    assert end_of(anna) == WishEnd.UNCONFIRMED


def test_it_ends_when_a_game_with_others_begins_and_none_is_made_then(anna, ben):
    make(anna)
    table = play.open_table(by=anna, now=NOW)
    begin(table, anna, ben, now=NOW)
    run(anna)
    assert end_of(anna) == WishEnd.PLAYING
    assert refusal(anna).code == "PLAYING"


def test_a_game_with_bots_is_no_hindrance(anna):
    table = play.open_table(by=anna, bots=["sergeant"], now=NOW)
    play.ready(Order(table, anna, now=NOW), entropy=bytes(16))
    assert make(anna)


def test_a_ban_ends_it_at_once(anna, ben):
    make(anna)
    people.ban(player=anna, reason="")
    assert not Wish.objects.standing().exists()
    make(ben)
    run(anna, ben)
    assert not Table.objects.exists()


def test_signing_out_ends_it(client, anna):
    make(anna)
    client.force_login(anna)
    client.logout()
    assert end_of(anna) == WishEnd.SIGNED_OUT


def test_what_may_be_wished(anna):
    guest = new_guest()
    refused = refusal(guest, WW3, rated=True)
    assert (refused.code, refused.field) == ("GUESTS_UNRATED", "rated")
    assert make(guest)
    wrong = {
        "NO_KINDS": [WW3] * 7,
        "UNKNOWN_GAME": [WishedGame("chess")],
        "BAD_OPTIONS": [WishedGame("war", options="aces=high")],
        "BAD_SEATS": [WishedGame("ww3", preset="solo")],
    }
    for code, choices in wrong.items():
        assert refusal(anna, *choices).code == code
    assert refusal(anna, WishedGame("war", seats=(2, 4))).code == "BAD_SEATS"
    assert refusal(anna, WW3, bots_after_s=20).code == "BAD_BOTS"
    assert refusal(anna, WW3, bots_after_s=10, rated=True).code == "BAD_BOTS"
    assert refusal(anna, WishedGame("war"), rated=True).code == "NOT_RATABLE"
    assert make(anna, WW3, rated=True).kinds[0]["preset"] == "standard"
    usual = [make(anna, WishedGame(game)).kinds[0] for game in ("war", "ww3", "ultimate")]
    assert [(kind["low"], kind["high"]) for kind in usual] == [(2, 2), (2, 3), (3, 4)]
    assert make(anna, WishedGame("war", preset="three")).kinds[0]["low"] == 3


def test_changes_are_limited(anna, settings):
    for n in range(30):
        make(anna, WishedGame("ww3", seats=(2, 2 + n % 2)), now=NOW + n)
    with pytest.raises(TooMany):
        make(anna, WishedGame("war"))


def test_bots_fill_a_table_after_a_while(anna):
    make(anna, WishedGame("ww3", seats=(2, 4)), bots_after_s=10)
    again = run(anna, now=NOW + 9_900)
    assert again == NOW + 10_000 and not Table.objects.exists()
    run(anna, now=again)
    table = Table.objects.get()
    assert [seat.bot for seat in table.seats.order_by("number")].count(True) == 1
    assert not table.rated and end_of(anna) == WishEnd.MATCHED


def test_blocks_keep_wishes_and_tables_apart(anna, ben, max):
    changes.block(player=anna, other=max)
    make(anna)
    make(max, now=NOW + 1)
    run(anna, max, now=NOW + 60_000)
    assert not Table.objects.exists() and (end_of(anna), end_of(max)) == ("", "")
    make(ben, now=NOW + 2)
    run(anna, ben, max, now=NOW + 60_000)
    assert (end_of(anna), end_of(max)) == (WishEnd.MATCHED, "")


def test_rated_players_are_matched_for_a_rated_game(anna, ben):
    for player in (anna, ben):
        make(player, WW3, rated=True)
    run(anna, ben)
    table = Table.objects.get()
    assert table.rated and not table.substitute and table.forfeit_after_s == 300


def test_kept_seats_are_not_for_others(anna, ben, max):
    table = play.open_table(by=max, game="ww3", options="seats=2", now=NOW)
    play.mark_back(Order(table, max, now=NOW))
    Table.objects.filter(pk=table.pk).update(kept={str(ben.pk): NOW + 10**9})
    make(anna)
    run(anna)
    assert end_of(anna) == ""


def test_what_the_rules_no_longer_know_stops_nobody_else(anna, ben, max):
    table = play.open_table(by=max, game="ww3", options="seats=2", now=NOW)
    play.mark_back(Order(table, max, now=NOW))
    Table.objects.filter(pk=table.pk).update(game="whist")
    others = [person(f"Other {number}") for number in range(4)]
    for player in (anna, ben, *others):
        make(player, rated=player in others[2:])
    for some, change in ((others[:2], {"options": "tails=9"}), (others[2:], {"game": "whist"})):
        for wish in Wish.objects.filter(player__in=some):
            wish.kinds = [wish.kinds[0] | {"preset": ""} | change]
            wish.save()
    run(anna, ben, *others)
    assert [end_of(player) for player in (anna, ben)] == [WishEnd.MATCHED] * 2
    assert [end_of(player) for player in others] == [""] * 4


def test_forgotten_a_day_later_and_with_the_player(anna, ben):
    make(anna)
    wishes.cancel(player=anna, now=NOW)
    day = NOW + wishes.KEPT_MS
    wishes.forget(at=datetime.fromtimestamp(day / 1000, UTC))
    assert Wish.objects.exists()
    wishes.forget(at=datetime.fromtimestamp(day / 1000 + 1, UTC))
    assert not Wish.objects.exists()


def test_as_many_queries_for_fifty_wishes_as_for_two(django_assert_num_queries):
    some = [person(f"player{n}") for n in range(50)]
    for n, player in enumerate(some):  # no two of them want the same
        make(player, WishedGame("war", options=f"cap={100 + n}"))
    with django_assert_num_queries(7):
        run(*some[:2])
    with django_assert_num_queries(7):
        run(*some)
