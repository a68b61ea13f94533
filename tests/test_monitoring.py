"""The examples for Prometheus and Grafana, against the metrics that the site really has."""

import json
import re
import shutil
import subprocess

import pytest
import yaml
from django.db import connection

from tests.production import ROOT, SERVICES
from warsite.services import host_names

FOLDER = ROOT / "deploy" / "monitoring"
RULES = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"][0]["rules"]
PANELS = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
EXAMPLE = (ROOT / ".env.example").read_text()
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def asked() -> dict[str, str]:
    """Every expression, by the alert or the panel with it."""
    alerts = {rule["alert"]: rule["expr"] for rule in RULES}
    panels = {panel["title"]: " ".join(t["expr"] for t in panel["targets"]) for panel in PANELS}
    return alerts | panels


def servers() -> list[str]:
    """All web processes that the proxy asks."""
    names = re.findall(r'^(?:WEB|PROGRAM)_SERVERS="(.*)"$', EXAMPLE, re.M)
    return [address for line in names for address in line.split()]


def test_every_metric_that_is_asked_for_exists(client, settings):
    settings.METRICS_TOKEN = "token"
    client.get("/")
    text = client.get("/metrics", headers={"Authorization": "Bearer token"}).content.decode()
    told = set(re.findall(r"^(\w+)", text, re.M)) | {"up"}
    if connection.vendor == "sqlite":
        told.add("warsite_database_connections")
    for place, expression in asked().items():
        bare = re.sub(r'"[^"]*"|\{[^}]*\}', "", expression)
        names = set(re.findall(r"\b(?:up|(?:warsite|django|process)_\w+)\b", bare))
        assert names and names <= told, place


def test_every_metric_of_the_site_is_watched():
    text = " ".join(asked().values())
    documented = re.findall(r"`(warsite_\w+)`", (ROOT / "docs" / "operations.md").read_text())
    assert documented and [name for name in documented if name not in text] == []


def test_each_web_process_is_read(client, settings):
    (job,) = yaml.safe_load((FOLDER / "prometheus.yml").read_text())["scrape_configs"]
    targets = [target for group in job["static_configs"] for target in group["targets"]]
    assert targets == servers()
    settings.METRICS_TOKEN = "token"
    settings.ALLOWED_HOSTS = ["war.example.org", *host_names(*servers())]
    for target in targets:
        headers = {"Host": target, "Authorization": "Bearer token"}
        assert client.get(job["metrics_path"], headers=headers).status_code == 200
    assert client.get("/metrics", headers={"Host": "elsewhere"}).status_code == 400


def test_names_of_servers_are_read_as_compose_writes_them():
    assert host_names('"web-1:8000 web2-1:8000"', "10.0.0.1:8000") == [
        *("web-1", "web2-1", "10.0.0.1"),
    ]
    assert host_names("", "") == []


def test_alerts_come_before_the_limits_of_compose():
    limits = {rule["alert"]: int(re.findall(r"> (\d+)", rule["expr"])[0]) for rule in RULES[-3:-1]}
    most = int(SERVICES["postgres"]["command"][-1].removeprefix("max_connections="))
    memory = SERVICES["valkey"]["command"][-3]
    assert most * 0.8 < limits["ConnectionsScarce"] < most
    assert memory == "256mb" and 200 < limits["ValkeyFull"] < 256


@pytest.mark.skipif(shutil.which("promtool") is None, reason="without promtool")
def test_prometheus_reads_the_rules():
    subprocess.run(["promtool", "check", "rules", FOLDER / "alerts.yml"], check=True)
