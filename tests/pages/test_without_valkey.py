"""Pages go on while Valkey hangs or is away; what must be counted waits, and says so."""

import pytest
from django.test import Client

from games.accounts.limits import Unavailable, verify_counting
from games.table.models import Table
from tests.pages.everything import Everything, guest, member

ERROR = 500


@pytest.mark.django_db
def test_every_page_opens_without_it(own_valkey):
    site = Everything()
    everybody = [
        (Client(), [*site.as_anybody(), *site.as_stranger()]),
        (guest(site.guest), site.as_guest()),
        (member(site.alice), site.as_member()),
        (guest(site.director), site.as_director()),
        (guest(site.mona), site.as_moderator()),
    ]
    files = [f"/g/{table.code}/frames.json?view=all" for table in Table.objects.finished()]
    everybody.append((Client(), ["/show/", *files]))
    own_valkey.kill()
    own_valkey.wait()
    pages = [client.get(address, follow=True) for client, rows in everybody for address in rows]
    assert len(pages) > 200
    assert {a.request["PATH_INFO"]: a.status_code for a in pages if a.status_code >= ERROR} == {}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/show/", "/g/{}/", "/g/{}/frames.json?view=all"])
def test_pages_open_while_it_hangs(game, hanging_valkey, path):
    assert Client().get(path.format(game.code)).status_code == 200


@pytest.mark.django_db
def test_nobody_signs_in_uncounted_and_is_told_why(hanging_valkey):
    answer = Client().post("/account/login/", {"login": "alice", "password": "wrong"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert b"Only running games continue right now." in answer.content
    with pytest.raises(Unavailable):
        verify_counting()
