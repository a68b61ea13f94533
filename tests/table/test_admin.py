"""The admin."""

import logging
import re
from datetime import UTC, datetime

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.urls import reverse

from games.accounts.models import Player
from games.bus import publisher
from games.chat.content import verify_words
from games.lobby import invitations, wishes
from games.lobby.wishes import WishedGame
from games.ratings.ledger import record_tables
from games.relations import circles
from games.table.models import Table
from games.table.refusals import Refused
from games.table.writer import play
from games.table.writer.orders import Order
from tests.pages.stored import person, stored
from tests.ratings.conftest import finish, open_rated
from tests.table.conftest import NOW, begin, call, until_phase

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(client, settings):
    settings.MIDDLEWARE = [one for one in settings.MIDDLEWARE if "servestatic" not in one]
    boss = Player.objects.create_superuser("boss", "boss@example.org", "x")
    Authenticator.objects.create(user=boss, type=Authenticator.Type.TOTP, data={})
    client.force_login(boss)
    return boss


def page(client, name, *args, **query):
    answer = client.get(reverse(f"admin:games_{name}", args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_strangers_are_sent_to_the_log_in(client, settings):
    settings.MIDDLEWARE = [one for one in settings.MIDDLEWARE if "servestatic" not in one]
    answer = client.get("/admin/login/")
    assert answer.status_code == 302 and answer["Location"].startswith(reverse("account_login"))


def test_operators_need_a_second_factor(client, boss):
    boss.authenticator_set.all().delete()
    answer = client.get("/admin/games/player/", follow=True)
    assert answer.redirect_chain[-1] == (reverse("mfa_index"), 302)
    assert "need a second factor" in answer.content.decode()


def test_players_are_found_by_name(client, boss, alice, bob):
    text = page(client, "player_changelist", q="lic")
    assert ">Alice<" in text and ">Bob<" not in text
    person("İpek")
    for spelling in ("İPEK", "ipek", "pek"):
        assert ">İpek<" in page(client, "player_changelist", q=spelling)
    page(client, "player_change", alice.pk)


def test_a_ban_needs_a_reason(client, boss, alice):
    address = reverse("admin:games_player_changelist")
    chosen = {"action": "ban", "_selected_action": [alice.pk, boss.pk]}
    asked = client.post(address, chosen).content.decode()
    assert "Reason" in asked and "Alice" in asked and "<li>boss" not in asked
    client.post(address, chosen | {"reason": "shouting", "confirmed": "1"})
    alice.refresh_from_db()
    boss.refresh_from_db()
    assert (alice.is_active, alice.ban_reason, boss.is_active) == (False, "shouting", True)
    client.post(address, {"action": "unban", "_selected_action": [alice.pk]})
    alice.refresh_from_db()
    assert alice.is_active


def test_tables_are_found_by_code_and_player(client, boss, running):
    for query in (running.code, "Alice"):
        assert running.code in page(client, "table_changelist", q=query)
    assert running.code not in page(client, "table_changelist", q="Charlie")


def test_wishes_invitations_circles_and_ratings_can_be_read(
    client, boss, alice, bob, django_assert_max_num_queries
):
    circle = circles.create(by=alice, name="Club of Friday")
    table = play.open_table(by=alice, game="ww3", options="seats=5", now=NOW)
    wishes.make(player=bob, choices=[WishedGame("ww3", preset="quick")], now=NOW)
    for number in range(3):
        other = person(f"Player {number}")
        circles.join(circle=circle, player=other)
        wishes.make(player=other, choices=[WishedGame("war")], now=NOW)
        invitations.send(table=table, by=alice, player=other, now=NOW)
    finish(open_rated([person("Anna"), person("Ben")]))
    record_tables("ww3")
    shown = {
        "wish": ["World War III", "Classic War", "Bob", "Player 2"],
        "invitation": ["Player 2", "Alice", "Waiting for an answer"],
        "circle": ["Club of Friday", "Alice", ">4<"],
        "ratingchange": ["World War III", "Ben", "1500 ± 217"],
    }
    for name, words in shown.items():
        with django_assert_max_num_queries(12):
            text = page(client, f"{name}_changelist")
        assert [word for word in words if word not in text] == []
        page(client, f"{name}_changelist", q="Alice")
        model = apps.get_model("games", name)
        text = page(client, f"{name}_change", model.objects.latest("pk").pk)
        assert circle.key not in text and ("_save" in text) == (name == "circle")
    where = reverse("admin:games_circle_change", args=[circle.pk])
    client.post(where, {"rated_events": "on", "name": "Taken over"})
    circle.refresh_from_db()
    assert circle.rated_events and circle.name == "Club of Friday"


def test_a_running_game_keeps_its_secrets(client, boss, alice, bob):
    options = "spoils=hidden;auto=A;cap=200"
    table = begin(play.open_table(by=alice, options=options), alice, bob)
    play.tick(table=table, now=NOW + 60_000)
    table.refresh_from_db()
    secrets = [
        bytes(table.secret).hex(),
        table.deal,
        table.deal[2:30],
        bytes(table.state).hex(),
        bytes(16).hex(),
    ]
    shown = page(client, "table_change", table.pk)
    log = page(client, "move_changelist", table__id=table.pk)
    assert "??" in log and "shown when the game is over" in shown
    for secret in secrets:
        assert secret not in shown and secret not in log
    play.resign(Order(table, alice, now=NOW + 60_000))
    shown = page(client, "table_change", table.pk)
    assert table.deal in shown and bytes(table.secret).hex() in shown


def test_an_operator_learns_nothing_of_a_sealed_call(client, boss, alice, bob):
    """Neither that it was made, nor by whom, nor from the numbers of later moves."""
    table = play.open_table(by=alice, game="ww3", options="seats=2", now=NOW)
    play.sit(Order(table, bob, now=NOW))
    table = until_phase(begin(table, alice, bob), "hold")

    def seen():
        pages = [page(client, "table_change", table.pk), page(client, "table_changelist")]
        pages.append(page(client, "move_changelist", table__id=table.pk))
        pages.append(page(client, "move_change", table.moves.first().pk, table__id=table.pk))
        return [
            re.sub('name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"', "", text)
            for text in pages
        ]

    before = seen()
    call(table, alice)
    assert table.moves.last().sealed
    assert seen() == before
    sealed = reverse("admin:games_move_change", args=[table.moves.last().pk])
    assert client.get(sealed, {"table__id": table.pk}, follow=True).redirect_chain
    play.offer(Order(table, bob, now=table.moved_ms), what="finish")
    assert f'"field-place">{table.shown + 1}<' in page(
        client, "move_changelist", table__id=table.pk
    )
    play.resign(Order(table, bob, now=table.moved_ms))
    assert ">hold<" in page(client, "move_changelist", table__id=table.pk)


def test_an_operator_cannot_search_for_what_is_not_shown(client, boss, running, alice):
    circle = circles.create(by=alice, name="Club of Friday")
    for name, field, value in (
        ("table", "deal__startswith", running.deal[:9]),
        ("table", "secret", "0"),
        ("move", "sealed", "1"),
        ("circle", "key__startswith", circle.key[:3]),
        ("invitation", "table__deal__startswith", "A"),
        ("tournament", "secret__startswith", "A"),
        ("report", "evidence__contains", "fool"),
        ("player", "password__startswith", "md5"),
    ):
        address = reverse(f"admin:games_{name}_changelist")
        assert client.get(address, {field: value}).status_code == 400, field
    assert running.code in page(client, "table_changelist", status__exact="running")


def test_an_operator_aborts_with_a_reason(client, boss, running):
    address = reverse("admin:games_table_changelist")
    chosen = {"action": "abort", "_selected_action": [running.pk]}
    assert "Reason" in client.post(address, chosen).content.decode()
    client.post(address, chosen | {"reason": "power cut", "confirmed": "1"})
    table = Table.objects.get()
    assert (table.status, table.reason) == ("aborted", "power cut")
    assert "Closed: power cut" in page(client, "table_changelist")


def test_a_table_is_shown_in_words_and_with_the_time_zone(client, boss, alice, bob):
    game = stored(alice, bob)
    Table.objects.update(created_at=datetime(2026, 3, 4, 17, 30, tzinfo=UTC))
    shown = page(client, "table_change", game.pk)
    assert "Classic War" in shown and "all cards taken" in shown
    for text in (shown, page(client, "table_changelist")):
        assert "2026-03-04 17:30 UTC" in text


def test_what_the_site_stopped_itself_is_aborted(client, boss, alice, bob):
    game = stored(alice, bob, status="aborted", result="*", reason="ABANDONED")
    for text in (page(client, "table_changelist"), page(client, "table_change", game.pk)):
        assert "Nobody was there for half an hour." in text and "ABANDONED" not in text
    assert "Aborted: Nobody was there" in page(client, "table_changelist")


def test_nothing_is_added_changed_or_deleted_by_hand(client, boss, running, alice):
    for name, pk in (("table", running.pk), ("player", alice.pk)):
        assert client.get(reverse(f"admin:games_{name}_add")).status_code == 403
        assert client.get(reverse(f"admin:games_{name}_delete", args=[pk])).status_code == 403
    client.post(reverse("admin:games_table_change", args=[running.pk]), {"result": "1"})
    assert Table.objects.get().result == "*"


def test_moves_are_shown_by_table_only(client, boss, running):
    assert "0 moves" in page(client, "move_changelist")


def test_lists_say_players_and_states_in_words(client, boss, running):
    text = page(client, "table_changelist")
    assert "Alice, Bob" in text and "Running, " in text and "Classic War" in text
    assert "Alice" not in page(client, "player_changelist", kind="bot")


def test_words_that_nobody_may_write_are_listed(client, boss, alice):
    add = reverse("admin:games_listedword_add")
    client.post(add, {"word": "Rotter", "language": "en"})
    assert "one that looks like it" in client.post(add, {"word": "r0tter"}).content.decode()
    with pytest.raises(Refused):
        verify_words("you rottér")


def test_what_was_done_is_confirmed(client, boss, alice):
    chosen = {"action": "ban", "_selected_action": [alice.pk], "reason": "x", "confirmed": "1"}
    text = client.post(reverse("admin:games_player_changelist"), chosen, follow=True)
    assert "1 player is banned." in text.content.decode()


def test_the_first_page_tells_what_runs_and_what_failed(client, boss, running):
    logging.getLogger("games.live").error("The cellar is flooded")
    publisher.flush()
    text = client.get(reverse("admin:index")).content.decode()
    assert "The cellar is flooded" in text and "Bots and deadlines wait." in text
    assert "Authenticator" not in text
