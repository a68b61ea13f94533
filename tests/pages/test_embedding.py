"""What pages of other sites may do with ours."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/", "/api/v1/games", "/nowhere/"])
def test_other_sites_embed_nothing(client, path):
    assert client.get(path)["Cross-Origin-Resource-Policy"] == "same-origin"
