"""A player's luck over their games: asked for, added up, private until it is shown."""

import pytest
from django.utils import timezone

from games.accounts.preferences import choose
from games.lab.chances import luck
from games.lab.chances.models import GameLuck, Kind, StoredCurve
from games.lab.chances.split import split_of
from games.templatetags.lab import signed
from tests.lab import curved
from tests.pages.browsing import signed_in, words
from tests.pages.stored import person, played, stored

pytestmark = pytest.mark.django_db
PAGE = "/me/luck/"


def ww3(anna, ben):
    return played(anna, ben, game="ww3", options="cap=10;seats=2")


@pytest.fixture
def asked():
    """The games that are asked for, as (player, table)."""
    found = []

    def hear(player_id, tables, **more):
        found.extend((player_id, table) for table in tables)

    luck.analysis_wanted.connect(hear)
    yield found
    luck.analysis_wanted.disconnect(hear)


def test_my_games_are_analysed_and_add_up(asked):
    anna, ben = person("Anna"), person("Ben")
    browser = signed_in(anna)
    assert "You have not finished a game with choices yet" in words(browser.get(PAGE))
    games = [ww3(anna, ben), ww3(ben, anna)]
    played(anna, ben)  # War leaves no choice
    assert "Analyse 2 games" in words(browser.get(PAGE))
    browser.post(PAGE)
    assert {table for _player, table in asked} == {game.pk for game in games}
    for player, table in asked:
        luck.analyse(player, table)
        luck.analyse(player, table)  # comes twice
    rows = StoredCurve.objects.filter(kind=Kind.SPLIT).order_by("pk")
    seats = [game.seats.get(player=anna) for game in reversed(games)]
    assert [(row.source, row.view) for row in rows] == [
        (seat.table.code, str(seat.number)) for seat in seats
    ]
    assert "2 games are being analysed." in words(browser.get(PAGE))
    for row in rows:
        curved.finish(row, 3)
        luck.note(StoredCurve.objects.get(pk=row.pk))
    kept = GameLuck.objects.filter(player=anna)
    for row, noted in zip(StoredCurve.objects.order_by("-pk"), kept.order_by("table"), strict=True):
        split = split_of(row.curve)
        assert noted.luck + noted.choice + split.dealt == pytest.approx(split.result)
    told = words(browser.get(PAGE))
    brought = sum(noted.luck for noted in kept)
    assert f"Cards and opponents brought {signed(brought)} wins" in told and "in 2 games." in told
    assert "Analyse" not in told and "Only you see this." in told


def test_it_is_shown_to_others_only_if_one_says_so(client):
    anna, ben = person("Anna"), person("Ben")
    tables = [stored(anna, ben) for _game in range(luck.COMPARED)]
    players = [*(person(f"Player {number}") for number in range(10)), anna]
    GameLuck.objects.bulk_create(
        GameLuck(
            player=player,
            table=table,
            at=timezone.now(),
            luck=place / 10,
            choice=0,
            error=0.1,
            choices=4,
        )
        for place, player in enumerate(players)
        for table in tables
    )
    profile = f"/p/{anna.slug}/"
    assert "brought" not in words(client.get(profile))
    choose(anna, {"luck": True})
    said = (
        "brought +10.0 wins (give or take 0.6) in 10 games. That is luckier than 10 of 10 players."
    )
    assert said in words(client.get(profile))
    assert client.get(PAGE).status_code == 302
