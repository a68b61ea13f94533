"""The form for a new tournament: what it proposes, its plan in a sentence, what it leaves out."""

import re

import pytest
from django.urls import reverse

from games.pages.tournaments.director.following import proposed_rounds
from games.pages.tournaments.director.sketch import Sketch
from games.pages.tournaments.director.tournament_form import TournamentForm, usual
from games.relations import circles
from games.rules.catalogue import GAMES
from games.tournaments import formats, proposal
from games.tournaments.models import Tournament
from games.tournaments.pairing.byes import sizes
from games.tournaments.settings import USUAL
from games.tournaments.terms import Terms
from games.tournaments.writer import life, seasons
from games.tournaments.writer.orders import Order
from games.tournaments.writer.stages import resolve
from tests.each import each
from tests.pages.browsing import address, entered, signed_in, text
from tests.pages.stored import person
from tests.tournaments.conftest import NOW, WAR

pytestmark = pytest.mark.django_db
NEW = reverse("tournament_new")
QUICK = {"game": "ww3", "preset": "quick", "was": "standard"}


@pytest.fixture
def anna():
    return person("Anna")


@pytest.fixture
def circle(anna):
    return circles.create(by=anna, name="Sunday")


@pytest.fixture
def office(anna, circle):
    client = signed_in(anna)

    def ask(**choices):
        answer = client.post(NEW, {"circle": circle.code, "do": "check"} | choices)
        assert answer.status_code == 200
        return answer

    client.ask = ask
    return client


def plan(answer):
    return re.search(r'<p class="plan[^>]*>(.*?)</p>', answer.content.decode(), re.DOTALL)[1]


def stage(**more):
    return resolve({"game": "ww3", "options": "cap=40", "size": 4} | more)


@each([("swiss", {"deals", "games"}), ("elimination", {"games", "third"})])
def test_a_new_form_starts_with_the_defaults_of_its_settings(format, keys):
    sketch = Sketch({"format": format, "size": "2"})
    form = TournamentForm(initial=usual(None), sketch=sketch)
    assert form.fields.keys() & USUAL.keys() - {"rounds"} == keys  # the sketch proposes rounds
    assert {key: form[key].initial for key in keys} == {key: USUAL[key] for key in keys}


def test_opponents_met_follow_from_the_tables():
    assert proposal.opponents(sizes(8, 4, 3, 4), 8, 3) == (5, 6)
    assert proposal.opponents(sizes(16, 4, 3, 4), 16, 5) == (15, 15)  # an affine plane
    assert proposal.opponents(sizes(10, 2, 2, 2), 10, 4) == (4, 4)
    assert proposal.opponents(sizes(5, 2, 2, 2), 5, 3) == (2, 3)  # one of them may have a bye


@each(
    [("elimination", 2, 9, 4), ("elimination", 4, 16, 3), ("double", 2, 8, 7)]
    + [("roundrobin", 2, 5, 5), ("swiss", 4, 9, 5)]
)
def test_rounds_of_a_format(format, size, entrants, rounds):
    s = stage(format=format, size=size)
    assert proposal.plan_of(s, entrants, 10).rounds == rounds


def test_the_format_follows_from_players_and_time():
    def proposed(size, entrants, minutes):
        def settings(format):
            own = {"minutes": 60} if format.in_waves else {}
            fits = size == 2 or not format.has_losers_bracket
            return stage(format=format.key, size=size, **own) if fits else None

        round_of = lambda s: proposal.minutes_of_round(s, Terms(), 10)  # noqa: E731
        found = proposal.propose(settings, entrants, minutes, round_of)
        return found.format.key, found.rounds

    assert proposed(4, 8, 90) == ("swiss", 3)
    assert proposed(2, 4, 60) == ("roundrobin", 3)
    assert proposed(2, 16, 90) == ("swiss", 5)
    assert proposed(4, 16, 30) == ("arena", 0)
    assert proposed(4, 8, 30) == ("arena", 0)
    assert set(formats.PROPOSED) <= set(formats.ENTRIES)


def test_nobody_is_out_early_unless_somebody_chooses_so(office, circle):
    first = office.get(NEW, {"circle": circle.code}).context["sketch"]
    assert not first.format.is_knockout  # one member, who has told nothing yet
    for game in GAMES:
        for entrants in ("2", "4", "8", "24", "128"):
            for time in ("30", "90", "360"):
                choice = {"game": game, "entrants": entrants, "time": time}
                assert not office.ask(**choice).context["sketch"].format.is_knockout, choice


def test_the_plan_follows_those_who_have_entered(office, circle, anna):
    planned = {"game": "ww3", "options": "cap=40", "format": "swiss", "size": 2, "rounds": 3}
    event = life.create(by=anna, name="Class", stages=[planned], circle=circle)
    life.announce(Order(event.pk, anna))
    life.open_entries(Order(event.pk, anna))
    where = address(event, "tournament_list")
    names = "\n".join(f"Kid {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX")
    preview = office.post(where, {"list": names, "do": "preview"})
    assert "24 players, Swiss, 3 rounds of 12 tables" in text(preview)
    office.post(where, {"list": names, "seen": preview.context["seen"], "do": "enter"})
    console = text(office.get(address(event, "tournament_console")))
    assert "24 players, Swiss, 3 rounds of 12 tables" in console and "Play 6 rounds…" in console
    act = address(event, "tournament_console") + "rounds/"
    form = office.get(act, {"rounds": "6"}).context["form"]
    office.post(act, entered(form) | {"confirmed": "1"})
    console = text(office.get(address(event, "tournament_console")))
    assert "24 players, Swiss, 6 rounds of 12 tables" in console and "rounds…" not in console
    few = proposed_rounds(Sketch({"game": "ww3", "size": "2", "entrants": "4", "rounds": "6",
                                  "format": "swiss"}))  # fmt: skip
    assert few == 3


def test_the_sentence_changes_with_every_choice(office):
    answer = office.ask(**QUICK, entrants="8", time="120", size="4")
    assert plan(answer).startswith("8 players, Swiss, 3 rounds of 2 tables, about ")
    assert plan(answer).endswith("; everybody meets 5–6 others.")
    assert "Luck" not in text(answer) and "leave no choice" not in text(answer)
    kept = {"was_format": "swiss", "proposed": "swiss", "was_rounds": "3", "rounds": "3"}
    more = office.ask(**QUICK, entrants="24", time="240", size="4", **kept)
    assert plan(more).startswith("24 players, Swiss, 4 rounds of 6 tables, ")
    own = office.ask(**QUICK, entrants="24", time="240", size="4", **kept | {"rounds": "6"})
    assert plan(own).startswith("24 players, Swiss, 6 rounds of 6 tables, ")
    arena = office.ask(**QUICK, entrants="9", time="60", size="4", **kept | {"format": "arena"})
    assert plan(arena).startswith("9 players, Arena, tables of 4, about 1 h; up to ")
    double = office.ask(**QUICK, entrants="9", size="4", **kept | {"format": "double"})
    assert plan(double) == "Double elimination needs tables of two."
    luck = office.ask(game="war", entrants="4", size="2", time="60")
    assert "These rules leave no choice" in text(luck)


def test_nobody_is_given_luck_alone(office, circle):
    sketch = office.get(NEW, {"circle": circle.code}).context["sketch"]
    assert not sketch.is_luck and sketch.is_possible


def test_only_what_the_format_has_is_asked(office):
    def asked(format):
        own = {"was_format": format, "format": format, "proposed": "?", "size": "2"}
        return set(office.ask(**QUICK, **own).context["form"].fields)

    assert {"rounds", "games", "pace", "best"} <= asked("swiss")
    assert {"minutes"} == asked("arena") & {"rounds", "minutes", "games", "pace", "third"}
    assert {"third", "games"} == asked("elimination") & {"third", "rounds", "games", "best"}
    assert {"audience"} == asked("swiss") & {"audience", "link_only", "rated", "reason"}


def test_the_edition_of_the_rules_of_a_swiss_of_two_is_said_once(office):
    def said(**choice):
        return text(office.ask(**QUICK, **choice)).count("C.04.3")

    assert said(size="2", format="swiss") == 1
    assert said(size="4", format="swiss") == said(size="2", format="elimination") == 0


def test_empty_fields_show_what_they_stand_for(office):
    page = office.ask(**QUICK, size="4").content.decode()
    assert re.search(r'name="limit_min"[^>]* placeholder="60"', page)
    assert re.search(r'name="grace_s"[^>]* placeholder="120"', page)
    assert re.search(r'name="most_entrants"[^>]* placeholder="128"', page)


def test_rounds_that_are_typed_stay_when_another_choice_changes(office):
    first = office.ask(**QUICK, size="4", format="swiss", entrants="16", rounds="2", was_rounds="4")
    was = re.search(r'name="was_rounds" value="(\d+)"', first.content.decode())[1]
    more = {"rounds": "2", "was_rounds": was, "was_format": "swiss", "entrants": "20"}
    assert office.ask(**QUICK, size="4", format="swiss", **more).context["sketch"].rounds == 2


def test_it_opens_for_entries_at_once_and_is_held_like_last_time(office, circle):
    form = office.get(NEW, {"circle": circle.code}).context["form"]
    own = {"circle": circle.code, "do": "open", "format": "swiss", "rounds": "4", "size": "4"}
    chosen = {"name": "First", "agree": "on", "rule-cap": "40", "game": "ww3"}
    answer = office.post(NEW, entered(form) | own | chosen)
    made = Tournament.objects.get()
    assert made.state == "open" and answer["Location"] == address(made, "tournament_console")
    page = office.get(NEW, {"circle": circle.code, "like": made.code})
    sketch, again = page.context["sketch"], entered(page.context["form"])
    assert (again["name"], again["rounds"], again["agree"]) == ("First", 4, True)
    assert (sketch.format.key, sketch.size, sketch.options) == ("swiss", 4, "cap=40")
    assert f"like={made.code}" in office.get(NEW, {"circle": circle.code}).content.decode()
    made.season = seasons.create(circle=circle, by=circle.owner, name="Winter")
    made.save()
    office.post(NEW, again | own | {"like": made.code})
    assert Tournament.objects.last().season == made.season
    other = signed_in(person("Otto"))
    circles.create(by=person("Otto 2"), name="x")
    assert "First" not in text(other.get(NEW, {"like": made.code}))


def test_what_is_refused_leaves_no_draft(office, circle, anna):
    for number in range(3):
        made = life.create(by=anna, name=f"{number}", stages=[WAR], circle=circle, now=NOW)
        life.announce(Order(made.code, anna, now=NOW))
    form = office.get(NEW, {"circle": circle.code}).context["form"]
    answer = office.post(NEW, entered(form) | {"circle": circle.code, "do": "open"})
    assert answer.status_code == 400 and "3 events announced or running" in text(answer)
    assert Tournament.objects.count() == 3
