"""Files for other programs: they read them, find exact numbers, and nothing that is hidden."""

import codecs
import csv
import io
import json
import re
import subprocess
import sys
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from icalendar import Calendar
from py4swiss.trf import TrfParser

from games.accounts.models import Player
from games.tournaments.models import Entrant, Pairing, Round, Tournament
from games.tournaments.writer import entries, life
from games.tournaments.writer.orders import Order
from tests.tournaments.conftest import NOW, WAR, new_players
from tests.tournaments.evening import Evening

HOUR = 3_600_000
FORMULAS = ('=HYPERLINK("x"), or so', "+49 30 1234", "-1+1", "@SUM(A1)")
FILES = ("standings.csv", "pairings.csv", "stage-1.trf", "print/", "rules/", "screen/")


@pytest.fixture
def evening(director):
    """A Swiss of five after two of three rounds; four of them have names like formulas."""
    players = new_players(5)
    for player, name in zip(players, FORMULAS, strict=False):
        player.name = name
        player.save()
    made = Evening(director, [WAR], players, starts=NOW + 60_000, times=[NOW, NOW + 3_600_000])
    while Round.objects.filter(state="complete").count() < 2:
        made.come()
        made.play()
        assert made.advance()
    return made


def rows(client, evening, name):
    answer = client.get(f"/tournaments/{evening.code}/{name}")
    assert answer.status_code == 200 and b"\r\n" in answer.content
    assert answer.content.startswith(codecs.BOM_UTF8)
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def exact(cell):
    """2 1/3 -> 7/3: no spreadsheet takes it for a day."""
    assert not re.fullmatch(r"\d+/\d+", cell)
    return sum(map(Fraction, cell.split()))


def test_a_spreadsheet_gets_decimals_and_exact_numbers_but_no_formula(client, evening):
    head, *told = rows(client, evening, "standings.csv")
    assert head[:5] == ["place", "entrant", "name", "points", "points_exact"]
    stored = Round.objects.get(number=2).stage.standings.get(after=2).rows
    assert [exact(row[4]) for row in told] == [Fraction(row["points"]) for row in stored]
    by_key = [dict(zip(head, row, strict=True)) for row in told]
    assert all(float(row["buchholz1"]) == exact(row["buchholz1_exact"]) for row in by_key)
    assert {row["lot"] for row in by_key} == {""}  # not told while it runs
    assert {f"'{name}" for name in FORMULAS} <= {row["name"] for row in by_key}
    head, *told = rows(client, evening, "pairings.csv")
    assert {f"'{name}" for name in FORMULAS} <= {row[6] for row in told}
    assert len(told) == 5 * Round.objects.count()
    assert [row[7] for row in told if row[2] == ""] == ["bye"] * Round.objects.count()


def test_a_pairing_program_reads_the_file_and_draws_the_next_round(client, evening, tmp_path):
    entrant = Entrant.objects.get(player=evening.players[1])
    answer = client.get(f"/tournaments/{evening.code}/stage-1.trf")
    drawn = py4swiss(answer.content, tmp_path)
    while not Round.objects.filter(number=3).exists():
        evening.advance()
    pairings = Pairing.objects.filter(round__number=3).order_by("number")
    seeds = {seed.entrant_id: seed.number for seed in entrant.seeds.get().stage.field.all()}
    seated = [
        tuple(seeds[place.entrant_id] for place in pairing.places.order_by("seat"))
        for pairing in pairings
    ]
    assert [pair for pair in drawn if 0 not in pair] == seated  # 0: a bye


def py4swiss(trf, folder):
    """The library's draw from this file, if nothing in it is amiss."""
    (folder / "stage.trf").write_bytes(trf)
    program = Path(sys.executable).with_name("py4swiss")
    asked = [program, "--strict", "--trf", "stage.trf", "--pairings", "pairs"]
    subprocess.run(asked, cwd=folder, check=True)
    _count, *pairs = (folder / "pairs").read_text().splitlines()
    return [tuple(map(int, pair.split())) for pair in pairs]


def test_a_pairing_program_reads_the_file_of_a_round_robin(client, director, tmp_path):
    players = new_players(5)
    players[0].name, players[1].name = "Žofie 王", "x" * 30
    for player in players:
        player.save()
    made = Evening(director, [WAR | {"format": "roundrobin", "rounds": None}], players)
    made.run()
    answer = client.get(f"/tournaments/{made.code}/stage-1.trf")
    (tmp_path / "stage.trf").write_bytes(answer.content)
    read = TrfParser.parse(tmp_path / "stage.trf", strict=True)
    assert len(read.player_sections) == 5
    assert sum(player.points_times_ten for player in read.player_sections) == 100


def test_a_calendar_has_the_start_and_the_rounds(client, evening):
    answer = client.get(f"/tournaments/{evening.code}.ics")
    events = Calendar.from_ical(answer.content).walk("VEVENT")
    assert [int(event["dtstart"].dt.timestamp() * 1000) for event in events] == [
        NOW,
        NOW,
        NOW + 3_600_000,
    ]
    assert str(events[0]["summary"]) == "Evening"
    assert str(events[2]["summary"]) == "Evening: round 2"
    assert str(events[0]["url"]).endswith(f"/tournaments/{evening.code}/")


def test_an_entry_of_a_calendar_moves_with_its_tournament(client, opened, director):
    def entry():
        answer = client.get(f"/tournaments/{opened.code}.ics")
        return Calendar.from_ical(answer.content).walk("VEVENT")[0]

    life.edit(Order(opened.code, director, "A hall.", now=NOW), changes={"starts": NOW + HOUR})
    before = entry()
    later = Order(opened.code, director, "It is late.", now=NOW + 60_000)
    life.edit(later, changes={"starts": NOW + 2 * HOUR})
    after = entry()
    assert after["uid"] == before["uid"] and after["sequence"] > before["sequence"]
    assert after["dtstart"].dt - before["dtstart"].dt == timedelta(hours=1)
    assert after["dtend"].dt > after["dtstart"].dt
    assert after["dtstamp"].dt == after["last-modified"].dt > before["dtstamp"].dt


def test_an_entry_that_is_called_off_lasts_as_it_would_have(client, opened, director):
    life.edit(Order(opened.code, director, "A hall.", now=NOW), changes={"starts": NOW + HOUR})
    planned = entries_of(client, opened)[0]
    life.cancel(Order(opened.code, director, "No hall.", now=NOW + 1))
    (cancelled,) = entries_of(client, opened)
    assert cancelled["status"] == "CANCELLED" and planned["dtend"].dt > planned["dtstart"].dt
    for side in ("dtstart", "dtend"):
        assert cancelled[side].dt == planned[side].dt


def test_an_event_that_ends_as_it_starts_lasts_a_moment(client, opened, director):
    for player in new_players(6):
        entries.enter(Order(opened.code, player, now=NOW), player)
    life.start(Order(opened.code, director, now=NOW))
    life.cancel(Order(opened.code, director, "Fire.", now=NOW + 1))
    (event,) = entries_of(client, opened)
    assert event["dtend"].dt > event["dtstart"].dt


def entries_of(client, tournament):
    answer = client.get(f"/tournaments/{tournament.code}.ics")
    return Calendar.from_ical(answer.content).walk("VEVENT")


def test_a_player_subscribes_to_their_own_tables(client, evening):
    player = evening.players[1]
    client.force_login(player)
    page = client.get(f"/tournaments/{evening.code}/").content.decode()
    (address,) = re.findall(r'href="(/tournaments/mine/[^"]+)"', page)
    feed = Client().get(address)  # a calendar program does not sign in
    events = Calendar.from_ical(feed.content).walk("VEVENT")
    played = evening.row.entrants.get(player=player).places.exclude(pairing=None).count()
    titles = [str(event["summary"]) for event in events]
    assert len([title for title in titles if ", table " in title]) == played >= 1
    assert len({str(event["uid"]) for event in events}) == len(events)
    assert "Against" in feed.content.decode() and "Evening" in titles
    number = address.split("/")[-1].split("-")[0]
    for other in (f"{int(number) + 1}-", "x-"):
        stolen = address.replace(f"{number}-", other)
        assert Client().get(stolen).status_code == 404
    player.set_password("Seven-of-Clubs-52")
    player.save()
    assert Client().get(address).status_code == 404  # there is a new one


def test_paper_has_the_standing_and_a_page_for_each_round(client, evening):
    page = client.get(f"/tournaments/{evening.code}/print/").content.decode()
    assert page.count("panel sheet") == 1 + Round.objects.count()
    assert page.count("player 5") == 1 + Round.objects.count()


def test_paper_before_the_first_round_has_the_rules_and_the_entrants(client, opened):
    player = new_players(1)[0]
    entries.enter(Order(opened.code, player, now=NOW), player)
    for page in ("print/", "rules/"):
        answer = client.get(f"/tournaments/{opened.code}/{page}").content.decode()
        assert "How it is played" in answer and ("player 1" in answer) == (page == "print/")
    assert client.get(f"/tournaments/{opened.code}/certificates/").status_code == 404


def test_directors_print_a_draft(client, director):
    code = life.create(by=director, name="Secret", stages=[WAR], now=NOW).code
    client.force_login(director)
    for page in ("print/", "rules/"):
        assert "How it is played" in client.get(f"/tournaments/{code}/{page}").content.decode()


def test_a_draft_has_no_files(client, director):
    draft = life.create(by=director, name="Secret", stages=[WAR], now=NOW)
    code = draft.code
    for name in (f"{code}.json", f"{code}.ics", *(f"{code}/{file}" for file in FILES)):
        assert client.get(f"/tournaments/{name}").status_code == 404, name
    for path in ("", "/entrants", "/standings", "/rounds/1/1"):
        assert client.get(f"/api/v1/tournaments/{code}{path}").status_code == 404
    assert client.get("/api/v1/tournaments").json() == []


def test_no_file_tells_the_lots_before_the_end(client, evening):
    t = Tournament.objects.get()
    hidden = [bytes(t.secret).hex(), bytes(t.key).hex()]
    pages = [f"/tournaments/{t.code}/{name}" for name in FILES]
    pages += [f"/tournaments/{t.code}.json", f"/api/v1/tournaments/{t.code}/standings"]
    for page in pages:
        text = client.get(page).content.decode()
        assert not [one for one in hidden if one in text], page


def test_an_erased_account_keeps_its_numbers_without_a_name(client, evening):
    before = client.get(f"/tournaments/{evening.code}.json").json()
    Player.objects.filter(pk=evening.players[2].pk).update(name="deleted player", is_active=False)
    after = client.get(f"/tournaments/{evening.code}.json").json()
    assert before["acts"] == after["acts"] and before["stages"] == after["stages"]
    assert "player 3" not in json.dumps(after)
    assert (
        "player 3" not in client.get(f"/tournaments/{evening.code}/pairings.csv").content.decode()
    )


# The API ---------------------------------------------------------------------------------


def send(client, code, act, **more):
    client.get("/login/")
    cookie = client.cookies.get("csrftoken")
    headers = {"X-CSRFToken": cookie.value} if cookie else {}
    body = json.dumps({"act": act, **more})
    path = f"/api/v1/tournaments/{code}/entry"
    return client.post(path, body, content_type="application/json", headers=headers)


def test_the_api_tells_of_tournaments(client, evening):
    cache.clear()
    (listed,) = client.get("/api/v1/tournaments").json()
    assert (listed["code"], listed["status"]) == (evening.code, "running")
    told = client.get(f"/api/v1/tournaments/{evening.code}").json()
    assert told["entered"] == told["stages"][0]["field"] == 5
    entrants = f"/api/v1/tournaments/{evening.code}/entrants"
    assert [one["number"] for one in client.get(entrants).json()] == [1, 2, 3, 4, 5]
    assert [one["number"] for one in client.get(entrants, {"after": 3}).json()] == [4, 5]
    assert told["rounds"][0] == told["rounds"][0] | {"stage": 1, "number": 1, "status": "complete"}
    assert client.get(told["export"]).json()["tournament"]["code"] == evening.code
    standing = client.get(f"/api/v1/tournaments/{evening.code}/standings").json()
    assert standing["after"] == 2 and len(standing["rows"]) == 5
    one = client.get(f"/api/v1/tournaments/{evening.code}/rounds/1/2").json()
    assert one["no"] == 2 and len(one["pairings"]) == 2
    assert client.get(f"/api/v1/tournaments/{evening.code}/rounds/1/9").status_code == 404


def test_the_link_header_leads_through_all_tournaments_and_entrants(client, director):
    cache.clear()
    for number in range(51):
        one = life.create(by=director, name=f"Cup {number}", stages=[WAR], now=NOW)
        life.announce(Order(one.code, director, now=NOW))
    life.open_entries(Order(one.code, director, now=NOW))
    for player in new_players(51):
        entries.enter(Order(one.code, director, now=NOW), player)
    names = [row["name"] for row in pages_of(client, "?status=announced")]
    assert names == [f"Cup {number}" for number in range(49, -1, -1)]
    assert len(pages_of(client, "")) == 51
    numbers = [row["number"] for row in pages_of(client, f"/{one.code}/entrants")]
    assert numbers == list(range(1, 52))


def test_the_link_header_leads_through_one_standing(client, evening, monkeypatch):
    cache.clear()
    path = f"/api/v1/tournaments/{evening.code}/standings"
    whole = client.get(path).json()
    monkeypatch.setattr("games.api.tournaments.SIZE", 2)
    answer = client.get(path)
    pages, rows = [answer], answer.json()["rows"]
    while link := re.fullmatch(r'<([^>]+)>; rel="next"', answer.get("Link", "")):
        assert "stage=1&after=2&" in link[1]  # the same one, though another round may be over
        answer = client.get(link[1])
        pages.append(answer)
        rows += answer.json()["rows"]
    assert len(pages) == 3 and rows == whole["rows"]
    assert client.get(path, {"below": 99}).status_code == 404


def pages_of(client, path):
    """All rows of a list, from its first page on."""
    answer = client.get(f"/api/v1/tournaments{path}")
    rows = answer.json()
    while link := re.fullmatch(r'<([^>]+)>; rel="next"', answer.get("Link", "")):
        answer = client.get(link[1])
        rows += answer.json()
    return rows


def test_own_entries_have_the_rights_of_the_pages(client, opened):
    strict = Client(enforce_csrf_checks=True)
    body = json.dumps({"act": "enter"})
    path = f"/api/v1/tournaments/{opened.code}/entry"
    answer = strict.post(path, body, content_type="application/json")
    assert answer.status_code == 403 and answer.json()["code"] == "CSRF"
    (player,) = new_players(1)
    client.force_login(player)
    assert send(client, opened.code, "enter", entropy="xyz").status_code == 422
    entered = send(client, opened.code, "enter", entropy="0f" * 16)
    told = {"entrant": 1, "status": "entered", "arrived": False, "overlaps": []}
    assert entered.json() == told
    assert send(client, opened.code, "enter").json()["code"] == "ENTERED"
    assert send(client, opened.code, "withdraw").json()["code"] == "STATE"
    assert send(client, opened.code, "leave").json()["status"] == "left"
    assert opened.acts.filter(role="entrant").count() == 2
    entries.enter(Order(opened.code, player), player)
    assert client.get("/api/v1/openapi.json").json()["paths"]["/api/v1/tournaments/{code}/entry"]
