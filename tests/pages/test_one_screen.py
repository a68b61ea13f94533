"""Two at one screen: whoever opens the table plays for both seats, and nobody else does."""

import json
from uuid import uuid4

import pytest

from games.bus import presence, valkey
from games.limits.declared import OPPOSITE
from games.pages.play import one_screen
from games.rules.war.deal import COUNTDOWN_MS
from games.table.clock import now_ms
from games.table.models import Move, Seat, Table
from games.table.reading.requested import first_message
from games.table.reading.verification import verify
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import sweep
from tests.pages.browsing import signed_in

pytestmark = pytest.mark.django_db


def opened(client, **chosen):
    """A table from the tile of War, dealt, with its countdown over."""
    answer = client.post("/two/war/", {"entropy": "ab" * 16} | chosen)
    table = Table.objects.get(code=answer["Location"].split("/")[2])
    play.tick(table=table, now=now_ms() + COUNTDOWN_MS + 1)
    table.refresh_from_db()
    return table


def act(client, table, name, **args):
    command = {"id": str(uuid4()), "act": name} | args
    body = json.dumps(command)
    return client.post(f"/t/{table.code}/opposite/", body, content_type="application/json")


def test_two_taps_from_the_options_to_the_first_card(client, alice):
    mine = signed_in(alice)
    assert 'formaction="/two/war/"' in mine.get("/play/war/").content.decode()
    table = opened(mine, players="3", preset="slap")
    assert (table.players, table.private, table.rated, table.one_screen) == (2, True, False, True)
    assert "slap=5" in table.options and table.status == "running"
    assert "data-opposite" in mine.get(f"/t/{table.code}/").content.decode()
    assert "data-opposite" not in client.get(f"/t/{table.code}/").content.decode()

    play.act(Order(table, alice, now=now_ms() + COUNTDOWN_MS + 2), name="flip", args={})
    assert "ack" in act(mine, table, "flip").json()
    turned = Move.objects.filter(table=table, act="flip").values_list("player", flat=True)
    assert len(set(turned)) == 2 and alice.pk in turned


def test_nobody_else_plays_for_the_second_seat(client, alice, bob):
    mine = signed_in(alice)
    table = opened(mine)
    for other in (client, signed_in(bob)):
        assert act(other, table, "flip").status_code == 404
    ordinary = play.open_table(by=alice, bots=("recruit",))
    assert act(mine, ordinary, "flip").status_code == 404
    for name in ("leave", "say", "rematch"):  # only moves
        assert act(mine, table, name).status_code == 400
    answer = mine.post(f"/t/{table.code}/opposite/", "rubbish", content_type="application/json")
    assert answer.status_code == 400 and answer.json()["error"] == "BAD_JSON"
    assert act(mine, table, "fly").json()["code"] == "UNKNOWN_ACT"
    assert client.post("/two/ww3/").status_code == 404  # where a hand is hidden


def test_the_earlier_press_wins_however_late_it_comes(alice):
    mine = signed_in(alice)
    table = opened(mine, preset="slap")
    second = table.seats.exclude(player=alice).get()
    Seat.objects.filter(table=table, player=alice).update(rtt_ms=200)
    at = now_ms() + COUNTDOWN_MS
    while True:  # until a card to slap lies there
        table.refresh_from_db()
        view = play_state(table)
        if view["phase"] == "slap":
            break
        at = max(at, table.epoch_ms(view["until"] or 0)) + 1
        play.tick(table=table, now=at)
    revealed = table.epoch_ms(view["reveal"]["show_at"])
    slap = {"reveal": view["reveal"]["id"]}
    play.act(Order(table, alice, now=revealed + 420), name="slap", args=slap | {"rt": 400})
    play.act(Order(table, second.player, now=revealed + 620), name="slap", args=slap | {"rt": 390})
    play.tick(table=table, now=revealed + 5000)
    effects = Move.objects.filter(table=table, act="slap").values_list("seat", "args")
    assert {seat: args["arr"] for seat, args in effects} == {1: 400, second.number: 390}
    table.refresh_from_db()
    assert play_state(table)["last"]["winner"] == second.number


def test_what_both_read_names_them(alice):
    mine = signed_in(alice)
    table = opened(mine)
    call = first_message(table, alice)["view"]["call"]
    assert call == {"title": "Battle 1", "detail": "Everyone turns their top card"}
    play.resign(Order(table, alice))
    page = " ".join(mine.get(f"/t/{table.code}/").content.decode().split())
    assert "Game over</h2> <p>Alice resigned." in page
    assert "You lose" not in page and "Luck of the deal" not in page


def play_state(table):
    from games.rules.catalogue import rules_of
    from games.table.replay.rebuild import stored_state

    rules, options = rules_of(table.game, table.options)
    return rules.view(stored_state(table), options, None)


def test_the_second_player_is_never_away_and_comes_again(alice, monkeypatch):
    mine = signed_in(alice)
    table = opened(mine)
    now = now_ms()
    redis = valkey.client()
    presence.report(redis, table.pk, "a web process", {alice.pk}, 0, now)
    sweep.notice_absence(redis, [table.pk], now + 60_000)
    assert not table.seats.exclude(player=alice).exclude(away_ms=None).exists()
    play.resign(Order(table, alice))
    again = play.rematch(Order(table, alice), entropy=bytes(16))
    table.refresh_from_db()
    rematch = table.rematch
    assert again and rematch.one_screen and rematch.status == "running"
    players = {seat.player_id for seat in table.seats.all()}
    assert {seat.player_id for seat in rematch.seats.all()} == players
    assert one_screen.companion_of(alice).pk in players  # no new guest for every game


def test_it_is_stored_and_verified_like_any_game(alice):
    table = opened(signed_in(alice))
    play.resign(Order(table, alice))
    table.refresh_from_db()
    assert verify(table).ok


def test_too_many_acts_are_refused_with_a_word(alice, monkeypatch):
    monkeypatch.setattr(OPPOSITE, "most", 1)
    mine = signed_in(alice)
    table = opened(mine)
    codes = [act(mine, table, "auto", on=False).json().get("code") for _ in range(2)]
    assert codes == [None, "SLOW_DOWN"]
