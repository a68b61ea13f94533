"""Writes the types of TypeScript: of what pages show, and of what programs are told."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.live.commands import schemas
from games.rules.catalogue import GAMES
from games.schemas.described import definitions
from games.schemas.typescript import declarations

WRITTEN = "// Written by `manage.py write_types` from the types of the rules.\n"
SHOWN = "games/static/games/js/core/shown.d.ts"
TOLD = "docs/examples/warsite.d.ts"


def files() -> dict[str, str]:
    """The content of each file, by its path in a checkout."""
    defs = definitions(GAMES.values(), schemas(), "#/")
    not_shown = ("Command", "Event", "Words")
    of_pages = {name: defs[name] for name in defs if not name.endswith(not_shown)}
    for name in ("State", "Difference", "Message"):
        del of_pages[name]
    types = declarations(of_pages, filled_in=True)
    return {
        SHOWN: f"{WRITTEN}declare namespace Shown {{\n{types}\n}}\n",
        TOLD: f"{WRITTEN}{declarations(defs, filled_in=False)}\n",
    }


class Command(BaseCommand):
    help = "Write the types of TypeScript for scripts and programs into a checkout."

    def handle(self, *args: Any, **options: Any) -> None:
        for path, text in files().items():
            Path(settings.BASE_DIR, path).write_text(text)
            self.stdout.write(path)
