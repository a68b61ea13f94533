"""A full disk: what cannot be saved is refused in words, and what was acknowledged stays."""

import json
from itertools import cycle
from uuid import uuid4

import pytest
from django.db import DatabaseError

from games.accounts.models import Player
from games.api.middleware import server_error
from games.bus import disk
from games.live import commands
from games.live.protocol import Command
from games.table.models import Move, Table
from games.table.writer import play
from games.table.writer.orders import Order
from tests.full_database import full_database

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def test_commands_are_refused_until_there_is_space(alice, bob):
    table = play.open_table(by=alice)
    play.sit(Order(table, bob))
    before, acked = Move.objects.count(), 0

    def send(act):
        command = Command(str(uuid4()), act, {})
        return json.loads(commands.execute(table.pk, bob.pk, command, "en").text)

    with full_database():
        for act in cycle(["leave", "sit"]):  # the last pages of the table fill up
            told = send(act)
            if "ack" not in told:
                break
            acked += 1
        assert (told["code"], told["text"]) == ("NO_SPACE", disk.NO_SPACE)
    assert Move.objects.count() == before + acked
    assert Table.objects.get().version == before + acked
    assert "ack" in send(act)


def test_pages_and_programs_are_told(rf, transactional_db):
    told = []
    with full_database():
        try:
            for number in range(300):
                Player.objects.create_user(f"player{number}")
        except DatabaseError:
            told = [server_error(rf.get(path)) for path in ("/tables/new/", "/api/v1/tables")]
    page, problem = told
    assert (page.status_code, problem.status_code) == (503, 503)
    assert str(disk.NO_SPACE) in page.content.decode()
    assert json.loads(problem.content)["code"] == "NO_SPACE"
