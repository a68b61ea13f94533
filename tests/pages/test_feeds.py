"""Atom feeds of the bots' best games and of the lab's questions, read by another parser."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.utils import timezone

from games.lab.runs.gallery import GALLERY
from games.table.models import Table
from games.work import demo
from tests.pages.stored import person, stored

ATOM = "{http://www.w3.org/2005/Atom}"


def entries(client, address):
    """The title and the link of each entry."""
    answer = client.get(address)
    assert answer["Content-Type"].startswith("application/atom+xml")
    assert "max-age=600" in answer["Cache-Control"]
    feed = ElementTree.fromstring(answer.content)
    assert feed.find(f"{ATOM}link[@rel='self']").get("href") == f"http://testserver{address}"
    return [
        (entry.find(f"{ATOM}title").text, entry.find(f"{ATOM}link").get("href"))
        for entry in feed.findall(f"{ATOM}entry")
    ]


@pytest.mark.django_db
def test_the_bots_best_games_of_the_week_come_first(client):
    quiet, wild, old = demo.fill(games=3)
    stored(person("Anna"), person("Ben"), ended_at=timezone.now(), wars=99)
    now = timezone.now()
    for table, wars, days in ((quiet, 1, 0), (wild, 40, 2), (old, 90, 8)):
        Table.objects.filter(pk=table.pk).update(wars=wars, ended_at=now - timedelta(days=days))
    (first, at), (_second, then) = entries(client, "/history/bots.atom")
    assert first.endswith(": 40 wars") and at == f"http://testserver/g/{wild.code}/"
    assert then == f"http://testserver/g/{quiet.code}/"
    Table.objects.filter(pk=wild.pk).update(held_back=True)
    assert len(entries(client, "/history/bots.atom")) == 1
    assert "/history/bots.atom" in client.get("/history/").content.decode()


@pytest.mark.django_db
def test_the_newest_question_of_the_lab_comes_first(client):
    told = entries(client, "/lab/feed.atom")
    assert len(told) == len(GALLERY)
    key = told[0][1].removeprefix("http://testserver/lab/q/").strip("/")
    assert GALLERY[key].added == max(question.added for question in GALLERY.values())
    assert "/lab/feed.atom" in client.get("/lab/").content.decode()
