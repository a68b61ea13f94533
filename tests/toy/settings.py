"""The settings of a checkout whose site has the toy, too."""

from pathlib import Path

from games.rules import catalogue
from tests.development.settings import *  # noqa: F403
from tests.development.settings import TEMPLATES
from tests.toy import ENTRY

FOLDER = Path(__file__).parent

catalogue.ENTRIES["toy"] = ENTRY
TEMPLATES = [TEMPLATES[0] | {"DIRS": [*TEMPLATES[0]["DIRS"], FOLDER / "templates"]}]
STATICFILES_DIRS = [FOLDER / "static"]
