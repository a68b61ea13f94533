"""The bell of every page, and the page of all notices."""

import pytest

from games.notices.kinds import Kind
from games.notices.models import Notice
from games.notices.writer import notify
from games.pages.account import notices

pytestmark = pytest.mark.django_db


def words(client, address):
    return " ".join(client.get(address).content.decode().split())


@pytest.fixture
def own(client, alice):
    """Alice has three notices, Bob none of his business."""
    for number in range(3):
        notify(alice, Kind.OVER, f"TABLE{number}")
    client.force_login(alice)
    return client


def test_the_bell_counts_until_the_list_is_opened(own, bob):
    notify(bob, Kind.OVER, "SECRET")
    assert "3 new notices" in words(own, "/rules/")
    page = words(own, "/me/notices/")
    assert page.count('<span class="tag now push">New</span>') == 3 and "SECRET" not in page
    assert "0 new notices" in words(own, "/rules/")
    assert "tag now push" not in words(own, "/me/notices/")
    assert Notice.objects.unseen().get().player == bob


def test_opening_the_list_in_the_header_is_a_form(own):
    assert own.get("/me/notices/seen/").status_code == 405
    assert own.post("/me/notices/seen/").status_code == 204
    assert not Notice.objects.unseen().exists()


def test_strangers_have_no_bell(client):
    assert "data-bell" not in words(client, "/rules/")
    assert client.get("/me/notices/")["Location"].startswith("/account/login/")


def test_older_ones_are_on_further_pages(own, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(notices, "SIZE", 2)
    first = own.get("/me/notices/")
    assert [line.notice.subject for line in first.context["lines"]] == ["TABLE2", "TABLE1"]
    with django_assert_max_num_queries(9):
        second = own.get("/me/notices/" + first.context["links"]["older"])
    assert [line.notice.subject for line in second.context["lines"]] == ["TABLE0"]
    assert second.context["links"] == {"newer": "/me/notices/"}
    assert own.get("/me/notices/?before=nonsense").status_code == 200
