"""Directors of the site without a second factor find no door: no page, no call of the API, no
socket shows or does what is for directors.  Doors that come later are walked, too."""

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.guests import BACKEND
from games.api.api import api
from games.live.tournaments import find_tournament
from games.pages.tournaments.director.acts import FORMS
from games.pages.tournaments.director.console import ACTS
from games.tournaments.log import Act
from games.tournaments.models import Tournament
from tests.depth import share
from tests.pages.addresses import pages
from tests.pages.browsing import address, order, text
from tests.pages.stored import add_second_factor, person

pytestmark = pytest.mark.django_db
NUMBERS = {"stage": 1, "number": 1, "after": 1, "entrant": 1}
KEYS = {"tournament_console_form": FORMS}
ACTS_OF = {"tournament_console_act": ACTS}


def doors(tournament):
    """Each address about tournaments, with what may be done there."""
    for route, page in pages():
        if route.startswith("tournaments/"):
            for key in KEYS.get(page.name, ("x",)):
                arguments = {"code": tournament.code, "key": key, **NUMBERS}
                kwargs = {name: arguments[name] for name in page.pattern.converters}
                yield reverse(page.name, kwargs=kwargs), ACTS_OF.get(page.name, ("save",))
    for path in api.get_openapi_schema()["paths"]:
        if "/tournaments" in path:
            yield path.format(code=tournament.code, **NUMBERS), ("save",)


def stored():
    return Act.objects.count(), list(Tournament.objects.order_by("pk").values())


def test_no_door_opens_without_a_second_factor(client, director, draft, opened):
    director.authenticator_set.all().delete()
    client.force_login(director, backend=BACKEND)
    other, before = Client(), stored()
    other.force_login(person("Olga"), backend=BACKEND)
    for tournament in (draft, opened):
        form = {"confirmed": "yes", "reason": "?", "name": "?", "revision": tournament.revision}
        for path, acts in share(doors(tournament)):
            answer, theirs = client.get(path), other.get(path)
            assert draft.name.encode() not in answer.content, path
            if answer.status_code != theirs.status_code:
                assert answer.headers.get("Location") == reverse("mfa_index"), path
            for do in acts:
                client.post(path, form | {"do": do})
                assert stored() == before, (path, do)
    assert find_tournament(draft.code, director.pk) is None
    assert find_tournament(opened.code, director.pk) is not None


def test_directors_are_led_to_where_they_add_one(client, director, draft, opened):
    director.authenticator_set.all().delete()
    client.force_login(director, backend=BACKEND)
    assert "Console" in text(client.get(address(opened)))
    console = (["tournament_console"], ["tournament_edit"], ["tournament_console_form", "cancel"])
    for path in (reverse("tournament_new"), *(address(opened, *page) for page in console)):
        answer = client.get(path, follow=True)
        assert answer.redirect_chain == [(reverse("mfa_index"), 302)]
        assert "Directors need a second factor." in text(answer)
    assert order(client, opened, "checkin")["Location"] == reverse("mfa_index")
    form = {"confirmed": "yes", "reason": "No.", "revision": opened.revision}
    answer = client.post(address(opened, "tournament_console_form", "cancel"), form)
    assert answer["Location"] == reverse("mfa_index")
    opened.refresh_from_db()
    assert opened.state == "open"
    assert client.get(address(draft)).status_code == 404
    assert draft.name not in text(client.get("/tournaments/"))
    add_second_factor(director)
    assert client.get(address(draft)).status_code == 200
