"""Addresses of places: the board, the chances, and what can be played on from there."""

import re
from functools import partial
from itertools import product

import pytest
from django.urls import reverse

from games.accounts.guests import BACKEND
from games.lab.chances import curves, models
from games.lab.chances.course import course_of_table
from games.lab.chances.curve import Place as Measured
from games.lab.chances.curve import next_parts
from games.lab.chances.models import StoredCurve
from games.lab.chances.tally import Tally
from games.lab.runs import run
from games.lab.runs.models import Simulation
from games.limits.declared import PLACES, RECORDINGS
from games.pages.history.place import last_measured
from games.relations import circles
from games.rules.catalogue import GAMES
from games.table.models import Table
from games.table.words import place_name
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import lab
from tests.depth import share
from tests.each import each
from tests.lab.counted import played as counted
from tests.pages.browsing import words
from tests.pages.stored import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def few(monkeypatch):
    """Rules are plain here, so a place is played ten times at first."""
    monkeypatch.setattr(models, "next_parts", partial(next_parts, first=10))


def place(client, game, at="5", query="", status=200):
    answer = client.get(f"/g/{game.code}/at/{at}/{query}")
    assert answer.status_code == status
    return answer


def play_on(client, game, at="5", query=""):
    """A run from this place, as asked for on its page."""
    answer = client.post(f"/g/{game.code}/at/{at}/{query}", {"do": "run"})
    assert answer.status_code == 302
    return answer["Location"]


def felt(answer):
    text = " ".join(answer.content.decode().split())
    return re.search(r'<div class="felt.+?</section>', text)[0]


@each(product(["0", "5", "20"], share(["", "?view=1", "?view=watcher"])), "client, game")
def test_it_shows_the_board_of_the_replay_there(client, game, at, query):
    response = place(client, game, at, query)
    then = client.get(f"/g/{game.code}/", {"at": at, "view": query.partition("=")[2] or "all"})
    assert felt(response) == felt(then)
    assert f'data-copy="http://testserver/g/{game.code}/at/{at}/{query}"' in then.content.decode()
    assert "style=" not in response.content.decode()


def test_the_winner_is_marked_at_rest(client, alice, bob, game):
    board = felt(place(client, game, "5"))
    assert board.count('class="card win"') == 1 and 'class="take">takes ' in board
    war = played(alice, bob, game="ww3", options="seats=2;cap=10")
    rounds = [place(client, war, str(n)).content.decode() for n in range(1, war.length + 1)]
    assert any('class="wr won"' in board for board in rounds)


def test_its_title_says_where_it_is(client, game):
    assert "War, battle 5" in words(place(client, game))
    assert "War, the deal" in words(place(client, game, "0"))
    assert place_name(GAMES["war"], "5.1") == "battle 5, step 1"
    assert place_name(GAMES["ultimate"], "125.2") == "2:05"


@each(["21", "5.9", "5.0", "-1", "x", "9" * 30, "1e3", "٣"], "client, game")
def test_a_place_that_does_not_exist_is_one_sentence(client, game, at):
    page = words(place(client, game, at, status=404))
    assert "It ends at 20." in page or "A move is a number" in page
    assert client.post(f"/g/{game.code}/at/{at}/").status_code == 404


def test_running_games_have_no_places_for_anybody(client, alice, bob):
    table = play.open_table(by=alice, options="cap=20")
    for player in (alice, bob):
        if player is bob:
            play.sit(Order(table, bob))
        play.ready(Order(table, player), entropy=bytes(16))
    play.tick(table=table, now=Table.objects.get().due_ms)
    address = f"/g/{table.code}/at/0/"
    for who in (None, alice, bob):
        if who:
            client.force_login(who, backend=BACKEND)
        assert client.get(address).status_code == client.post(address).status_code == 404


def test_games_that_others_may_not_see_have_no_places_for_them(client, alice, bob, charlie, game):
    circle = circles.create(by=alice, name="Friday")
    Table.objects.update(circle=circle, private=True)
    place(client, game, status=404)
    client.force_login(charlie, backend=BACKEND)
    place(client, game, status=404)
    client.force_login(alice, backend=BACKEND)
    place(client, game)
    Table.objects.update(circle=None, held_back=True)  # others still play its cards
    place(client, game, status=404)


def test_the_chances_are_shown_if_they_are_known(client, game, few):
    assert "Chances from here" not in words(place(client, game))
    row = curves.ask(game.code, course_of_table(game), "watcher")
    while lab.play_part(row.pk):
        pass
    assert "Chances from here" not in words(place(client, game))  # of other eyes
    page = words(place(client, game, "5", "?view=watcher"))
    tally = next(one.tally for one in StoredCurve.objects.get().curve.places if one.at == "5")
    assert f"<b>{100 * tally.chances[0]:.0f}%</b>" in page and "give or take" in page
    assert f"From {tally.games} simulated games" in page
    shared = tally.games - sum(tally.wins)
    assert shared and f"{shared} of them had more than one winner" in page
    assert "Nothing is left to chance here." in words(place(client, game, "20", "?view=watcher"))


def test_a_place_that_was_not_measured_has_the_chances_before_it():
    known, unknown = Tally(10, (5, 5), (0, 0), (0, 0)), Tally.empty(2)
    places = [Measured(at, known) for at in ("0", "4", "5.2", "5")] + [Measured("6", unknown)]
    for at, measured in (("0", "0"), ("4.9", "0"), ("5.1", "4"), ("5.7", "5.2"), ("9", "5")):
        assert last_measured(places, at).at == measured
    assert last_measured(places[3:], "1") is None


def test_a_million_from_here_is_a_run_that_keeps_the_place(client, game):
    leads_to = play_on(client, game, "5", "?view=2")
    simulation = Simulation.objects.get()
    assert leads_to == simulation.get_absolute_url()
    assert simulation.games == 1_000_000 and simulation.started_by.is_guest
    course = course_of_table(game)
    assert simulation.spec.begins.packed() == course.position(course.index("5"), "2").start.packed()
    assert play_on(client, game, "5", "?view=2") == leads_to
    page = client.get(leads_to).content.decode()
    assert ", from battle 5</h1>" in page
    assert f'href="/g/{game.code}/at/5/?view=2"' in page
    assert "cards that seat 2 could not see" in " ".join(page.split())
    assert f"--start {simulation.start}" not in page  # nothing is counted yet
    game.delete()
    assert "private or gone" in words(client.get(leads_to))
    assert not Simulation.objects.get().spec.trouble


def test_behind_the_chairs_lies_the_position_that_play_goes_on_from(client, game):
    answer = client.post(f"/g/{game.code}/at/5/", {"do": "table", "seat": "1"}, follow=True)
    opened = answer.content.decode().partition('<div class="begins" inert>')[2]
    then = place(client, game, "5", "?view=watcher")
    cards = re.findall(r'aria-label="(\w+ of \w+)"', felt(then))
    assert cards and re.findall(r'aria-label="(\w+ of \w+)"', opened)[: len(cards)] == cards


def test_when_the_game_is_over_nothing_is_played_on(client, game):
    assert "The game is over at this place" in words(place(client, game, "20"))
    back = client.post(f"/g/{game.code}/at/20/", {"do": "run"}, follow=True)
    assert back.redirect_chain == [(f"/g/{game.code}/at/20/", 302)]
    assert "Choose an earlier one" in words(back)
    assert not Simulation.objects.exists()


def test_a_game_of_older_rules_is_not_played_on(client, game):
    Table.objects.update(rules_version=0)
    back = client.post(f"/g/{game.code}/at/5/", follow=True)
    assert "older rules" in words(back) or back.status_code == 404
    assert not Simulation.objects.exists()


def test_every_page_of_a_run_from_a_place(client, game):
    play_on(client, game)
    simulation = Simulation.objects.get()
    Simulation.objects.update(games=30, chunk_size=30)
    simulation.refresh_from_db()
    assert lab.play_chunk(simulation.pk, 0) is None
    page = client.get(simulation.get_absolute_url()).content.decode()
    assert f"--start {simulation.start}" in page
    said = words(client.get(simulation.get_absolute_url()))
    leader = re.search(r"(Alice|Bob) wins most often from here: \d+% of the games, give", said)
    assert leader and said.index(leader[0]) < said.index("mean,")  # it is what was asked
    assert "Seat 1" not in said and page.count("Alice") > 1
    for words_of_a_deal in ("How much the deal decides", "measurable edge", "equally often"):
        assert words_of_a_deal not in page  # the place decides
    body = client.get(reverse("lab_json", args=[simulation.code])).json()
    assert body["games"] == 30 and body["definition"]["start"] == simulation.start
    assert body["deal"] is None
    assert body["origin"] == {"source": game.code, "place": "5", "view": "all", "unlisted": False}
    assert client.get(reverse("lab_csv", args=[simulation.code])).status_code == 200
    watched = client.get(f"/lab/{simulation.code}/3/")
    assert "<b data-posn> 5 </b>" in " ".join(watched.content.decode().split())
    assert "The game starts here." in watched.content.decode()
    file = f"/lab/{simulation.code}/3/frames.json"
    assert f'href="{file}"' in watched.content.decode()
    assert client.get(file).json()["frames"][0]["b"] == 5
    none = client.get(f"/lab/{simulation.code}/3.wsn")
    assert none.status_code == 404 and "its JSON file has it all" in words(none)
    inner = client.get(f"/lab/{simulation.code}/3/at/7/")
    assert inner.status_code == 200 and "battle 7" in words(inner)
    assert client.get(f"/lab/{simulation.code}/3/at/9999/").status_code == 404


def test_run_again_with_changes_and_compare(client, alice, bob):
    game = played(alice, bob, options="cap=20;slap=5")
    play_on(client, game)
    first = Simulation.objects.get()
    form = client.get(reverse("lab_from", args=[first.code]))
    assert form.status_code == 200
    run.cancel(simulation=first)
    asked = {"games": "5000", "seed": "7", "policy1": "general", "policy2": "recruit"}
    answer = client.post(reverse("lab_from", args=[first.code]), asked)
    second = Simulation.objects.latest("id")
    assert answer["Location"] == second.get_absolute_url()
    assert second.start == first.start and second.origin == first.origin
    assert (second.games, second.seed, second.policies) == (5000, 7, ["general", "recruit"])
    assert (
        f"?run={second.code}&amp;run={first.code}"
        in client.get(second.get_absolute_url()).content.decode()
    )
    compared = client.get(reverse("lab_compare"), {"run": [first.code, second.code]})
    assert compared.status_code == 200
    Simulation.objects.filter(pk=second.pk).update(games=30, chunk_size=30)
    lab.play_chunk(second.pk, 0)
    page = client.get(second.get_absolute_url()).content.decode()
    assert "Who wins" in page and "Who plays better" not in page
    bad = client.post(reverse("lab_from", args=[first.code]), asked | {"games": "many"})
    assert bad.status_code == 400 and "whole number" in words(bad)


def test_runs_from_private_games_are_found_only_by_their_link(client, alice, bob, game):
    Table.objects.update(private=True)
    link = play_on(client, game)
    simulation = Simulation.objects.get()
    assert simulation.unlisted
    assert simulation.code not in client.get(reverse("lab")).content.decode()
    assert simulation.code not in client.get("/api/v1/lab/runs").content.decode()
    assert game.code not in client.get(link).content.decode()
    for query in ("", "?part=0"):
        frames = client.get(reverse("lab_frames", args=[simulation.code, 0]) + query)
        assert frames.status_code == 200 and "private" in frames["Cache-Control"]
    body = client.get(reverse("lab_json", args=[simulation.code])).json()
    assert "origin" not in body
    client.force_login(alice, backend=BACKEND)
    assert f"/g/{game.code}/at/5/" in client.get(link).content.decode()


def test_in_the_solo_game_the_house_keeps_its_seat(client, alice):
    game = played(alice, game="ww3", options="seats=1")
    form = " ".join(words(place(client, game, "1")).split())
    assert "Seat 1, where Alice sat" in form and "Seat 2, where" not in form
    link = play_on(client, game, "1")
    assert Simulation.objects.get().policies[1] == "printed"
    again = link + "from/"
    assert 'name="policy2"' not in client.get(again).content.decode()
    run.cancel(simulation=Simulation.objects.get())
    changed = client.post(again, {"games": "5", "seed": "3", "policy1": "recruit"})
    assert Simulation.objects.latest("id").policies == ["recruit", "printed"], changed


def test_places_of_simulated_games(client):
    simulation = counted(game="ww3", games=3)
    address = f"/lab/{simulation.code}/1/at/4.2/"
    page = client.get(address)
    assert felt(page) == felt(client.get(f"/lab/{simulation.code}/1/", {"at": "4.2"}))
    answer = client.post(address)
    begun = Simulation.objects.latest("id")
    assert answer["Location"] == begun.get_absolute_url()
    assert (begun.source, begun.place, begun.view) == (f"{simulation.code}/1", "4.2", "all")
    assert f'href="{address}"' in client.get(begun.get_absolute_url()).content.decode()
    assert client.get(f"/lab/{simulation.code}/1/at/400/").status_code == 404


def test_a_simulated_game_is_played_on_at_a_table(client):
    simulation = counted(game="ww3", games=3)
    address = f"/lab/{simulation.code}/1/at/4.2/"
    assert "Seat 2, where" in " ".join(words(client.get(address)).split())
    answer = client.post(address, {"do": "table", "seat": "2"})
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.code}/"
    page = client.get(f"/t/{table.code}/")
    assert f'href="{address}"' in page.content.decode()
    assert f"a place of game {simulation.code}/1" in " ".join(words(page).split())
    assert page.context["begins"]["view"]["seats"]  # behind the chairs
    back = client.post(address, {"do": "table", "level": "shark"}, follow=True)
    assert "There is no bot at that level" in words(back) and Table.objects.count() == 1


def test_queries_do_not_grow_with_moves(client, game, django_assert_max_num_queries):
    place(client, game)  # its recording is made once
    with django_assert_max_num_queries(4):
        place(client, game, "7")


def test_a_game_is_played_on_at_a_table(client, game):
    """Marked on every page, by its title and by a line of its own."""
    assert "Seat 2, where Bob sat" in " ".join(words(place(client, game)).split())
    asked = {"do": "table", "seat": "2", "level": "recruit"}
    answer = client.post(f"/g/{game.code}/at/5/", asked)
    table = Table.objects.latest("id")
    assert answer["Location"] == f"/t/{table.code}/"
    mark, link = "played on from battle 5", f'href="/g/{game.code}/at/5/"'
    page = client.get(f"/t/{table.code}/").content.decode()
    assert mark in page and link in page
    assert "Hidden cards can be known" in " ".join(page.split())
    assert "The game goes on when everyone is ready." in page
    assert mark in client.get("/").content.decode()
    player = table.seats.get(number=2).player
    play.ready(Order(table, player), entropy=bytes(16))
    while (due := Table.objects.values_list("due_ms", flat=True).get(pk=table.pk)) is not None:
        play.tick(table=table, now=due)
    html = client.get(f"/g/{table.code}/").content.decode()
    assert link in html and mark in html and "counts in no statistics" in " ".join(html.split())
    assert "<b data-posn> 5 </b>" in " ".join(html.split())
    proof = words(client.get(f"/g/{table.code}/verify/"))
    assert "Verified by the server" in proof and "goes on from one that was sealed" in proof
    assert mark in client.get("/history/").content.decode()
    assert "War, battle 7" in words(place(client, table, "7"))


def test_a_seat_or_bot_there_is_not_is_refused_in_a_sentence(client, game):
    for asked in ({"seat": "2", "level": "shark"}, {"seat": "9", "level": "x" * 99}):
        back = client.post(f"/g/{game.code}/at/5/", {"do": "table"} | asked, follow=True)
        assert "There is no bot at that level" in words(back)
    assert Table.objects.count() == 1
    over = client.post(f"/g/{game.code}/at/20/", {"do": "table"}, follow=True)
    assert "Choose an earlier one" in words(over)


def test_places_and_their_pictures_are_limited_before_a_game_is_read(
    client, game, monkeypatch, settings
):
    settings.LIMITS = True
    monkeypatch.setattr(RECORDINGS, "network", 3)
    paths = [f"/g/{game.code}/at/{at}" for at in ("900/", "901.png", "902.png", "903.png", "2/")]
    paths += [f"/g/{game.code}/?at=2", f"/embed/g/{game.code}/at/2/", f"/g/{game.code}/"]
    codes = [client.get(path).status_code for path in paths]
    assert codes == [404, 404, 404, 429, 429, 429, 429, 200]


def test_playing_on_is_limited_before_a_game_is_replayed(client, game, monkeypatch, settings):
    settings.LIMITS = True
    monkeypatch.setattr(PLACES, "network", 2)
    codes = [client.post(f"/g/{game.code}/at/999/", {"do": "run"}).status_code for _ in range(3)]
    assert codes == [404, 404, 429]  # there is no such place, which takes a replay to know
