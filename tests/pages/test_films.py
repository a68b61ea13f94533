"""The film of every game: at each picture, everybody's eyes see what the rules let them see."""

import json
import re

import pytest

from games.accounts.models import Player
from games.rules.catalogue import rules_of
from games.table.models import Move, Table
from games.table.replay import films
from games.table.replay.rebuild import Replayed, key_of
from games.table.writer import play
from games.work import demo
from tests.pages.test_replay import film_of, page

pytestmark = pytest.mark.django_db
START = 1_700_000_000_000
PRESETS = {(game.key, preset.key): (game, preset) for game, preset in demo.kinds()}
FILMED = (("war", "arsenal"), ("ww3", "standard"), ("ww3", "solo"), ("ultimate", "family"))


def by_bots(game, preset, minutes=3):
    """A game played by bots alone, over after so many minutes at the latest."""
    table = demo.begin(*PRESETS[game, preset], now=START)
    play.play_out(table=table, decide=demo.wishes, until=START + minutes * 60_000)
    return Table.objects.get(pk=table.pk)


@pytest.fixture(params=FILMED, ids="-".join)
def filmed(request):
    return by_bots(*request.param)


@pytest.mark.parametrize("kind", FILMED, ids="-".join)
def test_a_game_without_a_move_shows_its_deal(client, kind):
    table = demo.begin(*PRESETS[kind], now=START)
    boss = Player.objects.create_superuser("boss")
    play.abort(table=table, by=boss, reason="fire alarm", now=START)
    html = page(client, table)
    assert "fire alarm" in html and "data-replay" in html


def positions(table):
    """Number of the move -> the state after it."""
    game = Replayed(table, key_of(table, list(table.seats.order_by("number"))))
    for move, _ in game.steps(Move.objects.filter(table=table).order_by("number")):
        yield move.number, game.state


def test_each_picture_shows_what_the_rules_show(filmed):
    film, (game, o) = films.of(filmed), rules_of(filmed.game, filmed.options)
    pictures = {frame["m"]: index for index, frame in enumerate(film.frames)}
    assert len(pictures) == len(film.frames) > 20
    for number, state in positions(filmed):
        if number not in pictures:
            continue
        index = pictures[number]
        watched = game.view(state, o, None)
        assert film.view(index, "watcher")["seats"] == watched["seats"]
        assert "??" not in json.dumps(film.view(index, "all")["seats"])
        for seat in range(filmed.players):
            seen = film.view(index, str(seat + 1))
            rows = game.view(state, o, seat)["seats"]
            assert seen["seats"][seat] == rows[seat] and seen["you"] == seat + 1
            others = [row for row in watched["seats"] if row["seat"] != seat + 1]
            assert [row for row in seen["seats"] if row["seat"] != seat + 1] == others


def test_pictures_and_lines_have_the_same_numbers(client, filmed):
    film = film_of(client, filmed)
    html = page(client, filmed, f"?at={film['frames'][-1]['b']}&view=1")
    assert f'max="{film["frames"][-1]["b"]}"' in html
    assert len(film["front"]) == film["frames"][-1]["b"] + 1
    assert film["front"][-1] == filmed.counts


def test_a_place_without_a_picture_shows_the_one_before(client):
    game = by_bots("ultimate", "standard")
    film = films.of(game)
    first = min(film.battles)
    gap = next(n for n in range(first, film.length) if n not in film.battles)
    before = max(n for n in film.battles if n < gap)
    assert film.steps(gap) == film.battles[before]
    shown = re.search(r'max="\d+" value="(\d+)"', page(client, game, f"?at={gap}"))
    assert shown[1] == str(before)
    assert client.get(f"/g/{game.code}/?at={film.length + 1}").status_code == 404
