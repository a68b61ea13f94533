"""Duplicate: all tables of a round play the same cards, and seats are compared with each other."""

import json
from fractions import Fraction
from itertools import chain

import pytest
from django.conf import settings
from django.db.models import Count
from django.test import Client
from django.urls import reverse

from games.rules.phrases import Phrase
from games.table.models import Table
from games.table.reading import game_log
from games.table.reading.snapshot import load
from games.table.reading.verification import verify
from games.table.writer import play
from games.table.writer.orders import Order as TableOrder
from games.tournaments import checks, lots
from games.tournaments.declared import BadSettings
from games.tournaments.models import Pairing, Tournament, TournamentGame
from games.tournaments.scoring.points import is_ranking, of_round
from games.tournaments.scoring.record import Kind
from games.tournaments.scoring.record import Table as Played
from games.tournaments.settings import resolve
from games.tournaments.writer import automation, entries, life, rounds, rulings
from games.tournaments.writer.orders import Order
from games.work.demo import wishes
from tests.each import each
from tests.pages.addresses import pages
from tests.pages.browsing import signed_in
from tests.referee.check import check
from tests.tournaments.conftest import NOW, new_players
from tests.tournaments.evening import GRACE, Evening, exported, go_to, refuses, until

WW3 = {
    "game": "ww3",
    "size": 4,
    "deals": "duplicate",
    "rounds": 2,
    "format": "swiss",
    "options": "cap=10",
}
THREE = resolve({"game": "ww3", "size": 3, "deals": "duplicate"})


def shares(*tables):
    """The points of tables with these places by seat; text is their kind."""
    numbers = iter(range(1, 99))
    played = [
        Played(
            tuple(next(numbers) for _ in range(3)),
            (None,) * 3 if isinstance(places, str) else places,
            kind=Kind(places) if isinstance(places, str) else Kind.PLAYED,
        )
        for places in tables
    ]
    by_seat = zip(*of_round(THREE, played), strict=True)
    return [" ".join(str(points) for points in seat) for seat in by_seat]


def test_an_entrant_is_compared_with_those_in_the_same_seat():
    assert shares((1, 2, 3), (1, 3, 2), (2, 1, 3), (3, 1, 2)) == [
        "5/6 5/6 1/3 0",
        "1/3 0 5/6 5/6",
        "1/6 5/6 1/6 5/6",
    ]


def test_equals_share_and_what_was_not_played_is_not_compared():
    assert shares((1, 1, 3), (1, 2, 3))[0] == "1/2 1/2"
    assert shares((1, 2, 3), (2, 1, 3), "void", (3, 1, 2))[0] == "1 1/2 1/2 0"
    assert shares((1, 2, 3), (None, None, 1), (2, 1, 3), (3, 1, 2))[0] == "1 0 1/2 0"
    assert shares((1, 2, 3), (None, None, 1), (2, 1, 3), (3, 1, 2))[2] == "1/4 1 1/4 1"
    assert shares((1, 2, None), (2, 1, None), (1, 3, 2))[2] == "0 0 1/2"


def test_a_bot_is_compared_with_nobody_and_its_place_counts():
    """Case 4 of the rules for club evenings: the bot in seat 2 of the second table comes first."""
    assert shares((1, 2, 3), (2, None, 3), (2, 3, 1)) == ["1 1/4 1/4", "1 0 0", "1/4 1/4 1"]


def test_without_another_table_everybody_is_level_and_who_came_alone_has_won():
    """17.10"""
    assert shares((1, 2, 3), "void", (None, 1, None)) == ["1/2 1/2 0", "1/2 1/2 1", "1/2 1/2 0"]


def test_bots_may_stand_between_the_places_of_a_table():
    for places in [(2, 3), (1, 3), (1, 1), (3, 2, None), (2, 2), (3, 3), (3, 4)]:
        assert is_ranking(places, 2)
    for wrong in [(2, 3, 6), (4, 5), (1, 5), (3, 3, 4), (0, 1)]:
        assert not is_ranking(wrong, 2)
    assert not is_ranking((2, 3))


@each(
    [
        ({"format": "elimination"}, "deals"),
        ({"format": "arena", "minutes": 60}, "deals"),
        ({"most": 5}, "most"),
        ({"size": 2, "game": "war", "options": "pace=auto", "games": 3}, "games"),
        ({"size": 2, "game": "war", "options": "pace=auto"}, "deals"),  # nobody decides anything
        ({"size": 2, "engine": "dutch"}, "engine"),
    ]
)
def test_it_needs_a_format_and_a_game_in_which_it_means_something(change, setting):
    with pytest.raises(BadSettings) as refused:
        settings = resolve(WW3 | change)
        checks.verify(settings)
        checks.verify_game(settings)
    assert refused.value.setting == setting
    assert isinstance(refused.value.reason, Phrase)


def test_it_needs_two_tables():
    checks.verify_field(resolve(WW3), 7)
    with pytest.raises(BadSettings):
        checks.verify_field(resolve(WW3), 6)


def tables_of(evening, number):
    games = TournamentGame.objects.filter(pairing__round__stage__tournament=evening.pk)
    games = games.filter(pairing__round__number=number).order_by("pairing__number")
    return [game.table for game in games.select_related("table")]


@pytest.mark.django_db
def test_an_evening(director):
    evening = Evening(director, [WW3], new_players(7))
    until(evening, 1, "playing")
    opened = tables_of(evening, 1)
    assert [table.players for table in opened] == [4, 4]  # a bot is the eighth
    evening.come()
    assert not Table.objects.running().exists()  # they wait for each other
    life.pause(order(director, evening))
    automation.advance(tournament=evening.pk, now=evening.now)
    assert not Table.objects.running().exists()
    life.resume(order(director, evening))
    assert Client().get(f"/tournaments/{evening.code}/rounds/1/1/deal/").status_code == 404
    evening.advance()
    first = tables_of(evening, 1)
    assert {table.status for table in first} == {"running"}
    assert len({(table.deal, table.started_ms, table.commitment) for table in first}) == 1
    name = first[0].shared_deal
    assert name == f"{evening.code}|1|1|1"
    assert bytes(first[0].secret) == lots.round_secret(bytes(evening.row.secret), name)

    seated, strangers = first[0].seats.get(number=1).player_id, Table.objects.visible_to(None)
    assert not strangers.exists() and not Table.objects.public().exists()
    assert list(Table.objects.visible_to(seated)) == [first[0]]
    evening.play()
    over = Table.objects.get(pk=first[0].pk)
    assert over.is_over and over.held_back  # until the other table is counted, too
    three = Pairing.objects.annotate(entrants=Count("places")).get(entrants=3)
    form = f"/tournaments/{evening.code}/console/rule/?pairing={three.pk}"
    assert "place 4" in signed_in(director).get(form).content.decode()  # behind a bot

    evening.run()
    assert {table.deal for table in tables_of(evening, 1)} == {first[0].deal}
    assert {table.deal for table in tables_of(evening, 2)} != {first[0].deal}
    assert strangers.count() == Table.objects.public().count() == 4
    for table in Table.objects.all():
        assert verify(table).ok
    page = Client().get(f"/tournaments/{evening.code}/rounds/1/1/deal/").content.decode()
    assert page.count("Replay<span") == 2 and page.count("a bot, not compared") == 1
    assert "from round" in page  # on the second table is unlike the first
    replay = Client().get(f"/g/{first[0].code}/").content.decode()
    assert f'"/tournaments/{evening.code}/rounds/1/1/deal/"' in replay
    told = exported(evening)
    played = told["stages"][0]["rounds"]
    assert [one["deal"] for one in played] == [
        tables_of(evening, number)[0].deal for number in (1, 2)
    ]
    assert not list(check(json.dumps(told)))
    for one in played:
        short = next(p for p in one["pairings"] if len(p["seats"]) == 3)
        full = next(p for p in one["pairings"] if len(p["seats"]) == 4)
        assert short["places"] == short["games"][0]["places"][:3]  # that of the bot is the fourth
        assert full["points"][3] == "1/2"  # a bot is compared with nobody
        assert all(
            Fraction(a) + Fraction(b) == 1
            for a, b in zip(short["points"], full["points"], strict=False)
        )


@pytest.mark.django_db
def test_who_is_missing_is_replaced_in_their_seat_and_a_ruling_counts_for_all(director):
    evening = Evening(director, [WW3 | {"rounds": 1}], new_players(8))
    until(evening, 1, "playing")
    table = tables_of(evening, 1)[0]
    missing = table.seats.get(number=2).player
    evening.away = {missing.pk}
    evening.come()
    evening.advance()
    assert evening.now >= NOW + GRACE
    evening.advance()
    table.refresh_from_db()
    assert table.status == "running"
    assert table.seats.get(number=2).bot
    assert [seat.bot for seat in table.seats.order_by("number")] == [False, True, False, False]

    pairing = Pairing.objects.get(games__table=table)
    refuses("SAME_CARDS", rulings.restart, order(director, evening), pairing=pairing.pk)
    until(evening, 1)
    gained = pairing.places.order_by("seat").values_list("points", flat=True)
    other = Pairing.objects.exclude(pk=pairing.pk).get().places.order_by("seat")
    assert gained[1] == "0" and other.values_list("points", flat=True)[1] == "1/2"

    beyond, second = [1, None, 4, 4], [4, None, 2, 2]  # to the bot
    refuses("BAD_PLACES", rulings.rule, order(director, evening), pairing=pairing.pk, places=beyond)
    rulings.rule(order(director, evening), pairing=pairing.pk, places=second)
    evening.run()
    told = exported(evening)
    assert not list(check(json.dumps(told)))


@pytest.mark.django_db
def test_a_round_that_was_undone_has_other_cards(director):
    evening = Evening(director, [WW3 | {"rounds": 1}], new_players(8))
    until(evening, 1, "playing")
    evening.come()
    evening.advance()
    (before, _) = tables_of(evening, 1)
    rulings.undo(order(director, evening))
    rounds.request_draw(order(director, evening), number=1)
    evening.run()
    again = [table for table in tables_of(evening, 1) if table.shared_deal != before.shared_deal]
    assert {table.shared_deal for table in again} == {f"{evening.code}|1|1|2"}
    assert {table.deal for table in again} == {again[0].deal} != {before.deal}
    assert not list(check(json.dumps(exported(evening))))


@pytest.mark.django_db
def test_who_leaves_a_round_robin_early_is_compared_with_nobody(director):
    evening = Evening(director, [WW3 | {"format": "roundrobin", "size": 2}], new_players(4))
    go_to(evening, 1, "complete")
    first, second = Pairing.objects.filter(round__number=1).order_by("number")
    left = first.places.get(seat=1).entrant.player
    entries.withdraw(Order(evening.code, left, now=evening.now), left)
    assert {*first.places.values_list("points", flat=True)} == {"0"}
    assert {*second.places.values_list("points", flat=True)} == {"1/2"}


def addresses(table):
    for route, pattern in pages():
        if route.startswith(("t/", "g/")) and [*pattern.pattern.converters] == ["code"]:
            yield reverse(pattern.name, args=[table.code])
    for name in ("", "/moves", "/log"):
        yield f"/api/v1/games/{table.code}{name}"
        yield f"/api/v1/tables/{table.code}{name}"


@pytest.mark.django_db
def test_nobody_else_sees_a_table_before_the_round_is_over(director, client):
    evening = Evening(director, [WW3 | {"rounds": 1}], new_players(8))
    until(evening, 1, "playing")
    evening.come()
    evening.advance()
    table, other = tables_of(evening, 1)
    play.play_out(table=table, decide=wishes, until=evening.now + 3_600_000)
    table.refresh_from_db()
    assert table.is_over and not table.shows_cards
    for page in ("console/", "standings/"):
        seen = signed_in(director).get(f"/tournaments/{evening.code}/{page}")
        assert seen.status_code == 200 and table.code not in seen.content.decode()
    client.force_login(
        other.seats.get(number=1).player, backend=settings.AUTHENTICATION_BACKENDS[0]
    )
    for visitor in (Client(), client):
        answers = {address: visitor.get(address).status_code for address in addresses(table)}
        assert len(answers) > 12 and {*answers.values()} <= {302, 404, 405}, answers
        assert 302 not in {answers[a] for a in answers if not a.startswith("/t/")}
    client.force_login(
        table.seats.get(number=1).player, backend=settings.AUTHENTICATION_BACKENDS[0]
    )
    assert client.get(f"/t/{table.code}/").status_code == 200
    assert client.get(f"/g/{table.code}/")["Location"] == f"/t/{table.code}/"
    assert "when its round is over" in client.get(f"/t/{table.code}/").content.decode()
    assert client.get(f"/api/v1/games/{table.code}").status_code == 404

    evening.run()
    assert Client().get(f"/g/{table.code}/").status_code == 200
    told = client.get(f"/g/{table.code}.json").json()
    assert told["fairness"]["deal"] == table.shared_deal
    assert told["fairness"]["secret"] == bytes(table.secret).hex()


def order(director, evening):
    row = Tournament.objects.get(pk=evening.pk)
    return Order(evening.code, director, "It was so.", row.revision, now=evening.now)


@pytest.mark.django_db
def test_a_resignation_opens_no_cards_before_the_round_is_over(director):
    """The hand and the pick-up pile of that seat are still in play at the other table."""
    evening = Evening(director, [WW3 | {"rounds": 1}], new_players(8))
    until(evening, 1, "playing")
    evening.come()
    evening.advance()
    table = tables_of(evening, 1)[0]
    gone = table.seats.get(number=1).player
    play.resign(TableOrder(table, gone, now=evening.now + 5000))
    resigned = table.moves.get(act="resign")

    def told() -> set[str]:
        """The cards of the seat that resigned, to players, spectators and operators."""
        now = Table.objects.get(pk=table.pk)
        messages = [load(table.pk).message(seat, resigned.number - 1) for seat in (1, 2, None)]
        rows = [message["view"]["removed"] for message in messages]
        rows += [row["removed"] for one in messages for row in one["events"] if "removed" in row]
        rows += [row["removed"] for row in game_log.seen(now, resigned, None) if "removed" in row]
        assert len(rows) >= 4 and all(len(row) > 20 for row in rows[:3])
        return set(chain(*rows))

    assert told() == {"??"}
    play.play_out(table=table, decide=wishes, until=evening.now + 3_600_000)
    assert Table.objects.get(pk=table.pk).is_over and told() == {"??"}
    evening.run()
    assert len(told()) > 20 and "??" not in told()
