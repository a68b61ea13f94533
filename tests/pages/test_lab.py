"""The lab's pages: start a run, watch its progress, read and download results."""

import json
from collections import Counter
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from games.accounts.models import Player
from games.bus import marks
from games.lab.counting import war
from games.lab.counting.adapter import ADAPTERS
from games.lab.runs import run, statistics
from games.lab.runs.models import Simulation
from games.lab.runs.spec import read_spec
from games.rules.logs import rewrite
from games.table.replay.recording import Recording
from tests.each import each
from tests.lab.counted import played
from tests.live.waiting import wait_for
from tests.pages.browsing import words

pytestmark = pytest.mark.django_db
FORM = {"do": "run", "preset": "classic", "was": "classic", "players": "2", "seed": "1"}
FILES = ("lab_csv", "lab_json", "lab_sample_csv", "lab_sample_json")


def test_a_guest_asks_for_a_run_and_is_led_to_it(client):
    answer = client.post(reverse("lab"), FORM | {"games": "2,000", "auto": "2"}, follow=True)
    simulation = Simulation.objects.get()
    assert (simulation.games, simulation.options) == (2000, "auto=2")
    assert simulation.started_by.is_guest
    assert answer.redirect_chain == [(f"/lab/{simulation.code}/", 302)]
    assert "Running" in words(answer)
    assert "Cancel" in words(answer)


@each(["0", "-5", "many", "", "99999999999999999999"], "client")
def test_a_wrong_number_of_games_is_one_sentence(client, games):
    answer = client.post(reverse("lab"), FORM | {"games": games})
    assert answer.status_code == 400
    assert "whole number from 1 to 10,000,000,000" in words(answer)


def test_rules_and_policies_that_do_not_fit_are_refused(client):
    clash = FORM | {"games": "10", "auto": "3", "faces": "3"}
    assert "Never compared" in words(client.post(reverse("lab"), clash))
    shark = FORM | {"games": "10", "policy1": "shark", "policy2": "shark"}
    assert "no policy “shark”" in words(client.post(reverse("lab"), shark))


def test_a_result_says_how_long_who_wins_and_what_is_worth_watching(client):
    simulation = played(options="auto=2")
    page = words(client.get(simulation.get_absolute_url()))
    assert "How long is Automatic War?" in page and "A game takes" in page
    for heading in ("median battles", "Who wins", "95% intervals", "Greatest comeback", "By aces"):
        assert heading in page
    assert "manage.py simulate war --games 40 --seed 1 -o auto=2" in page
    assert "style=" not in page


def test_other_sites_may_read_a_run_unless_it_is_from_a_private_game(client):
    simulation = played(options="auto=2")
    files = [reverse(name, args=[simulation.code]) for name in FILES]
    for path in files:
        assert client.get(path)["Access-Control-Allow-Origin"] == "*"
    page = words(client.get(simulation.get_absolute_url()))
    assert (
        f"codap.concord.org/app?url=http%3A%2F%2Ftestserver%2Flab%2F{simulation.code}.csv" in page
    )
    Simulation.objects.update(unlisted=True)
    for path in files:
        assert "Access-Control-Allow-Origin" not in client.get(path)
    assert "codap" not in words(client.get(simulation.get_absolute_url()))


def test_one_game_is_enough_for_a_page(client):
    assert client.get(played(games=1).get_absolute_url()).status_code == 200


def test_downloads_are_exact(client):
    simulation = played()
    body = json.loads(client.get(reverse("lab_json", args=[simulation.code])).content)
    assert body["games"] == 40
    assert body["status"] == "done"
    assert body["answer"].startswith("A game takes ")
    rows = words(client.get(reverse("lab_csv", args=[simulation.code]))).splitlines()
    assert rows[0] == "length (battles),games (count),first game (number)"
    assert sum(int(row.split(",")[1]) for row in rows[1:]) == 40


def test_single_games_leave_with_their_links(client):
    simulation = played(options="auto=2", games=30)
    rows = words(client.get(reverse("lab_sample_csv", args=[simulation.code]))).splitlines()
    assert rows[0] == "game (number),length (battles),winner (seat),link"
    lengths = Counter(int(row.split(",")[1]) for row in rows[1:])
    sums = simulation.counted
    assert lengths == {length: n for length, n in enumerate(sums.lengths) if n}
    assert [row.split(",")[2] for row in rows[1:]].count("1") == sums.wins[0]
    address = reverse("lab_sample_json", args=[simulation.code])
    body = client.get(address, {"first": "7", "games": "2"}).json()
    assert body["units"] == {"game": "number", "length": "battles", "winner": "seat"}
    assert [",".join(map(str, row.values())) for row in body["games"]] == rows[8:10]
    shown = words(client.get(urlsplit(body["games"][0]["link"]).path + "?at=end"))
    assert f"battle {body['games'][0]['length']}" in shown.lower()
    for wrong in ({"games": "31"}, {"first": "30"}, {"first": "x"}, {"games": "0"}):
        assert client.get(address, wrong).status_code == 400
    assert client.get(reverse("lab_sample_csv", args=["NOTHING2"])).status_code == 404


def test_a_sample_is_limited_in_rows_and_number(client, settings, time_machine):
    time_machine.move_to("2026-11-26T12:00:00Z", tick=False)  # limits begin anew every ten minutes
    settings.LIMITS = True
    ultimate = played(game="ultimate", options="clock=300000", games=21)
    addresses = [
        f"{reverse('lab_sample_csv', args=[ultimate.code])}?games=1&first={first}"
        for first in range(21)
    ]
    assert client.get(addresses[0].replace("games=1&", "games=21&")).status_code == 400
    assert {client.get(address).status_code for address in addresses[:20]} == {200}
    assert client.get(addresses[20]).status_code == 429
    assert client.get(addresses[0]).status_code == 200  # kept


def test_only_its_owner_stops_a_run(client):
    alice = Player.objects.create_user("alice")
    spec = read_spec(game="war", games=10)
    simulation = run.start(spec=spec, by=alice)
    change = reverse("lab_change", args=[simulation.code])
    client.post(change, {"do": "cancel"})
    assert Simulation.objects.get().is_running
    client.force_login(alice)
    client.post(change, {"do": "cancel"})
    assert Simulation.objects.get().status == "cancelled"
    client.post(change, {"do": "resume"})
    assert Simulation.objects.get().is_running


def test_again_takes_the_next_seed(client):
    simulation = played()
    client.post(reverse("lab_change", args=[simulation.code]), {"do": "again"})
    assert sorted(Simulation.objects.values_list("seed", flat=True)) == [1, 2]


def test_a_run_that_is_none_is_not_found(client):
    assert client.get("/lab/NOTHING2/").status_code == 404


def test_the_lab_lists_runs_with_few_queries(client, django_assert_max_num_queries):
    for seed in range(3):
        run.start(spec=read_spec(game="war", games=10, seed=seed), free=True)
    with django_assert_max_num_queries(2):
        page = words(client.get(reverse("lab")))
    assert page.count("/lab/") >= 3
    assert 'aria-current="page"' in page


# The games behind the numbers ---------------------------------------------------------------


def test_every_remarkable_game_opens_in_the_viewer(client):
    simulation = played(games=12, options="auto=2;players=3")
    page = words(client.get(simulation.get_absolute_url()))
    links = {part.split('"')[0] for part in page.split('href="')[1:]}
    start = f"/lab/{simulation.code}/"
    watch = [link for link in links if link.startswith(start) and link[-2].isdigit()]
    assert len(watch) >= 3
    for link in watch:
        assert "data-replay" in words(client.get(link))


@each(
    [
        ("ww3", "", ["general", "sergeant", "recruit"], "rounds"),
        ("ww3", "seats=1", ["recruit"], "rounds"),
        ("ww3", "fallen=centre;hold=secret;seats=6", [], "rounds"),
        ("ultimate", "clock=300000", ["hunter", "bully", "decoy", "random"], "fights"),
        ("ultimate", "change=on;clock=300000;multi=on;pace=pulse;seats=8", [], "fights"),
    ],
    "client",
)
def test_the_other_games_are_told_and_shown_like_war(client, game, options, policies, unit):
    simulation = played(games=6, game=game, options=options, policies=policies)
    page = words(client.get(simulation.get_absolute_url()))
    assert f"median {unit}" in page
    assert f"manage.py simulate {game} --games 6" in page
    remarkable = statistics.remarkable(simulation.counted, simulation.spec.adapter.terms)
    assert len(remarkable) >= 7
    for index, _ in remarkable.values():
        address = reverse("lab_game", args=[simulation.code, index])
        assert address in page
        game_page = words(client.get(address))
        assert f'data-game="{game}"' in game_page
        assert "data-felt" in game_page
    recording = client.get(
        reverse("lab_frames", args=[simulation.code, remarkable["longest"][0]])
    ).json()
    assert recording["frames"][-1]["d"]["result"]
    log = words(client.get(reverse("lab_wsn", args=[simulation.code, 3])))
    assert rewrite(log) == log


@each(["ww3", "ultimate"], "client")
def test_the_form_asks_for_runs_of_the_other_games(client, game):
    page = words(client.get(reverse("lab"), {"game": game}))
    assert f'name="game" value="{game}"' in page
    asked = {"do": "run", "game": game, "games": "200", "seed": "3", "seats": "4"}
    policies = list(ADAPTERS[game].policies)[:4]
    asked |= {f"policy{seat}": policy for seat, policy in enumerate(policies, 1)}
    client.post(reverse("lab"), asked)
    simulation = Simulation.objects.get()
    assert (simulation.game, simulation.games, simulation.seed) == (game, 200, 3)
    assert simulation.policies == policies
    assert not simulation.plain


def test_in_the_solo_game_the_house_keeps_seat_2(client):
    solo = {"game": "ww3", "seats": "1"}
    assert 'name="policy2"' not in words(client.get(reverse("lab"), solo))
    asked = solo | {"do": "run", "games": "20", "seed": "1", "policy1": "general"}
    client.post(reverse("lab"), asked)
    assert Simulation.objects.get().policies == ["general", "printed"]


def test_players_that_are_none_and_games_that_are_none_are_refused(client):
    asked = {"do": "run", "game": "ww3", "games": "20", "seed": "1", "seats": "2"}
    shark = client.post(reverse("lab"), asked | {"policy1": "shark"})
    assert "no policy “shark”" in words(shark)
    assert "no game “chess”" in words(client.post(reverse("lab"), asked | {"game": "chess"}))
    dear = client.post(reverse("lab"), asked | {"game": "ultimate", "games": "40001", "seats": "4"})
    assert "up to 40,000 games of Ultimate War" in words(dear)
    assert not Simulation.objects.exists()


def test_a_run_whose_options_are_refused_today_keeps_its_numbers(client):
    simulation = played(games=10)
    Simulation.objects.update(options="auto=3;faces=3")
    answer = client.get(simulation.get_absolute_url())
    assert answer.status_code == 200
    page = words(answer)
    assert "The current rules do not allow these options" in page
    assert "The numbers below are unchanged" in page
    assert "median battles" in page
    assert "Games worth watching" not in page
    assert client.get(reverse("lab_game", args=[simulation.code, 0])).status_code == 404
    assert client.get(reverse("lab_json", args=[simulation.code])).json()["games"] == 10
    again = reverse("lab_change", args=[simulation.code])
    assert "do not allow these options" in words(client.post(again, {"do": "again"}, follow=True))
    assert client.get(reverse("lab")).status_code == 200


def test_a_run_deleted_meanwhile_is_not_found(client):
    simulation = played(games=5)
    code = simulation.code
    simulation.delete()
    for name in ("lab_run", "lab_json", "lab_csv", "lab_pick"):
        assert client.get(reverse(name, args=[code])).status_code == 404
    assert client.post(reverse("lab_change", args=[code]), {"do": "cancel"}).status_code == 404


def test_a_game_is_the_game_that_was_counted(client):
    simulation = played(games=8, options="slap=5")
    longest, length = statistics.remarkable(simulation.counted, war.ADAPTER.terms)["longest"]
    page = words(client.get(reverse("lab_game", args=[simulation.code, longest])))
    assert f"{length} battles" in page
    last_frames = client.get(reverse("lab_frames", args=[simulation.code, longest])).json()
    recording = Recording.read(last_frames)
    assert recording.frames[0]["b"] == 0
    assert recording.length == length
    assert len(recording.front) == length + 1


def test_its_log_follows_from_the_rules(client):
    simulation = played(games=3, options="auto=2;faces=3;slap=5;underdog=6;players=3")
    log = words(client.get(reverse("lab_wsn", args=[simulation.code, 2])))
    assert rewrite(log) == log
    assert "seed-1-game-2" in log


def test_any_game_and_one_by_number(client):
    simulation = played(games=5)
    pick = reverse("lab_pick", args=[simulation.code])
    assert client.get(pick).url.startswith(f"/lab/{simulation.code}/")
    assert client.get(pick, {"index": "4"}).url == f"/lab/{simulation.code}/4/"
    outside = client.get(pick, {"index": "5"}, follow=True)
    assert "whole number from 0 to 4" in words(outside)


@each(["5/", "99999999999/", "5.wsn", "5/frames.json", "1/?at=9999"], "client")
def test_a_game_outside_the_run_is_not_found(client, place):
    simulation = played(games=5)
    assert client.get(f"/lab/{simulation.code}/{place}").status_code == 404


def test_games_of_older_rules_are_gone(client):
    simulation = played(games=2)
    Simulation.objects.update(rules_version=0)
    assert client.get(reverse("lab_game", args=[simulation.code, 0])).status_code == 404
    assert client.get(simulation.get_absolute_url()).status_code == 200


@each(
    [
        ("war", "", "Classic War"),
        ("ultimate", "seats=8", "Ultimate War"),
        ("war", "auto=9", "War, own options"),
    ],
    "client",
)
def test_a_run_bears_the_name_that_a_table_would(client, game, options, name):
    run_ = played(games=2, game=game, options=options)
    assert f"How long is {name}?" in words(client.get(run_.get_absolute_url()))


def test_a_run_that_waits_for_compiled_rules_says_so(client):
    simulation = run.start(spec=read_spec(game="war", games=1000, seed=77), free=True)
    page = simulation.get_absolute_url()
    assert "Waiting for the first games" in client.get(page).content.decode()
    with marks.marked(marks.compiling("war")):
        wait_for(lambda: marks.is_compiling("war"))
        assert "rules of Classic War are being compiled" in client.get(page).content.decode()


def test_the_first_visitor_reads_that_the_rules_are_prepared_first(client):
    text = words(client.get(reverse("lab")))
    assert "The first one prepares the rules, which can take a minute." in text


def test_whether_chances_are_right_is_shown_for_each_game_and_viewer(client):
    answer = client.get(reverse("lab_calibration"))
    page, text = answer.content.decode(), words(answer)
    assert page.count('class="chart"') == 9 and page.count("<table") == 9
    for name in ("War", "World War III", "Ultimate War", "All cards known", "As a player"):
        assert name in text
    assert "60 to 70%" in text and "Right as far as this check can tell" in text
    own = "A seat's own chance comes out too"
    assert f"{own} high: over 2,000 positions it averaged 37%, and 33% were won." in unescape(text)
    assert f"{own} low: over 2,000 positions" in unescape(text) and "Too cautious" in text
