"""Every game through the writer: whole games of bots with all presets, and what people can do."""

import pytest

from games.rules.catalogue import BOTS, GAMES
from games.rules.logs import rewrite
from games.table.models import Move, Table
from games.table.reading import game_log, verification
from games.table.refusals import Refused
from games.table.replay.rebuild import rebuild
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import demo
from tests.depth import share

NOW = 1_700_000_000_000
KINDS = [(game, preset) for game in GAMES.values() for preset in game.presets]
NEW = [game for game in GAMES if game != "war"]


def name_of(value):
    return getattr(value, "key", value)


def played(game, preset):
    """A public game of bots, over after a quarter of an hour at the latest."""
    table = demo.begin(game, preset, now=NOW)
    play.play_out(table=table, decide=demo.wishes, until=NOW + demo.LONGEST_MS)
    return Table.objects.get(pk=table.pk)


def alone(table, player, seconds=3600):
    """Nobody does anything for this long, or until it is over."""
    for _ in range(5000):
        table = Table.objects.get(pk=table.pk)
        if table.due_ms is None or table.due_ms > NOW + seconds * 1000:
            break
        play.tick(table=table, now=table.due_ms)
    return table


def begun(game, player, options=""):
    """A person against bots; the cards are dealt at NOW."""
    o = GAMES[game].options(options)
    company = BOTS[game].company(o.players - 1 - len(BOTS[game].fixed(o)))
    table = play.open_table(by=player, game=game, options=options, bots=company, now=NOW)
    play.ready(Order(table, player, now=NOW), entropy=bytes(16))
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize(("game", "preset"), share(KINDS), ids=name_of)
def test_bots_play_a_whole_game_of_every_preset_and_its_log_is_a_file(db, game, preset):
    table = played(game, preset)
    assert (table.game, table.status) == (game.key, "finished")
    assert Move.objects.filter(table=table, seat__gt=0).count() > 40
    assert verification.verify(table).ok
    assert rebuild(table, list(table.seats.order_by("number"))).to_bytes() == bytes(table.state)
    assert table.front[-1] == table.counts and len(table.front) <= 121
    text = game_log.wsn(table)
    assert f'[Game "{game.key}"]' in text and f'[Table "{table.code}"]' in text
    assert rewrite(text) == text
    told = game_log.as_json(table)
    assert (told["unit"], told["length"]) == (game.unit, table.length)
    assert len(told["moves"]) == table.version


@pytest.mark.parametrize("game", GAMES)
def test_its_table_can_be_looked_at(db, client, game):
    table = demo.begin(GAMES[game], GAMES[game].presets[0])
    assert client.get(table.get_absolute_url()).status_code == 200
    truth = client.get(f"/api/v1/tables/{table.code}").json()
    assert truth["view"]["game"] == game


@pytest.mark.parametrize("game", NEW)
def test_a_table_goes_on_without_anybody(alice, game):
    """Every decision has a time limit; the end comes by itself."""
    options = {"ww3": "cap=10;seats=2", "ultimate": "clock=300000;stall=20000"}[game]
    table = alone(begun(game, alice, options), alice)
    assert table.status == "finished" and table.end in ("cap", "clock", "all", "all_out")
    assert verification.verify(table).ok


@pytest.mark.parametrize("game", GAMES)
def test_who_resigns_is_out_and_is_not_asked_any_more(alice, game):
    seats = {"war": "players=3", "ww3": "seats=3", "ultimate": "seats=3"}[game]
    table = begun(game, alice, seats)
    play.tick(table=table, now=NOW + 5000)
    play.resign(Order(table, alice, now=NOW + 5000))
    table.refresh_from_db()
    assert table.status == "running"
    for act in ("offer", "resign"):
        with pytest.raises(Refused, match="YOU_ARE_OUT"):
            if act == "offer":
                play.offer(Order(table, alice, now=NOW + 6000), what="finish")
            else:
                play.resign(Order(table, alice, now=NOW + 6000))
    play.play_out(table=table, decide=demo.wishes, until=NOW + demo.LONGEST_MS)
    table.refresh_from_db()
    assert table.is_over and not table.seats.get(player=alice).won


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_stands_in_for_whoever_is_away(alice, game):
    table = begun(game, alice)
    play.tick(table=table, now=NOW + 5000)
    play.mark_away(Order(table, alice, now=NOW + 5000))
    play.tick(table=table, now=NOW + 5000 + table.away_after_s * 1000)
    assert table.seats.get(player=alice).substitute
    play.play_out(table=table, decide=demo.wishes, until=NOW + demo.LONGEST_MS)
    table.refresh_from_db()
    assert table.is_over and verification.verify(table).ok
    mine = Move.objects.filter(table=table, player=alice).exclude(act__in=["sit", "ready"])
    assert mine.exists()


@pytest.mark.parametrize("game", NEW)
def test_everybody_moves_one_seat_on_in_a_rematch(alice, game):
    table = begun(game, alice)
    play.offer(Order(table, alice, now=NOW + 5000), what="finish")
    table.refresh_from_db()
    assert (table.status, table.end) == ("finished", "agreed")
    before = {seat.player_id: seat.number for seat in table.seats.all()}
    again = play.rematch(Order(table, alice, now=NOW + 6000))
    assert (again.game, again.options) == (game, table.options)
    after = {seat.player_id: seat.number for seat in again.seats.all()}
    assert after == {who: number % table.players + 1 for who, number in before.items()}
    play.ready(Order(again, alice, now=NOW + 7000), entropy=bytes(16))
    again.refresh_from_db()
    assert again.status == "running"


def test_the_general_keeps_his_seat(alice):
    table = begun("ww3", alice, "seats=1")
    general = table.seats.get(number=2)
    assert general.player.name == "The General" and general.bot
    play.resign(Order(table, alice, now=NOW + 5000))
    again = play.rematch(Order(table, alice, now=NOW + 6000))
    assert again.seats.get(number=2).player == general.player
    assert again.seats.get(number=1).player == alice
    with pytest.raises(Refused, match="HOUSE_SEAT"):
        play.unseat_bot(Order(again, alice, now=NOW + 6000), number=2)
    other = play.open_table(by=alice, game="ww3", now=NOW)
    with pytest.raises(Refused, match="UNKNOWN_LEVEL"):
        play.seat_bot(Order(other, alice, now=NOW), level="house")


def test_bots_of_one_game_are_not_invited_to_another(alice):
    for game, level in (("ultimate", "general"), ("war", "bully"), ("ww3", "bully")):
        table = play.open_table(by=alice, game=game, now=NOW)
        with pytest.raises(Refused, match="UNKNOWN_LEVEL"):
            play.seat_bot(Order(table, alice, now=NOW), level=level)


def test_only_what_a_game_has_is_offered(alice):
    table = begun("ultimate", alice)
    with pytest.raises(Refused, match="NO_SUCH_OFFER"):
        play.offer(Order(table, alice, now=NOW + 5000), what="fast")
    table = begun("ww3", alice)
    play.offer(Order(table, alice, now=NOW + 5000), what="fast")
    assert Move.objects.filter(table=table, act="hurry").exists()


@pytest.mark.parametrize(
    ("game", "options", "preset"),
    [
        ("ww3", "", "standard"),
        ("ww3", "cap=40;seats=5", "standard"),
        ("ww3", "seats=1", "solo"),
        ("ww3", "hold=secret;seats=2", "secret"),
        ("ww3", "failcard=play", ""),
        ("ultimate", "clock=600000;seats=8", "standard"),
        ("ultimate", "pace=pulse", "pulse"),
        ("ultimate", "change=on;multi=on;seats=5", "family"),
        ("ultimate", "cooldown=3000", ""),
        ("war", "cap=20;pace=auto:1000", "classic"),
        ("war", "players=3", "three"),
    ],
)
def test_a_preset_stays_itself_with_another_length(alice, game, options, preset):
    assert play.open_table(by=alice, game=game, options=options, now=NOW).preset == preset
