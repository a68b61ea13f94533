"""Once only bots are left, nobody has to sit through the rest of a game."""

from itertools import pairwise

import pytest
from django.utils import timezone

from games.bus import publisher, schedule, valkey
from games.rules.catalogue import BOTS, rules_of
from games.table.models import Move, Status, Table
from games.table.reading.requested import first_message
from games.table.replay.rebuild import rebuild
from games.table.writer import arranged, play
from games.table.writer.orders import Order
from games.work.tables import fast_forward

RULES = {"war": "cap=60;players=3", "ultimate": "clock=300000;seats=3", "ww3": "cap=20;seats=3"}


def begun(alice, game):
    """Alice and bots, after the first cards."""
    count = rules_of(game, RULES[game])[1].players
    bots = BOTS[game].company(count - 1)
    table = play.open_table(by=alice, game=game, options=RULES[game], bots=bots)
    play.ready(Order(table, alice), entropy=bytes(16))
    table.refresh_from_db()
    return table


def own_words(table, player):
    own = first_message(table, player)["view"]["own"]
    return own["title"], own["detail"]


def play_to_the_end(table):
    for _ in range(400):
        fast_forward(table.pk)
        table.refresh_from_db()
        if table.status == Status.FINISHED:
            return
    raise AssertionError("the game never ends")


@pytest.mark.parametrize("game", RULES)
def test_who_is_out_sees_the_end_at_once(alice, no_reminders, game):
    table = begun(alice, game)
    fast_forward(table.pk)
    assert Table.objects.get(pk=table.pk).version == table.version  # Alice is still in
    play.resign(Order(table, alice))
    publisher.flush()
    assert own_words(table, alice) == ("You are out", "You finish 3rd of 3.")
    redis = valkey.client()
    assert redis.zscore(valkey.key("clock"), schedule.fast_forward(table.pk))
    play_to_the_end(table)
    title, detail = own_words(table, alice)
    assert title == "You lose" and detail.endswith(". You finish 3rd of 3.")
    assert abs((timezone.now() - table.ended_at).total_seconds()) < 60
    seats = list(table.seats.select_related("player", "table"))
    assert {seat.ended_at for seat in seats} == {table.ended_at}
    times = list(Move.objects.filter(table=table).values_list("at_ms", flat=True))
    assert all(one <= other for one, other in pairwise(times))
    rules, o = rules_of(table.game, table.options)
    stored = rules.load(bytes(table.state))
    assert rules.open_view(stored, o) == rules.open_view(rebuild(table, seats), o)


def test_a_paused_game_stands_still(alice, no_reminders):
    table = begun(alice, "war")
    play.resign(Order(table, alice))
    arranged.pause(table=table, reason="Fire alarm")
    table.refresh_from_db()
    fast_forward(table.pk)
    assert Table.objects.get(pk=table.pk).version == table.version


def test_bots_alone_play_at_their_own_pace(no_reminders):
    table = play.open_table(by=None, bots=("sergeant", "recruit"))
    fast_forward(table.pk)
    assert Table.objects.get(pk=table.pk).version == table.version
