"""A database of any earlier release migrates, with the tables of other apps in it."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.accounts.models import Player
from games.table.models import Table

pytestmark = [pytest.mark.services, pytest.mark.sqlite]


def test_a_database_of_an_earlier_release_migrates_and_keeps_its_rows(old_database):
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    address = EmailAddress.objects.get()
    assert address.user == Player.objects.signing_in("ANNA") and address.verified
    assert Session.objects.count() == 1
    assert Table.objects.over().count() > 20 and Table.objects.running().count() > 10
