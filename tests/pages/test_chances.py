"""Chances in the replay: asked for, computed, told; without a script, and never of a game that
is not over."""

import json
import re
from copy import copy
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.lab.chances.course import course_of_simulated, course_of_table
from games.lab.chances.curve import Place
from games.lab.chances.models import StoredCurve
from games.lab.chances.tally import Tally
from games.lab.runs.games import Simulated
from games.lab.runs.limits import AT_ONCE
from games.pages.history.chances import SILENT_MS
from games.relations import circles
from games.table.models import Table
from games.table.replay import stored
from games.table.writer import play
from games.table.writer.branches import open_branch
from games.table.writer.orders import Order
from games.templatetags.plot import APART
from tests.each import each
from tests.lab.counted import played as run_of
from tests.lab.curved import computed
from tests.pages.replays import page
from tests.pages.stored import person, played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shared_game")]
OPEN = "?chart=chances"


def with_players(game):
    return Table.objects.prefetch_related("seats__player").get(pk=game.pk)


def curve_of(game, view="all", **more):
    return computed(game.code, course_of_table(with_players(game)), view, **more)


@pytest.fixture(scope="module")
def curves(shared_game):
    """The curves of the shared game: rows that are not stored, by view."""
    game = Table.objects.get(pk=shared_game)
    rows = {view: curve_of(game, view) for view in ("all", "watcher", "1")}
    StoredCurve.objects.all().delete()
    return rows


@pytest.fixture
def store_curve(curves):
    """Store a curve of the shared game, which is computed once for all tests."""

    def store(view="all"):
        row = copy(curves[view])
        row.pk, row._state.adding = None, True
        row.save()
        return row

    return store


def told(html):
    """The text of the panel."""
    panel = re.search(r"<section[^>]* data-chances.*?</section>", html, re.S)[0]
    return " ".join(re.sub(r"<[^>]+>", " ", panel).split())


def odds(html):
    """The numbers at the caret, in words."""
    line = re.search(r"<p class=\"odds\" data-odds( hidden)?>(.*?)</p>", html, re.S)
    words = " ".join(re.sub(r"<[^>]+>", " ", line[2]).split()).replace(" ,", ",").replace(" :", ":")
    return "" if line[1] else words


def form(html):
    return re.search(r'<form [^>]*action="([^"]+)" data-ask', html)[1].replace("&amp;", "&")


def test_the_chart_of_cards_leads_to_that_of_chances(client, game):
    html = page(client, game, "?at=7&view=2&hide=1")
    assert 'href="?at=7&amp;view=2&amp;hide=1&amp;chart=chances"' in html
    assert "data-curve hidden" in html and told(html) == "Chances"  # hidden
    html = page(client, game, "?at=7&view=2&hide=1&chart=chances")
    assert (
        "data-chart hidden" not in html and "data-curve hidden" not in html
    )  # one above the other
    assert 'href="?at=8&amp;view=2&amp;hide=1&amp;chart=chances"' in html  # a step later
    assert 'href="?at=7&amp;view=2&amp;hide=1"' in html  # the cards again
    assert '<input type="hidden" name="chart" value="chances">' in html  # with other eyes


def test_they_are_asked_for_by_a_form_and_then_computed(client, game):
    html = page(client, game, "?at=7&view=watcher&chart=chances")
    assert "Work out the chances" in html and odds(html) == "" and "http-equiv" not in html
    assert "nobody remembers cards that have gone back into a pile" in told(html)
    answer = client.post(form(html))
    assert answer["Location"] == f"/g/{game.code}/?at=7&view=watcher&chart=chances"
    row = StoredCurve.objects.get()
    assert (row.source, row.view, row.started_by.is_guest) == (game.code, "watcher", True)
    html = page(client, game, "?at=7&view=watcher&chart=chances")
    assert '<noscript><meta http-equiv="refresh"' in html
    assert "the curve grows" in told(html) and 'max="100" value="0"' in html
    StoredCurve.objects.update(status="done")
    client.post(form(page(client, game, OPEN)))
    assert StoredCurve.objects.filter(view="all").count() == 1


def test_the_numbers_at_the_caret_are_words(client, game, store_curve):
    curve = store_curve().curve
    tally = dict(curve.places)["7"]
    shares = [f"{100 * chance:.0f}%" for chance in tally.chances]
    html = page(client, game, "?at=7&chart=chances")
    names = f"Battle 7: Alice {shares[0]}, Bob {shares[1]}, "
    assert odds(html).startswith(names) or not 0.01 <= tally.chances[0] <= 0.99
    assert re.search(r"give or take \d+$|exactly$", odds(html))
    assert odds(page(client, game, OPEN)).startswith("The deal: Alice ")
    rows = json.loads(re.search(r'<script id="odds"[^>]*>(.*?)</script>', html)[1])
    assert [row[0] for row in rows] == [str(number) for number in range(21)]
    assert len(rows[0]) == 5 and rows[7][1] == "Battle 7"


def test_the_chart_has_the_time_axis_of_the_cards(client, game, store_curve):
    store_curve()
    html = page(client, game, OPEN)
    curve = re.search(r"data-curve>(.*?)</div>", html, re.S)[1]
    assert 'aria-label="Chances of Alice and Bob over the game"' in curve and "style" not in curve
    edge = re.search(r'class="fr-1" d="M(.*?)L100 100', curve)[1].split("L")
    assert [float(point.split()[0]) for point in edge] == [5.0 * n for n in range(21)]
    whole = re.search(r'class="fr-2" d="M(.*?)L100 100', curve)[1].split("L")
    assert {point.split()[1] for point in whole} == {"0.0"}


def test_turning_points_are_dots_with_the_two_cards_that_made_them(client, game, store_curve):
    """Only the most important of those that would lie over each other have cards."""
    curve = store_curve("watcher").curve
    html = page(client, game, "?at=3&view=watcher&chart=chances")
    lying = html.partition('class="overlay"')[2].partition("</div>")[0]
    dots = re.findall(r'<svg x="(\S+)%" y="\S+%"><circle r="4.5"/>(.*?)</svg>', lying)
    assert sorted(float(x) for x, _ in dots) == [5.0 * int(p.at) for p in curve.turning_points]
    cards = {round(float(x) / 5): re.findall(r"#m-(..)", uses) for x, uses in dots}
    events = [event for move in game.moves.order_by("number") for event in move.events]
    turned: dict[int, list[str]] = {}
    for event in events:
        if event["ev"] == "flip":
            turned[event["number"]] = event["cards"]
        elif event["ev"] == "lay" and event["up"]:
            turned[event["number"]][event["seat"] - 1] = event["up"]
    shown = {number: pair for number, pair in cards.items() if pair}
    assert shown and all(sorted(pair) == sorted(turned[n]) for n, pair in shown.items())
    places = [5 * number for number in shown]
    assert all(abs(a - b) >= APART for a in places for b in places if a != b)
    assert [text for text in ("100%", "50%", "0%") if f">{text}</text>" in lying] != []
    hidden = page(client, game, "?at=3&view=watcher&chart=chances&hide=1")
    assert "data-hide-later checked" in hidden  # by which the style sheet hides the dots


def test_turning_points_are_sentences_with_jumps_and_a_table(client, game, store_curve):
    curve = store_curve("watcher").curve
    html = page(client, game, "?at=3&view=watcher&chart=chances")
    points = curve.turning_points
    assert points
    for point in points:
        query = re.escape(f'href="?at={point.at}&amp;view=watcher&amp;chart=chances"')
        line = re.search(rf"<li> <a {query}>Battle {point.at}</a>(.*?)</li>", html)[1]
        name = f'<bdi translate="no">{("Alice", "Bob")[point.seat - 1]}</bdi>'
        story = r"(, [\w ]+)?: (Alice|Bob) wins \d+ cards\..*"  # what happened
        assert re.fullmatch(rf"{story} {name} from \S+% to \S+% ", line)
    rows = re.findall(r'<th scope="row">(.*?)</th>', html)
    assert rows[0] == "The deal" and rows[-1] == "Battle 20"
    assert {f"Battle {point.at}" for point in points} <= set(rows)
    if curve.decided_at:
        assert f"Decided in battle {curve.decided_at} :" in told(html)
    assert "Luck of the deal" not in told(html)


def test_what_a_whole_curve_says_of_the_game(client, game, store_curve):
    """Alice is behind, and wins; from battle 15 on only the cards decide."""
    store_curve()
    say_chances(*[50] * 5, 10, *[70] * 6, 85, 95, 97, *["exact"] * 6)
    html = told(page(client, game, OPEN))
    assert "Decided in battle 13 : from then on Alice had at least 90%." in html
    assert "Comeback : Alice won from 10%, at battle 5 ." in html
    assert "Battle 5 : " in html and "cards. Alice from 50% to 10%" in html
    assert "From battle 15 on nothing was left to chance" in html
    assert "Luck of the deal : Alice 50%, Bob 50%" in html
    say_chances(*[50] * 5, 30, *[70] * 6, 85, 95, 97, *["exact"] * 6)
    assert "Comeback" not in told(page(client, game, OPEN))  # 30% of two is not far behind
    say_chances(*[95] * 20, "exact")
    html = told(page(client, game, OPEN))
    assert "Never open : Alice had at least 90% from the beginning on." in html
    assert "Comeback" not in html and "nothing was left to chance" not in html


def test_a_turning_point_through_a_seats_eyes_speaks_to_it(client, game, store_curve):
    store_curve("1")
    say_chances(*[50] * 5, 10, *[70] * 15)
    html = told(page(client, game, "?view=1&chart=chances"))
    assert "You from 50% to 10%" in html and "Alice from" not in html


def say_chances(*chances):
    """Write a curve in which Alice wins with these chances, in hundredths."""
    row = StoredCurve.objects.get()
    tallies = [
        Tally(1, (1, 0), (0, 0), (0, 0), exact=True)
        if won == "exact"
        else Tally(100, (won, 100 - won), (0, 0), (0, 0))
        for won in chances
    ]
    places = tuple(Place(str(number), tally) for number, tally in enumerate(tallies))
    StoredCurve.objects.update(places=row.curve._replace(places=places).packed())


def test_bots_that_sat_at_the_table_play_on_as_themselves(client, alice):
    game = played(alice, options="cap=20;slap=5", bots=["general"])
    client.post(form(page(client, game, OPEN)))
    assert StoredCurve.objects.get().policies == "sergeant,general"
    assert "Bots keep their level" in told(page(client, game, OPEN))


def test_chances_that_are_known_to_be_off_say_so_beside_the_number(client, alice, bob):
    game = played(alice, bob, game="ww3", options="seats=2;cap=10")
    curve_of(game, "1", most=100)
    own = "own chance comes out too high: over 2,000 positions it averaged 37%, and 33% were won."
    assert own in unescape(page(client, game, "?at=2&view=1&chart=chances"))
    assert own in unescape(client.get(f"/g/{game.code}/at/2/?view=1").content.decode())
    assert own not in unescape(page(client, game, "?at=2&chart=chances"))


def test_what_hides_later_moves_hides_what_the_curve_says(client, game, store_curve):
    store_curve()
    hidden = '<div class="stack" data-result hidden>'
    assert hidden in page(client, game, "?at=3&hide=1&chart=chances")
    assert hidden not in page(client, game, "?at=3&chart=chances")
    assert hidden not in page(client, game, "?at=20&hide=1&chart=chances")


def test_when_the_deal_decides_it_says_so(client, alice, bob):
    """With all cards known, War in the order `winner` leaves nothing to chance."""
    game = played(alice, bob, options="cap=20;order=winner")
    curve_of(game)
    html = page(client, game, OPEN)
    assert "The deal had decided it" in told(html) and "Turning points" not in html
    assert odds(html) in (
        "The deal: Alice 100%, Bob 0%, exactly",
        "The deal: Alice 0%, Bob 100%, exactly",
    )
    assert "Recruit" not in told(html) and "Bots" not in told(html)  # nothing is decided


def test_who_plays_on_for_people_can_be_chosen(client, alice, bob):
    game = played(alice, bob, options="cap=20;slap=5")
    html = page(client, game, OPEN)
    assert "Bot that plays for people" in html and '<option value="general"' in html
    answer = client.post(form(html), {"level": "general"})
    assert answer["Location"].endswith("?at=0&chart=chances&level=general")
    assert StoredCurve.objects.get().policies == "general,general"
    later = page(client, game, "?chart=chances&level=general")
    assert 'value="general" selected' in page(client, game, "?chart=chances&level=general")
    assert "the curve grows" in told(later) and 'data-level="general"' in later
    for other in ("", "&level=wizard", "&level=" + "x" * 300):
        assert "Work out the chances" in page(client, game, OPEN + other)


def test_a_page_says_when_no_worker_answers_and_when_it_failed(client, game):
    row = curve_of(game, most=100)
    html = page(client, game, "?at=3&chart=chances")
    assert row.is_running and "the curve grows" in told(html) and odds(html) != ""
    StoredCurve.objects.update(moved_ms=row.moved_ms - SILENT_MS - 1000)
    assert "No worker of the lab has answered" in told(page(client, game, OPEN))
    StoredCurve.objects.update(status="failed")
    html = page(client, game, OPEN)
    assert "The rules have changed" in told(html) and "Work out the chances" in html
    client.post(form(html))
    assert StoredCurve.objects.get().is_running


def test_limits_are_sentences(client, game, alice):
    client.force_login(alice)
    for view in ("all", "watcher", "1", "2")[: AT_ONCE["account"] + 1]:
        answer = client.post(f"/g/{game.code}/chances/?view={view}", follow=True)
    assert "The lab already works" in answer.content.decode()
    assert StoredCurve.objects.count() == AT_ONCE["account"]


def test_a_game_of_older_rules_says_so(client, game):
    Table.objects.filter(pk=game.pk).update(deal=game.deal[::-1])
    answer = client.post(f"/g/{game.code}/chances/", follow=True)
    assert "cannot be played again under the current rules" in answer.content.decode()


def test_a_stored_curve_costs_one_query(client, game, store_curve, django_assert_num_queries):
    store_curve()
    page(client, game, OPEN)
    with django_assert_num_queries(2):
        page(client, game)
    with django_assert_num_queries(3):
        page(client, game, OPEN)


def test_nobody_asks_about_a_game_that_is_not_over(client, alice, bob):
    table = play.open_table(by=alice, options="cap=20")
    play.sit(Order(table, bob))
    for player in (alice, bob):
        play.ready(Order(table, player), entropy=bytes(16))
    for visitor in (Client(), client):
        assert visitor.post(f"/g/{table.code}/chances/").status_code == 404
        assert visitor.get(f"/g/{table.code}/{OPEN}")["Location"] == f"/t/{table.code}/"
        client.force_login(alice)
    assert not StoredCurve.objects.exists()


@each([{"held_back": True}, {"deal": ""}], "client, game, store_curve, alice")
def test_nor_about_one_whose_cards_nobody_may_see(client, game, store_curve, alice, hidden):
    store_curve()
    Table.objects.filter(pk=game.pk).update(**hidden)
    client.force_login(alice)
    assert client.post(f"/g/{game.code}/chances/").status_code == 404


def test_a_game_of_a_circle_is_for_its_members(client, game, store_curve, alice, charlie):
    circle = circles.create(by=alice, name="Friday")
    Table.objects.filter(pk=game.pk).update(circle=circle, private=True)
    store_curve()
    client.force_login(charlie)
    assert client.get(f"/g/{game.code}/{OPEN}").status_code == 404
    assert client.post(f"/g/{game.code}/chances/").status_code == 404
    client.force_login(alice)
    assert "Alice" in odds(page(client, game, OPEN))


def test_games_of_the_lab_have_them_too(client):
    run = run_of(games=3, game="ww3", options="cap=10", policies=["general", "sergeant", "recruit"])
    address = f"/lab/{run.code}/1/?at=2&chart=chances"
    html = " ".join(client.get(address).content.decode().split())
    assert "The bots that sat there play on." in told(html) and "In place of" not in html
    answer = client.post(form(html))
    assert answer["Location"] == address
    row = StoredCurve.objects.get()
    assert (row.source, row.policies) == (f"{run.code}/1", "general,sergeant,recruit")
    row.delete()
    computed(f"{run.code}/1", course_of_simulated(Simulated(run.spec, 1)), most=100)
    html = " ".join(client.get(address).content.decode().split())
    assert odds(html).startswith("Round 2: General 1 ")
    assert client.post(f"/lab/{run.code}/99/chances/").status_code == 404


def test_a_game_that_goes_on_from_a_place_begins_there_and_not_with_a_deal(client, game, alice):
    frame = stored.recording(game, "watcher").steps(9)[-1]
    branch = open_branch(by=alice, origin=game, frame=frame, place="9", level="recruit")
    play.ready(Order(branch, alice), entropy=bytes(16))
    while (due := Table.objects.values_list("due_ms", flat=True).get(pk=branch.pk)) is not None:
        play.tick(table=branch, now=due)
    curve_of(branch)
    html = page(client, branch, OPEN)
    assert odds(html).startswith("Battle 9: Alice ") and "Battle 20" in told(html)
    assert "the deal" not in told(html).lower()
    course = course_of_table(with_players(game))
    start = course.position(course.index("9")).start.text
    run = run_of(games=3, options="cap=20", start=start)
    address = f"/lab/{run.code}/1/?chart=chances"
    computed(f"{run.code}/1", course_of_simulated(Simulated(run.spec, 1)))
    html = " ".join(client.get(address).content.decode().split())
    assert odds(html).startswith("Battle 9: ") and "the deal" not in told(html).lower()


def test_after_a_game_one_is_asked_when_it_was_decided(client, game, alice):
    client.force_login(alice)
    html = client.get(reverse("table", args=[game.code])).content.decode()
    assert f'href="/g/{game.code}/?chart=chances">When was it decided?' in html


def test_an_aborted_game_without_an_end_has_no_winner(client, alice, bob):
    table = play.open_table(by=alice, options="cap=20")
    play.sit(Order(table, bob))
    for player in (alice, bob):
        play.ready(Order(table, player), entropy=bytes(16))
    play.abort(Order(table, person("Boss", is_staff=True, is_superuser=True)), reason="fire")
    curve_of(table, "watcher")
    html = page(client, table, "?view=watcher&chart=chances")
    assert odds(html).startswith("The deal: Alice ") and "Decided" not in told(html)
