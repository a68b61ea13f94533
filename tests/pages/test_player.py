"""A player's page: people, guests, bots, banned and deleted players; statistics and chance."""

import re

import pytest

from games.accounts import people, personal_data
from games.accounts.bots import bot_player
from games.accounts.guests import new_guest
from games.pages.history.player import SIZE
from games.table.reading import player_stats
from games.table.reading.player_stats import PlayedGame, add_up
from tests.pages.stored import person, stored

pytestmark = pytest.mark.django_db


def page(client, player):
    answer = client.get(f"/p/{player.slug}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_shows_games_results_and_streaks(client, alice, bob):
    for number, winner in enumerate([1, 2, 1, 1]):
        stored(alice, bob, number=number, winner=winner)
    stored(alice, bob, number=9, preset="peace", end="cap", result="=1+2")
    html = page(client, alice)
    for words in ("Classic War", "Peace", "Won", "Lost", "Shared", "<dd>5</dd>", "<dd>3</dd>"):
        assert words in html


def test_three_players_have_places(client, alice, bob, charlie):
    stored(alice, bob, charlie, winner=2)
    assert "2nd of 3" in page(client, alice)


def test_each_game_has_its_own_sums(client, alice, bob, charlie):
    stored(alice, bob, number=1)
    stored(alice, bob, charlie, number=2, game="ww3", preset="standard", length=15)
    stored(alice, bob, charlie, number=3, game="ww3", preset="solo", winner=2)
    text = page(client, alice)
    panel = text.split('id="by-game"')[1].split("</table>")[0]
    rows = [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in panel.split("<tr>")[2:]]
    assert rows == [
        ["World War III", "2", "1", "50%", "33%"],
        ["War", "1", "1", "100%", "50%"],
    ]
    for words in (
        "15 rounds",
        "World War III",
        "World War III, against the General",
        "Classic War",
    ):
        assert words in text


def test_private_games_are_for_oneself(client, alice, bob):
    table = stored(alice, bob, private=True)
    assert table.code not in page(client, alice)
    client.force_login(alice)
    assert table.code in page(client, alice) and "private" in page(client, alice)
    client.force_login(bob)
    assert table.code not in page(client, alice)


def test_bots_guests_banned_and_deleted_say_what_they_are(client, alice):
    assert '<span class="bot">bot</span>' in page(client, bot_player("general"))
    for level, game, line in (
        ("general", "ww3", "Counts the cards and knows what a hold is worth."),
        ("bully", "ultimate", "Challenges everybody behind one high card."),
        ("house", "ww3", "Plays by the fixed rules."),
    ):
        assert line in page(client, bot_player(level, game=game))
    guest = new_guest()
    assert "Guest since" in page(client, guest) and "noindex" in page(client, guest)
    people.ban(player=alice, reason="shouting")
    assert "banned" in page(client, alice) and "shouting" not in page(client, alice)
    personal_data.erase(alice)
    alice.refresh_from_db()
    assert "deleted by its owner" in page(client, alice)
    assert client.get("/p/alice/").status_code == 404


def test_names_find_their_page(client):
    person("Ann O'Hara")
    assert client.get("/p/ann-o-hara/").status_code == 200
    for other in ("Ann O'Hara", "annohara", "ANN-O-HARA"):
        answer = client.get(f"/p/{other}/")
        assert answer.status_code == 301 and answer["Location"] == "/p/ann-o-hara/"
    answer = client.get("/p/<script>/")
    assert answer.status_code == 404 and b"<script>." not in answer.content


def test_nobody_has_played_yet(client, alice):
    assert "No finished games yet" in page(client, alice)
    client.force_login(alice)
    assert "Play one now" in page(client, alice)


def test_pages_by_key(client, alice, bob):
    tables = [stored(alice, bob, number=number) for number in range(SIZE + 2)]
    first = page(client, alice)
    assert tables[-1].code in first and tables[0].code not in first
    last = tables[2]
    seat = alice.seats.get(table=last)
    micro = int(seat.ended_at.timestamp()) * 1_000_000
    second = client.get(f"/p/alice/?before={micro}-{last.pk}").content.decode()
    assert tables[1].code in second and tables[0].code in second and last.code not in second
    assert client.get("/p/alice/?before=rubbish").status_code == 404


def test_queries_do_not_grow_with_games(client, alice, django_assert_num_queries):
    for number in range(SIZE):
        stored(alice, person(f"Player {number}"), number=number)
    with django_assert_num_queries(10):
        page(client, alice)
    with django_assert_num_queries(8):  # its lines are kept
        page(client, alice)


def test_only_the_last_games_are_counted(client, alice, bob, monkeypatch):
    monkeypatch.setattr(player_stats, "LAST", 3)
    for number in range(5):
        stored(alice, bob, number=number, winner=1 + (number < 2))
    record = player_stats.record(alice)
    assert (record.total.games, record.total.won, record.all_counted) == (3, 3, False)
    assert "last games" in page(client, alice)


def test_the_record_of_a_bot_is_counted_once_a_minute(client, alice, django_assert_num_queries):
    bot = bot_player("general")
    stored(alice, bot, winner=2)
    with django_assert_num_queries(8):
        page(client, bot)
    stored(alice, bot, number=2, winner=2)
    with django_assert_num_queries(7):
        html = page(client, bot)
    assert "<dd>2</dd>" in page(client, alice)
    assert "<dd>2</dd>" not in html


def row(won, result="1", players=2, options=""):
    return PlayedGame(won, result, players, "war", "classic", options)


def test_streaks_read_from_the_newest_game():
    assert add_up([row(True), row(True), row(False), row(True)]).streak == 2
    assert add_up([row(False), row(True)]).streak == -1
    assert add_up([row(False), *[row(True)] * 4, row(False), row(True)]).best == 4
    assert add_up([]).streak == 0


def test_a_shared_win_is_a_part_of_one():
    record = add_up([row(True, "=1+2"), row(False)])
    assert (record.total.points, record.total.shared, record.total.lost) == (0.5, 1, 1)


def test_luck_is_called_luck():
    even = add_up([row(number % 2 == 0) for number in range(100)])
    assert even.luck.verdict == "Within chance."
    assert "More than luck" in add_up([row(True)] * 100).luck.verdict
    assert "Less than luck" in add_up([row(False)] * 100).luck.verdict
    assert "Too few" in add_up([row(True)] * 9).luck.verdict
    assert add_up([row(True, options="slap=5")] * 20).luck.games == 0
    assert add_up([row(True, players=3)] * 3).luck.chance == pytest.approx(100 / 3)
