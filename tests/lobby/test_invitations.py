"""Inviting: who may, how often, what ends it, and what nobody can find out."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts import people, personal_data
from games.accounts.bots import bot_player, make_owned
from games.accounts.guests import new_guest
from games.accounts.preferences import choose
from games.limits.counting import TooMany
from games.limits.declared import INVITATIONS, INVITATIONS_A_DAY
from games.lobby import invitations
from games.lobby.models import LASTS_MS, Invitation
from games.relations import changes
from games.table.models import Table
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from games.table.writer.seats import RESERVED_MS
from games.work import cleanup
from tests.each import each
from tests.pages.stored import person

pytestmark = pytest.mark.django_db
NOW = 1_700_000_000_000
MINUTE = 60_000


@pytest.fixture
def table(anna):
    """Anna sits at a private table for three."""
    table = play.open_table(by=anna, game="ww3", private=True, now=NOW)
    play.mark_back(Order(table, anna, now=NOW))
    table.refresh_from_db()
    return table


def invite(table, by, player, now=NOW):
    return invitations.send(table=table, by=by, player=player, now=now)


def standing(now=NOW):
    return [one.player.name for one in Invitation.objects.standing(at=now).order_by("pk")]


def refusal(function, *arguments, **named):
    with pytest.raises(Refused) as refused:
        function(*arguments, **named)
    return refused.value


def test_one_accepts_and_one_declines(table, anna, ben, max):
    to_ben, to_max = invite(table, anna, ben), invite(table, anna, max)
    version = Table.objects.get(pk=table.pk).version
    assert version == table.version  # an invitation is no move
    invitations.accept(invitation=to_ben, now=NOW + 1)
    invitations.decline(invitation=to_max, reason="later", now=NOW + 1)
    assert {seat.player for seat in table.seats.all()} == {anna, ben}
    rows = Invitation.objects.order_by("pk").values_list("state", "reason")
    assert [*rows] == [("accepted", ""), ("declined", "later")]
    for again in (invitations.accept, invitations.decline, invitations.withdraw):
        assert refusal(again, invitation=to_max, now=NOW + 2).code == "INVITATION_OVER"


def test_there_are_as_many_as_free_seats_and_only_who_sits_invites(table, anna, ben, max):
    invite(table, anna, ben)
    invite(table, anna, max)
    fourth = person("Fourth")
    assert refusal(invite, table, anna, fourth).code == "TABLE_FULL"
    assert refusal(invite, table, ben, fourth).code == "NOT_YOUR_SEAT"
    assert refusal(invite, table, anna, ben).code == "INVITED"
    other = play.open_table(by=anna, now=NOW)
    assert refusal(invite, other, anna, ben).code == "INVITED"
    assert refusal(invite, table, new_guest(), fourth).code == "ACCOUNTS_INVITE"


def test_it_ends_with_time_with_the_table_and_when_withdrawn(table, anna, ben, max):
    first = invite(table, anna, ben)
    assert standing(NOW + LASTS_MS - 1) == ["Ben"] and standing(NOW + LASTS_MS) == []
    invitations.withdraw(invitation=first, now=NOW + 1)
    assert standing() == []
    invite(table, anna, ben, NOW + 2)
    play.sit(Order(table, ben, now=NOW + 3))  # by the link
    assert standing() == []
    third = invite(table, anna, max, NOW + 4)
    play.seat_bot(Order(table, anna, now=NOW + 5), level="sergeant")  # full
    assert standing() == []
    assert refusal(invitations.accept, invitation=third, now=NOW + 6).code == "INVITATION_OVER"


@pytest.mark.parametrize("end", ["blocked by me", "blocked by them"])
def test_a_block_ends_it_and_allows_none(table, anna, ben, end):
    invite(table, anna, ben)
    by_me = end == "blocked by me"
    changes.block(player=anna if by_me else ben, other=ben if by_me else anna)
    assert standing() == []
    assert refusal(invite, table, anna, ben).code == "NOT_INVITABLE"


def test_all_reasons_give_the_same_answer(table, anna, ben, max):
    gone, robo = person("Gone"), make_owned(owner=ben, name="Robo")
    changes.block(player=ben, other=anna)
    people.ban(player=max, reason="shouting")
    personal_data.erase(gone)
    answers = set()
    for player in (ben, robo, max, gone, new_guest(), bot_player("recruit"), anna):
        player.refresh_from_db()
        refused = refusal(invite, table, anna, player)
        answers.add((refused.code, refused.sentence, refused.wait_s))
    assert answers == {("NOT_INVITABLE", "This player takes no invitations right now.", None)}


def test_a_no_is_respected_for_a_while(table, anna, ben):
    now = NOW
    for pause_ms in (5 * MINUTE, 5 * MINUTE, invitations.DAY_MS):
        sent = invite(table, anna, ben, now)
        invitations.decline(invitation=sent, now=now)
        refused = refusal(invite, table, anna, ben, now + 1)
        assert (refused.code, refused.wait_s) == ("NOT_INVITABLE", pause_ms // 1000)
        now += pause_ms
    assert invite(table, anna, ben, now)


def test_invitations_are_counted_by_hour_and_day(table, anna, ben, max, monkeypatch):
    monkeypatch.setattr(INVITATIONS, "most", 2)
    monkeypatch.setattr(INVITATIONS_A_DAY, "most", 3)
    for now in (NOW, NOW + 1):
        invitations.withdraw(invitation=invite(table, anna, ben, now), now=now)
    with pytest.raises(TooMany) as much:
        invite(table, anna, max, NOW + 10 * MINUTE)
    assert much.value.wait_s == 50 * 60 + 1
    invitations.withdraw(
        invitation=invite(table, anna, ben, NOW + 61 * MINUTE), now=NOW + 61 * MINUTE
    )
    with pytest.raises(TooMany):
        invite(table, anna, max, NOW + 600 * MINUTE)


def test_seats_of_public_tables_are_kept_for_two_minutes(anna, ben, max):
    table = play.open_table(by=anna, now=NOW)
    sent = invite(table, anna, ben)
    refused = refusal(play.sit, Order(table, max, now=NOW + RESERVED_MS - 1))
    assert refused.code == "KEPT"
    invitations.withdraw(invitation=sent, now=NOW + 1)
    play.sit(Order(table, max, now=NOW + 2))
    play.leave(Order(table, max, now=NOW + 3))
    invite(table, anna, ben, NOW + 4)
    play.sit(Order(table, max, now=NOW + 4 + RESERVED_MS))
    wide = play.open_table(by=anna, game="ww3", now=NOW)
    fourth = person("Fourth")
    invite(wide, anna, fourth)
    play.sit(Order(wide, max, now=NOW + 1))  # another seat is free
    assert refusal(play.sit, Order(wide, ben, now=NOW + 2)).code == "KEPT"
    play.sit(Order(wide, fourth, now=NOW + 2))


def test_bots_of_programs_sit_where_they_are_invited(table, anna, ben):
    robo = make_owned(owner=ben, name="Robo")
    assert refusal(play.sit, Order(table, robo, now=NOW)).code == "NO_OUTSIDE_BOTS"
    invitations.accept(invitation=invite(table, anna, robo), now=NOW)
    assert table.seats.filter(player=robo).exists()


def test_bots_of_programs_invite_those_who_let_them(anna, ben):
    robo = make_owned(owner=anna, name="Robo")
    table = play.open_table(by=robo, game="ww3", private=True, now=NOW)
    play.mark_back(Order(table, robo, now=NOW))
    assert refusal(invite, table, robo, ben).code == "NOT_INVITABLE"
    choose(ben, {"bots_may_invite": True})
    invite(table, robo, ben)


@each(
    [
        ({"may_invite": "followed"}, False, False),
        ({"may_invite": "followed"}, True, True),
        ({"may_invite": "nobody"}, True, False),
        ({"quiet": True}, False, False),
        ({"quiet": True}, True, True),
        ({"quiet": True, "may_invite": "nobody"}, True, False),
    ],
    "table, anna, ben, max",
)
def test_players_choose_who_may_invite_them(table, anna, ben, max, preferred, follows, may):
    """The refusal is that of a block, after as many queries."""
    choose(ben, preferred)
    if follows:
        changes.follow(player=ben, other=anna)
    if may:
        invite(table, anna, ben)
        return
    changes.block(player=max, other=anna)
    refusals = []
    for player in (ben, max):
        with CaptureQueriesContext(connection) as queries:
            refused = refusal(invite, table, anna, player)
        refusals.append((refused.code, refused.sentence, len(queries)))
    assert refusals[0] == refusals[1] and refusals[0][0] == "NOT_INVITABLE"


def test_a_table_and_its_invitations_are_opened_together_or_not_at_all(anna, ben, max):
    changes.block(player=max, other=anna)
    with pytest.raises(Refused, match="NOT_INVITABLE"):
        invitations.open_and_invite(by=anna, invite=[ben, max], game="ww3", private=True)
    assert not Table.objects.exists() and not Invitation.objects.exists()


def test_old_invitations_go(table, anna, ben):
    invitation = invite(table, anna, ben)
    now = datetime.now(UTC)
    made = int((now - timedelta(days=7)).timestamp() * 1000)
    Invitation.objects.filter(pk=invitation.pk).update(made_ms=made + 60_000)
    cleanup.forget_guests()
    assert Invitation.objects.exists()
    Invitation.objects.filter(pk=invitation.pk).update(made_ms=made - 60_000)
    cleanup.forget_guests()
    assert not Invitation.objects.exists()


def test_export_and_erasure_know_invitations(table, anna, ben):
    invite(table, anna, ben)
    assert personal_data.as_export(anna)["sent_invitations"][0]["table__code"] == table.code
    assert personal_data.as_export(ben)["invitations"][0]["inviter__name"] == "Anna"
    personal_data.erase(ben)
    assert not Invitation.objects.exists()
