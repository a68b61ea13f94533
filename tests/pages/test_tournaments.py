"""Tournaments on the pages: lists, entering, rounds, arenas; the console."""

import re
from fractions import Fraction

from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.bus import presence, valkey
from games.pages.tournaments.standings import lots_drawn
from games.table.clock import now_ms
from games.table.models import Table
from games.tournaments.models import Entrant, Round, Tournament
from games.tournaments.reading.arena import standing_now
from games.tournaments.writer import entries, life
from games.tournaments.writer.orders import Order
from tests.each import each
from tests.pages.browsing import address, signed_in, text
from tests.pages.stored import person
from tests.tournaments.conftest import NOW, WAR, new_players
from tests.tournaments.evening import ARENA, Arena, Evening, until

LIST = reverse("tournaments")


def do(client, tournament, name, **values):
    return client.post(address(tournament, "tournament_act"), {"do": name} | values)


# Lists -----------------------------------------------------------------------------------


def test_an_empty_list_offers_a_game(client, db):
    page = text(client.get(LIST))
    assert "No tournament is planned right now." in page and "Play a game" in page


def test_the_list_has_running_open_coming_and_past_ones_by_game(client, director, opened):
    def announced(name, **stage):
        made = life.create(by=director, name=name, stages=[WAR | stage], now=NOW)
        return life.announce(Order(made.code, director, now=NOW))

    announced("Tomorrow")
    announced("Big one", game="ww3", size=4, options="")
    ended = announced("Last week")
    life.cancel(Order(ended.code, director, reason="No room.", now=NOW))
    Evening(director, [WAR], new_players(4))
    page = text(client.get(LIST))
    order = ["Running", "Evening", "Open for entries", "Club night", "Upcoming", "Big one", "Past"]
    assert [page.index(word) for word in order] == sorted(page.index(word) for word in order)
    assert "Last week" in page[page.index("Past") :]
    of_game = text(client.get(LIST, {"game": "ww3"}))
    assert "Big one" in of_game and "Tomorrow" not in of_game and "Last week" not in of_game


def test_drafts_and_link_only_ones_are_in_no_list(client, director, draft):
    hidden = life.create(
        by=director, name="By link", terms={"link_only": True}, stages=[WAR], now=NOW
    )
    life.announce(Order(hidden.code, director, now=NOW))
    assert not {"Secret plans", "By link"} & set(
        re.findall("Secret plans|By link", text(client.get(LIST)))
    )
    assert text(client.get(address(hidden))).count("By link")
    mine = text(signed_in(director).get(LIST))
    assert "Secret plans" in mine and "By link" in mine


PAGES = (
    *("tournament", "tournament_standings", "tournament_entrants", "tournament_log"),
    "tournament_json",
)


@each(PAGES, "client, director, draft")
def test_a_draft_answers_as_if_it_were_not_there(client, director, draft, page):
    there, nowhere = client.get(address(draft, page)), client.get(reverse(page, args=["NOTTHERE"]))
    assert there.status_code == nowhere.status_code == 404
    assert there.content == nowhere.content
    assert signed_in(new_players(1)[0]).get(address(draft, page)).status_code == 404
    assert signed_in(director).get(address(draft, page)).status_code == 200


def test_a_page_of_past_ones_has_25_and_the_queries_do_not_grow(
    client, director, opened, django_assert_num_queries
):
    life.cancel(Order(opened.code, director, reason="No room.", now=NOW))
    stage = opened.stages.get()
    for number in range(30):
        made = Tournament.objects.get(pk=opened.pk)
        made.pk, made.code, made.name = None, f"PAST{number:04}", f"Old {number}"
        made.save()
        stage.pk, stage.tournament = None, made
        stage.save()
    with django_assert_num_queries(4):
        assert text(client.get(LIST)).count("Old ") == 25
    assert text(client.get(LIST, {"page": 2})).count("Old ") == 5


# Entering --------------------------------------------------------------------------------


def test_entering_and_leaving(client, opened):
    assert "Enter this tournament" in text(client.get(address(opened)))
    entropy = "0f" * 16
    answer = do(client, opened, "enter", entropy=entropy)
    assert answer.status_code == 302 and answer["Location"] == address(opened)
    entrant = Entrant.objects.get(tournament=opened)
    assert entrant.player.is_guest and entrant.entropy == entropy
    assert "You have entered." in text(client.get(address(opened)))
    again = do(client, opened, "enter")
    assert again.status_code == 409 and "You have already entered this tournament." in text(again)
    assert do(client, opened, "leave").status_code == 302
    assert Entrant.objects.get(tournament=opened).status == "left"
    assert "Enter this tournament" in text(client.get(address(opened)))


def test_a_refusal_is_a_sentence_beside_the_form(client, opened):
    for name, sentence in (
        ("leave", "You have not entered this tournament."),
        ("dance", "You have not entered this tournament."),
    ):
        answer = do(client, opened, name)
        assert answer.status_code == 409 and sentence in text(answer)
    bad = do(client, opened, "enter", entropy="zz")
    assert "Your browser sent bad random bytes. Reload the page and try again." in text(bad)
    assert not Entrant.objects.exists()


def test_without_guests_one_signs_in_first(client, director):
    made = life.create(by=director, name="x", terms={"guests": False}, stages=[WAR], now=NOW)
    life.announce(Order(made.code, director, now=NOW))
    life.open_entries(Order(made.code, director, now=NOW))
    assert "Sign in to enter" in text(client.get(address(made)))
    assert "for players with an account" in text(do(client, made, "enter"))


@each(
    [{"guests": False}, {"invited": ["Player 1"]}, {"account_days": 1}, {"games_played": 1}],
    "client, director",
)
def test_no_guest_is_made_who_may_not_enter(client, director, terms):
    new_players(1)
    made = life.create(by=director, name="x", terms=terms, stages=[WAR], now=NOW)
    life.announce(Order(made.code, director, now=NOW))
    life.open_entries(Order(made.code, director, now=NOW))
    assert do(client, made, "enter").status_code == 409
    answer = client.post(
        f"/api/v1/tournaments/{made.code}/entry", {"act": "enter"}, "application/json"
    )
    assert answer.status_code == 409 and not Player.objects.guests().exists()


def test_check_in(director):
    terms = {"checkin_min": 15, "starts": NOW}
    made = life.create(by=director, name="x", terms=terms, stages=[WAR], now=NOW)
    life.announce(Order(made.code, director, now=NOW))
    life.open_entries(Order(made.code, director, now=NOW))
    alice = person("Alice")
    entries.enter(Order(made.code, alice, now=NOW), alice)
    life.open_checkin(Order(made.code, director, now=NOW))
    client = signed_in(alice)
    assert "Check in: I am here" in text(client.get(address(made)))
    do(client, made, "arrive")
    assert Entrant.objects.get(player=alice).arrived
    assert "You have checked in." in text(client.get(address(made)))


# While it runs ---------------------------------------------------------------------------


def test_an_entrant_is_called_on_every_page_and_finds_the_way_back(director):
    players = new_players(4)
    evening = Evening(director, [WAR], players)
    client = signed_in(players[0])
    evening.advance()
    begins = Round.objects.get().begins_ms
    for page in ("/", address(evening.row), reverse("rules")):
        called = client.get(page)
        assert "Round 1, table" in text(called) and "The table opens soon." in text(called)
        assert f'data-until="{begins}"' in called.content.decode()
        assert "data-calls" not in Client().get(page).content.decode()
    while not Table.objects.open().exists():
        evening.advance()
    table = Table.objects.open().get(seats__player=players[0])
    page = client.get("/")
    assert f'href="/t/{table.code}/"' in page.content.decode() and "Go to your table" in text(page)
    at_table = client.get(f"/t/{table.code}/")
    assert address(evening.row) in at_table.content.decode()
    assert "Back to the tournament" in text(at_table)
    assert Client().get(f"/t/{table.code}/").status_code == 200


def test_missing_a_round_withdrawing_and_coming_back(director):
    players = new_players(4)
    evening = Evening(director, [WAR], players)
    client = signed_in(players[0])
    do(client, evening.row, "absent", round=["2", "3"])
    assert Entrant.objects.get(player=players[0]).misses == {"2": "half", "3": "half"}
    do(client, evening.row, "withdraw")
    page = text(client.get(address(evening.row)))
    assert "You have withdrawn." in page and "I am back" in page
    do(client, evening.row, "return")
    assert Entrant.objects.get(player=players[0]).status == "playing"


def test_a_round_for_review_is_not_shown(client, director):
    evening = Evening(director, [WAR], new_players(4), review=True)
    evening.advance()
    assert Round.objects.get().state == "drawn"
    assert "No round is drawn yet." in text(client.get(address(evening.row)))
    assert client.get(address(evening.row, "tournament_round", 1, 1)).status_code == 404


def test_the_secret_of_the_lots_is_not_told_before_the_end(client, director):
    row = Evening(director, [WAR], new_players(4)).row
    for secret in (bytes(row.secret).hex(), bytes(row.key).hex()):
        for page in PAGES:
            assert secret not in client.get(address(row, page)).content.decode()


# Standings --------------------------------------------------------------------------


def test_those_still_in_stand_above_those_who_are_out(client, director):
    stage = WAR | {"format": "elimination", "rounds": None}
    evening = Evening(director, [stage], new_players(5))
    until(evening, 2, "playing")
    rows = client.get(address(evening.row, "tournament_standings")).context["page"].object_list
    assert [bool(row.get("is_in")) for row in rows] == [True] * 4 + [False]
    assert [row["place"] for row in rows] == [None] * 4 + [5]


def test_lots_are_told_as_places_among_those_who_are_level():
    rows = [
        {"entrant": number, "points": points, "ties": {"wins": "1", "lot": lot}}
        for number, points, lot in ((1, "2", "9"), (2, "2", "10"), (3, "2", "3"), (4, "1", "5"))
    ]
    told = {1: "2nd of 3", 2: "3rd of 3", 3: "1st of 3"}
    assert lots_drawn(rows, ["wins", "lot"]) == told and lots_drawn(rows, ["wins"]) == {}


def test_a_large_field_has_no_crosstable(client, director, opened):
    for player in new_players(26):
        entries.enter(Order(opened.code, player, now=NOW), player)
    assert "Cross-table" not in text(client.get(address(opened)))
    life.start(Order(opened.code, director, now=NOW))
    assert "Cross-table" not in text(client.get(address(opened)))
    assert client.get(address(opened, "tournament_crosstable", 1)).status_code == 404


def test_people_are_rows_with_the_acts_that_they_allow(director):
    office = signed_in(director)
    players = new_players(4)
    evening = Evening(director, [WAR], players)
    entries.withdraw(Order(evening.code, players[0], now=NOW), players[0])
    Entrant.objects.filter(player=players[1]).update(away=True)
    rows = office.get(address(evening.row, "tournament_console")).context["people"]
    assert [row.act for row in rows] == ["return", "return", "absent", "absent"]
    assert [row.is_likely for row in rows] == [True, True, False, False]
    page = office.get(address(evening.row, "tournament_console")).content.decode()
    back = address(evening.row, "tournament_console_form", "return") + "?who=1"
    assert f'href="{back}"' in page
    asked = office.get(back)
    assert 'value="1"' in asked.content.decode()
    assert address(evening.row, "tournament_console_form", "disqualify") in asked.content.decode()
    assert [key for key, _label in asked.context["form"].others()] == ["disqualify"]


# Arenas ----------------------------------------------------------------------------------


def test_an_arena_shows_how_it_stands_and_lets_you_take_breaks(director):
    players = new_players(3)
    evening = Arena(director, [ARENA], players)
    evening.until(NOW + 20_000)
    arena, client = evening.row, signed_in(players[0])
    desk = signed_in(director).get(address(arena, "tournament_console")).context
    assert desk["step"].label and not desk["step"].act  # it ends by itself
    page = text(client.get(address(arena)))
    assert "Time left:" in page and "Take a break" in page and "Miss a round" not in page
    assert "Enter this tournament" in text(Client().get(address(arena)))
    do(client, arena, "break")
    page = text(client.get(address(arena)))
    assert "You are taking a break." in page and "I am back" in page
    do(client, arena, "return")
    assert not Entrant.objects.get(player=players[0]).away
    assert players[0].pk in presence.visitors(valkey.client(), arena.pk, now_ms())
    row = next(row for row in standing_now(evening.stage).rows if row["points"] != "0")
    shown = text(client.get(address(arena, "tournament_standings")))
    assert "Sole first places" in shown or row["points"] in shown
    made = client.get(address(arena, "tournament_calculation", 1, 0, row["entrant"]))
    assert made.status_code == 200
    assert made.context["row"].points.value == Fraction(row["points"])
    assert evening.run().state == "finished"
    over = client.get(address(arena))
    assert not over.context["rounds"] and "No round is drawn yet." not in text(over)
