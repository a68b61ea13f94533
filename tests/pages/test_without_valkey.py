"""Pages go on while Valkey hangs or is away; what must be counted waits, and says so."""

import pytest
from django.test import Client

from games.limits.counting import Unavailable, verify_counting
from tests.depth import share


@pytest.mark.django_db
@pytest.mark.parametrize("path", share(["/", "/show/", "/g/{}/", "/g/{}/frames.json?view=all"]))
def test_pages_open_while_it_hangs(game, hanging_valkey, path):
    assert Client().get(path.format(game.code)).status_code == 200


@pytest.mark.django_db
def test_nobody_signs_in_uncounted_and_is_told_why(hanging_valkey):
    answer = Client().post("/account/login/", {"login": "alice", "password": "wrong"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert b"Only running games continue right now." in answer.content
    with pytest.raises(Unavailable):
        verify_counting()
