"""Presence: shown to the players whom a setting lets see it, and to nobody else."""

import pytest

from games.accounts.preferences import choose
from games.bus import presence, valkey
from games.bus.presence import followed_here
from games.live import feeds
from games.relations import changes
from games.table.clock import now_ms
from tests.live.personal import Line
from tests.pages.stored import person

pytestmark = pytest.mark.django_db


def seen_by(player):
    return followed_here([player.pk])[player.pk]


@pytest.fixture
def pair():
    """Ada follows Bea, who is here."""
    ada, bea = person("Ada"), person("Bea")
    changes.follow(player=ada, other=bea)
    valkey.client().delete(valkey.key("here"))  # of players of other tests
    presence.see(valkey.client(), [bea.pk], now_ms())
    return ada, bea


def test_one_is_shown_to_those_one_follows(pair):
    ada, bea = pair
    assert seen_by(ada) == ()
    changes.follow(player=bea, other=ada)
    assert seen_by(ada) == (bea.pk,)
    assert seen_by(bea) == ()  # Ada is not here
    presence.see(valkey.client(), [bea.pk], now_ms() - presence.HERE_MS - 1)
    assert seen_by(ada) == ()


@pytest.mark.parametrize(
    ("preferred", "follows_back", "is_seen"),
    [("followers", False, True), ("followed", True, True), ("nobody", True, False)],
)
def test_as_one_prefers(pair, preferred, follows_back, is_seen):
    ada, bea = pair
    if follows_back:
        changes.follow(player=bea, other=ada)
    choose(bea, {"seen_by": preferred, "theme": "dark"})
    assert bool(seen_by(ada)) is is_seen


def test_who_is_blocked_sees_nobody(pair):
    ada, bea = pair
    choose(bea, {"seen_by": "followers"})
    changes.block(player=bea, other=ada)
    changes.follow(player=ada, other=bea)  # without effect
    assert seen_by(ada) == ()


def test_it_costs_two_queries_however_many_ask(pair, django_assert_num_queries):
    ada, bea = pair
    changes.follow(player=bea, other=ada)
    with django_assert_num_queries(2):
        assert followed_here([ada.pk, bea.pk, 0])[ada.pk] == (bea.pk,)
    valkey.client().delete(valkey.key("here"))
    with django_assert_num_queries(1):
        followed_here([ada.pk, bea.pk, 0])


@pytest.mark.django_db(transaction=True)
def test_a_page_hears_within_a_beat_that_somebody_came(base, monkeypatch, alice, bob):
    monkeypatch.setattr(feeds, "BEAT_S", 0.4)
    changes.follow(player=alice, other=bob)
    changes.follow(player=bob, other=alice)
    with Line(base, alice) as line:
        assert line.hear()["here"] == []
        with Line(base, bob):
            here = line.hear(meant=lambda me: me["here"])["here"]
            assert here == [{"name": "Bob", "url": "/p/bob/"}]
