"""The site's metrics for Prometheus."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection

from games.table import clock, moves
from games.table.models import Move, Pulse
from games.table.writer import play
from games.work import demo

OPERATIONS = Path(__file__).parents[1] / "docs" / "operations.md"
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def read(client, settings):
    """Asks for the site's own metrics: values by name and labels, and the names of all."""
    settings.METRICS_TOKEN = "token"

    def read() -> tuple[dict[str, float], set[str]]:
        text = client.get("/metrics", headers={"Authorization": "Bearer token"}).content.decode()
        names = re.findall(r"^# TYPE (warsite_\w+)", text, re.MULTILINE)
        rows = re.findall(r"^(warsite_\S+) (\S+)$", text, re.MULTILINE)
        own = {name for name in names if not name.endswith("_created")}
        return {name: float(value) for name, value in rows}, own

    return read


def test_moves_are_counted_also_when_they_are_archived(read):
    before = read()[0]["warsite_moves_total"]
    table = demo.begin(*demo.kinds()[0], now=1_000_000)
    play.play_out(table=table, decide=demo.wishes, until=1_000_000 + 60_000)
    written = Move.objects.filter(table=table).count()
    assert written > 10 and read()[0]["warsite_moves_total"] == before + written
    moves.archive_old(at=clock.moment(1_000_000) + timedelta(days=2))
    assert not Move.objects.exists()
    assert read()[0]["warsite_moves_total"] == before + written


def test_every_metric_is_documented_and_every_documented_one_is_told(read):
    documented = {*re.findall(r"`(warsite_\w+)`", OPERATIONS.read_text())}
    if connection.vendor != "postgresql":
        documented.remove("warsite_database_connections")
    assert read()[1] == documented


def test_a_silent_live_worker_is_told(read):
    Pulse.objects.update_or_create(pk=1, defaults={"alive_ms": clock.now_ms() - 90_000})
    assert 90 <= read()[0]["warsite_live_worker_silent_seconds"] < 900


def test_a_part_that_cannot_be_read_is_missing(read, dead_valkey):
    values, names = read()
    assert "warsite_reminders" not in names and "warsite_valkey_hits_total" not in names
    assert values['warsite_tables{status="running"}'] == 0
