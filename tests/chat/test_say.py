"""Chat: who may say what, where and how often; and what a line does not change."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from games.accounts import people, personal_data, preferences
from games.accounts.bots import bot_player
from games.accounts.guests import new_guest
from games.accounts.sanctions import ConductRule, SanctionKind, impose
from games.chat import permissions, writer
from games.chat.models import Line, Room
from games.chat.permissions import HOUR_MS, NEW, USUAL
from games.limits.declared import LINES
from games.table.clock import moment
from games.table.models import Chat, Table
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import cleanup
from tests.chat.conftest import NOW, seated
from tests.pages.stored import person

pytestmark = pytest.mark.django_db
SEATS, WATCHERS = Room.SEATS, Room.WATCHERS
COST = 16  # queries


def say(table, player, words="", *, room=SEATS, now=NOW, command=None, quick=""):
    return writer.say(
        table=table.pk,
        player=player,
        room=room,
        words=words,
        quick=quick,
        command=command or uuid4(),
        now=now,
    )


def refusal(*arguments, **named):
    with pytest.raises(Refused) as refused:
        say(*arguments, **named)
    return refused.value.code


def lines(table, room=SEATS):
    in_room = table.lines.filter(room=room).order_by("said_ms")
    return [one.text or one.quick for one in in_room]


def over(table):
    Table.objects.filter(pk=table.pk).update(status="finished", ended_at=datetime.now(UTC))


def test_a_line_is_no_move(table, anna, ben):
    before = Table.objects.filter(pk=table.pk).values().get()
    assert say(table, anna, "Hello!").version == table.shown
    say(table, ben, quick="hello")
    assert lines(table) == ["Hello!", "hello"]
    assert Table.objects.filter(pk=table.pk).values().get() == before


def test_the_same_command_is_one_line(table, anna, ben):
    command = uuid4()
    first = say(table, anna, "Hello!", command=command)
    play.leave(Order(table, ben))
    again = say(table, anna, "Hello!", command=command)
    assert (again.version, again.again) == (first.version, True)
    assert refusal(table, ben, "Mine!", command=command) == "NOT_YOUR_COMMAND"
    assert lines(table) == ["Hello!"]


def test_each_room_has_its_people(table, anna, max):
    assert refusal(table, max, "Hello!") == "NOT_YOUR_ROOM"
    assert refusal(table, anna, "Hello!", room=WATCHERS) == "NOT_YOUR_ROOM"
    say(table, max, "They play well", room=WATCHERS)
    over(table)
    say(table, anna, "Thanks", room=WATCHERS)
    assert refusal(table, max, "Hello!") == "NOT_YOUR_ROOM"


@pytest.mark.parametrize("kind", ["rated", "arranged"])
def test_where_something_is_at_stake_spectators_wait_and_players_use_quick_words(
    table, anna, max, kind
):
    Table.objects.filter(pk=table.pk).update(**{kind: True})
    assert refusal(table, anna, "Attack Ben!") == "QUICK_ONLY"
    say(table, anna, quick="luck")
    assert refusal(table, max, "Attack Ben!", room=WATCHERS) == "ROOM_CLOSED"
    assert refusal(table, max, quick="wow", room=WATCHERS) == "ROOM_CLOSED"
    over(table)
    say(table, anna, "Good game")
    say(table, max, "Good game", room=WATCHERS)


def test_the_table_says_what_can_be_sent(table, anna, ben):
    Table.objects.filter(pk=table.pk).update(chat=Chat.QUICK)
    assert refusal(table, anna, "Hello!") == "QUICK_ONLY"
    assert refusal(table, anna, quick="grmpf") == "UNKNOWN_QUICK"
    say(table, anna, quick="heart")
    Table.objects.filter(pk=table.pk).update(chat=Chat.OFF)
    assert refusal(table, ben, quick="hello") == "CHAT_OFF"
    quick_table = seated(anna, ben, chat=Chat.QUICK)
    over(quick_table)
    new = play.rematch(Order(quick_table, anna))
    assert new.chat == Chat.QUICK


def test_guests_write_at_a_private_table_if_its_opener_lets_them(table, anna):
    guest = new_guest()
    assert refusal(table, guest, "Hello!", room=WATCHERS) == "ACCOUNTS_ONLY"
    say(table, guest, quick="hello", room=WATCHERS)
    private, strict = seated(anna, private=True), seated(anna, private=True, guest_text=False)
    say(private, guest, "Hello!", room=WATCHERS)
    assert refusal(strict, guest, "Hi there!", room=WATCHERS) == "ACCOUNTS_ONLY"
    own = seated(guest, private=True)
    assert refusal(own, guest, "Nobody answers for me") == "ACCOUNTS_ONLY"


def test_bots_and_banned_people_say_nothing_and_quiet_ones_no_text(table, anna, ben):
    bot = bot_player("recruit", game="ww3")
    assert refusal(table, bot, quick="hello", room=WATCHERS) == "PEOPLE_ONLY"
    preferences.choose(anna, {"quiet": True})
    assert refusal(table, anna, "Hello!") == "QUIET_MODE"
    say(table, anna, quick="hello")
    people.ban(player=ben, reason="rude")
    assert refusal(table, ben, quick="hello") == "BANNED"


def test_a_mute_ends_by_its_time(table, anna):
    hour = timedelta(hours=1)
    impose(player=anna, kind=SanctionKind.MUTE, rule=ConductRule.SPAM, now=moment(NOW), lasts=hour)
    with pytest.raises(Refused, match="MUTED: You cannot write until .* UTC") as refused:
        say(table, anna, "Hello!")
    assert refused.value.wait_s == 3601
    assert refusal(table, anna, quick="hello", now=NOW + HOUR_MS - 1) == "MUTED"
    say(table, anna, "Hello!", now=NOW + HOUR_MS + 1000)


def test_eight_lines_in_two_seconds_are_five(table, anna):
    words = ["one", "second", "a third", "more of it", "enough", "spam", "junk", "rubbish"]
    heard = []
    for number, text in enumerate(words):
        try:
            say(table, anna, text, now=NOW + number * 250)
            heard.append("done")
        except Refused as refused:
            heard.append(refused.code)
            assert refused.wait_s in (1, 2)
    assert heard == ["done"] * 5 + ["SLOW_DOWN"] * 3
    say(table, anna, "fresh", now=NOW + 6000)


def test_the_bucket_fills_again():
    assert permissions.wait_ms(USUAL, [], 0) == 0
    assert permissions.wait_ms(USUAL, [0] * 5, 0) == 2000
    assert permissions.wait_ms(USUAL, [0] * 5, 1500) == 500
    assert permissions.wait_ms(USUAL, [0] * 5 + [2000], 2000) == 2000
    assert permissions.wait_ms(NEW, [0, 0], 4999) == 1
    assert permissions.wait_ms(NEW, [0, 0], 5000) == 0


def test_new_accounts_write_slower(table):
    ida = person("Ida")
    for text in ("one", "second"):
        say(table, ida, text, room=WATCHERS)
    assert refusal(table, ida, "a third", room=WATCHERS, now=NOW + 4000) == "SLOW_DOWN"
    say(table, ida, "a third", room=WATCHERS, now=NOW + 5000)


def test_a_repeat_within_a_minute_is_refused(table, anna):
    say(table, anna, "Your turn, Ben")
    assert refusal(table, anna, "your turn, ben!", now=NOW + 10_000) == "REPEAT"
    say(table, anna, "your turn, ben!", now=NOW + 61_000)


def test_quick_words_have_limits(table, anna):
    say(table, anna, quick="hello")
    assert refusal(table, anna, quick="luck", now=NOW + 2999) == "SLOW_DOWN"
    for number in range(1, permissions.MOST_QUICK):
        say(table, anna, quick="wow", now=NOW + 3000 * number)
    assert refusal(table, anna, quick="bye", now=NOW + 600_000) == "QUICK_SPENT"


def store(table, player, times):
    Line.objects.bulk_create(
        Line(
            table=table, room=SEATS, said_ms=at, version=1, player=player, text="x", command=uuid4()
        )
        for at in times
    )


def test_an_hour_and_a_table_have_limits(table, anna, ben):
    store(table, anna, range(NOW, NOW + LINES.most))
    assert refusal(table, anna, "more", now=NOW + 60_000) == "SLOW_DOWN"
    say(table, anna, "more", now=NOW + 3_600_001)
    store(table, anna, range(permissions.MOST_AT_TABLE))
    assert refusal(table, ben, "too much") == "QUICK_ONLY"
    say(table, ben, quick="sorry")


def test_saying_something_costs_the_same_in_a_long_chat(table, anna, django_assert_num_queries):
    say(table, anna, "first of all")
    for hour in (1, 2):
        with django_assert_num_queries(COST):
            say(table, anna, f"again {hour}", now=NOW + hour * HOUR_MS)
        store(table, anna, range(NOW + hour * HOUR_MS + 100_000, NOW + hour * HOUR_MS + 100_200))


def test_lines_are_numbered_in_order_even_if_the_clock_stands_still(table, anna, ben):
    say(table, anna, "one")
    say(table, ben, "two")
    say(table, anna, "three", now=NOW - 500)
    assert lines(table) == ["one", "two", "three"]


def test_lines_are_exported_erased_and_forgotten(table, anna, ben):
    say(table, anna, "Hello!")
    say(table, ben, "Hi!")
    assert personal_data.as_export(anna)["lines"][0]["text"] == "Hello!"
    personal_data.erase(anna)
    assert lines(table) == ["Hi!"]
    cleanup.forget_guests()
    assert lines(table) == ["Hi!"]
    Line.objects.update(said_ms=1)
    old = datetime.now(UTC) - timedelta(days=31)
    Table.objects.filter(pk=table.pk).update(status="finished", ended_at=old)
    cleanup.forget_guests()
    assert lines(table) == []
