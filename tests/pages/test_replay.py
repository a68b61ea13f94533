"""The replay: readable without scripts, at any place, for any viewer."""

import json
import re

import brotli
import pytest

from games.accounts import people
from games.accounts.models import Player
from games.table.models import Move, Table
from games.table.replay import moves_log, stored
from games.table.writer import play
from games.table.writer.orders import Order
from tests.each import each
from tests.pages.heads import Head
from tests.pages.replays import page, recording_of
from tests.pages.stored import kept_days, person, played
from tests.rules.live import NAMES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shared_game")]


def test_a_recording_is_kept_for_a_week(client, game):
    for eyes in ("all", "watcher"):
        recording_of(client, game, eyes)
    assert kept_days(f"replay:{game.code}") == {7}


def test_the_first_visitor_does_not_wait_for_all_of_a_long_game(client, alice, bob, monkeypatch):
    monkeypatch.setattr(stored, "FIRST", 60)
    while not begins_with_a_war(game := played(alice, bob, options="cap=200")):
        pass  # another game
    begun = page(client, game)
    assert kept_days(f"replay:{game.code}") == set()  # nothing is recorded yet
    whole = page(client, game, "?at=0")
    recording_of(client, game, "all")
    assert [facts(html) for html in (begun, page(client, game))] == [facts(whole)] * 2


def begins_with_a_war(game):
    """Only such a page of a long game is there before the whole game has been recorded."""
    begun = stored.Recording.read(stored.record(game, most=stored.FIRST))
    return game.length >= 100 and begun.wars


def facts(html):
    """The facts on the page before a script fetches the rest, and its links."""
    felt = html.split("data-felt")[1].split("</section>")[0].split("<script")[0]
    steps = re.findall(r'href="\?([^"]*)" data-to="(first|back|next|last)"', html)
    return felt.split('class="trans"')[0], steps, re.findall(r'max="(\d+)"', html)


def test_the_whole_log_of_a_short_game_is_in_the_page(client, game):
    html = page(client, game)
    assert re.findall(r'<li data-number="(\d+)"', html) == [str(n) for n in range(21)]
    assert 'href="?at=12"' in html
    assert "Alice" in html and "Bob" in html


def test_a_long_log_is_told_in_parts_that_lead_to_each_other(client, alice, bob):
    while (game := played(alice, bob, options="cap=200")).length < 100:
        pass  # a short game
    seen, at = set(), 0
    while at is not None:
        html = page(client, game, f"?at={at}")
        numbers = [int(number) for number in re.findall(r'<li data-number="(\d+)"', html)]
        assert at in numbers and len(numbers) <= 60
        seen |= set(numbers)
        later = re.search(r'href="\?at=(\d+)" data-more="1"', html)
        at = int(later[1]) if later else None
    assert seen == set(range(game.length + 1))
    assert 'data-more="-1"' in html


def test_the_last_part_of_a_log_is_as_long_as_others(client, alice, bob):
    while (game := played(alice, bob, options="cap=90")).length < 70:
        pass  # a short game
    html = page(client, game, f"?at={game.length}")
    assert len(re.findall(r'<li data-number="(\d+)"', html)) == moves_log.AT_ONCE


def test_the_log_has_todays_names_and_keeps_none(client, game, alice):
    assert "Alice" in page(client, game)
    people.rename(player=alice, name="Norah")
    html = page(client, game)
    assert "Norah" in html and "Alice" not in html
    text = json.dumps(recording_of(client, game))
    assert "<1>" in text and not re.search("Alice|Norah|Bob", text)


def test_it_opens_at_a_move(client, game):
    html = page(client, game, "?at=12")
    current = re.search(r'<li data-number="(\d+)" aria-current="true"', html)
    assert current[1] == "12"
    assert 'max="20" value="12"' in html
    assert re.search(r"<b data-posn>\s*12\s*</b>", html)


def test_the_board_in_the_page_is_the_recording(client, game):
    recording = stored.recording(game)
    view = recording.view(recording.steps(7)[-1], NAMES)
    html = page(client, game, "?at=7")
    for seat in view["seats"]:
        assert f'#m-{seat["lane"][0][0]}"' in html


@each(["99", "x", "1.9", "-1", "1.x", "²", "1" * 30], "client, game")
def test_a_place_that_is_none_is_not_found(client, game, at):
    answer = client.get(f"/g/{game.code}/", {"at": at})
    assert answer.status_code == 404
    assert (
        "This game has no move" in answer.content.decode()
        or "is a number" in answer.content.decode()
    )


def test_unknown_codes_are_not_found_and_small_letters_are_read(client, game):
    assert client.get("/g/NOPE2345/").status_code == 404
    assert client.get(f"/g/{game.code.lower()}/").status_code == 200


def test_a_running_game_is_watched_at_its_table(client, alice, bob):
    table = play.open_table(by=alice, options="")
    for path in ("", "verify/"):
        answer = client.get(f"/g/{table.code}/{path}")
        assert answer.status_code == 302 and answer["Location"] == f"/t/{table.code}/"
    for path in (f"/g/{table.code}/frames.json", f"/g/{table.code}.wsn", f"/g/{table.code}.json"):
        assert client.get(path).status_code == 404


def test_a_table_closed_before_the_deal_says_so(client, alice):
    table = play.open_table(by=alice, options="")
    play.abort(Order(table, Player.objects.create_superuser("boss")), reason="no players")
    html = page(client, table)
    assert "closed before the cards were dealt" in html and "no players" in html
    assert client.get(f"/g/{table.code}/verify/").status_code == 200
    assert client.get(f"/g/{table.code}.json").status_code == 404


def test_views_hide_what_a_spectator_did_not_see(client, alice, bob):
    game = played(alice, bob, options="auto=2;cap=60;spoils=hidden")
    shown, hidden, mine = (stored.recording(game, eyes) for eyes in ("all", "watcher", "2"))
    views = (hidden.view(index, NAMES) for index in range(len(hidden.frames)))
    war = next(i for i, view in enumerate(views) if "??" in json.dumps(view["seats"]))
    assert "??" not in json.dumps(shown.view(war, NAMES)["seats"])
    assert mine.view(war, NAMES)["you"] == 2
    battle = hidden.text_of(war)
    assert 'aria-label="3 face-down cards"' in page(client, game, f"?at={battle}&view=watcher")
    assert "&amp;view=watcher" in page(client, game, f"?at={battle}&view=watcher")


def test_later_moves_and_the_result_can_be_hidden(client, game):
    html = page(client, game, "?at=5&hide=1")
    numbers = re.findall(r'<li data-number="(\d+)"', html)
    assert numbers == [str(n) for n in range(6)] and ">Later moves<" not in html
    assert "data-result hidden" in html
    assert "data-result hidden" not in page(client, game, "?at=20&hide=1")


@pytest.mark.parametrize("first", [200, 6])  # frames until somebody asks for more
def test_a_link_from_a_tournament_hides_the_result_until_it_is_asked_for(
    client, game, monkeypatch, first
):
    monkeypatch.setattr(stored, "FIRST", first)
    told = 'aria-label="Share of cards by battle. Alice between'
    hidden = page(client, game, "?hide=1")
    result = hidden.split("data-result")[1]
    assert result.startswith(" hidden>") and "data-later hidden>" in hidden
    assert told not in hidden and 'aria-valuetext="Battle 0"' in hidden
    assert '<rect data-tail x="0" width="100"' in hidden and "data-marks></svg>" in hidden
    assert Head(hidden).only("og:url") == f"http://testserver/g/{game.code}/"
    assert re.search(r'<button [^>]*name="hide" value="0">Show the result<', hidden)
    shown = page(client, game, "?at=0&hide=1&view=all&hide=0")  # the form's fields, and the key's
    assert "data-result>" in shown and told in shown and "Show the result" not in shown


def test_the_recording_is_kept_for_ever_and_packed(client, game):
    address = re.search(r'"frames": "([^"]+)"', page(client, game))[1]
    answer = client.get(address + "all", headers={"accept-encoding": "gzip, br"})
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["Content-Encoding"] == "br" and "Accept-Encoding" in answer["Vary"]
    plain = recording_of(client, game)
    assert json.loads(brotli.decompress(answer.content)) == plain
    assert len(plain["front"]) == 21 and plain["front"][0] == [26, 26]


def test_a_game_is_recorded_once(client, game, monkeypatch):
    recording_of(client, game)
    monkeypatch.setattr(stored, "record", None)
    recording_of(client, game)
    page(client, game)


def test_the_recording_ends_as_the_game_did(game):
    recording = stored.recording(game)
    last = recording.view(len(recording.frames) - 1, NAMES)
    assert last["phase"] == "over"
    assert "+".join(map(str, last["result"]["winners"])) == game.result.lstrip("=")
    assert [seat["pile"] for seat in last["seats"]] == recording.front[-1]


def test_a_game_of_older_rules_keeps_its_log(client, game):
    moves = Move.objects.filter(table=game, act="timer")
    moves.filter(number=moves.last().number).update(at_ms=1)
    html = page(client, game)
    assert (
        "under an older version of the rules" in html
        and "{" not in html.split("<ol")[1].split("</ol>")[0]
    )
    assert client.get(f"/g/{game.code}/frames.json").status_code == 404


def test_reaction_times_are_in_the_log(client, bob):
    alice = person("Anna")
    game = played(alice, bob, options="cap=40;slap=5,6")
    assert "can be slapped" in page(client, game)


def test_private_games_are_known_by_their_link_and_kept_out_of_engines(client, alice, bob):
    game = played(alice, bob, private=True)
    assert 'content="noindex"' in page(client, game)
    answer = client.get(f"/g/{game.code}/frames.json")
    assert answer["Cache-Control"].startswith("private")
    assert client.get("/history/").content.decode().count(game.code) == 0


def test_queries_do_not_grow_with_moves(client, game, django_assert_max_num_queries):
    page(client, game)
    with django_assert_max_num_queries(6):
        page(client, game)
    assert Table.objects.get(pk=game.pk).version > 40


def test_seats_are_in_order_whoever_sat_down_first(client, alice, bob):
    table = play.open_table(by=alice, options="cap=20", seated=False)
    play.sit(Order(table, bob), number=2)
    play.sit(Order(table, alice), number=1)
    for player in (alice, bob):
        play.ready(Order(table, player), entropy=bytes(16))
    play.resign(Order(table, bob))
    assert "Alice, Bob" in page(client, table)
