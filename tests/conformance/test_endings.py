"""The words of every ending of every game, as every seat and a spectator read them: no place-holder
is left in them, on a page, to a screen reader, over a websocket or the API."""

import html
import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.notices.models import Notice
from games.rules.catalogue import GAMES
from games.table.models import Table
from games.table.reading.snapshot import load
from games.table.replay.rebuild import stored_state
from games.table.writer import play
from games.table.writer.orders import Order
from games.work.mail import send_due
from tests.conformance.subjects import KEYS
from tests.depth import share
from tests.pages.stored import confirm_addresses, person

pytestmark = pytest.mark.django_db
PLACE_HOLDER = re.compile(r"<\d>|%\(|\{(?!\{)(?:name|names|count|other|winner)\}")
NAMES = ("Ann", "Bob", "Cem", "Dan", "Eve", "Fay")


def sizes_of(key):
    """Two and three players, as far as the game can be played so."""
    offered = {choice.value for choice in GAMES[key].schema.find(GAMES[key].seats_key).choices}
    return [size for size in (2, 3) if str(size) in offered]


def begun(key, size):
    """A game of people with its cards dealt."""
    game, people = GAMES[key], [person(name) for name in NAMES[:size]]
    table = play.open_table(by=people[0], game=key, options=f"{game.seats_key}={size}")
    for player in people[1:]:
        play.sit(Order(table, player))
    for player in people:
        play.ready(Order(table, player), entropy=bytes(16))
    play.tick(table=table, now=Table.objects.get(pk=table.pk).due_ms)
    return Table.objects.get(pk=table.pk), people


def resign(table, *people):
    for player in people:
        play.resign(Order(table, player, now=table.moved_ms + 1))
        table.refresh_from_db()


def end_with(table, running, code):
    """Store this ending of the game as it was while it was running (bytes)."""
    state, over = GAMES[table.game].load(running), stored_state(table)
    state.end = code
    if hasattr(over, "phase"):
        state.phase = over.phase
    for seat in state.seats:
        if hasattr(seat, "fights"):
            seat.fights = not seat.out  # who ties in a deadlock
    table.state, table.end = state.to_bytes(), code.name.lower()
    table.save(update_fields=["state", "end"])


def reader(player):
    client = Client()
    if player:
        client.force_login(player)
    return client


def read(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    text = answer.content.decode().replace("\\u003C", "<").replace("\\u003E", ">")
    return re.sub(r'<script id="words".*?</script>', "", html.unescape(text), flags=re.S)


def told(table, player):
    """What a reader is told of the end, by the door: page, screen reader, websocket."""
    client, where = reader(player), f"/t/{table.code}/"
    addresses = (where, f"{where}aloud/", f"{where}aloud/?of=table")
    said = {address: read(client, address) for address in addresses}
    viewer = load(table.pk).seat_of(player.pk if player else None)
    said["socket"] = load(table.pk).text(viewer, 0, "en", now=table.moved_ms, watchers=0)
    return said


def told_elsewhere(table, player):
    """What other pages and the API tell of the game."""
    client, where = reader(player), f"/g/{table.code}/"
    addresses = [where, f"{where}?at={table.length}", f"{where}at/{table.length}/"]
    addresses += [f"/api/v1/games/{table.code}", "/", "/history/"]
    addresses += [reverse("mine"), reverse("notices")] if player else []
    return {address: read(client, address) for address in addresses}


def verify_whole(texts):
    for door, text in texts.items():
        left = PLACE_HOLDER.search(text)
        assert not left, (door, text[left.start() - 80 : left.end() + 40])


every = pytest.mark.parametrize("key", KEYS)


@every
@pytest.mark.parametrize("size", share((2, 3)))
def test_no_ending_has_a_place_holder_for_anybody(key, size):
    if size not in sizes_of(key):
        pytest.skip("is not played by so many")
    table, people = begun(key, size)
    running = bytes(table.state)
    resign(table, *people[1:])
    for code in GAMES[key].ends:
        end_with(table, running, code)
        for player in (None, *people):
            verify_whole(told(table, player))


@pytest.mark.django_db(transaction=True)  # notices are written after the commit
@every
def test_whoever_ended_a_game_for_two_is_named_wherever_it_is_told(key, settings):
    if 2 not in sizes_of(key):
        pytest.skip("is not played by two")
    table, (ann, bob) = begun(key, 2)
    settings.PUBLIC_URL = "https://war.example"  # without one there are no mails
    confirm_addresses(ann)
    play.mark_away(Order(table, ann))
    resign(table, bob)
    assert table.end == "resign"
    Notice.objects.exclude(mail_due=None).update(mail_due=timezone.now())
    send_due()
    assert "ended while you were away" in mail.outbox[-1].body
    verify_whole({sent.subject: f"{sent.subject} {sent.body}" for sent in mail.outbox})
    for player, sentence in (
        (ann, "Bob resigned."),
        (bob, "You resigned."),
        (None, "Bob resigned."),
    ):
        said = told(table, player)
        assert sentence in said[f"/t/{table.code}/"], player
        assert sentence in said["socket"], player
        verify_whole(told_elsewhere(table, player))
