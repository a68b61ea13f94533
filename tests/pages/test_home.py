"""Home and the list of live games."""

import re

import pytest
from django.core.cache import caches
from django.urls import reverse

from games.accounts.models import Player
from games.lab.chances.course import course_of_table
from games.pages.play import show_game
from games.pages.play.guide import GUIDES
from games.rules.catalogue import BOTS, GAMES, find
from games.table.clock import now_ms
from games.table.models import Table
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import demo
from tests.each import each
from tests.lab.curved import computed
from tests.pages.browsing import signed_in
from tests.pages.stored import stored

pytestmark = pytest.mark.django_db
HOME = reverse("home")
PLAY = reverse("play")
SHOW = reverse("show")


def page(client, path=HOME):
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_offers_games_to_a_stranger_and_makes_no_player(client):
    text = page(client)
    assert "<h1>Three card games you can start in one click</h1>" in text
    assert "Nobody is waiting" in text and "Sign in" in text
    assert text.count('name="against" value="bot"') == text.count("Options<span") == len(GAMES)
    assert "<select" not in text[text.index('class="games"') :].partition("</section>")[0]
    assert not Player.objects.filter(is_guest=True).exists()


def test_its_lists_cost_two_queries_together(
    client, alice, bob, django_assert_num_queries, time_machine
):
    """A private game shows only to its players, and the same game may stand in two lists."""
    time_machine.move_to("2026-11-26T12:00:00Z", tick=False)  # public lists are read once a second
    open_, hidden, own = (play.open_table(by=alice, private=private) for private in (0, 1, 0))
    for table in (hidden, own):
        play.sit(Order(table, bob))
        for player in (alice, bob):
            play.ready(Order(table, player), entropy=bytes(16))
    done = [stored(alice, bob, number=number) for number in range(2)]
    with django_assert_num_queries(4):  # tables, seats, wishes, tournaments
        context = client.get(HOME).context
    assert [row["id"] for row in context["lobby"]["rows"]] == [open_.code]
    assert (context["live"], context["done"], context["mine"]) == ([own], done[::-1], [])
    own_browser = signed_in(bob)
    # Session, account, header, tables of their own, seats, invitations, relations, wishes,
    # tournaments.
    with django_assert_num_queries(9):
        context = own_browser.get(HOME).context
    assert (context["live"], context["done"], context["mine"]) == ([own], done[::-1], [own, hidden])


def test_public_lists_are_read_when_a_table_has_changed(
    client, alice, time_machine, django_capture_on_commit_callbacks, django_assert_num_queries
):
    def codes():
        return [row["id"] for row in client.get(HOME).context["lobby"]["rows"]]

    time_machine.move_to("2026-11-26T12:00:00Z", tick=False)
    opened = []
    for private in (False, False, True):
        with django_capture_on_commit_callbacks(execute=True):
            opened.insert(0, play.open_table(by=alice, private=private).code)
        assert set(codes()) == set(opened[private:])
    time_machine.shift(5)
    with django_assert_num_queries(2):  # wishes, tournaments
        codes()


def test_public_lists_are_read_once_a_second_without_a_stamp(client, alice, time_machine, settings):
    nothing = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.CACHES = settings.CACHES | {"copies": nothing}

    def codes():
        return [row["id"] for row in client.get(HOME).context["lobby"]["rows"]]

    time_machine.move_to("2026-11-26T12:00:00Z", tick=False)
    assert codes() == []
    table = play.open_table(by=alice)
    assert codes() == []
    assert signed_in(alice).get(HOME).context["mine"] == [table]
    time_machine.shift(1.1)
    assert codes() == [table.code]


def test_one_click_plays_a_bot(client):
    answer = client.post(PLAY, {"preset": "slap", "against": "bot", "entropy": "ab" * 16})
    table = Table.objects.get()
    assert answer.url == reverse("table", args=[table.code])
    assert (table.status, table.preset, table.opened_by.is_guest) == ("running", "slap", True)
    assert bytes(table.seats.get(number=1).entropy) == b"\xab" * 16
    assert table.seats.get(number=2).bot


@each(
    [
        ("ww3", {"players": "6", "length": "full"}, "standard", "cap=1000;seats=6"),
        ("ww3", {"players": "2", "length": "standard"}, "standard", "seats=2"),
        (
            "ww3",
            {"preset": "secret", "length": "quick", "players": "3"},
            "secret",
            "cap=40;hold=secret",
        ),
        ("ultimate", {"players": "8", "length": "short"}, "standard", "clock=600000;seats=8"),
        ("war", {"preset": "peace", "length": "quick"}, "peace", "cap=100;mode=peace"),
        ("war", {"players": "3"}, "three", "players=3"),
    ],
    "client",
)
def test_players_and_length_go_with_house_rules(client, game, chosen, preset, options):
    level = next(iter(BOTS[game].levels))
    client.post(PLAY, {"game": game, "level": level} | chosen)
    table = Table.objects.get()
    assert (table.preset, table.options, table.status) == (preset, options, "running")
    assert {seat.player.level for seat in table.seats.all()} == {"", level}


def options_of(client, game):
    return page(client, reverse("options", args=[game]))


def chosen_in(text):
    """The chosen values of the selects."""
    return re.findall(r'value="([^"]*)" selected', text)


def test_options_offer_each_number_of_players_and_the_end(client):
    texts = {game: options_of(client, game) for game in GAMES}
    for game, most in (("war", 3), ("ww3", 6), ("ultimate", 8)):
        assert f"{most} players" in texts[game] and "to the end" in texts[game]
    assert "All luck, 5 minutes." in texts["war"] and "Half luck, 12 minutes." in texts["ww3"]
    assert client.get(reverse("options", args=["chess"])).status_code == 404


def test_play_starts_what_was_chosen_last(client):
    again = {"game": "war", "against": "bot", "last": "1"}
    client.post(PLAY, again)  # nothing yet: the usual game
    chosen = {"players": "3", "length": "quick", "preset": "slap", "level": "general"}
    client.post(PLAY, {"game": "war", "against": "people", "tempo": "fast"} | chosen)
    assert "As last time: Slap War, Quick War, General, Fast, 3 players." in page(client)
    assert chosen_in(options_of(client, "war")) == ["3", "quick", "slap", "general", "fast"]
    client.post(PLAY, again)
    usual, _waiting, same = Table.objects.order_by("pk")
    assert (usual.options, usual.players) == ("", 2)
    assert (same.options, same.tempo) == ("cap=100;players=3;slap=5", "fast")
    assert (same.status, same.seats.filter(bot=True).count()) == ("running", 2)
    client.post(PLAY, {"game": "war", "players": "2", "preset": "classic"})
    assert "As last time" not in page(client)


def test_a_choice_that_is_no_longer_offered_is_forgotten(client):
    client.post(PLAY, {"game": "ultimate", "players": "5", "level": "bully"})
    session = client.session
    session["last_choice"]["ultimate"] |= {"preset": "gone", "level": "gone", "tempo": "gone"}
    session.save()
    assert "As last time: 5 players." in page(client)
    client.post(PLAY, {"game": "ultimate", "last": "1"})
    assert [table.players for table in Table.objects.all()] == [5, 5]


@each([("ww3", "standard", 3), ("ww3", "solo", 2), ("ultimate", "", 4)], "client")
def test_one_click_plays_every_game(client, game, preset, seats):
    client.post(PLAY, {"game": game, "preset": preset, "against": "bot"})
    table = Table.objects.get()
    assert (table.game, table.preset, table.status) == (game, preset or "standard", "running")
    assert table.seats.filter(bot=True).count() == seats - 1 == table.players - 1
    assert client.get(table.get_absolute_url()).status_code == 200


def test_a_form_that_is_sent_twice_opens_one_table(client, alice):
    client.force_login(alice)
    form = {"game": "war", "entropy": "07" * 16}
    addresses = {client.post("/play/", form)["Location"] for _ in range(2)}
    assert len(addresses) == 1
    assert Table.objects.get(opened_by=alice).status == "running"
    assert client.post("/play/", form | {"entropy": "08" * 16})["Location"] not in addresses


def test_nobody_is_waited_for_when_one_plays_alone(client):
    client.post(PLAY, {"game": "ww3", "preset": "solo", "against": "people"})
    assert Table.objects.get().status == "running"


@each([{"game": "chess"}, {"game": "chess", "against": "people"}], "client")
def test_a_game_that_is_not_played_here_is_refused(client, data):
    answer = client.post(PLAY, data, follow=True)
    assert "This game does not exist." in answer.content.decode()


@each(["", "xyz", "ab", "ab" * 17], "client")
def test_without_a_script_the_server_draws_the_bytes(client, given):
    client.post(PLAY, {"preset": "classic", "against": "bot", "entropy": given})
    assert len(bytes(Table.objects.get().seats.get(number=1).entropy)) == 16


def test_finding_a_player_opens_a_table_that_waits(client):
    client.post(PLAY, {"preset": "classic", "against": "people"})
    assert Table.objects.get().status == "open"
    assert "Your <b>Classic War</b> table is waiting for players." in page(client)


@pytest.mark.django_db
def test_bots_without_turns_play_at_the_chosen_speed(client):
    assert [game for game in GAMES if 'name="tempo"' in options_of(client, game)] == [
        "war",
        "ultimate",
    ]
    client.post("/play/", {"game": "ultimate", "preset": "standard", "tempo": "brisk"})
    table = Table.objects.get()
    assert table.tempo == "brisk"
    answer = client.post("/play/", {"game": "war", "tempo": "brisk"}, follow=True)
    assert "no such tempo" in answer.content.decode()
    assert Table.objects.count() == 1


def test_a_forged_form_is_refused(client):
    client.handler.enforce_csrf_checks = True
    assert client.post(PLAY, {"preset": "classic"}).status_code == 403
    assert client.get(PLAY).status_code == 405
    assert not Table.objects.exists()


def test_it_says_why_nothing_more_is_opened(client, alice):
    client.force_login(alice)
    for _ in range(6):
        answer = client.post(PLAY, {"preset": "classic", "against": "people"})
    assert answer.url == HOME
    assert "You already have five open tables" in page(client)


def test_it_lists_open_tables_but_no_private_ones(client, alice, bob):
    public = play.open_table(by=alice, preset="peace")
    private = play.open_table(by=bob, preset="arsenal", private=True)
    text = page(client)
    assert public.code in text and private.code not in text
    assert "1 of 2 seats taken" in text
    play.sit(Order(public, bob))  # full, but not dealt yet
    assert public.code not in page(client)


def test_it_lists_live_games_with_their_front(client):
    table = play.open_table(by=None, preset="classic", bots=("recruit", "general"))
    for path in (HOME, reverse("watch")):
        text = page(client, path)
        assert table.code in text and 'aria-label="Cards held: ' in text


def test_it_lists_finished_games(client, game):
    assert f"/g/{game.code}/" in page(client) and "20 battles" in page(client)


@each([("ww3", "round"), ("ultimate", "fight")], "client, alice, bob")
def test_games_are_counted_in_their_own_unit(client, alice, bob, game, unit):
    stored(alice, bob, game=game, preset="standard", length=17)
    rules = find(game)
    table = demo.begin(rules, rules.presets[0], now=1_000_000)
    play.tick(table=table, now=1_000_000 + 60_000)
    table.refresh_from_db()
    assert f"17 {unit}s" in page(client)
    for path in (HOME, reverse("watch")):
        text = page(client, path)
        assert f"{unit} {table.length}" in text and rules.name in text
        spare = len(rules.pack(rules.options(""))) - sum(table.counts)
        assert f"Pot {spare}" in text if spare else "Pot" not in text


def test_names_are_escaped(client, db):
    eve = Player.objects.create_user("eve", name="<script>alert(1)")
    play.open_table(by=eve)
    client.force_login(eve)
    assert "<script>alert" not in page(client)


def test_the_number_of_queries_does_not_grow(client, alice, django_assert_max_num_queries):
    def fill(count):
        for _ in range(count):
            play.open_table(by=None, preset="classic", bots=("recruit", "general"))
            play.open_table(by=None, preset="peace", bots=("recruit",))

    client.force_login(alice)
    fill(1)
    page(client, SHOW)  # drawn once for all
    page(client)
    with django_assert_max_num_queries(18) as few:
        page(client)
    fill(5)
    page(client, SHOW)
    with django_assert_max_num_queries(18) as many:
        page(client)
    assert len(few) == len(many)


def test_the_page_of_live_games_is_cut_into_parts(client):
    for _ in range(26):
        play.open_table(by=None, preset="classic", bots=("recruit", "general"))
    path = reverse("watch")
    assert page(client, path).count('class="lv"') == 24
    assert page(client, path + "?page=2").count('class="lv"') == 2
    assert page(client, path + "?page=junk").count('class="lv"') == 24


def test_the_theme_is_in_the_first_bytes(client):
    client.cookies["theme"] = "dark"
    client.cookies["deck"] = "two"
    assert '<html lang="en"\n    data-theme="dark" data-deck="two">' in page(client)
    client.cookies["theme"] = '"><script>'
    assert '<html lang="en" data-deck="two">' in page(client)


def test_nothing_is_inline(client):
    text = page(client)
    assert " style=" not in text and "<style" not in text and " onclick=" not in text


@each(GAMES, "client, db")
def test_a_practice_game_is_private_and_begins_at_once(client, db, game):
    answer = client.post(reverse("practice", args=[game]))
    table = Table.objects.get()
    assert answer.url == f"/t/{table.code}/?practice=1"
    assert (table.game, table.private, table.status) == (game, True, "running")
    assert client.post(reverse("practice", args=["chess"])).status_code == 404


@pytest.mark.parametrize("key", GUIDES)
def test_a_guided_deal_leads_from_home_to_a_practice_game_by_links_alone(client, db, key):
    assert f'href="/play/{key}/"' in page(client)
    assert f'href="/guide/{key}/"' in options_of(client, key)
    address, pages = f"/guide/{key}/", 0
    while "?step" in (text := client.get(address).content.decode()) and pages < 9:
        wrong = re.findall(r'class="btn"\s+href="(\?step[^"]*)"', text)
        for one in wrong:
            other = client.get(f"/guide/{key}/" + one.replace("&amp;", "&")).content.decode()
            assert 'class="notice bad"' in other
        ahead = re.search(r'href="(\?step=\d+)" autofocus', text)
        if ahead is None:
            break
        address, pages = f"/guide/{key}/{ahead[1]}", pages + 1
    assert pages == len(GUIDES[key]) and f'action="/practice/{key}/"' in text
    assert text.count("autofocus") == 1  # so that Enter alone leads through it
    assert client.get("/guide/war/").status_code == 404


def test_it_shows_the_last_recorded_game_and_never_an_empty_table(client, monkeypatch):
    """Before there is one, a pair of cards."""
    assert "data-show" not in page(client) and page(client, SHOW) == ""
    assert 'aria-label="queen of hearts"' in page(client)
    table = demo.begin(find("war"), find("war").presets[0])
    assert page(client, SHOW) == ""
    play.play_out(table=table, decide=demo.wishes, until=now_ms() + 60_000)
    assert page(client, SHOW) in page(client)
    pictures = set()
    for time in range(0, 150_000, 3_000):  # at the first place, and after the last battle
        monkeypatch.setattr(show_game, "now_ms", lambda time=time: time)
        caches["copies"].clear()
        recorded = page(client, SHOW)
        assert f'/g/{table.code}/">Watch the replay' in recorded and "data-suit" in recorded
        pictures.add(recorded)
    assert len(pictures) > 20
    demo.begin(find("war"), find("war").presets[0])
    assert f"/g/{table.code}/" in page(client, SHOW)
    peace = demo.begin(find("war"), find("war").presets[1])
    play.play_out(table=peace, decide=demo.wishes, until=now_ms() + 60_000)
    caches["copies"].clear()
    assert peace.preset == "peace" and Table.objects.get(pk=peace.pk).status == "finished"
    assert f"/g/{table.code}/" in page(client, SHOW)  # not where the lower card wins


def test_the_game_to_watch_has_the_curve_of_its_chances(client):
    """Card shares until they are computed."""
    table = play.open_table(by=None, options="cap=20", bots=("recruit", "general"))
    play.play_out(table=table, decide=demo.wishes, until=now_ms() + 60_000)
    Table.objects.update(preset="classic")
    table = Table.objects.prefetch_related("seats__player").get()
    assert "Chances to win" not in page(client, SHOW)
    computed(table.code, course_of_table(table))
    caches["copies"].clear()
    text = page(client, SHOW)
    assert "Chances to win" in text and "Chances of " in text
    assert re.search(r"Battle \d+ of \d+", text) and text.count("%</b>") == 2
    assert "<line x1=" in text.partition('class="overlay"')[2]  # the caret
