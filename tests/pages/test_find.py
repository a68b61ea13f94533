"""Find players: the form makes a wish, says what is wrong, and shows who else is looking."""

import pytest
from django.test import Client
from django.urls import reverse

from games.lobby import wishes
from games.lobby.models import Wish, WishEnd
from games.lobby.wishes import WishedGame
from games.relations import changes
from games.table.writer import play
from tests.each import each
from tests.pages.stored import person

pytestmark = pytest.mark.django_db
WW3 = {"do": "look", "kind": "ww3:standard", "low_ww3": "2", "high_ww3": "4"}


@pytest.fixture
def anna(db):
    return person("Anna")


@pytest.fixture
def annas(anna, client):
    client.force_login(anna)
    return client


def find(client, **data):
    return client.post(reverse("find"), data, follow=True)


def text(client, query=""):
    return client.get(reverse("find") + query).content.decode()


def test_a_guest_looks_and_stops(client):
    assert "Stop looking" not in text(client)
    page = find(client, **WW3, tab="a" * 32).content.decode()
    assert "Stop looking" in page and "World War III, 2 to 4 players" in page
    wish = Wish.objects.get()
    assert wish.player.is_guest and wish.tab == "a" * 32
    assert 'value="ww3:standard" checked' in page and "Look for this instead" in page
    find(client, do="here")
    find(client, do="cancel")
    assert Wish.objects.get().end == WishEnd.CANCELLED
    assert "You are no longer looking" in find(client, do="here").content.decode()


def test_several_games_each_with_its_own_number(annas):
    kinds = ["war:classic", "ultimate:family"]
    find(annas, **WW3 | {"kind": kinds}, low_ultimate="3", high_ultimate="5", bots="10")
    wish = Wish.objects.get()
    assert [(kind["game"], kind["low"], kind["high"]) for kind in wish.kinds] == [
        ("war", 2, 2),
        ("ultimate", 3, 5),
    ]
    assert (wish.bots_after_s, wish.rated, wish.outside_bots) == (10, False, False)


@each(
    [
        ({"kind": []}, "one to six kinds of table"),
        ({"kind": ["chess:blitz"]}, "This game does not exist."),
        ({"low_ww3": "5"}, "That many players cannot play this game."),
        ({"rated": "on", "kind": ["war:classic"]}, "War without slaps is luck alone"),
        ({"rated": "on", "bots": "10"}, "not in rated games"),
    ],
    "annas",
)
def test_what_is_wrong_is_said_and_nothing_chosen_is_lost(annas, changed, why):
    answer = annas.post(reverse("find"), WW3 | {"outside_bots": "on"} | changed)
    page = answer.content.decode()
    assert answer.status_code == 422 and why in page
    assert 'name="outside_bots" checked' in page
    assert not Wish.objects.exists()


def test_it_shows_others_who_look_and_tables_that_wait_but_no_blocked_people(annas, anna):
    ben, cem = person("Ben"), person("Cem")
    for player in (ben, cem):
        wishes.make(player=player, choices=[WishedGame("ww3", seats=(2, 2))])
    play.open_table(by=ben, game="ultimate")
    seen = text(annas)
    assert "Ben" in seen and "Cem" in seen and "World War III, 2 players" in seen
    changes.block(player=anna, other=ben)
    seen = text(annas)
    assert "Ben" not in seen and "Cem" in seen
    assert "Ben" in text(Client())


def test_a_link_can_choose_the_game(client):
    page = text(client, "?game=war&preset=peace")
    assert 'value="war:peace" checked' in page and page.count(" checked") == 1


def test_somebody_elses_wish_can_be_taken_over(annas):
    ben = person("Ben")
    wish = wishes.make(
        player=ben,
        choices=[WishedGame("ww3", seats=(3, 5)), WishedGame("war", "peace")],
        bots_after_s=30,
    )
    assert f'href="/find/?like={wish.pk}"' in text(annas)
    page = text(annas, f"?like={wish.pk}")
    assert 'value="ww3:standard" checked' in page and 'value="war:peace" checked' in page
    assert page.count(" checked") == 2 and '<option value="30" selected>' in page
    wishes.cancel(player=ben)
    for like in (wish.pk, "x", "9" * 30):
        assert " checked" not in text(annas, f"?like={like}")


def test_the_number_of_queries_does_not_grow(annas, django_assert_num_queries):
    def crowd(names):
        for name in names:
            seeker = person(name)
            wishes.make(player=seeker, choices=[WishedGame("ww3")])
            play.open_table(by=seeker, game="war")

    crowd("BCD")
    with django_assert_num_queries(10):
        text(annas)
    crowd("EFGHIJ")
    with django_assert_num_queries(10):
        text(annas)
