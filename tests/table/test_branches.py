"""Tables that go on from a place of a finished game."""

import json

import pytest

from games.lab.chances.course import course_of_table
from games.rules.catalogue import BOTS, find
from games.rules.logs import rewrite
from games.table.clock import moment
from games.table.models import Table
from games.table.moves import archive_old, moves_of
from games.table.reading import ending, game_log, player_stats, verification
from games.table.reading.requested import first_message
from games.table.refusals import Refused
from games.table.replay import rebuild, stored
from games.table.words import title
from games.table.writer import play
from games.table.writer.branches import MOST_BRANCHES, open_branch
from games.table.writer.opening import open_table
from games.table.writer.orders import Order
from games.work import demo
from tests.rules.live import NAMES
from tests.table.conftest import NOW, begin, finish, seen

LATER = NOW + 3_600_000
RULES = [
    ("war", "cap=40;order=random;slap=5"),
    ("ww3", "seats=3"),
    ("ultimate", "clock=300000;seats=3"),
]


def over(game, options):
    """A game of bots."""
    o = find(game).options(options)
    bots = [*BOTS[game].levels][: o.players] * 2
    table = open_table(by=None, game=game, options=options, bots=bots[: o.players], now=NOW)
    play.play_out(table=table, decide=demo.wishes, until=NOW + 600_000)
    return Table.objects.get(pk=table.pk)


def go_on(origin, player, frame, level="", **more):
    """A table that goes on from a frame, with the player ready."""
    at = stored.recording(origin, "watcher").text_of(frame)
    table = open_branch(by=player, origin=origin, frame=frame, place=at, level=level, now=LATER)
    play.ready(Order(table, player, now=LATER), entropy=bytes(16))
    return Table.objects.get(pk=table.pk)


def middle(table):
    return len(stored.recording(table, "watcher").frames) // 2


def code(refused):
    return refused.value.code


@pytest.mark.parametrize(("game", "options"), RULES)
def test_it_begins_as_the_other_game_stood_there_and_is_played_to_its_end(game, options, alice):
    origin = over(game, options)
    before, log = Table.objects.filter(pk=origin.pk).values().get(), len(moves_of(origin))
    frame = middle(origin)
    table = go_on(origin, alice, frame, level=BOTS[game].usual[0])
    assert (table.status, table.deal, table.rated) == ("running", origin.deal, False)
    then = rebuild.up_to(origin, table.branch_move)
    seats = list(table.seats.order_by("number"))
    begun = rebuild.Replayed(table, rebuild.key_of(table, seats))
    assert begun.state.to_bytes() == then.state.to_bytes()
    assert table.game_ms(LATER) == then.at > 0  # times go on from there
    play.play_out(table=table, decide=demo.wishes, until=LATER + 600_000)
    table.refresh_from_db()
    assert table.is_over and bytes(table.secret) != bytes(origin.secret)
    for eyes in ("all", "watcher", "1"):
        mine, theirs = stored.recording(table, eyes), stored.recording(origin, eyes)
        assert mine.view(0, NAMES) == theirs.view(frame, NAMES)
        assert mine.frames[0]["b"] == theirs.frames[frame]["b"] == table.first_place
    checks = verification.verify(table).checks
    assert [check.name for check in checks if check.ok] == [
        "commitment",
        "branch",
        "moves",
        "state",
        "result",
    ]
    text = game_log.wsn(table)
    assert f'[Branch "{origin.code}@{table.branch_at}"]' in text and rewrite(text) == text
    told = game_log.as_json(table)["branch"]
    assert told == {"of": origin.code, "at": table.branch_at, "move": table.branch_move}
    course = course_of_table(Table.objects.prefetch_related("seats__player").get(pk=table.pk))
    assert len(course.frames) == len(stored.recording(table, "all").frames)
    assert Table.objects.filter(pk=origin.pk).values().get() == before
    assert len(moves_of(origin)) == log


def test_its_luck_is_its_own(alice, bob):
    """From the same place with the same acts, what is still to be drawn differs."""
    origin = over("war", "order=random")
    ends = []
    for player in (alice, bob):
        table = go_on(origin, player, 3, level="recruit")
        table = finish(table, now=LATER)
        ends.append((table.length, [move.events for move in moves_of(table)][-20:]))
    assert ends[0] != ends[1]


def test_what_was_done_with_its_origin_shows_in_its_verification(alice):
    origin = over("war", "cap=40")
    table = finish(go_on(origin, alice, 9, level="recruit"), now=LATER)
    assert verification.verify(table).ok
    move = origin.moves.exclude(events=[]).first()
    origin.moves.filter(pk=move.pk).update(events=[])
    checks = verification.verify(Table.objects.get(pk=table.pk)).checks
    assert [check.name for check in checks if not check.ok] == ["branch"]


@pytest.mark.outer
def test_it_goes_on_from_an_archived_game_and_from_one_that_goes_on_itself(alice):
    origin = over("war", "cap=60")
    archive_old(at=moment(NOW + 10 * 86_400_000))
    origin.refresh_from_db()
    table = origin
    for _ in range(MOST_BRANCHES):
        table = finish(go_on(table, alice, 3, level="recruit"), now=LATER)
    assert verification.verify(table).ok
    assert rewrite(game_log.wsn(table)) == game_log.wsn(table)
    with pytest.raises(Refused) as refused:
        go_on(table, alice, 1)
    assert code(refused) == "TOO_FAR"


def test_nobody_plays_on_from_a_game_that_runs_or_is_over_there_or_has_other_rules(alice, running):
    with pytest.raises(Refused) as refused:
        open_branch(by=alice, origin=running, frame=0, place="0")
    assert code(refused) == "NOT_OVER"
    origin = finish(running)
    with pytest.raises(Refused) as refused:
        go_on(origin, alice, len(stored.recording(origin, "all").frames) - 1)
    assert code(refused) == "OVER_HERE"
    Table.objects.filter(pk=origin.pk).update(held_back=True)
    origin.refresh_from_db()
    with pytest.raises(Refused) as refused:
        open_branch(by=alice, origin=origin, frame=0, place="0")
    assert code(refused) == "NOT_OVER"
    Table.objects.filter(pk=origin.pk).update(held_back=False, rules_version=0)
    origin.refresh_from_db()
    with pytest.raises(Refused) as refused:
        open_branch(by=alice, origin=origin, frame=0, place="0")
    assert code(refused) == "OLDER_RULES"
    assert Table.objects.count() == 1


def test_people_sit_down_as_at_any_table_and_it_counts_nowhere(alice, bob):
    origin = over("war", "cap=40")
    table = open_branch(by=alice, origin=origin, frame=9, place="9", number=2, now=LATER)
    assert table.status == "open" and "played on from battle 9" in title(table)
    assert first_message(table, bob)["view"] is None  # before the deal, too
    table = finish(begin(table, alice, bob, now=LATER), now=LATER)
    assert [seat.player.name for seat in table.seats.order_by("number")] == ["Bob", "Alice"]
    assert not player_stats.seats_of(alice, private=True).exists()
    assert ending.ending(table.code).deal == {}
    assert "played on from battle 9" in first_message(table, None)["table"]["title"]


def test_hidden_cards_stay_hidden_at_the_table(alice, bob):
    origin = over("ww3", "seats=3")
    table = go_on(origin, alice, middle(origin), level="recruit")
    rules, state = find("ww3"), rebuild.stored_state(table)
    seats = rules.open_view(state, rules.options(table.options))["seats"]
    for viewer in (1, None):
        text = seen(table, viewer)
        hidden = [card for n, row in enumerate(seats, 1) if n != viewer for card in row["hand"]]
        assert len(hidden) > 5 and not any(f'"{card}"' in text for card in hidden)
        told = [line["text"] for line in json.loads(text)["lines"]]
        assert f"The game goes on from a place of game {origin.code}." in told
        assert not any("{" in line for line in told)  # nothing of what happened before


def test_a_private_game_goes_on_in_private(alice, bob):
    origin = over("war", "cap=40")
    Table.objects.filter(pk=origin.pk).update(private=True)
    origin.refresh_from_db()
    assert open_branch(by=alice, origin=origin, frame=3, place="3", now=LATER).private


def test_rules_that_change_before_the_deal_close_the_table(alice, monkeypatch):
    origin = over("war", "cap=40")
    table = open_branch(by=alice, origin=origin, frame=3, place="3", level="recruit", now=LATER)
    origin.moves.filter(act="timer").update(at_ms=1)  # it cannot be played again like that
    play.ready(Order(table, alice, now=LATER), entropy=bytes(16))
    table.refresh_from_db()
    assert (table.status, table.reason) == ("aborted", "RULES_CHANGED")
