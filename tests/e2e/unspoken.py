"""Settings of a site in `en-XA`, a language that nobody speaks (tests/development/catalogue.py)."""

from warsite.settings import *  # noqa: F403
from warsite.settings import HOME

LANGUAGES = [("en", "English"), ("en-xa", "unspoken")]
LOCALE_PATHS = [HOME / "locale"]
