"""Playlists: games under a name, which one person arranges and shows to others."""

import re

import pytest
from django.test import Client

from games.accounts.guests import new_guest
from games.accounts.models import Player
from games.accounts.personal_data import as_export, erase
from games.accounts.preferences import choose
from games.accounts.sanctions import ConductRule, Sanction
from games.favourites import playlists
from games.favourites.models import Playlist
from games.moderation import reports
from games.moderation.decisions import Decision, Verdict, decide
from games.moderation.models import Report
from games.table.models import Table
from games.table.writer import play
from tests.moderation.conftest import NOW
from tests.pages.browsing import signed_in, text
from tests.pages.heads import Head
from tests.pages.sitemaps import found
from tests.pages.stored import add_second_factor, played

pytestmark = pytest.mark.django_db
OWN = "/me/playlists/"


@pytest.fixture
def own(alice):
    return signed_in(alice)


@pytest.fixture
def wars(own):
    """An empty list of Alice's."""
    own.post(OWN, {"name": " Great   wars ", "about": "Watch them to the end."})
    return Playlist.objects.get()


def change(client, playlist, do, **values):
    address = f"{playlist.get_absolute_url()}change/"
    return client.post(address, {"do": do} | values, follow=True)


def show(own, playlist, *, on=True):
    shown = {"shown": "on"} if on else {}
    return change(own, playlist, "describe", name=playlist.name, about=playlist.about, **shown)


def games_on(answer):
    return re.findall(r'href="/g/(\w+)/"', answer.content.decode())


def test_a_list_is_filled_arranged_shown_and_hidden_again(own, alice, bob, wars, game):
    second, address = played(bob, alice), wars.get_absolute_url()
    own.post(f"/g/{game.code}/keep/")
    added = {"do": "list", "playlist": wars.code, "game": game.code}
    assert "Added to Great wars." in text(own.post("/me/favourites/", added, follow=True))
    link = f"http://testserver/g/{second.code}/?at=3"
    for _ in range(2):  # once, however often
        page = change(own, wars, "add", game=link, note=" The  last ace ")
    assert games_on(page) == [game.code, second.code] and "The last ace" in text(page)
    key = wars.games.get(table=second).pk
    page = change(own, wars, "arrange", row=key, place=1, note="First of all")
    assert games_on(page) == [second.code, game.code] and "First of all" in text(page)
    assert Client().get(address).status_code == signed_in(bob).get(address).status_code == 404
    show(own, wars)
    seen = Client().get(address)
    assert games_on(seen) == [second.code, game.code]
    assert "Great wars Watch them to the end. A playlist of Alice" in text(seen)
    assert f'data-share="http://testserver{address}"' in seen.content.decode()
    assert address in Client().get("/p/alice/").content.decode()
    page = change(own, wars, "remove", row=key)
    assert games_on(page) == [game.code] and wars.games.get().place == 1
    show(own, wars, on=False)
    assert Client().get(address).status_code == 404
    assert address not in Client().get("/p/alice/").content.decode()
    assert "You have deleted Great wars." in text(change(own, wars, "delete"))
    assert not Playlist.objects.exists() and Table.objects.count() == 2


def test_others_see_no_game_that_is_private_or_not_theirs_to_see(own, alice, bob, wars, game):
    for each in (game, played(alice, bob, private=True)):
        change(own, wars, "add", game=each.code, note=f"Of {each.code}")
    running = play.open_table(by=alice, options="cap=20")
    for code in (running.code, "NOSUCHGO", "/t/", "x" * 300):
        refused = "There is no finished game with this code that you can see."
        assert refused in text(change(own, wars, "add", game=code))
    show(own, wars)
    address = wars.get_absolute_url()
    assert "private: only you see it here" in text(own.get(address))
    hidden = wars.games.last().table.code
    for other in (Client(), signed_in(bob)):  # Bob played it, too
        page = other.get(address)
        assert games_on(page) == [game.code] and hidden not in page.content.decode()
    Table.objects.filter(pk=game.pk).update(held_back=True)
    page = Client().get(address)
    assert "There are no games here that you can see." in text(page)
    assert game.code not in text(page) and "0 games that Alice has chosen" in page.content.decode()
    Table.objects.filter(pk=game.pk).update(held_back=False)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    assert Client().get(address).status_code == 404


def test_only_the_owner_changes_it_and_only_accounts_make_one(bob, own, wars, game):
    show(own, wars)
    stranger = signed_in(bob)
    for do in ("describe", "add", "arrange", "remove", "delete"):
        told = text(change(stranger, wars, do, name="Mine", game=game.code, row="x", place="x"))
        assert "Only the owner of this playlist may do that." in told
    assert change(Client(), wars, "delete").status_code == 404
    assert change(own, wars, "burn").status_code == 404
    guest = signed_in(new_guest())
    assert "Sign up or sign in to make playlists." in text(guest.post(OWN, {"name": "Mine"}))
    assert "/account/login/" in Client().get(OWN)["Location"]
    assert Playlist.objects.get().games.count() == 0


def test_limits_are_sentences_and_lose_nothing(own, wars, game, monkeypatch):
    for name, sentence in (
        ("", "A playlist needs a name of 1 to 60 characters."),
        ("x" * 61, "A playlist needs a name of 1 to 60 characters."),
        ("x\u202ey", "A playlist needs a name of 1 to 60 characters."),
    ):
        assert sentence in text(own.post(OWN, {"name": name}))
    long = own.post(OWN, {"name": "Long", "about": "x" * 201})
    assert long.status_code == 409 and f'value="{"x" * 201}"' in long.content.decode()
    monkeypatch.setattr(playlists, "MOST_GAMES", 0)
    told = text(change(own, wars, "add", game=game.code))
    assert "This playlist has 200 games, which is the limit." in told
    monkeypatch.setattr(playlists, "MOST_OWNED", 1)
    told = text(own.post(OWN, {"name": "Another"}))
    assert "You have 50 playlists, which is the limit." in told


def test_search_engines_find_it_only_if_the_owner_wants_to_be_found(alice, own, wars, game):
    address = wars.get_absolute_url()
    change(own, wars, "add", game=game.code)
    for shown, findable in ((True, False), (False, True), (True, True)):
        show(own, wars, on=shown)
        choose(alice, {"findable": findable})
        assert (address in found(Client())) == (shown and findable)
    head = Head(Client().get(address).content.decode())
    assert head.title == "Great wars: a playlist of Alice | warsite"
    assert head.only("og:image") == f"http://testserver/g/{game.code}.png"
    assert "1 game that Alice has chosen" in head.only("description")
    choose(alice, {"findable": False})
    assert Head(Client().get(address).content.decode()).only("robots") == "noindex"


def test_a_sanction_deletes_what_was_reported(alice, bob, own, wars):
    show(own, wars)
    address, form = wars.get_absolute_url(), {"kind": "abuse", "text": "Rude"}
    reporter = signed_in(bob)
    assert f'href="{address}report/"' in reporter.get(address).content.decode()
    assert "Report the playlist Great wars" in text(reporter.get(f"{address}report/"))
    assert "You cannot report yourself." in text(own.post(f"{address}report/", form))
    assert Client().get(f"{address}report/")["Location"].startswith("/report/?address=")
    reporter.post(f"{address}report/", form)
    change(own, wars, "describe", name="Innocent", about="", shown="on")
    mona = Player.objects.create_superuser("Mona", password="correct horse", name="Mona")
    add_second_factor(mona)
    subject = Report.objects.get().subject
    reports.claim(subject, by=mona, network="")
    page = text(signed_in(mona).get(f"/moderation/{subject}/"))
    assert "Playlist Great wars of Alice" in page and "A sanction deletes this playlist." in page
    assert "Watch them to the end." in page
    verdict = Verdict(Decision.WARNING, ConductRule.ABUSE, player=alice.pk, words="Rude")
    decide(subject=subject, by=mona, verdict=verdict, now=NOW)
    assert not Playlist.objects.exists() and Sanction.objects.get().quote == "Great wars"


def test_it_is_in_the_export_and_goes_with_the_account(alice, own, wars, game):
    change(own, wars, "add", game=game.code, note="Look")
    export = as_export(alice)
    assert export["playlists"][0]["about"] == "Watch them to the end."
    (row,) = export["playlist_games"]
    assert (row["games__table__code"], row["games__note"]) == (game.code, "Look")
    erase(alice)
    assert not Playlist.objects.exists()


def test_the_queries_of_a_list_do_not_grow(own, wars, alice, bob, django_assert_num_queries):
    for _ in range(3):
        change(own, wars, "add", game=played(alice, bob).code)
    show(own, wars)
    with django_assert_num_queries(4):  # the list, its games, their tables, players
        assert len(games_on(Client().get(wars.get_absolute_url()))) == 3
