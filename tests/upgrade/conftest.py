"""A database of each earlier release, migrated."""

import pytest

from tests.depth import share
from tests.upgrade.database import RELEASES, upgraded


@pytest.fixture(params=share(RELEASES))
def old_database(request, django_db_setup, django_db_blocker, tmp_path):
    with django_db_blocker.unblock(), upgraded(request.param, tmp_path):
        yield
