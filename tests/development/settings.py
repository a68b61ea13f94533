"""The settings of a checkout: the site's own, and the commands of `tests/development`."""

from warsite.settings import *  # noqa: F403
from warsite.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.development"]
