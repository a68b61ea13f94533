"""A deal by hand: typed or tapped, shown in words, and run."""

import pytest
from django.urls import reverse

from games.lab.runs.by_hand import read_deal
from games.lab.runs.models import Simulation
from games.rules.logs import rewrite
from games.table.models import Table
from games.table.writer.opening import MOST_OPEN
from tests.each import each
from tests.lab.counted import played
from tests.pages.browsing import text, words

pytestmark = pytest.mark.django_db
ACES = {"hand1": "4 aces", "hand2": "", "options": "", "games": "40", "seed": "1"}


def deal(client, **fields):
    return client.post(reverse("lab_deal"), ACES | fields)


def start_of(*hands, ordered=(False, False), options=""):
    about = {"game": "war", "options": options, "games": 9}
    return read_deal(hands=hands, ordered=ordered, **about).start


def test_four_aces_are_typed_and_run(client):
    answer = deal(client)
    simulation = Simulation.objects.get()
    assert answer.url == simulation.get_absolute_url()
    assert simulation.start == start_of("AS AH AD AC", "48 others")
    assert simulation.origin is None


def test_tapped_cards_are_the_same_deal(client):
    deal(client)
    again = deal(client, hand1="", tap1=["As", "Ah", "Ad", "Ac"])
    assert again.url == Simulation.objects.get().get_absolute_url()
    more = client.get(reverse("lab_deal"), ACES | {"hand1": "4 kings", "tap1": ["Qs"]})
    assert "Seat 1: 4 kings, Q♠, shuffled." in text(more)


def test_an_address_shows_the_deal_in_words_and_runs_nothing(client):
    page = text(client.get(reverse("lab_deal"), {"hand1": "KS 3 others AS", "fixed1": "on"}))
    assert "Seat 1: K♠, 3 others, A♠, in this order from the top." in page
    assert "Seat 2: 47 others, shuffled." in page
    assert not Simulation.objects.exists()


def test_three_players_have_three_hands(client):
    page = words(client.get(reverse("lab_deal"), {"options": "players=3"}))
    assert "hand3" in page and "tap3" in page
    assert "hand3" not in words(client.get(reverse("lab_deal")))


@each(
    [
        ({"hand1": ""}, "Type or tap the cards of at least one hand."),
        ({"tap1": ["As"]}, "There are only four aces in a pack."),
        ({"hand1": "X1"}, "There are no jokers in this game."),
        ({"hand1": "52 others"}, "Seat 2 has no cards."),
        ({"games": "0"}, "enter a whole number from 1"),
        ({"options": "nonsense"}, "is not of the form key=value"),
    ],
    "client",
)
def test_what_cannot_be_run_is_one_sentence(client, fields, sentence):
    answer = deal(client, **fields)
    assert answer.status_code == 400
    assert sentence in text(answer)
    assert not Simulation.objects.exists()


def test_a_run_says_its_answer_its_hands_and_how_to_change_them(client):
    simulation = played(start=start_of("4 aces", "", ordered=(False, True)))
    page = words(client.get(simulation.get_absolute_url()))
    assert "<h1>Classic War, seat 1 with 4 aces</h1>" in page
    assert "With 4 aces, seat 1 wins" in page
    assert "Seat 1: 4 aces, shuffled." in page
    assert "place of another game" not in page and "From here" not in page
    change = "/lab/deal/?options=&amp;hand1=4+aces&amp;hand2=48+others&amp;fixed2=on"
    assert change in page
    form = words(client.get(change.replace("&amp;", "&")))
    assert 'value="4 aces"' in form and 'fixed2" checked' in form


def test_its_games_are_watched_from_the_deal_and_leave_as_wsn(client):
    simulation = played(start=start_of("4 aces", ""))
    assert client.get(reverse("lab_game", args=[simulation.code, 3])).status_code == 200
    log = words(client.get(reverse("lab_wsn", args=[simulation.code, 3])))
    assert rewrite(log) == log
    assert "1:A" in log


def test_two_deals_are_compared(client):
    runs = [played(games=30, start=start_of(hand, "")) for hand in ("4 aces", "4 twos")]
    codes = ",".join(run.code for run in runs)
    page = text(client.get(reverse("lab_compare"), {"run": codes}))
    assert "seat 1 with 4 aces" in page and "seat 1 with 4 twos" in page


def test_a_table_is_opened_with_the_deal(client):
    answer = deal(client, table="1", seat="2", level="recruit")
    table = Table.objects.get()
    assert answer.url == table.get_absolute_url()
    assert not Simulation.objects.exists()
    page = text(client.get(answer.url))
    assert "Somebody has dealt these cards by hand: Seat 1: 4 aces, shuffled." in page
    people = table.seats.filter(bot=False)
    assert [seat.number for seat in people] == [2]


def test_who_may_open_no_table_reads_why(client):
    for _ in range(MOST_OPEN):
        deal(client, table="1", level="")
    answer = deal(client, table="1", level="")
    assert answer.status_code == 400 and Table.objects.count() == MOST_OPEN
    assert 'role="alert"' in words(answer)
