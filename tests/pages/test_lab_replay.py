"""Games of a run that take too long to play for one page: their recordings come in parts."""

import json
import re
from urllib.parse import urljoin

import pytest
from django.core.cache import cache
from django.http import Http404
from django.urls import reverse

from games.lab.counting.ultimate import ADAPTER
from games.lab.runs import run
from games.lab.runs.games import Simulated
from games.lab.runs.replay import PartedReplay
from games.lab.runs.spec import read_spec
from games.pages.history.replay import find_place, neighbours
from games.pages.lab.games import piece
from games.table.replay import moves_log
from games.table.replay.recording import Recording, expand
from tests.each import each
from tests.pages.stored import kept_days
from tests.rules.live import NAMES

pytestmark = pytest.mark.django_db


def begun(game="ultimate", options="clock=300000", **more):
    return run.start(spec=read_spec(game=game, games=50, options=options, **more), free=True)


def whole(client, simulation, index, eyes="all"):
    frames = reverse("lab_frames", args=[simulation.code, index])
    return client.get(frames, {"view": eyes}).json()


def meta(html):
    return json.loads(re.search(r'<script id="meta" type="application/json">(.+?)</', html)[1])


def page(client, simulation, index, query=""):
    return client.get(f"/lab/{simulation.code}/{index}/{query}").content.decode()


@each(["all", "watcher", "2"], "client")
def test_the_parts_are_the_whole(client, eyes):
    simulation = begun()
    address, frames = meta(page(client, simulation, 3))["frames"] + eyes, []
    while address:
        answer = client.get(address)
        assert "immutable" in answer["Cache-Control"]
        part = answer.json()
        frames += expand(part["frames"])
        address = part["next"] and urljoin(address, part["next"])
    recording = Recording.read(whole(client, simulation, 3, eyes))
    assert len(frames) == len(recording.frames) > 400
    joined = Recording(frames, recording.front, recording.wars, recording.log, recording.length)
    assert recording.view(len(frames) - 1, NAMES)["result"]
    for index in range(0, len(frames), 40):
        assert joined.view(index, NAMES) == recording.view(index, NAMES)


@each(["99", "-1", "many", "99999999"], "client")
def test_a_part_there_is_not_is_not_found(client, number):
    frames = reverse("lab_frames", args=[begun().code, 3])
    assert client.get(frames, {"part": number}).status_code == 404


def test_a_long_game_is_not_played_to_its_end_for_its_first_page(client):
    simulation = begun()
    first = page(client, simulation, 3)
    assert "A long game" in first
    assert first.count("<li data-number=") == moves_log.AT_ONCE
    assert 'href="?at=end"' in first
    last = page(client, simulation, 3, "?at=end")
    recording = Recording.read(whole(client, simulation, 3))
    assert "A long game" not in last
    assert f'max="{recording.length}" value="{recording.length}"' in last
    assert 'data-to="last"' in last
    assert "A long game" not in page(client, simulation, 3)  # its length is known now


def test_parts_of_a_simulated_game_are_kept_for_a_day(client):
    simulation = begun()
    client.get(meta(page(client, simulation, 3))["frames"] + "all")
    assert kept_days(f"simulated:{simulation.code}") == {1}


def test_a_short_game_says_how_it_ended_at_once(client):
    html = page(client, begun("war", "auto=2"), 3)
    assert "A long game" not in html
    assert "after" in re.search(r"data-result.+?<b>(.+?)</b>", html, re.S)[1]


@each([("ultimate", "clock=300000"), ("war", "slap=5")])
def test_every_place_has_the_neighbours_it_has_in_the_whole(game, options):
    simulated = Simulated(read_spec(game=game, games=5, options=options), 1)
    whole = Recording.read(json.loads(json.dumps(simulated.recorded("2"))))
    for index in range(0, len(whole.frames), 19):
        at = whole.text_of(index)
        cache.clear()
        around, same = piece(PartedReplay("ABC", simulated, "2"), at)
        place, expected = find_place(around, same), find_place(whole, at)
        assert (place.text, place.step, place.steps) == (at, expected.step, expected.steps)
        assert around.view(place.index, NAMES) == whole.view(index, NAMES)
        links, known = neighbours(around, place), neighbours(whole, expected)
        unlike = {key for key in known if links[key] != known[key]}
        assert unlike <= {"first", "last"}
        assert links["first"] in (known["first"], "")
        assert links["last"] in (known["last"], "end")


def test_the_end_is_found_however_it_was_reached():
    simulated = Simulated(read_spec(game="ultimate", games=5, options="clock=300000"), 2)
    replay = PartedReplay("ABC", simulated)
    last = len(json.loads(json.dumps(simulated.recorded()))["front"]) - 1
    with pytest.raises(Http404):
        find_place(piece(replay, str(last + 1))[0], str(last + 1))
    assert replay.is_whole
    assert replay.last_place == last
    assert PartedReplay("ABC", simulated).ending == replay.ending
    assert ADAPTER.eager < replay.parts[-2]["stop"][0]
