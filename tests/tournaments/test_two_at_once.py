"""A player in two tournaments at the same time plays where they were called first (17.6)."""

import json

import pytest
from django.urls import reverse

from games.tournaments.log import Act
from games.tournaments.models import Entrant, Pairing
from games.tournaments.reading.calls import calls_for
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order
from tests.referee.check import check
from tests.tournaments.conftest import MINUTE, NOW, WAR, new_players
from tests.tournaments.evening import CALL, Arena, Evening, exported, go_to

pytestmark = pytest.mark.sqlite
THREE = WAR | {"size": 3, "engine": "cost"}
ARENA = WAR | {"format": "arena", "minutes": 30, "last_start": 4, "rounds": None}


@pytest.fixture
def both(director):
    """The first of these players, who plays in the first of two tournaments right now."""
    players = new_players(9)
    evening = Evening(director, [WAR], players[:4])
    go_to(evening, 1, "playing")
    return evening, players


@pytest.mark.parametrize("stage, status", [(WAR, "walkover"), (THREE, "played")])
def test_the_second_tournament_counts_them_as_absent_from_its_begin(
    director, both, client, stage, status
):
    evening, players = both
    busy, *others = players[0], *players[4:]
    second = Evening(director, [stage], [busy, *others])
    automation.advance(tournament=second.pk, now=evening.now)
    (playing, called) = calls_for([busy.pk], evening.now)[busy.pk].calls[::-1]
    assert (called.kind, called.elsewhere) == ("paired", evening.row)
    assert playing.elsewhere is None and playing.tournament == evening.row
    client.force_login(busy)
    page = client.get(f"/tournaments/{second.code}/").content.decode()
    assert "you count as absent here" in page and "Withdraw" in page
    second.now = evening.now + CALL
    automation.advance(tournament=second.pk, now=second.now)
    entrant = Entrant.objects.get(tournament=second.pk, player=busy)
    pairing = Pairing.objects.get(round__stage__tournament=second.pk, places__entrant=entrant)
    noshow = Act.objects.get(tournament=second.pk, act="noshow")
    assert (noshow.at_ms, noshow.args["absent"]) == (second.now, [entrant.number])
    assert entrant.away and not pairing.games.filter(table__seats__player=busy).exists()
    second.come()
    second.play()
    second.advance()
    pairing.refresh_from_db()
    assert pairing.status == status
    assert pairing.places.get(entrant=entrant).place is None
    assert check(json.dumps(exported(second))) == []


def test_who_has_withdrawn_from_the_first_plays_in_the_second(director, both):
    evening, players = both
    busy = players[0]
    entries.withdraw(Order(evening.pk, busy, now=evening.now), busy)
    second = Evening(director, [WAR], [busy, *players[4:]])
    assert second.advance() and second.advance()  # published, begun
    tables = Pairing.objects.filter(round__stage__tournament=second.pk, status="open")
    assert tables.filter(games__table__seats__player=busy).count() == 1


def test_an_arena_draws_nobody_who_sits_at_another_table(director, both):
    _evening, players = both
    arena = Arena(director, [ARENA], [players[0], *players[4:7]])
    arena.now = NOW + MINUTE
    arena.advance()
    seated = Entrant.objects.filter(tournament=arena.pk, places__pairing__isnull=False)
    assert seated.count() == 2 and players[0] not in [one.player for one in seated]


def test_entering_a_tournament_that_overlaps_says_so(director, both, client):
    evening, players = both
    drafts = {}
    for name, days in (("Tonight", 0), ("Next week", 7)):
        terms = {"starts": evening.now + days * 24 * 60 * MINUTE + MINUTE}
        draft = life.create(by=director, name=name, terms=terms, stages=[WAR], now=NOW)
        life.announce(Order(draft.pk, director, now=NOW))
        drafts[name] = life.open_entries(Order(draft.pk, director, now=NOW))
    client.force_login(players[0])
    pages = {}
    for name, draft in drafts.items():
        enter = reverse("tournament_act", args=[draft.code])
        pages[name] = client.post(enter, {"do": "enter"}, follow=True).content.decode()
    assert "This tournament may overlap with Evening." in pages["Tonight"]
    assert "may overlap" not in pages["Next week"]
    overlaps = {}
    for name, draft in drafts.items():
        entries.leave(Order(draft.pk, players[0]), players[0])
        path = f"/api/v1/tournaments/{draft.code}/entry"
        answer = client.post(path, {"act": "enter"}, content_type="application/json")
        overlaps[name] = answer.json()["overlaps"]
    assert overlaps == {"Tonight": [evening.code], "Next week": []}
