"""What pages of other sites may do with ours."""

import pytest

from tests.each import each

pytestmark = pytest.mark.django_db


@each(["/", "/api/v1/games", "/nowhere/"], "client")
def test_other_sites_embed_nothing(client, path):
    assert client.get(path)["Cross-Origin-Resource-Policy"] == "same-origin"
