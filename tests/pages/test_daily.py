"""The deal of the day: the same cards for everyone, its results, and its verification."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.core.cache import caches
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.lab.runs.models import Simulation
from games.pages.play.daily import SHOWN
from games.rules import fairness
from games.rules.catalogue import rules_of
from games.table import clock, daily
from games.table.models import SealedDay, Table
from games.table.reading import game_log, verification
from games.table.reading.history import Filters, find
from games.table.refusals import Refused
from games.table.replay.rebuild import key_of
from games.table.writer import play
from games.table.writer.orders import Order
from games.tasks import tidy
from games.work import demo
from tests.each import each
from tests.pages.stored import stored
from tests.standalone import standalone

pytestmark = pytest.mark.django_db
DAILY = reverse("daily")
TODAY = date(2026, 11, 20)


@pytest.fixture(autouse=True)
def noon():
    """Noon, so that no day ends during a test."""
    with time_machine.travel(datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC)):
        yield


@pytest.fixture
def operator(db, settings):
    """The browser of an operator."""
    settings.MIDDLEWARE = [one for one in settings.MIDDLEWARE if "servestatic" not in one]
    boss = Player.objects.create_superuser("boss", "boss@example.org", "x")
    Authenticator.objects.create(user=boss, type=Authenticator.Type.TOTP, data={})
    browser = Client()
    browser.force_login(boss)
    return browser


def page(client, path=DAILY, **query):
    answer = client.get(path, query)
    assert answer.status_code == 200
    return answer.content.decode()


def over(table):
    """Bots play it to the end, on both sides."""
    table.seats.filter(number=1).update(substitute=True)
    play.play_out(table=table, decide=demo.wishes, until=clock.now_ms() + demo.LONGEST_MS)
    return Table.objects.get(pk=table.pk)


def done(player, general, *, won, score, number=0, day=TODAY):
    return stored(
        player,
        general,
        number=number,
        winner=1 if won else 2,
        game="ww3",
        preset="solo",
        score=score,
        day=day,
        length=9,
    )


def test_one_click_deals_the_cards_of_the_day(client):
    answer = client.post(DAILY)
    table = Table.objects.get()
    assert answer.url == reverse("table", args=[table.code])
    day = SealedDay.objects.get(day=TODAY)
    assert (table.status, table.day, table.commitment) == ("running", TODAY, day.commitment)
    rules, o = rules_of("ww3", "seats=1")
    key = fairness.key(bytes(day.secret), f"ww3|{TODAY.isoformat()}", [])
    assert table.deal == rules.deal_text(rules.deal(o, fairness.shuffle(key, rules.pack(o))))
    text = page(client, answer.url)
    assert f"The deal of {TODAY.isoformat()}" in text and "sealed the day before" in text


def test_a_game_that_is_not_over_is_gone_on_with(client, alice, bob):
    client.force_login(alice)
    first, again = client.post(DAILY).url, client.post(DAILY).url
    assert first == again and Table.objects.count() == 1
    client.force_login(bob)
    assert client.post(DAILY).url != first
    assert len(set(Table.objects.values_list("deal", flat=True))) == 1


def test_two_who_play_alike_get_alike(alice, bob):
    """Not only the deal, every packet follows from the secret of the day."""
    noon = int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp() * 1000)
    games = [play.open_daily(by=player, now=noon) for player in (alice, bob)]
    for table, player in zip(games, (alice, bob), strict=True):
        play.ready(Order(table, player, now=noon), entropy=player.pk.to_bytes(16))
        while (due := Table.objects.values_list("due_ms", flat=True).get(pk=table.pk)) is not None:
            play.tick(table=table, now=due)
    first, second = (game_log.as_json(Table.objects.get(pk=table.pk)) for table in games)
    assert first["moves"][4:] == second["moves"][4:] and first["fairness"] == second["fairness"]
    assert first["fairness"]["day"] == "2026-03-01"


def test_the_secret_of_a_day_opens_when_it_is_over(client, operator, alice, capsys):
    """No page, file or command shows it before, the operators' neither."""
    client.force_login(alice)
    yesterday, tomorrow = TODAY - timedelta(days=1), TODAY + timedelta(days=1)
    with time_machine.travel(datetime(2026, 11, 19, 12, tzinfo=UTC)):
        html = page(client)
    commitment = SealedDay.objects.get(day=TODAY).commitment
    assert commitment in html  # the day before
    client.post(DAILY)
    page(client)  # draws tomorrow's
    table = over(Table.objects.get())
    secret, key = bytes(table.secret).hex(), key_of(table, []).hex()
    unopened = [secret, key, bytes(SealedDay.objects.get(day=tomorrow).secret).hex()]

    def everything() -> str:
        call_command("verify", table.code)
        pages = [DAILY, f"/t/{table.code}/", f"/g/{table.code}/", f"/g/{table.code}/verify/"]
        pages += [f"/g/{table.code}.json", f"/g/{table.code}.wsn", f"/api/v1/games/{table.code}"]
        texts = [page(client, path) for path in pages]
        texts += [page(operator, reverse("admin:games_table_change", args=[table.pk]))]
        return capsys.readouterr().out + "".join(texts)

    public = everything()
    assert (
        "BAD" not in public and commitment in public and not any(one in public for one in unopened)
    )
    with pytest.raises(standalone.TooEarly):
        standalone.key_of(game_log.as_json(table))
    past = {"day": yesterday.isoformat()}
    assert SealedDay.objects.get(day=yesterday).commitment in page(client, **past)
    caches["copies"].clear()
    with time_machine.travel(datetime(2026, 11, 21, 0, 0, 1, tzinfo=UTC)):
        public = everything()
        assert "BAD" not in public and key in public and public.count(secret) >= 3
        assert standalone.key_of(game_log.as_json(table)).hex() == key
        assert secret in page(client, day=TODAY.isoformat())


def test_a_game_counts_if_it_is_over_before_the_secret_is_shown(client, alice, bob):
    for player, hour in ((alice, 23), (bob, 24)):
        client.force_login(player)
        client.post(DAILY)
        Table.objects.filter(seats__player=player).update(
            status="finished",
            score=1,
            ended_at=datetime(2026, 11, 20, tzinfo=UTC) + timedelta(hours=hour),
        )
    text = page(client)
    assert ">Alice</bdi></a>" in text and ">Bob</bdi></a>" not in text


def test_each_day_has_one_secret_whoever_comes_first():
    at = datetime.now(UTC)
    daily.seal(at=at)
    before = list(SealedDay.objects.values_list("day", "secret"))
    tidy()
    assert list(SealedDay.objects.values_list("day", "secret")) == before and len(before) == 2


def test_what_was_dealt_before_days_had_secrets_is_verified_from_the_date(client, alice):
    table = play.open_daily(by=alice)
    Table.objects.update(commitment="")
    play.ready(Order(table.pk, alice), entropy=bytes(16))
    table = over(Table.objects.get())
    rules, o = rules_of("ww3", "seats=1")
    deck = fairness.shuffle(rules.daily.old_key(TODAY.isoformat()), rules.pack(o))
    assert table.deal == rules.deal_text(rules.deal(o, deck))
    assert standalone.verify(game_log.as_json(table)) == 0
    assert [check.name for check in verification.verify(table).checks][0] == "date"
    assert verification.verify(table).ok and isinstance(table.score, int)
    client.force_login(alice)
    text = page(client, f"/g/{table.code}/verify/")
    assert "<h1>Verified by the server</h1>" in text and "Nothing was sealed here" in text
    assert f"ww3|solo|{TODAY.isoformat()}" in text and bytes(table.secret).hex() not in text
    assert "results of the day" in page(client, f"/g/{table.code}/")
    table.day = TODAY.replace(year=2020)
    assert not verification.verify(table).ok


def test_results_are_ranked_and_the_first_game_counts(client, alice, bob, charlie):
    general = play.open_table(by=alice, game="ww3", options="seats=1").seats.get(number=2).player
    done(alice, general, won=False, score=30, number=1)
    done(bob, general, won=True, score=5, number=2)
    done(charlie, general, won=True, score=12, number=3)
    done(alice, general, won=True, score=99, number=4)
    done(alice, general, won=True, score=77, number=5, day=TODAY.replace(year=2025))
    text = page(client)
    names = [text.index(f">{name}</bdi></a>") for name in ("Charlie", "Bob", "Alice")]
    assert names == sorted(names)
    assert ">30<" in text and ">99<" not in text and ">77<" not in text
    assert ">77<" in page(client, day=TODAY.replace(year=2025).isoformat())


def test_the_best_are_shown_whenever_they_played(client, alice, bob):
    general = play.open_table(by=alice, game="ww3", options="seats=1").seats.get(number=2).player
    for number in range(SHOWN):
        player = Player.objects.create(
            username=f"p{number}", name=f"P{number}", name_key=f"p{number}"
        )
        done(player, general, won=False, score=20)
    done(alice, general, won=False, score=19)
    done(bob, general, won=True, score=1)
    text = page(client)
    assert text.index(">Bob</bdi></a>") < text.index(">P0</bdi></a>")
    assert text.count("</bdi></a>") == SHOWN and ">Alice</bdi></a>" not in text


def test_your_result_has_a_percentile_a_streak_and_a_text_to_share(client, alice, bob, charlie):
    general = play.open_table(by=alice, game="ww3", options="seats=1").seats.get(number=2).player
    for back in (0, 1, 2, 4):
        done(alice, general, won=True, score=40 + back, number=back, day=TODAY - timedelta(back))
    done(bob, general, won=False, score=50, number=8)
    done(charlie, general, won=True, score=60, number=9)
    client.force_login(alice)
    text = page(client)
    words = "I beat the General, 40 points, better than 50% of the other players, 3 days in a row"
    assert f"{words}." in text and f"deal of 20 Nov 2026: {words} http://" in text
    assert "The best of yesterday" in text and "41 points" in text
    assert "better than" not in page(client, day="2026-11-19")
    assert "2 days in a row" in page(client, day="2026-11-19")


@each(["x", "1999-12-31", "2999-01-01", "2026-02-30"], "client")
def test_a_day_that_is_none_is_not_found(client, day):
    assert client.get(DAILY, {"day": day}).status_code == 404


def test_queries_do_not_grow(client, alice, bob, charlie, django_assert_num_queries):
    general = play.open_table(by=alice, game="ww3", options="seats=1").seats.get(number=2).player
    page(client)  # draws the secrets of today and tomorrow
    done(alice, general, won=True, score=1)
    with django_assert_num_queries(4):
        page(client)
    done(bob, general, won=True, score=2)
    done(charlie, general, won=True, score=3)
    with django_assert_num_queries(4):
        page(client)


def test_only_world_war_three_has_one(alice):
    with pytest.raises(Refused, match="NO_DAILY"):
        play.open_daily(by=alice, game="war")


def test_a_rematch_is_dealt_anew(alice):
    table = play.open_daily(by=alice)
    play.ready(Order(table, alice), entropy=bytes(16))
    play.resign(Order(table, alice))
    again = play.rematch(Order(table, alice))
    assert again.day is None and again.commitment


def doors(table):
    """Every address at which somebody can see the cards of this game, or how it went."""
    game, api = f"/g/{table.code}", f"/api/v1/games/{table.code}"
    return [
        *(f"/t/{table.code}/", f"{game}/", f"{game}/at/1/", f"{game}/frames.json", f"{game}.json"),
        *(f"{game}.wsn", f"{game}/verify/", f"{game}/?chart=chances", api, f"{api}.wsn"),
    ]


def answers(client, table):
    return {client.get(path).status_code for path in doors(table)}


def test_who_has_not_finished_the_deal_of_today_sees_nothing_of_it(client, operator, alice, bob):
    """A resignation at once must not open the cards to those who still want to play them."""
    client.force_login(alice)
    client.post(DAILY)
    table = Table.objects.get()
    lists = ["/history/", "/", f"/p/{alice.slug}/", "/api/v1/games", "/api/v1/tables"]
    assert all(table.code not in page(Client(), path) for path in lists)  # nobody watches it
    assert not Table.objects.visible_to(bob.pk).exists()
    while (due := Table.objects.get()).length < 2:
        play.tick(table=table, now=due.due_ms)
    play.resign(Order(table, alice, now=due.moved_ms))
    table.refresh_from_db()

    stranger, other = Client(), Client()
    other.force_login(bob)
    other.post(DAILY)  # it is dealt, and goes on
    for browser in (stranger, other):
        assert answers(browser, table) == {404}
        assert browser.post(f"/g/{table.code}/chances/").status_code == 404
        assert all(table.code not in page(browser, path) for path in lists)
        text = page(browser)
        assert "Alice" in text and "lost" in text and table.code not in text  # the result stays
    assert not find(Filters()).exists()
    row = reverse("admin:games_table_change", args=[table.pk])
    moves = page(operator, reverse("admin:games_move_changelist"), table__id=table.pk)
    assert table.deal not in page(operator, row)
    assert "??" in moves and "Kd" not in moves[moves.index("removed") :]  # a resignation

    assert answers(client, table) == {200}  # she has played it
    assert client.get(f"/g/{table.code}/frames.json")["Cache-Control"].startswith("private")
    assert client.get(f"/api/v1/games/{table.code}")["Cache-Control"].startswith("private")
    place = page(client, f"/g/{table.code}/at/1/")
    assert "You can play on from here after midnight UTC" in place and "data-play-on" not in place
    for do in ("run", "table"):
        client.post(f"/g/{table.code}/at/1/", {"do": do})
    assert Table.objects.count() == 2 and not Simulation.objects.exists()

    play.resign(Order(Table.objects.get(seats__player=bob), bob))
    assert answers(other, table) == {200} and table.code in page(other)
    with time_machine.travel(datetime(2026, 11, 21, 0, 0, 1, tzinfo=UTC)):
        assert answers(stranger, table) == {200}
        assert all(table.code in page(stranger, path) for path in lists if "tables" not in path)
        assert table.code in page(stranger, day=TODAY.isoformat())


def test_the_best_hand_of_yesterday_lies_open_and_todays_does_not(client, alice, bob):
    general = play.open_table(by=alice, game="ww3", options="seats=1").seats.get(number=2).player
    yesterday, deal = TODAY - timedelta(days=1), "1:Td3d3s5c3c+Jh6c/2:Ac3h8sQs5s+X2/c:Jd5h"
    for number, (player, score) in enumerate(((alice, 3), (bob, 8))):
        table = done(player, general, won=True, score=score, number=number, day=yesterday)
        Table.objects.filter(pk=table.pk).update(
            deal=deal, ended_at=datetime(2026, 11, 19, 13, tzinfo=UTC)
        )
    Table.objects.filter(pk=done(alice, general, won=True, score=5, number=9).pk).update(deal=deal)
    html = page(client)
    hand = html.partition('<p class="hand">')[2].partition("</p>")[0]
    names = ["10 of diamonds", "3 of diamonds", "3 of spades", "5 of clubs", "3 of clubs"]
    assert re.findall('aria-label="([^"]*)"', hand) == names and html.count('class="hand"') == 1
    assert 'class="hand"' not in page(client, day="2026-11-18")


def test_a_calendar_of_four_weeks_tells_each_result_in_words(client, alice, bob):
    general = play.open_table(by=alice, game="ww3", options="seats=1").seats.get(number=2).player
    client.force_login(alice)
    assert 'class="weeks"' not in page(client)
    for number, (back, won) in enumerate(((0, True), (2, False), (2, True), (40, True))):
        day = TODAY - timedelta(days=back)
        table = done(alice, general, won=won, score=number, number=number, day=day)
        ended = datetime(day.year, day.month, day.day, 11, number, tzinfo=UTC)
        Table.objects.filter(pk=table.pk).update(ended_at=ended)
    done(bob, general, won=True, score=9, number=9)
    days = re.findall(
        r"<li[^>]*>(.*?)</li>",
        page(client).partition('class="weeks"')[2].partition("</ol>")[0],
        re.S,
    )
    words = [" ".join(re.sub("<[^>]+>", " ", one).split()) for one in days]
    assert (len(words), words[-1], words[-3]) == (28, "20 Nov won 0", "18 Nov lost 1")
    assert words[-2] == "19 Nov · not played"


def test_what_is_only_for_checking_is_behind_verify(client):
    html = page(client)
    behind = html.partition('<details class="panel seals">')[2].partition("</details>")[0]
    assert SealedDay.objects.get(day=TODAY).commitment in behind and "Verify" in behind
